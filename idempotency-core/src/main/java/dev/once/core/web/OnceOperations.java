package dev.once.core.web;

import dev.once.core.Idempotencies;
import dev.once.core.Ledger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.http.converter.HttpMessageConverter;

/**
 * The operations of an HTTP API, each done once per scope and key. They share the table {@code once.claims}, which keeps each
 * answer for 24 hours; {@code once.ledgers.<operation>.keep-for} and {@code .wait-at-most} change that for one of them.
 *
 * <pre>{@code
 * return once.operation("orders").scope(tenant).key(key).request(order).created(() -> service.place(order));
 * }</pre>
 */
public final class OnceOperations {

    private static final Duration KEPT = Duration.ofHours(24);

    /** More than a program has names for: then they come from outside, and would be kept for ever. */
    private static final int MOST = 500;

    private final Idempotencies idempotencies;
    private final MessageBodies bodies;
    private final Map<String, OnceOperation> known = new ConcurrentHashMap<>();

    /** Refuses a table that could not serve them. */
    public OnceOperations(Idempotencies idempotencies, Supplier<List<HttpMessageConverter<?>>> converters) {
        this.idempotencies = idempotencies;
        this.bodies = new MessageBodies(converters);
        idempotencies.prepare(ledger("claims").storing(StoredAnswer.STORED));
    }

    /**
     * The operation of this name, which is a part of what is unique: the same key in another operation is another key. It is in
     * logs and metrics, and its settings go by it. Lower case letters, digits and underscores.
     */
    public OnceOperation operation(String name) {
        OnceOperation operation = known.get(name);
        return operation != null ? operation : declare(ledger(name).storing(StoredAnswer.STORED));
    }

    /**
     * Declares an operation that differs from the others, once and at best in a constructor: {@code operation("orders",
     * Ledger.Builder::joining)} joins the transaction of its caller.
     */
    public OnceOperation operation(String name, UnaryOperator<Ledger.Builder> difference) {
        if (known.containsKey(name)) {
            throw new IllegalStateException("The operation '" + name + "' is declared already.");
        }
        return declare(difference.apply(ledger(name)).storing(StoredAnswer.STORED));
    }

    /** Checked outside of the map, where a database that is away would hold up all who declare another. */
    private OnceOperation declare(Ledger<StoredAnswer> ledger) {
        if (known.size() >= MOST) {
            throw new IllegalStateException("There are " + MOST + " operations already, so that '" + ledger.name()
                    + "' can hardly be another one. An operation is named in the code; what comes from outside is a scope,"
                    + " a key or a part of the request.");
        }
        return AttemptUnavailableException.unlessDone(() -> {
            idempotencies.prepare(ledger);
            return known.computeIfAbsent(
                    ledger.name(), name -> new OnceOperation(name, idempotencies.of(ledger), bodies));
        });
    }

    private Ledger.Builder ledger(String name) {
        return Ledger.named(name)
                .table(idempotencies.writes().schema().table("claims"))
                .sharedBy("operation")
                .scope("scope")
                .key("idempotency_key")
                .fingerprint("fingerprint")
                .expiresAt("expires_at")
                .keepFor(KEPT);
    }
}
