package dev.once.core.web;

import dev.once.core.IdempotencyKey;
import dev.once.core.MalformedKeyException;
import java.util.List;

/**
 * The {@code Idempotency-Key} header of the IETF draft: a structured string in quotes, or bare as most clients send it. The
 * same characters are the same key.
 */
public final class IdempotencyKeyHeader {

    public static final String NAME = "Idempotency-Key";

    private IdempotencyKeyHeader() {}

    /** Of all values that the request has under this name. */
    public static IdempotencyKey parse(List<String> values) {
        if (values.isEmpty()) {
            throw new MissingKeyException();
        }
        if (values.size() > 1) {
            throw new MalformedKeyException("The request has " + values.size() + " of them.");
        }
        return parse(values.get(0));
    }

    public static IdempotencyKey parse(String value) {
        return new IdempotencyKey(value.startsWith("\"") ? unquoted(value) : bare(value));
    }

    /** RFC 8941, section 3.3.3: a backslash escapes a quote or a backslash, and nothing else. */
    private static String unquoted(String value) {
        StringBuilder key = new StringBuilder();
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                if (i + 1 < value.length()) {
                    throw new MalformedKeyException("Nothing may follow the closing quote, not even parameters.");
                }
                return key.toString();
            }
            if (c == '\\') {
                i++;
                if (i == value.length() || (value.charAt(i) != '"' && value.charAt(i) != '\\')) {
                    throw new MalformedKeyException("A backslash goes before a quote or a backslash only.");
                }
                c = value.charAt(i);
            }
            key.append(c);
        }
        throw new MalformedKeyException("The closing quote is missing.");
    }

    private static String bare(String value) {
        if (value.indexOf('"') >= 0 || value.indexOf('\\') >= 0) {
            throw new MalformedKeyException("A key with quotes or backslashes must be in quotes itself.");
        }
        if (value.indexOf(';') >= 0) {
            throw new MalformedKeyException("A key has no parameters; one with a semicolon must be in quotes.");
        }
        if (value.indexOf(' ') >= 0) {
            throw new MalformedKeyException("A key with a space must be in quotes.");
        }
        return value;
    }
}
