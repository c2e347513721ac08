package dev.once.showcase.judge;

/** Why nothing can be said: a sentence that says what is wrong, and one that says what to do. */
final class CannotJudge extends RuntimeException {

    CannotJudge(String whatIsWrong, String whatToDo) {
        super(whatIsWrong + "\n" + whatToDo);
    }
}
