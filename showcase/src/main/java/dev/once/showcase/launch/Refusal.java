package dev.once.showcase.launch;

/** Something is not as it must be: a sentence that says what, and one that says what to do. */
public final class Refusal extends RuntimeException {

    public Refusal(String whatHappened, String whatToDo) {
        super(whatHappened + "\n" + whatToDo);
    }
}
