package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.jobs.Workers.Worker;
import dev.once.localpostgres.EmbeddedServer;
import dev.once.localpostgres.TestPostgres;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class OutageIT {

    @Test
    void a_database_that_was_away_is_worked_with_again_without_a_restart() throws Exception {
        try (EmbeddedServer server = TestPostgres.ownServer();
                TestVendor vendor = new TestVendor()) {
            Workers workers = new Workers(server.newDatabase(), vendor);
            Worker worker = workers.start("patient").awaitReady();
            workers.accountsThatOwe("outage", 2);
            Workers.ask(worker, "outage-1");
            await().atMost(Duration.ofSeconds(60)).until(() -> workers.succeeded() == 1);

            server.stop();
            // JobRunr gives up on its database; we see to it that it does not stay that way.
            worker.process().awaitLine("The job server has stopped itself; starting it again", Duration.ofSeconds(90));
            server.start();

            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptions()
                    .untilAsserted(() -> Workers.ask(worker, "outage-2"));
            await().atMost(Duration.ofSeconds(90)).until(() -> workers.succeeded() == 2);
            workers.assertEachOnce(2);
            assertThat(worker.process().isAlive()).isTrue();
            worker.process().close();
        }
    }
}
