package dev.once.core;

import static java.util.Map.entry;

import dev.once.core.support.Intervals;
import dev.once.core.support.SchemaName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements of the protocol for one ledger: claim, take over, read, and store-and-commit. Each is one round trip. */
final class LedgerSql<R> {

    /**
     * The wait's bound is on the claim alone. {@code statement_timeout} and not {@code lock_timeout}, which starts again for
     * every winner that rolls back; before the work it is what the application had. The setting that remembers it lives as long
     * as the transaction, so it is also the mark by which the commit knows the transaction that claimed.
     */
    private static final String BEGIN =
            """
            {begin};
            select set_config('once.claim', current_setting('statement_timeout'), true), set_config('statement_timeout', ?, true);
            """;

    private static final String WORK =
            """
            ;
            select set_config('statement_timeout', current_setting('once.claim'), true)""";

    private static final String CLAIM =
            """
            insert into {table} ({claimed}) values ({values}) on conflict ({identity}) do nothing{returning}""";

    private static final String TAKE_OVER =
            """
            update {table} set ({renewed}) = row ({renewals}) where {own}{scope} = {scope?} and {key} = ? and {expires} <= statement_timestamp(){returning}""";

    private static final String READ =
            """
            select {read} from {table} where {own}{scope} = {scope?} and {key} = ?""";

    /**
     * Fails, by a division by zero, where the transaction is not the one that claimed; and in an aborted transaction. The server
     * then skips what is behind it, the commit too: PostgreSQL would answer a bare one with a rollback, and the driver does not
     * tell. A statement of its own, since a worker of Citus, who gets the next one, does not know the setting.
     */
    private static final String SAME_TRANSACTION =
            """
            select 1 / (coalesce(current_setting('once.claim', true), '') <> '')::int;
            """;

    /** Fails in the same way where the claim's row is gone. */
    private static final String COMMIT_CLAIM =
            """
            select 1 / count(*) from {table} where {own}{scope} = {scope?} and {key} = ?""";

    private static final String STORE_AND_COMMIT =
            """
            with held as (update {table} set {stored} where {own}{scope} = {scope?} and {key} = ? returning 1)
            select 1 / count(*) from held""";

    private static final int RESULT_OF_THE_CLAIM = 2;

    private final Ledger<R> ledger;
    private final String claim;
    private final String takeOver;
    private final String read;
    private final String readAndRollBack;
    private final String commit;
    private final String outboxAndCommit;
    private final String held;

    static <R> LedgerSql<R> of(Ledger<R> ledger, Transactions transactions, SchemaName schema) {
        return new LedgerSql<>(
                ledger, transactions.begin(), transactions::committing, transactions::rollingBack, schema);
    }

    /** In a transaction of the caller, who commits it. */
    static <R> LedgerSql<R> joining(Ledger<R> ledger, SchemaName schema) {
        return new LedgerSql<>(
                ledger, JoinedTransaction.BEGIN, UnaryOperator.identity(), UnaryOperator.identity(), schema);
    }

