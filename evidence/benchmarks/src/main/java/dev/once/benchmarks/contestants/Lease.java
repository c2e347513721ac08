package dev.once.benchmarks.contestants;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import javax.sql.DataSource;

/**
 * The shape of a protocol, not a library: commit 'processing' with a lease, do the work in a second transaction, and mark it
 * 'done'. A crash in between blocks the key until the lease ends, and a lease that ends while the work runs lets it run twice.
 */
public final class Lease extends Contestant {

    private static final String TABLE =
            """
            create table claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null,
              status text not null, answer text, leased_until timestamptz not null,
              created_at timestamptz not null default now(),
              constraint claims_once primary key (scope, idempotency_key)) with (fillfactor = 70)""";

    private static final String TAKE =
            """
            insert into lease.claims as claim (scope, idempotency_key, status, leased_until)
            values (?, ?, 'processing', now() + interval '30 seconds')
            on conflict (scope, idempotency_key) do update set leased_until = excluded.leased_until
            where claim.status = 'processing' and claim.leased_until < now()""";

    private static final String FINISH =
            """
            update lease.claims set status = 'done', answer = ? where scope = ? and idempotency_key = ?""";

    private static final String READ =
            """
            select status from lease.claims where scope = ? and idempotency_key = ?""";

    private final DataSource dataSource;
    private final String insert;

    public Lease(Ground ground) {
        super(
                "two-transaction lease",
                new Traits("a protocol's shape, in plain JDBC", false, false, true, true, false),
                ground.schema("lease", TABLE));
        this.dataSource = ground.plain();
        this.insert = Jdbc.insertInto(effects());
    }

    @Override
    public Answer attempt(Key key) throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            if (Jdbc.update(connection, TAKE, key.scope(), key.value()) == 0) {
                return status(connection, key).equals("done") ? Answer.WAS_DONE : Answer.TRY_LATER;
            }
        }
        return Jdbc.transaction(dataSource, connection -> {
            Jdbc.update(connection, insert, key.scope(), key.value(), key.amount());
            Jdbc.update(connection, FINISH, "accepted " + key.amount(), key.scope(), key.value());
            return Answer.DID_IT;
        });
    }

    private static String status(Connection connection, Key key) throws Exception {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setString(1, key.scope());
            statement.setString(2, key.value());
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                return result.getString(1);
            }
        }
    }
}
