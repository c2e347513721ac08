package dev.once.core;

import dev.once.core.support.StartupRefusedException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where claims are written down: the table, its scope and key columns, how long to wait for a running attempt, how long a
 * claim is kept, and how the result is stored. It needs one unique constraint, on (scope, key); or on (operation, scope, key)
 * in a table that several ledgers share.
 */
public final class Ledger<R> {

    private static final Pattern IDENTIFIER = Pattern.compile("[a-z_][a-z0-9_]*(\\.[a-z_][a-z0-9_]*)?");

    static final String TEXT = "text";

    private final Builder description;
    private final Stored<R> stored;
    private final Duration waitAtMost;
    private final Duration keepFor;

    private Ledger(Builder description, Stored<R> stored, Duration waitAtMost, Duration keepFor) {
        this.description = description;
        this.stored = stored;
        this.waitAtMost = waitAtMost;
        this.keepFor = keepFor;
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

    /** In a table that several ledgers share, the column that holds the ledger's name. */
    public @Nullable String sharedByColumn() {
        return description.sharedBy;
    }

    /** The SQL condition on a row that makes it this ledger's: of names alone, so it can stand in a statement. */
    public String ownRows() {
        return description.sharedBy == null ? "true" : description.sharedBy + " = '" + name() + "'";
    }

    /** What tells two attempts apart: the columns of the unique constraint. */
    List<String> identity() {
        return Stream.concat(Stream.ofNullable(description.sharedBy), Stream.of(scopeColumn(), keyColumn()))
                .toList();
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
        return waitAtMost;
    }

    public Duration keepFor() {
        return keepFor;
    }

    /** The longest time after which the owner of a key may still send it again. */
    public Duration horizon() {
        return description.horizon;
    }

    /** An SQL condition on a row that a sweep must find true, beyond its age. */
    public @Nullable String sweptOnlyWhen() {
        return description.sweptOnlyWhen;
    }

    /** Whether an attempt inside a transaction of its caller becomes a part of it, and is refused otherwise. */
    public boolean joins() {
        return description.joins;
    }

    public Stored<R> stored() {
        return stored;
    }

    /** The same ledger with another wait and retention: what an operator has set. */
    public Ledger<R> with(Duration waitAtMost, Duration keepFor) {
        return new Ledger<>(description, stored, waitAtMost, keepFor);
    }

    void requireSafeRetention() {
        if (keepFor().compareTo(horizon()) < 0) {
            throw new StartupRefusedException(
                    "The ledger '%s' would forget its keys after %s, but their owner may send them again for %s: a late repeat would be done twice."
                            .formatted(name(), inWords(keepFor()), inWords(horizon())),
                    "Set once.ledgers.%s.keep-for to %s or longer.".formatted(name(), inWords(horizon())));
        }
    }

    void requireRecorded(Attempt attempt) {
        for (String detail : attempt.details().keySet()) {
            if (!recordedColumns().contains(detail)) {
                throw new IllegalArgumentException("The ledger '%s' records %s, and not %s."
                        .formatted(
                                name(),
                                recordedColumns().isEmpty() ? "no details" : String.join(", ", recordedColumns()),
                                detail));
            }
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

    public static final class Builder {

        private final String name;
        private String table;
        private @Nullable String sharedBy;
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
        private boolean joins;
        private boolean finished;

        private Builder(String name) {
            this.name = requireIdentifier(name);
            this.table = name;
        }

        public Builder table(String table) {
            open().table = requireIdentifier(table);
            return this;
        }

        /**
         * For a table that several ledgers share: the column holds the ledger's name, and is a part of what is unique. Each row
         * carries its own end, so that one sweep serves them all.
         */
        public Builder sharedBy(String column) {
            open().sharedBy = requireIdentifier(column);
            return this;
        }

        public Builder scope(String column) {
            return scope(column, TEXT);
        }

        /** For a column of another type, such as {@code uuid}. */
        public Builder scope(String column, String type) {
            open().scope = requireIdentifier(column);
            this.scopeType = requireIdentifier(type);
            return this;
        }

        public Builder key(String column) {
            open().key = requireIdentifier(column);
            return this;
        }

        /** A {@code bytea} column. Without one, every repeat of a key is a replay, whatever it asks for. */
        public Builder fingerprint(String column) {
            open().fingerprint = requireIdentifier(column);
            return this;
        }

        public Builder records(String... columns) {
            open().recorded = List.of(columns);
            recorded.forEach(Ledger::requireIdentifier);
            return this;
        }

        public Builder createdAt(String column) {
            open().createdAt = requireIdentifier(column);
            return this;
        }

        public Builder expiresAt(String column) {
            open().expiresAt = requireIdentifier(column);
            return this;
        }

        public Builder waitAtMost(Duration wait) {
            open().waitAtMost = wait;
            return this;
        }

        public Builder keepFor(Duration retention) {
            open().keepFor = retention;
            return this;
        }

        public Builder neverLessThan(Duration horizon) {
            open().horizon = horizon;
            return this;
        }

        /** For rows whose age alone does not end their use. Written by the programmer, never from outside. */
        public Builder sweptOnlyWhen(String condition) {
            open().sweptOnlyWhen = condition;
            return this;
        }

        /**
         * Lets an attempt join the transaction of its caller where there is one: the claim and its work are then kept or lost with
         * that transaction. {@link Outcome.FirstRun} is not committed yet there, and work that throws takes the caller's
         * transaction along. Without it, an attempt inside a transaction is refused.
         */
        public Builder joining() {
            open().joins = true;
            return this;
        }

        public <R> Ledger<R> storing(Stored<R> stored) {
            if (stored.columns().isEmpty()) {
                throw new IllegalArgumentException("A ledger that stores nothing is a claimOnly() ledger.");
            }
            return finish(stored);
        }

        public Ledger<Done> claimOnly() {
            return finish(Stored.nothing());
        }

        /** A finished ledger keeps what it was made of. */
        private Builder open() {
            if (finished) {
                throw new IllegalStateException("This ledger is finished: describe another with Ledger.named(..).");
            }
            return this;
        }

        private <R> Ledger<R> finish(Stored<R> stored) {
            open().finished = true;
            if (sharedBy != null && (expiresAt == null || sweptOnlyWhen != null)) {
                throw new IllegalArgumentException(
                        "The ledger '" + name + "' shares its table, so that it is swept with the others:"
                                + " it needs expiresAt(..), and no condition of its own.");
            }
            return new Ledger<>(this, stored, waitAtMost, keepFor);
        }
    }
}
