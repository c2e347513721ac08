package dev.once.localpostgres;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints what to do next in place of a stack trace. */
final class LocalPostgresFailureAnalyzer extends AbstractFailureAnalyzer<LocalPostgresException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, LocalPostgresException cause) {
        return new FailureAnalysis(cause.whatHappened(), cause.whatToDo(), cause);
    }
}
