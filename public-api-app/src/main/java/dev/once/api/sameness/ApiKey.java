package dev.once.api.sameness;

import dev.once.core.IdempotencyKey;
import dev.once.core.MalformedKeyException;
import dev.once.core.web.IdempotencyKeyHeader;
import dev.once.core.web.MissingKeyException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import org.springframework.security.web.firewall.RequestRejectedException;

/** What is the key: the {@code Idempotency-Key} header, as the core reads it. */
public final class ApiKey {

    public static final String HEADER = IdempotencyKeyHeader.NAME;

    private ApiKey() {}

    public static boolean isIn(HttpServletRequest request) {
        return request.getHeader(HEADER) != null;
    }

    public static IdempotencyKey of(HttpServletRequest request) {
        try {
            return IdempotencyKeyHeader.parse(Collections.list(request.getHeaders(HEADER)));
        } catch (MissingKeyException e) {
            throw ApiProblems.keyMissing().asException();
        } catch (MalformedKeyException e) {
            throw ApiProblems.keyMalformed(String.valueOf(e.getMessage())).asException();
        } catch (RequestRejectedException notEvenText) {
            throw ApiProblems.keyMalformed("It has characters that are not visible ASCII.")
                    .asException();
        }
    }
}
