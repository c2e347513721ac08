package dev.once.localpostgres;

import org.jspecify.annotations.Nullable;

/** The local PostgreSQL cannot be had: says what happened and what to do next. */
public final class LocalPostgresException extends RuntimeException {

    private final String whatHappened;
    private final String whatToDo;

    LocalPostgresException(String whatHappened, String whatToDo) {
        this(whatHappened, whatToDo, null);
    }

    LocalPostgresException(String whatHappened, String whatToDo, @Nullable Throwable cause) {
        super(whatHappened + " " + whatToDo, cause);
        this.whatHappened = whatHappened;
        this.whatToDo = whatToDo;
    }

    public String whatHappened() {
        return whatHappened;
    }

    public String whatToDo() {
        return whatToDo;
    }
}
