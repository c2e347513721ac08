package dev.once.core.autoconfigure;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A database that does not answer is a sentence, whoever asked first: the core, Flyway or JPA. */
final class DatabaseDownAnalyzer extends AbstractFailureAnalyzer<SQLException> {

    /** No connection, no such user or password, no such database, and a server that is starting or stopping. */
    private static final List<String> NO_ANSWER = List.of("08", "28", "3D000", "57P");

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
        for (Throwable at = cause; at != null; at = at.getCause()) {
            String state = at instanceof SQLException e ? e.getSQLState() : null;
            if (state != null && NO_ANSWER.stream().anyMatch(state::startsWith)) {
                return new FailureAnalysis(
                        "The database does not let us in: " + at.getMessage(),
                        "Start it, or correct spring.datasource.url, .username and .password (SPRING_DATASOURCE_URL,"
                                + " _USERNAME, _PASSWORD).",
                        cause);
            }
        }
        return null;
    }
}
