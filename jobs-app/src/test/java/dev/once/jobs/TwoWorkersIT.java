package dev.once.jobs;

import static org.awaitility.Awaitility.await;

import dev.once.jobs.TestVendor.Fate;
import dev.once.jobs.Workers.Worker;
import dev.once.localpostgres.TestPostgres;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class TwoWorkersIT {

    private static final int RUNS = 200;

    @Test
    void two_workers_and_the_death_of_one_make_two_hundred_charges() throws Exception {
        try (TestVendor vendor = new TestVendor()) {
            Workers workers = new Workers(TestPostgres.shared().newDatabase(), vendor);
            // Every fifth answer is lost the first time, so that there is always something half done.
            vendor.mood(
                    (kind, key, calls) -> calls == 1 && key.hashCode() % 5 == 0 ? new Fate.Drop() : new Fate.Answer());
            Worker survivor = workers.start("survivor").awaitReady();
            Worker victim = workers.start("victim").awaitReady();
            workers.accountsThatOwe("two", RUNS);
            for (int i = 1; i <= RUNS; i++) {
                Workers.ask(i % 2 == 0 ? survivor : victim, "two-" + i);
            }

            await().atMost(Duration.ofMinutes(2)).until(() -> vendor.done("charges") >= RUNS / 4);
            victim.process().kill9();

            await().atMost(Duration.ofMinutes(5)).until(() -> workers.succeeded() == RUNS);
            workers.assertEachOnce(RUNS);
            survivor.process().close();
            victim.process().close();
        }
    }
}
