package dev.once.api.sameness;

import dev.once.core.IdempotencyKey;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import org.springframework.security.web.firewall.RequestRejectedException;

/**
 * The {@code Idempotency-Key} header of the IETF draft: a structured string in quotes, or bare as most clients send it. The
 * same characters are the same key.
 */
public final class ApiKey {

    public static final String HEADER = "Idempotency-Key";

    private ApiKey() {}

    public static boolean isIn(HttpServletRequest request) {
        return request.getHeader(HEADER) != null;
    }

    public static IdempotencyKey of(HttpServletRequest request) {
        try {
            List<String> headers = Collections.list(request.getHeaders(HEADER));
            if (headers.isEmpty()) {
                throw ApiProblems.keyMissing().asException();
            }
            if (headers.size() > 1) {
                throw new IllegalArgumentException("The request has " + headers.size() + " of them.");
            }
            return of(headers.get(0));
        } catch (IllegalArgumentException e) {
            throw ApiProblems.keyMalformed(String.valueOf(e.getMessage())).asException();
        } catch (RequestRejectedException notEvenText) {
            throw ApiProblems.keyMalformed("It has characters that are not visible ASCII.")
                    .asException();
        }
    }

    static IdempotencyKey of(String value) {
        return new IdempotencyKey(value.startsWith("\"") ? unquoted(value) : bare(value));
    }

    /** RFC 8941, section 3.3.3: a backslash escapes a quote or a backslash, and nothing else. */
    private static String unquoted(String value) {
        StringBuilder key = new StringBuilder();
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"') {
                if (i + 1 < value.length()) {
                    throw new IllegalArgumentException("Nothing may follow the closing quote, parameters neither.");
                }
                return key.toString();
            }
            if (c == '\\') {
                i++;
                if (i == value.length() || (value.charAt(i) != '"' && value.charAt(i) != '\\')) {
                    throw new IllegalArgumentException("A backslash goes before a quote or a backslash only.");
                }
                c = value.charAt(i);
            }
            key.append(c);
        }
        throw new IllegalArgumentException("The closing quote is missing.");
    }

    private static String bare(String value) {
        if (value.indexOf('"') >= 0 || value.indexOf('\\') >= 0) {
            throw new IllegalArgumentException("A key with quotes or backslashes must be in quotes itself.");
        }
        if (value.indexOf(';') >= 0) {
            throw new IllegalArgumentException("A key has no parameters; one with a semicolon must be in quotes.");
        }
        return value;
    }
}
