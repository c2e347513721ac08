package dev.once.core;

import static java.util.Map.entry;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The statements of the protocol for one ledger: claim, take over, read, and store-and-commit. Each is one round trip. */
final class LedgerSql<R> {

    /**
     * The wait's bound is on the claim alone. {@code statement_timeout} and not {@code lock_timeout}, which starts anew for
     * every winner that rolls back; and it is lifted before the work, whose own waits are its own affair.
     */
    private static final String CLAIM =
            """
            begin isolation level read committed read write;
            set local statement_timeout = {wait};
            insert into {table} ({claimed}) values ({values}) on conflict ({scope}, {key}) do nothing;
            set local statement_timeout to default""";

    private static final String TAKE_OVER =
            """
            begin isolation level read committed read write;
            set local statement_timeout = {wait};
            update {table} set ({renewed}) = row ({renewals}) where {scope} = {scope?} and {key} = ? and {expires} <= clock_timestamp();
            set local statement_timeout to default""";

    private static final String READ =
            """
            select {read} from {table} where {scope} = {scope?} and {key} = ?""";

    /**
     * In an aborted transaction the first statement fails, so the commit behind it cannot pretend to have worked: PostgreSQL
     * answers a bare one with a rollback, and the driver does not tell.
     */
    private static final String STORE_AND_COMMIT =
            """
            update {table} set {stored} where {scope} = {scope?} and {key} = ?;
            commit""";

    /** The cheapest statement that fails in an aborted transaction; what is deferred would be checked at the commit anyway. */
    static final String COMMIT = """
            set constraints all immediate;
            commit""";

    private static final int RESULT_OF_THE_CLAIM = 2;

    private final Ledger<R> ledger;
    private final List<String> claim;
    private final List<String> takeOver;
    private final String read;
    private final String commit;

    LedgerSql(Ledger<R> ledger) {
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
        read.add(expires == null ? "false" : expires + " <= clock_timestamp()");

        String scope = ledger.scopeType().equals(Ledger.TEXT) ? "?" : "cast(? as " + ledger.scopeType() + ")";

        Map<String, String> words = Map.ofEntries(
                entry("{table}", ledger.table()),
                entry("{scope}", ledger.scopeColumn()),
                entry("{scope?}", scope),
                entry("{key}", ledger.keyColumn()),
                entry("{claimed}", commas(claimed) + (expires == null ? "" : ", " + expires)),
                entry("{values}", scope + ", " + marks(claimed.size() - 1) + (expires == null ? "" : ", " + expiry)),
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
                entry("{read}", commas(read)),
                entry("{stored}", stored.stream().map(column -> column + " = ?").collect(Collectors.joining(", "))));
        this.claim = bounded(fill(CLAIM, words));
        this.takeOver = bounded(fill(TAKE_OVER, words));
        this.read = fill(READ, words);
        this.commit = stored.isEmpty() ? COMMIT : fill(STORE_AND_COMMIT, words);
    }

    /** True if the key is ours now. Waits for a running attempt at most as long as told, then fails with 57014. */
    boolean claim(Connection connection, Attempt attempt, Duration wait) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(within(wait, claim))) {
            int at = bindIdentity(statement, 1, attempt.scope(), attempt.key());
            bindRest(statement, at, attempt);
            return changedOne(statement);
        }
    }

    /** True if the expired key is ours now. */
    boolean takeOver(Connection connection, Attempt attempt, Duration wait) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(within(wait, takeOver))) {
            int at = bindRest(statement, 1, attempt);
            bindIdentity(statement, at, attempt.scope(), attempt.key());
            return changedOne(statement);
        }
    }

    Optional<Row> read(Connection connection, Scope scope, IdempotencyKey key) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(read)) {
            bindIdentity(statement, 1, scope, key);
            try (ResultSet result = statement.executeQuery()) {
                return result.next() ? Optional.of(row(result)) : Optional.empty();
            }
        }
    }

    void storeAndCommit(Connection connection, Attempt attempt, List<@Nullable Object> values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(commit)) {
            int at = 1;
            for (Object value : values) {
                bind(statement, at++, value);
            }
            if (!values.isEmpty()) {
                bindIdentity(statement, at, attempt.scope(), attempt.key());
            }
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

    private static boolean changedOne(PreparedStatement statement) throws SQLException {
        statement.execute();
        for (int i = 0; i < RESULT_OF_THE_CLAIM; i++) {
            statement.getMoreResults();
        }
        return statement.getUpdateCount() == 1;
    }

    /** One text for each tenth of a second, made once: the driver knows a statement by its text. Zero would mean for ever. */
    private List<String> bounded(String sql) {
        return IntStream.rangeClosed(1, tenths(ledger.waitAtMost()))
                .mapToObj(tenths -> sql.replace("{wait}", String.valueOf(tenths * 100)))
                .toList();
    }

    private static String within(Duration wait, List<String> statements) {
        return statements.get(Math.min(statements.size(), tenths(wait)) - 1);
    }

    private static int tenths(Duration wait) {
        return Math.max(1, (int) Math.min(36_000, (wait.toMillis() + 99) / 100));
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
