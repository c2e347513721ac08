package dev.once.benchmarks;

import dev.once.benchmarks.contestants.Camel;
import dev.once.benchmarks.contestants.Contestant;
import dev.once.benchmarks.contestants.Dbos;
import dev.once.benchmarks.contestants.Floor;
import dev.once.benchmarks.contestants.Ground;
import dev.once.benchmarks.contestants.HandWritten;
import dev.once.benchmarks.contestants.HandWrittenStored;
import dev.once.benchmarks.contestants.Jpa;
import dev.once.benchmarks.contestants.Lease;
import dev.once.benchmarks.contestants.OnceClaimOnly;
import dev.once.benchmarks.contestants.OnceStored;
import dev.once.benchmarks.contestants.OnceUnseen;
import dev.once.benchmarks.contestants.Outbox;
import dev.once.benchmarks.contestants.SpringIntegration;
import java.util.ArrayList;
import java.util.List;

/** All contestants on one ground, with empty tables. */
final class Field {

    static final String FLOOR = "no protection";
    static final String HAND_WRITTEN = "hand-written";
    static final String HAND_WRITTEN_STORED = "hand-written, stored answer";
    static final String ONCE = "Once, claim only";
    static final String ONCE_STORED = "Once, stored answer";
    static final String ONCE_UNSEEN = "Once, key unseen by this JVM";
    static final String HAND_WRITTEN_JPA = "hand-written on JPA";
    static final String ONCE_JPA = "Once on JPA";
    static final List<String> PEERS =
            List.of("Spring Integration", "Apache Camel", "transaction-outbox", "DBOS Transact");

    private final List<Contestant> all;
    private final Contestant unseen;

    Field(Ground ground) {
        OnceStored stored = new OnceStored(ground);
        Jpa jpa = new Jpa(ground);
        this.all = List.of(
                new Floor(ground),
                new HandWritten(ground),
                new OnceClaimOnly(ground),
                new SpringIntegration(ground),
                new Camel(ground),
                new Outbox(ground),
                new HandWrittenStored(ground),
                stored,
                new Lease(ground),
                jpa.handWritten(),
                jpa.once(),
                new Dbos(ground));
        this.unseen = new OnceUnseen(ground, stored);
    }

    List<Contestant> forFirstAttempts() {
        return all;
    }

    List<Contestant> forDuplicates() {
        List<Contestant> noticing =
                new ArrayList<>(all.stream().filter(Contestant::notices).toList());
        noticing.add(unseen);
        return noticing;
    }
}
