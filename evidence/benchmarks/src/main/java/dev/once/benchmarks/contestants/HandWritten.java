package dev.once.benchmarks.contestants;

import java.sql.Connection;
import javax.sql.DataSource;

/** {@code insert .. on conflict do nothing} and the work in one transaction: what the pattern costs at least. */
public final class HandWritten extends Contestant {

    private static final String TABLE =
            """
            create table claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null,
              created_at timestamptz not null default now(),
              constraint claims_once primary key (scope, idempotency_key))""";

    private static final String CLAIM =
            """
            insert into hand_written.claims (scope, idempotency_key) values (?, ?)
            on conflict (scope, idempotency_key) do nothing""";

    private final DataSource dataSource;
    private final String insert;

    public HandWritten(Ground ground) {
        super(
                "hand-written",
                new Traits("plain JDBC, `on conflict do nothing`", true, false, false, false, true),
                ground.schema("hand_written", TABLE));
        this.dataSource = ground.plain();
        this.insert = Jdbc.insertInto(effects());
    }

    @Override
    public Answer attempt(Key key) throws Exception {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            if (Jdbc.update(connection, CLAIM, key.scope(), key.value()) == 0) {
                connection.rollback();
                return Answer.WAS_DONE;
            }
            Jdbc.update(connection, insert, key.scope(), key.value(), key.amount());
            connection.commit();
            return Answer.DID_IT;
        }
    }
}
