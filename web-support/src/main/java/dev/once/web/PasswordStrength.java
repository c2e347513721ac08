package dev.once.web;

import java.util.Locale;

/** What a password that people or programs type must have at least. Long enough to guess for years, and not its own name. */
public final class PasswordStrength {

    private static final int SHORTEST = 12;
    private static final int FEWEST_DIFFERENT = 6;

    private PasswordStrength() {}

    public static boolean isWeak(String username, String password) {
        return password.length() < SHORTEST
                || password.chars().distinct().count() < FEWEST_DIFFERENT
                || password.toLowerCase(Locale.ROOT).contains(username.toLowerCase(Locale.ROOT));
    }

    public static String whatIsNeeded() {
        return "at least %d characters, %d of them different, without the name in it"
                .formatted(SHORTEST, FEWEST_DIFFERENT);
    }
}
