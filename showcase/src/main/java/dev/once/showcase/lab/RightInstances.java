package dev.once.showcase.lab;

import dev.once.core.Attempt;
import dev.once.core.Idempotencies;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.protocol.ProtocolStep;
import dev.once.core.retention.Retention;
import dev.once.core.support.Infrastructure;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Two instances of the core that know nothing of each other, as two processes would. */
@Infrastructure("an application has one core; the lab shows that two on one database are as safe")
public final class RightInstances {

    private final List<Variant> variants;

    public RightInstances(DataSource dataSource) {
        this.variants = Stream.generate(() -> instance(dataSource)).limit(2).toList();
    }

    public List<Variant> variants() {
        return variants;
    }

    private static Variant instance(DataSource dataSource) {
        Idempotencies core = new Idempotencies(
                dataSource,
                Idempotencies.Limits.forPoolOf(10),
                UnaryOperator.identity(),
                new SimpleMeterRegistry(),
                new Narrator());
        return new Right(core.of(Right.LEDGER), new Retention(core, List.of(), 1, new SimpleMeterRegistry()));
    }

    /** Says on stage what the protocol does. */
    private static final class Narrator implements ProtocolObserver {

        @Override
        public void at(ProtocolStep step, Attempt attempt) {
            switch (step) {
                case BEFORE_CLAIM -> Stage.note("sends its claim");
                case CLAIMED -> Stage.at(Moment.CLAIMED, "owns the key");
                case WORKED -> Stage.at(Moment.WORKED, "books the payment; nothing is committed");
                case COMMITTED -> Stage.at(Moment.COMMITTED, "commits claim, payment and receipt together");
                case LOST -> Stage.note("the key is taken: reads what was stored");
                case EXPIRED -> Stage.note("the key has expired");
            }
        }
    }
}