    private LedgerSql(
            Ledger<R> ledger,
            String begin,
            UnaryOperator<String> committing,
            UnaryOperator<String> rollingBack,
            SchemaName schema) {
        this.ledger = ledger;
        List<String> claimed = Stream.concat(
                        Stream.of(ledger.scopeColumn(), ledger.keyColumn()),
                        Stream.concat(Stream.ofNullable(ledger.fingerprintColumn()), ledger.recordedColumns().stream()))
                .toList();
        List<String> stored =
                ledger.stored().columns().stream().map(Stored.Column::name).toList();
        List<String> renewed = Stream.concat(
                        claimed.stream().skip(2), Stream.concat(Stream.of(ledger.createdAtColumn()), stored.stream()))
                .toList();
        String expires = ledger.expiresAtColumn();
        String expiry = "now() + interval '" + Intervals.of(ledger.keepFor()) + "'";
        List<String> read = new ArrayList<>(stored);
        read.add(ledger.fingerprintColumn() == null ? "null" : ledger.fingerprintColumn());
        read.add(expires == null ? "false" : expires + " <= statement_timestamp()");

        boolean shared = ledger.sharedByColumn() != null;
        String scope = ledger.scopeType().equals(Ledger.TEXT) ? "?" : "cast(? as " + ledger.scopeType() + ")";

        Map<String, String> words = Map.ofEntries(
                entry("{table}", ledger.table()),
                entry("{scope}", ledger.scopeColumn()),
                entry("{scope?}", scope),
                entry("{key}", ledger.keyColumn()),
                entry("{identity}", commas(ledger.identity())),
                entry("{own}", shared ? ledger.ownRows() + " and " : ""),
                entry(
                        "{claimed}",
                        (shared ? ledger.sharedByColumn() + ", " : "")
                                + commas(claimed)
                                + (expires == null ? "" : ", " + expires)),
                entry(
                        "{values}",
                        (shared ? "'" + ledger.name() + "', " : "") + scope + ", " + marks(claimed.size() - 1)
                                + (expires == null ? "" : ", " + expiry)),
                entry("{renewed}", commas(renewed) + ", " + expires),
                entry(
                        "{renewals}",
                        Stream.of(
                                        Collections.nCopies(claimed.size() - 2, "?").stream(),
                                        Stream.of("now()"),
                                        Collections.nCopies(stored.size(), "null").stream(),
                                        Stream.of(expiry))
                                .flatMap(part -> part)
                                .collect(Collectors.joining(", "))),
                entry("{expires}", String.valueOf(expires)),
                entry("{returning}", expires == null ? "" : " returning " + expires),
                entry("{read}", commas(read)),
                entry("{stored}", stored.stream().map(column -> column + " = ?").collect(Collectors.joining(", "))));
        String first = BEGIN.replace("{begin}", begin);
        this.claim = first + fill(CLAIM, words) + WORK;
        this.takeOver = first + fill(TAKE_OVER, words) + WORK;
        this.read = fill(READ, words);
        this.readAndRollBack = rollingBack.apply(this.read);
        this.held = SAME_TRANSACTION + fill(COMMIT_CLAIM, words);
        String last = fill(stored.isEmpty() ? COMMIT_CLAIM : STORE_AND_COMMIT, words);
        this.commit = committing.apply(SAME_TRANSACTION + last);
        this.outboxAndCommit = committing.apply(SAME_TRANSACTION + schema.in(OutboxEntry.INSERT) + ";\n" + last);
    }

    /**
     * The key is ours.
     *
     * @param expiresAt when it is new again, as the claim has written it; null where it is kept for good
     */
    record Claimed(@Nullable Instant expiresAt) {}

