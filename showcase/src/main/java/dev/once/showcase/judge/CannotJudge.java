package dev.once.showcase.judge;

/** Why nothing can be said about an ordeal or a service, as sentences: what is wrong, and what to do. */
final class CannotJudge extends RuntimeException {

    CannotJudge(String... sentences) {
        super(String.join("\n", sentences), null, false, false);
    }

    static void unless(boolean isSo, String... sentences) {
        if (!isSo) {
            throw new CannotJudge(sentences);
        }
    }
}
