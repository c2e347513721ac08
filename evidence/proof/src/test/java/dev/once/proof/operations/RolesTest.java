package dev.once.proof.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotencies;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import dev.once.core.Stored;
import dev.once.core.autoconfigure.DatabaseDefaults;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import dev.once.migrations.Migrations;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The roles of docs/operating.md, made by the SQL that is printed there. */
class RolesTest {

    private static final String LEDGER =
            """
            create table once.role_claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null, answer text,
              created_at timestamptz not null default now(),
              constraint role_claims_once primary key (scope, idempotency_key))
            """;

    /** Roles are the server's, which other tests use too. */
    private final String suffix = "_" + UUID.randomUUID().toString().substring(0, 8);

    private final Database server = TestPostgres.shared().newDatabase();

    @BeforeEach
    void as_it_is_printed() throws Exception {
        List<String> printed = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("..", "..", "docs", "operating.md")))
                .results()
                .map(MatchResult::group)
                .map(block -> block.replaceAll("```(sql)?", "")
                        .replaceAll("\\b(once_owner|once_app|once_reader|payments)\\b", "$1" + suffix))
                .toList();
        try (Connection superuser = server.connect()) {
            each(superuser, printed.get(0));
        }
        Migrations.migrate(new DriverManagerDataSource(url(), "once_owner" + suffix, "change-me-1"), List.of("core"));
        try (Connection owner = connect("once_owner", "change-me-1")) {
            each(owner, printed.get(1));
            each(owner, LEDGER);
        }
    }

    @AfterEach
    void clear_away() throws Exception {
        try (Connection superuser = server.connect()) {
            each(superuser, "drop database payments" + suffix + " with (force)");
            for (String role : List.of("once_owner", "once_app", "once_reader")) {
                each(superuser, "drop role " + role + suffix);
            }
        }
    }

    @Test
    void the_application_claims_and_may_not_do_more() throws Exception {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(url());
            pool.setUsername("once_app" + suffix);
            pool.setPassword("change-me-2");
            pool.setConnectionInitSql(DatabaseDefaults.INIT_SQL);
            var idempotency = new Idempotencies(
                            pool,
                            Idempotencies.Limits.forPoolOf(10),
                            UnaryOperator.identity(),
                            new SimpleMeterRegistry(),
                            ProtocolObserver.NONE)
                    .of(Ledger.named("roles").table("once.role_claims").storing(Stored.text("answer")));
            Attempt attempt = Attempt.of(new Scope("acme"), new IdempotencyKey("key"), Fingerprint.none());
            assertThat(idempotency.once(
                            attempt, claim -> claim.outbox("mail", "{}").toString()))
                    .isInstanceOf(Outcome.FirstRun.class);
            assertThat(idempotency.once(attempt, claim -> "again")).isInstanceOf(Outcome.Replay.class);
        }
        try (Connection app = connect("once_app", "change-me-2")) {
            assertRefused(app, "truncate once.role_claims");
            assertRefused(app, "drop table once.role_claims");
            assertRefused(app, "create table once.more (n int)");
        }
    }

    @Test
    void the_reader_reads_whatever_its_session_says() throws Exception {
        try (Connection reader = connect("once_reader", "change-me-3")) {
            each(reader, "select * from once.outbox; set default_transaction_read_only = off");
            assertRefused(reader, "delete from once.outbox");
            assertRefused(reader, "insert into once.role_claims (scope, idempotency_key) values ('a', 'b')");
        }
    }

    private static void assertRefused(Connection connection, String sql) {
        assertThatThrownBy(() -> each(connection, sql))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    }

    private Connection connect(String role, String password) throws SQLException {
        return DriverManager.getConnection(url(), role + suffix, password);
    }

    private String url() {
        return server.jdbcUrl().replaceFirst("(jdbc:postgresql://[^/]+/)[^?]*", "$1payments" + suffix);
    }

    private static void each(Connection connection, String script) throws SQLException {
        for (String sql : script.replaceAll("(?m)^--.*$", "").split(";")) {
            if (!sql.isBlank()) {
                try (var statement = connection.createStatement()) {
                    statement.execute(sql);
                }
            }
        }
    }
}