    /** Empty if the key is another's. Waits for a running attempt at most as long as told, then fails with 57014. */
    Optional<Claimed> claim(Connection connection, Attempt attempt, Duration wait) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(claim)) {
            int at = bindIdentity(statement, bindWait(statement, wait), attempt.scope(), attempt.key());
            bindRest(statement, at, attempt);
            return claimed(statement);
        }
    }

    /** Empty if another has the expired key now. */
    Optional<Claimed> takeOver(Connection connection, Attempt attempt, Duration wait) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(takeOver)) {
            int at = bindRest(statement, bindWait(statement, wait), attempt);
            bindIdentity(statement, at, attempt.scope(), attempt.key());
            return claimed(statement);
        }
    }

    Optional<Row> read(Connection connection, Attempt attempt) throws SQLException {
        return read(connection, attempt, read);
    }

    /** Within the transaction whose claim was lost, which it ends where the end is ours. */
    Optional<Row> readAndRollBack(Connection connection, Attempt attempt) throws SQLException {
        return read(connection, attempt, readAndRollBack);
    }

    private Optional<Row> read(Connection connection, Attempt attempt, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bindIdentity(statement, 1, attempt.scope(), attempt.key());
            statement.execute();
            try (ResultSet result = statement.getResultSet()) {
                return result.next() ? Optional.of(row(result)) : Optional.empty();
            }
        }
    }

    void storeAndCommit(
            Connection connection, Attempt attempt, List<@Nullable Object> values, @Nullable OutboxEntry message)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(message == null ? commit : outboxAndCommit)) {
            int at = message == null ? 1 : message.bind(statement);
            for (Object value : values) {
                bind(statement, at++, value);
            }
            bindIdentity(statement, at, attempt.scope(), attempt.key());
            statement.execute();
            SqlErrors.refuseWarnings(statement.getWarnings());
        }
    }

    /** Fails where the claim's row is gone, or the transaction is not the one that claimed, or is aborted. */
    void requireHeld(Connection connection, Attempt attempt) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(held)) {
            bindIdentity(statement, 1, attempt.scope(), attempt.key());
            statement.execute();
        }
    }

    /** What the ledger says about a key. */
    record Row(List<@Nullable Object> stored, byte @Nullable [] fingerprint, boolean expired) {

        boolean erased() {
            return !stored.isEmpty() && stored.get(0) == null;
        }
    }

    private Row row(ResultSet result) throws SQLException {
        List<@Nullable Object> stored = new ArrayList<>();
        for (Stored.Column column : ledger.stored().columns()) {
            stored.add(value(result, stored.size() + 1, column.type()));
        }
        return new Row(stored, result.getBytes(stored.size() + 1), result.getBoolean(stored.size() + 2));
    }

    private static @Nullable Object value(ResultSet result, int at, Class<?> type) throws SQLException {
        if (type == String.class) {
            return result.getString(at);
        }
        return type == byte[].class ? result.getBytes(at) : result.getObject(at, type);
    }

    /** As strings, and cast in the text: a parameter whose type is left open costs the driver a round trip of its own. */
    private static int bindIdentity(PreparedStatement statement, int from, Scope scope, IdempotencyKey key)
            throws SQLException {
        statement.setString(from, scope.value());
        statement.setString(from + 1, key.value());
        return from + 2;
    }

    private int bindRest(PreparedStatement statement, int from, Attempt attempt) throws SQLException {
        int at = from;
        if (ledger.fingerprintColumn() != null) {
            statement.setBytes(at++, attempt.fingerprint().bytes());
        }
        for (String column : ledger.recordedColumns()) {
            bind(statement, at++, attempt.details().get(column));
        }
        return at;
    }

    private static void bind(PreparedStatement statement, int at, @Nullable Object value) throws SQLException {
        if (value == null || value instanceof String) {
            statement.setObject(at, value, Types.OTHER);
        } else if (value instanceof Instant instant) {
            statement.setObject(at, instant.atOffset(ZoneOffset.UTC));
        } else {
            statement.setObject(at, value);
        }
    }

    private Optional<Claimed> claimed(PreparedStatement statement) throws SQLException {
        statement.execute();
        for (int i = 0; i < RESULT_OF_THE_CLAIM; i++) {
            statement.getMoreResults();
        }
        if (ledger.expiresAtColumn() == null) {
            return statement.getUpdateCount() == 1 ? Optional.of(new Claimed(null)) : Optional.empty();
        }
        try (ResultSet result = statement.getResultSet()) {
            return result.next()
                    ? Optional.of(new Claimed(
                            result.getObject(1, OffsetDateTime.class).toInstant()))
                    : Optional.empty();
        }
    }

    /** In milliseconds; zero would mean for ever. */
    private static int bindWait(PreparedStatement statement, Duration wait) throws SQLException {
        statement.setString(1, String.valueOf(Math.max(1, Math.min(Integer.MAX_VALUE, wait.toMillis()))));
        return 2;
    }

    private static String fill(String template, Map<String, String> words) {
        String sql = template;
        for (Map.Entry<String, String> word : words.entrySet()) {
            sql = sql.replace(word.getKey(), word.getValue());
        }
        return sql;
    }

    private static String commas(List<String> columns) {
        return String.join(", ", columns);
    }

    private static String marks(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
