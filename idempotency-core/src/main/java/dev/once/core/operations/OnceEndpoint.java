package dev.once.core.operations;

import dev.once.core.Idempotencies;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxRelay;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;

/** {@code /actuator/once}: ledgers, one key's claim, parked messages, and erasing what is personal. Bodies are never shown. */
@Endpoint(id = "once")
public final class OnceEndpoint {

    private static final Logger LOG = LoggerFactory.getLogger(OnceEndpoint.class);

    private final Idempotencies idempotencies;
    private final LedgerInspector inspector;
    private final Outbox outbox;
    private final OutboxRelay relay;

    public OnceEndpoint(Idempotencies idempotencies, Outbox outbox, OutboxRelay relay) {
        this.idempotencies = idempotencies;
        this.inspector = new LedgerInspector(idempotencies.reads(), idempotencies.writes());
        this.outbox = outbox;
        this.relay = relay;
    }

    @ReadOperation
    public Map<String, Object> overview() {
        Map<String, Object> overview = new LinkedHashMap<>();
        overview.put(
                "ledgers",
                idempotencies.ledgers().stream().map(inspector::summary).toList());
        Map<String, Object> messages = new LinkedHashMap<>();
        List<Outbox.Waiting> waiting = outbox.waiting();
        messages.put("waiting", waiting);
        messages.put("handledHere", relay.topics());
        messages.put(
                "unhandledHere",
                waiting.stream()
                        .map(Outbox.Waiting::topic)
                        .filter(topic -> !relay.topics().contains(topic))
                        .toList());
        messages.put("parked", outbox.parked());
        overview.put("outbox", messages);
        return overview;
    }

    /** {@code GET /actuator/once/{ledger}?scope=..&key=..} */
    @ReadOperation
    public WebEndpointResponse<Map<String, @Nullable Object>> claim(@Selector String ledger, String scope, String key) {
        Scope whose = asked(() -> new Scope(scope));
        IdempotencyKey which = asked(() -> new IdempotencyKey(key));
        return ledger(ledger)
                .flatMap(known -> inspector.claim(known, whose, which))
                .map(WebEndpointResponse::new)
                .orElseGet(() -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND));
    }

    /** {@code POST /actuator/once/retry} and {@code /discard} with {@code {"id": ".."}} of a parked message. */
    @WriteOperation
    public WebEndpointResponse<Map<String, Object>> parked(@Selector String action, UUID id) {
        boolean changed =
                switch (action) {
                    case "retry" -> outbox.retry(id);
                    case "discard" -> outbox.discard(id);
                    default -> false;
                };
        LOG.info(
                "Operator: {} parked outbox message {}: {}",
                changed ? action : "no such action or message for",
                id,
                changed);
        return changed
                ? new WebEndpointResponse<>(Map.of("id", id, "action", action))
                : new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }

    /** {@code DELETE /actuator/once/{ledger}?scope=..}: the claims stay, so nothing is done again; what they answered goes. */
    @DeleteOperation
    public WebEndpointResponse<Map<String, Object>> erase(@Selector String ledger, String scope) {
        Scope whose = asked(() -> new Scope(scope));
        return ledger(ledger)
                .map(known -> {
                    int answers = inspector.erase(known, whose);
                    int payloads = outbox.erase(scope);
                    LOG.info(
                            "Operator: erased {} answers and {} payloads of one scope of {}",
                            answers,
                            payloads,
                            ledger);
                    return new WebEndpointResponse<>(
                            Map.<String, Object>of("erasedAnswers", answers, "erasedPayloads", payloads));
                })
                .orElseGet(() -> new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND));
    }

    private static <T> T asked(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new InvalidEndpointRequestException(e.getMessage(), e.getMessage());
        }
    }

    private Optional<Ledger<?>> ledger(String name) {
        return idempotencies.ledgers().stream()
                .filter(ledger -> ledger.name().equals(name))
                .findFirst();
    }
}
