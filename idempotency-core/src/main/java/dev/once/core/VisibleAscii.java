package dev.once.core;

/** The one alphabet of keys and scopes: it has no NUL, no control character, no surrogate, and one byte a character. */
final class VisibleAscii {

    static final int LONGEST = 255;

    static void require(String what, String value) {
        require(what, value, false);
    }

    /** A space in quotes is a part of a key in HTTP. At its ends it would be lost by the first one who trims. */
    static void requireWithSpaces(String what, String value) {
        require(what, value, true);
    }

    private static void require(String what, String value, boolean spaces) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException(what + " must not be empty.");
        }
        if (value.length() > LONGEST) {
            throw new IllegalArgumentException(
                    what + " has at most " + LONGEST + " characters; this one has " + value.length() + ".");
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean space = spaces && c == ' ' && i > 0 && i < value.length() - 1;
            if (!space && (c < '!' || c > '~')) {
                throw new IllegalArgumentException(
                        what + " is made of visible ASCII characters; character " + (i + 1) + " is not one.");
            }
        }
    }

    private VisibleAscii() {}
}
