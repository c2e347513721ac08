package dev.once.api.effects;

/** What a text may be, as a regular expression that the published document has too. Halves of surrogate pairs it cannot name. */
public final class TextPatterns {

    private static final String NO_TEXT = "\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f";
    private static final String SPACE = " \\t\\n\\r\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

    /** No control characters but tab and line ends. */
    public static final String PLAIN = "^[^" + NO_TEXT + "]*$";

    /** And something else than space in it. */
    public static final String NOT_BLANK = "^[^" + NO_TEXT + "]*[^" + NO_TEXT + SPACE + "][^" + NO_TEXT + "]*$";

    private TextPatterns() {}
}
