package dev.once.benchmarks.contestants;

import javax.sql.DataSource;

/** No protection: one insert, one commit. Every repeat is done again. */
public final class Floor extends Contestant {

    private final DataSource dataSource;
    private final String insert;

    public Floor(Ground ground) {
        super(
                "no protection",
                new Traits("plain JDBC", false, false, false, false, true),
                ground.schema("no_protection", ""));
        this.dataSource = ground.plain();
        this.insert = Jdbc.insertInto(effects());
    }

    @Override
    public boolean notices() {
        return false;
    }

    @Override
    public Answer attempt(Key key) throws Exception {
        return Jdbc.transaction(dataSource, connection -> {
            Jdbc.update(connection, insert, key.scope(), key.value(), key.amount());
            return Answer.DID_IT;
        });
    }
}
