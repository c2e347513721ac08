package dev.once.benchmarks.contestants;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import javax.sql.DataSource;

/** The same with a fingerprint of what was asked, and with the answer stored on the claim and read back by a repeat. */
public final class HandWrittenStored extends Contestant {

    private static final String TABLE =
            """
            create table claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null, fingerprint bytea not null,
              answer text, created_at timestamptz not null default now(),
              constraint claims_once primary key (scope, idempotency_key)) with (fillfactor = 70)""";

    private static final String CLAIM =
            """
            insert into hand_written_stored.claims (scope, idempotency_key, fingerprint) values (?, ?, ?)
            on conflict (scope, idempotency_key) do nothing""";

    private static final String STORE =
            """
            update hand_written_stored.claims set answer = ? where scope = ? and idempotency_key = ?""";

    private static final String READ =
            """
            select answer, fingerprint from hand_written_stored.claims where scope = ? and idempotency_key = ?""";

    private final DataSource dataSource;
    private final String insert;

    public HandWrittenStored(Ground ground) {
        super(
                "hand-written, stored answer",
                new Traits("plain JDBC, `on conflict do nothing`", true, true, true, false, true),
                ground.schema("hand_written_stored", TABLE));
        this.dataSource = ground.plain();
        this.insert = Jdbc.insertInto(effects());
    }

    @Override
    public Answer attempt(Key key) throws Exception {
        return attempt(key, false);
    }

    /** For {@link Slow}. */
    public Answer slowAttempt(Key key) throws Exception {
        return attempt(key, true);
    }

    private Answer attempt(Key key, boolean slow) throws Exception {
        byte[] fingerprint = fingerprint(key);
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            if (Jdbc.update(connection, CLAIM, key.scope(), key.value(), fingerprint) == 0) {
                requireSame(connection, key, fingerprint);
                connection.rollback();
                return Answer.WAS_DONE;
            }
            if (slow) {
                sleep(connection);
            }
            Jdbc.update(connection, insert, key.scope(), key.value(), key.amount());
            Jdbc.update(connection, STORE, "accepted " + key.amount(), key.scope(), key.value());
            connection.commit();
            return Answer.DID_IT;
        }
    }

    private static void sleep(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(Slow.SLEEP)) {
            statement.execute();
        }
    }

    private static void requireSame(Connection connection, Key key, byte[] fingerprint) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setString(1, key.scope());
            statement.setString(2, key.value());
            try (ResultSet result = statement.executeQuery()) {
                if (!result.next() || result.getString(1) == null || !Arrays.equals(result.getBytes(2), fingerprint)) {
                    throw new IllegalStateException("The answer of " + key + " is not there.");
                }
            }
        }
    }

    private static byte[] fingerprint(Key key) throws GeneralSecurityException {
        return MessageDigest.getInstance("SHA-256").digest(key.body());
    }
}
