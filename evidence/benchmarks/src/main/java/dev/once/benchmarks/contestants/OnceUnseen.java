package dev.once.benchmarks.contestants;

import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import java.sql.Connection;
import java.util.List;
import java.util.stream.Stream;

/** Repeats of keys that another process has done: this one has never seen them, so it inserts first, and loses. */
public final class OnceUnseen extends Contestant {

    /** So many more that none is asked for twice in a round: then it would have been seen. */
    private static final int TIMES = 100;

    private static final String DONE_ELSEWHERE =
            """
            insert into once_stored.claims (scope, idempotency_key, fingerprint, answer)
            select scope, idempotency_key, decode(fingerprint, 'hex'), 'accepted'
            from unnest(?, ?, ?) as done (scope, idempotency_key, fingerprint)""";

    private final Ground ground;
    private final String insert;
    private Idempotency<String> idempotency;

    public OnceUnseen(Ground ground, OnceStored stored) {
        super("Once, key unseen by this JVM", stored.traits(), stored.effects());
        this.ground = ground;
        this.insert = Jdbc.insertInto(effects());
        this.idempotency = OnceStored.instance(ground);
    }

    @Override
    public Answer attempt(Key key) {
        return OnceStored.attempt(idempotency, insert, key);
    }

    @Override
    public List<Key> doneKeys(int count) throws Exception {
        List<Key> keys = Stream.generate(Key::fresh).limit((long) count * TIMES).toList();
        Jdbc.transaction(
                ground.plain(),
                connection -> Jdbc.update(
                        connection,
                        DONE_ELSEWHERE,
                        array(connection, keys.stream().map(Key::scope)),
                        array(connection, keys.stream().map(Key::value)),
                        array(connection, keys.stream().map(key -> Fingerprint.of(key.body())
                                .hex()))));
        idempotency = OnceStored.instance(ground);
        return keys;
    }

    private static java.sql.Array array(Connection connection, Stream<String> values) throws java.sql.SQLException {
        return connection.createArrayOf("text", values.toArray());
    }
}
