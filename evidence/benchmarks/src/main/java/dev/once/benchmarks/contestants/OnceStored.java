package dev.once.benchmarks.contestants;

import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import dev.once.core.Stored;
import java.time.Duration;
import java.util.function.Function;

/** Once with a fingerprint and a stored answer, as forms, jobs and the public API use it. */
public final class OnceStored extends Contestant {

    private static final String TABLE =
            """
            create table claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null, fingerprint bytea not null,
              answer text, created_at timestamptz not null default now(),
              constraint claims_once primary key (scope, idempotency_key)) with (fillfactor = 70)""";

    private final Idempotency<String> idempotency;
    private final String insert;

    public OnceStored(Ground ground) {
        super(
                "Once, stored answer",
                new Traits("`idempotency-core`", true, true, true, true, true),
                ground.schema("once_stored", TABLE));
        this.insert = Jdbc.insertInto(effects());
        this.idempotency = instance(ground);
    }

    static Idempotency<String> instance(Ground ground) {
        return ground.once()
                .of(Ledger.named("answers")
                        .table("once_stored.claims")
                        .fingerprint("fingerprint")
                        .waitAtMost(Duration.ofSeconds(2))
                        .storing(Stored.text("answer")));
    }

    @Override
    public Answer attempt(Key key) {
        return attempt(idempotency, insert, key);
    }

    /** For {@link Slow}. */
    public Answer slowAttempt(Key key) {
        return attempt(idempotency, key, claim -> {
            claim.sql(Slow.SLEEP).query().listOfRows();
            return add(claim, insert, key);
        });
    }

    static Answer attempt(Idempotency<String> idempotency, String insert, Key key) {
        return attempt(idempotency, key, claim -> add(claim, insert, key));
    }

    private static Answer attempt(Idempotency<String> idempotency, Key key, Function<Claim, String> work) {
        Attempt attempt =
                Attempt.of(new Scope(key.scope()), new IdempotencyKey(key.value()), Fingerprint.of(key.body()));
        return idempotency
                .once(attempt, work)
                .fold(did -> Answer.DID_IT, was -> Answer.WAS_DONE, wait -> Answer.TRY_LATER, () -> {
                    throw new IllegalStateException("The fingerprint of " + key + " differs.");
                });
    }

    static String add(Claim claim, String insert, Key key) {
        claim.sql(insert).params(key.scope(), key.value(), key.amount()).update();
        return "accepted " + key.amount();
    }
}
