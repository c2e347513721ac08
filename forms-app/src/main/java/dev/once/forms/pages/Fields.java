package dev.once.forms.pages;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads typed text, and gathers what is wrong with it by the field. */
final class Fields {

    private static final Pattern EMAIL =
            Pattern.compile("[\\x21-\\x7e&&[^@]]+@[\\x21-\\x7e&&[^@]]+\\.[\\x21-\\x7e&&[^@.]]+");
    private static final int LONGEST_EMAIL = 254;
    private static final int LONGEST = 200;

    private final Map<String, String> errors = new LinkedHashMap<>();

    /** What is wrong so far. */
    Map<String, String> errors() {
        return errors;
    }

    void wrong(String field, String message) {
        errors.put(field, message);
    }

    String email(String field, String typed) {
        String email = typed.strip().toLowerCase(Locale.ROOT);
        if (email.length() > LONGEST_EMAIL || !EMAIL.matcher(email).matches()) {
            wrong(field, "This is not an e-mail address, such as name@example.com.");
        }
        return email;
    }

    String text(String field, String typed, String question) {
        String text = typed.strip();
        if (text.isEmpty()) {
            wrong(field, question);
        } else if (text.length() > LONGEST) {
            wrong(field, "At most " + LONGEST + " characters, please.");
        } else if (text.chars().anyMatch(Character::isISOControl)) {
            wrong(field, "There is a character in it that cannot be printed.");
        }
        return text;
    }
}
