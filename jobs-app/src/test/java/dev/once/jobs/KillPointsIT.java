package dev.once.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.jobs.TestVendor.Fate;
import dev.once.jobs.Workers.Worker;
import dev.once.localpostgres.TestPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class KillPointsIT {

    private static final int RUNS = 30;

    /** Patient connections: a claim that is parked is a claim that is still open when its worker dies. */
    private static final String PATIENT =
            "set default_transaction_read_only = on; set idle_in_transaction_session_timeout = '5min'";

    @Test
    void a_worker_killed_at_every_point_at_once_has_done_everything_once_when_it_is_back(@TempDir Path folder)
            throws Exception {
        List<String> places =
                new ArrayList<>(ParkingLot.around("collect", "charge.intent", "charge", "notify.intent", "notify"));
        places.add(ParkingLot.RELAY_LEASED);
        places.add(ParkingLot.RELAY_ENQUEUED);

        try (TestVendor vendor = new TestVendor()) {
            Workers workers = new Workers(TestPostgres.shared().newDatabase(), vendor);
            Map<String, Fate.Hold> holds = new ConcurrentHashMap<>();
            vendor.mood((kind, key, calls) -> hold(holds, kind));
            Worker worker = workers.start(
                            "parked",
                            "--once.parking-lot.folder=" + folder,
                            "--once.parking-lot.places=" + String.join(",", places),
                            "--once.outbox.batch=1",
                            "--once.outbox.workers=4",
                            "--once.jobs.vendor-timeout=5m",
                            "--jobrunr.background-job-server.worker-count=60",
                            "--spring.datasource.hikari.maximum-pool-size=40",
                            "--spring.datasource.hikari.connection-init-sql=" + PATIENT)
                    .awaitReady();
            workers.accountsThatOwe("kill", RUNS);
            for (int i = 1; i <= RUNS; i++) {
                Workers.ask(worker, "kill-" + i);
            }
            await().atMost(Duration.ofSeconds(90)).untilAsserted(() -> {
                assertThat(ParkingLot.taken(folder)).containsAll(places);
                assertThat(holds).hasSize(4);
                assertThat(holds.values()).allMatch(hold -> hold.held().getCount() == 0);
            });

            worker.process().kill9();
            holds.values().forEach(hold -> hold.release().countDown());
            worker.process().restart();

            await().atMost(Duration.ofSeconds(180)).until(() -> workers.succeeded() == RUNS);
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> workers.count("select count(*) from once.outbox where done_at is null") == 0);
            workers.assertEachOnce(RUNS);
            worker.process().close();
        }
    }

    /** One charge and one e-mail are held before the vendor has done anything, and one of each after it has. */
    private static Fate hold(Map<String, Fate.Hold> holds, String kind) {
        for (boolean afterTheWork : new boolean[] {false, true}) {
            Fate.Hold hold = new Fate.Hold(afterTheWork, new CountDownLatch(1), new CountDownLatch(1));
            if (holds.putIfAbsent(kind + afterTheWork, hold) == null) {
                return hold;
            }
        }
        return new Fate.Answer();
    }
}
