package dev.once.core.protocol;

import dev.once.core.Attempt;

/** Is told where each attempt is. Tests use it to stop an attempt at a named point; production has none. */
@FunctionalInterface
public interface ProtocolObserver {

    ProtocolObserver NONE = (step, attempt) -> {};

    void at(ProtocolStep step, Attempt attempt);
}
