package dev.once.proof;

import dev.once.core.Idempotencies;
import dev.once.core.Ledger;
import dev.once.core.Stored;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.support.StartupRefusedException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.function.UnaryOperator;
import org.h2.Driver;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** A database that is not PostgreSQL. */
final class ForeignDatabase {

    private ForeignDatabase() {}

    /** What the core says to it. */
    static String refusal() {
        try {
            new Idempotencies(
                            new SimpleDriverDataSource(new Driver(), "jdbc:h2:mem:foreign"),
                            Idempotencies.Limits.forPoolOf(1),
                            UnaryOperator.identity(),
                            new SimpleMeterRegistry(),
                            ProtocolObserver.NONE)
                    .of(Ledger.named("answers").table("answers").storing(Stored.text("answer")));
            return "nothing";
        } catch (StartupRefusedException e) {
            return e.getMessage();
        }
    }
}
