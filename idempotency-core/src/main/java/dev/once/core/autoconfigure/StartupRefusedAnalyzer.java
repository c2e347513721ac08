package dev.once.core.autoconfigure;

import dev.once.core.support.StartupRefusedException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A refusal to start is a sentence and what to do about it, not a stack trace. */
final class StartupRefusedAnalyzer extends AbstractFailureAnalyzer<StartupRefusedException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StartupRefusedException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.whatToDo(), cause);
    }
}
