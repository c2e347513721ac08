package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.jobs.TestVendor.Fate;
import dev.once.jobs.Workers.Worker;
import dev.once.localpostgres.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class PausedWorkerIT {

    @Test
    void a_frozen_worker_that_wakes_up_beside_its_replacement_charges_nobody_again(@TempDir Path folder)
            throws Exception {
        try (TestVendor vendor = new TestVendor()) {
            Workers workers = new Workers(TestPostgres.shared().newDatabase(), vendor);
            Fate.Hold hold = new Fate.Hold(true, new CountDownLatch(1), new CountDownLatch(1));
            AtomicBoolean held = new AtomicBoolean();
            vendor.mood((kind, key, calls) ->
                    kind.equals("charges") && held.compareAndSet(false, true) ? hold : new Fate.Answer());
            Worker frozen = workers.start(
                            "frozen",
                            "--once.parking-lot.folder=" + folder,
                            "--once.parking-lot.places=charge@CLAIMED",
                            "--once.jobs.vendor-timeout=5m")
                    .awaitReady();
            workers.accountsThatOwe("paused", 2);
            Workers.ask(frozen, "paused-1");
            Workers.ask(frozen, "paused-2");
            // One run waits for the vendor's answer, the other stands inside the claim that would record it.
            assertThat(hold.held().await(60, java.util.concurrent.TimeUnit.SECONDS))
                    .isTrue();
            Path parked = folder.resolve("charge@CLAIMED");
            await().atMost(Duration.ofSeconds(60)).until(() -> Files.exists(parked));

            frozen.process().pause();
            Worker replacement = workers.start("replacement").awaitReady();
            await().atMost(Duration.ofMinutes(3)).until(() -> workers.succeeded() == 2);

            ParkingLot.leave(parked);
            hold.release().countDown();
            frozen.process().resume();
            // The sleeper gets its answer, goes to record it, and finds that it was recorded.
            frozen.process().awaitLine("key=charge disposition=replayed", Duration.ofSeconds(60));
            // And it still is a worker.
            workers.accountsThatOwe("afterwards", 1);
            replacement.process().kill9();
            Workers.ask(frozen, "afterwards-1");
            await().atMost(Duration.ofMinutes(2)).until(() -> workers.succeeded() == 3);

            workers.assertEachOnce(3);
            frozen.process().close();
        }
    }
}
