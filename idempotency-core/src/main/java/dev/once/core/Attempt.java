package dev.once.core;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One try at one piece of work: whose it is, what it is called, what it asks for, and what the ledger notes beside it. */
public record Attempt(Scope scope, IdempotencyKey key, Fingerprint fingerprint, Map<String, @Nullable Object> details) {

    public Attempt {
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    public static Attempt of(Scope scope, IdempotencyKey key, Fingerprint fingerprint) {
        return new Attempt(scope, key, fingerprint, Map.<String, @Nullable Object>of());
    }

    /** Notes a value in one of the ledger's {@link Ledger.Builder#records recorded} columns, at the moment of the claim. */
    public Attempt with(String column, @Nullable Object value) {
        Map<String, @Nullable Object> more = new LinkedHashMap<>(details);
        more.put(column, value);
        return new Attempt(scope, key, fingerprint, more);
    }
}
