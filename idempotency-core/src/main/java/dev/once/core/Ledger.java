package dev.once.core;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where claims are written down: the table, its scope and key columns, how long to wait for a running attempt, how long a
 * claim is kept, and how the result is stored. It needs one unique constraint, on (scope, key).
 */
public final class Ledger<R> {

    private static final Pattern IDENTIFIER = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

    static final String TEXT = "text";

    private final Builder description;
    private final Stored<R> stored;

    private Ledger(Builder description, Stored<R> stored) {
        this.description = description.copy();
        this.stored = stored;
        stored.columns().forEach(column -> requireIdentifier(column.name()));
    }

    /** The name is the surface in logs and metrics, and the name of the settings {@code once.ledgers.<name>.*}. */
    public static Builder named(String name) {
        return new Builder(name);
    }

    public String name() {
        return description.name;
    }

    public String table() {
        return description.table;
    }

    public String scopeColumn() {
        return description.scope;
    }

    String scopeType() {
        return description.scopeType;
    }

    public String keyColumn() {
        return description.key;
    }

    public @Nullable String fingerprintColumn() {
        return description.fingerprint;
    }

    /** Columns that are filled from {@link Attempt#details} at the moment of the claim. */
    public List<String> recordedColumns() {
        return description.recorded;
    }

    public String createdAtColumn() {
        return description.createdAt;
    }

    /** Where there is one, an expired key may be taken over, by exactly one attempt. Where there is none, never. */
    public @Nullable String expiresAtColumn() {
        return description.expiresAt;
    }

    public Duration waitAtMost() {
        return description.waitAtMost;
    }

    public Duration keepFor() {
        return description.keepFor;
    }

    /** The longest time after which the owner of a key may still send it again. */
    public Duration horizon() {
        return description.horizon;
    }

    /** An SQL condition on a row that a sweep must find true, beyond its age. */
    public @Nullable String sweptOnlyWhen() {
        return description.sweptOnlyWhen;
    }

    public Stored<R> stored() {
        return stored;
    }

    /** The same ledger with another wait and retention: what an operator has set. */
    public Ledger<R> with(Duration waitAtMost, Duration keepFor) {
        Builder changed = description.copy();
        changed.waitAtMost = waitAtMost;
        changed.keepFor = keepFor;
        return new Ledger<>(changed, stored);
    }

    void requireSafeRetention() {
        if (keepFor().compareTo(horizon()) < 0) {
            throw new StartupRefusedException(
                    "The ledger '%s' would forget its keys after %s, but their owner may send them again for %s: a late repeat would be done twice."
                            .formatted(name(), inWords(keepFor()), inWords(horizon())),
                    "Set once.ledgers.%s.keep-for to %s or longer.".formatted(name(), inWords(horizon())));
        }
    }

    static String inWords(Duration duration) {
        return duration.toHours() % 24 == 0 && duration.toDays() > 0
                ? duration.toDays() + " days"
                : duration.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
    }

    private static String requireIdentifier(String name) {
        if (!IDENTIFIER.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is no plain SQL identifier: use lower case letters, digits and underscores.");
        }
        return name;
    }

    public static final class Builder implements Cloneable {

        private final String name;
        private String table;
        private String scope = "scope";
        private String scopeType = TEXT;
        private String key = "idempotency_key";
        private @Nullable String fingerprint;
        private List<String> recorded = List.of();
        private String createdAt = "created_at";
        private @Nullable String expiresAt;
        private Duration waitAtMost = Duration.ofSeconds(2);
        private Duration keepFor = Duration.ofDays(30);
        private Duration horizon = Duration.ZERO;
        private @Nullable String sweptOnlyWhen;

        private Builder(String name) {
            this.name = requireIdentifier(name);
            this.table = name;
        }

        public Builder table(String table) {
            this.table = requireIdentifier(table);
            return this;
        }

        public Builder scope(String column) {
            return scope(column, TEXT);
        }

        /** For a column of another type, such as {@code uuid}. */
        public Builder scope(String column, String type) {
            this.scope = requireIdentifier(column);
            this.scopeType = requireIdentifier(type);
            return this;
        }

        public Builder key(String column) {
            this.key = requireIdentifier(column);
            return this;
        }

        /** A {@code bytea} column. Without one, every repeat of a key is a replay, whatever it asks for. */
        public Builder fingerprint(String column) {
            this.fingerprint = requireIdentifier(column);
            return this;
        }

        public Builder records(String... columns) {
            this.recorded = List.of(columns);
            recorded.forEach(Ledger::requireIdentifier);
            return this;
        }

        public Builder createdAt(String column) {
            this.createdAt = requireIdentifier(column);
            return this;
        }

        public Builder expiresAt(String column) {
            this.expiresAt = requireIdentifier(column);
            return this;
        }

        public Builder waitAtMost(Duration wait) {
            this.waitAtMost = wait;
            return this;
        }

        public Builder keepFor(Duration retention) {
            this.keepFor = retention;
            return this;
        }

        public Builder neverLessThan(Duration horizon) {
            this.horizon = horizon;
            return this;
        }

        /** For rows whose age alone does not end their use. Written by the programmer, never from outside. */
        public Builder sweptOnlyWhen(String condition) {
            this.sweptOnlyWhen = condition;
            return this;
        }

        public <R> Ledger<R> storing(Stored<R> stored) {
            if (stored.columns().isEmpty()) {
                throw new IllegalArgumentException("A ledger that stores nothing is a claimOnly() ledger.");
            }
            return new Ledger<>(this, stored);
        }

        public Ledger<Done> claimOnly() {
            return new Ledger<>(this, Stored.nothing());
        }

        private Builder copy() {
            try {
                return (Builder) clone();
            } catch (CloneNotSupportedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
