package dev.once.core.support;

/** A setting that would break a guarantee: better not to start than to start wrong. */
public class StartupRefusedException extends RuntimeException {

    private final String whatToDo;

    public StartupRefusedException(String problem, String whatToDo) {
        super(problem);
        this.whatToDo = whatToDo;
    }

    public String whatToDo() {
        return whatToDo;
    }
}
