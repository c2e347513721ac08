package dev.once.benchmarks.contestants;

import dev.once.core.Attempt;
import dev.once.core.Claim;
import dev.once.core.Done;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;

/** Once with a ledger that keeps the claim alone, as webhooks use it. */
public final class OnceClaimOnly extends Contestant {

    private static final String TABLE =
            """
            create table claims (
              scope text collate "C" not null, idempotency_key text collate "C" not null,
              created_at timestamptz not null default now(),
              constraint claims_once primary key (scope, idempotency_key))""";

    private final Idempotency<Done> idempotency;
    private final String insert;

    public OnceClaimOnly(Ground ground) {
        super(
                "Once, claim only",
                new Traits("`idempotency-core`", true, false, false, true, true),
                ground.schema("once_claim_only", TABLE));
        this.insert = Jdbc.insertInto(effects());
        this.idempotency = ground.once()
                .of(Ledger.named("claims").table("once_claim_only.claims").claimOnly());
    }

    @Override
    public Answer attempt(Key key) {
        Attempt attempt = Attempt.of(new Scope(key.scope()), new IdempotencyKey(key.value()), Fingerprint.none());
        return idempotency
                .once(attempt, claim -> add(claim, key))
                .fold(did -> Answer.DID_IT, was -> Answer.WAS_DONE, wait -> Answer.TRY_LATER, () -> {
                    throw new IllegalStateException("There is no fingerprint to differ.");
                });
    }

    private Done add(Claim claim, Key key) {
        OnceStored.add(claim, insert, key);
        return Done.DONE;
    }
}
