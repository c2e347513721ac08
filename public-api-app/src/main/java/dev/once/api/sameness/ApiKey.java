package dev.once.api.sameness;

import dev.once.api.provenance.Client;
import dev.once.core.Attempt;
import dev.once.core.IdempotencyKey;
import dev.once.core.MalformedKeyException;
import dev.once.core.web.IdempotencyKeyHeader;
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

    public static Attempt of(Client client, HttpServletRequest request, ApiRequest asked) {
        return Attempt.of(client.scope(), key(request), asked.fingerprint());
    }

    private static IdempotencyKey key(HttpServletRequest request) {
        try {
            return IdempotencyKeyHeader.parse(Collections.list(request.getHeaders(HEADER)));
        } catch (RequestRejectedException notEvenText) {
            throw new MalformedKeyException("It has characters that are not visible ASCII.");
        }
    }
}
