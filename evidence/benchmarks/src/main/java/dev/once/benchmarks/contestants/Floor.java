package dev.once.benchmarks.contestants;

import javax.sql.DataSource;

/** No protection: one insert, one commit. Every repeat is done again. */
public final class Floor implements Contestant {

    private final DataSource dataSource;
    private final String effects;
    private final String insert;

    public Floor(Ground ground) {
        this.dataSource = ground.plain();
        this.effects = ground.schema("no_protection", "");
        this.insert = Jdbc.insertInto(effects);
    }

    @Override
    public String name() {
        return "no protection";
    }

    @Override
    public Traits traits() {
        return new Traits("plain JDBC", false, false, false, false, true);
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

    @Override
    public String effects() {
        return effects;
    }
}
