package dev.once.chaos.platform;

import java.time.Duration;
import org.awaitility.Awaitility;

/** Waits for something that nobody announces. */
final class Waiting {

    interface Condition {
        boolean holds() throws Exception;
    }

    private Waiting() {}

    static void until(String what, Duration patience, Condition condition) {
        Awaitility.await(what)
                .atMost(patience)
                .pollInterval(Duration.ofMillis(250))
                .ignoreExceptions()
                .until(condition::holds);
    }
}
