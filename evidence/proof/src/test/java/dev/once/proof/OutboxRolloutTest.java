package dev.once.proof;

import static dev.once.proof.OutboxLab.DONE;
import static dev.once.proof.OutboxLab.counting;
import static dev.once.proof.OutboxLab.quick;
import static dev.once.proof.OutboxLab.with;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** During a rollout the version before the lease's number relays beside this one. It knew a lease by {@code attempts}. */
class OutboxRolloutTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final OutboxLab box = new OutboxLab();
    private final Lab lab = box.lab;
    private final OldVersion old = new OldVersion(JdbcClient.create(lab.pool(4, "select 1")));

    @AfterEach
    void close() {
        box.close();
    }

    @Test
    void what_the_old_version_took_over_the_new_one_leaves_alone() {
        box.write("work", 20);
        OutboxLab.HeldHandler slow = new OutboxLab.HeldHandler("work");
        try (OutboxLab.Running relay = box.relay(with(1, 20, LONG, 12), slow)) {
            UUID held = slow.awaitStart();
            box.endLeasesExceptOf(held);
            List<OldVersion.Message> taken = old.lease("work", 20);
            assertThat(taken)
                    .hasSize(19)
                    .extracting(OldVersion.Message::attempts)
                    .containsOnly(1);

            slow.letGo();
            // When it has taken one more message it is through with the batch.
            box.write("work", 1);
            Waits.until(lab, DONE, 2);
            assertThat(slow.handled).hasSize(2).containsKey(held);
            assertThat(taken)
                    .allSatisfy(message -> assertThat(old.renew(message)).isEqualTo(1));
        }
    }

    @Test
    void a_new_relay_that_stops_gives_back_nothing_that_the_old_version_took_over() throws Exception {
        box.write("work", 20);
        OutboxLab.HeldHandler slow = new OutboxLab.HeldHandler("work");
        OutboxLab.Running relay = box.relay(with(1, 20, LONG, 12), slow);
        box.endLeasesExceptOf(slow.awaitStart());
        assertThat(old.lease("work", 20)).hasSize(19);
        Thread stopper = new Thread(relay::close);
        stopper.start();
        org.awaitility.Awaitility.await().until(() -> !relay.relay().isRunning());
        slow.letGo();
        stopper.join();

        assertThat(lab.number("select count(*) from once.outbox where done_at is null and due_at > now()"))
                .isEqualTo(19);
    }

    @Test
    void what_the_new_version_took_over_the_old_one_cannot_change() {
        box.write("work", 1);
        OldVersion.Message lost = old.lease("work", 1).get(0);
        lab.run("update once.outbox set due_at = now()");
        OutboxLab.HeldHandler slow = new OutboxLab.HeldHandler("work");
        try (OutboxLab.Running relay = box.relay(with(1, 20, LONG, 12), slow)) {
            slow.awaitStart();

            assertThat(old.renew(lost)).isZero();
            assertThat(old.later(lost)).isZero();
            assertThat(old.giveBack(lost)).isZero();
            assertThat(old.park(lost)).isZero();
            assertThat(old.lease("work", 1)).isEmpty();

            slow.letGo();
            Waits.until(lab, DONE, 1);
        }
    }

    @Test
    void both_versions_relay_side_by_side_and_nothing_is_handled_twice() throws Exception {
        box.write("work", 1000);
        Map<UUID, Integer> handled = new ConcurrentHashMap<>();
        AtomicBoolean running = new AtomicBoolean(true);
        Thread oldRelay = new Thread(() -> {
            while (running.get()) {
                for (OldVersion.Message message : old.lease("work", 20)) {
                    handled.merge(message.id(), 1, Integer::sum);
                    old.done(message);
                }
            }
        });
        oldRelay.start();
        try (OutboxLab.Running relay = box.relay(quick(), counting("work", handled))) {
            Waits.until(lab, DONE, 1000);
        } finally {
            running.set(false);
            oldRelay.join();
        }
        assertThat(handled).hasSize(1000).allSatisfy((id, times) -> assertThat(times)
                .isEqualTo(1));
    }

    /** Its statements, word for word. */
    private record OldVersion(JdbcClient client) {

        record Message(UUID id, int attempts) {}

        List<Message> lease(String topic, int batch) {
            return client.sql(
                            """
                            update once.outbox
                            set due_at = clock_timestamp() + cast(:lease as interval), attempts = attempts + 1
                            where id in (
                              select id from once.outbox
                              where done_at is null and parked_at is null and due_at <= clock_timestamp() and topic in (:topics)
                              order by due_at
                              limit :batch
                              for update skip locked)
                            returning id, topic, payload::text, scope, idempotency_key, attempts
                            """)
                    .param("lease", "30 seconds")
                    .param("topics", List.of(topic))
                    .param("batch", batch)
                    .query((row, i) -> new Message(row.getObject("id", UUID.class), row.getInt("attempts")))
                    .list();
        }

        int renew(Message message) {
            return held(
                            message,
                            """
                            update once.outbox set due_at = clock_timestamp() + cast(:lease as interval)
                            where id = :id and attempts = :attempts and done_at is null and parked_at is null
                            """)
                    .param("lease", "30 seconds")
                    .update();
        }

        int done(Message message) {
            return client.sql(
                            """
                            update once.outbox set done_at = clock_timestamp(), parked_at = null, last_error = null
                            where id = :id and done_at is null
                            """)
                    .param("id", message.id())
                    .update();
        }

        int later(Message message) {
            return held(
                            message,
                            """
                            update once.outbox set due_at = clock_timestamp() + cast(:delay as interval), last_error = :error
                            where id = :id and attempts = :attempts and done_at is null and parked_at is null
                            """)
                    .param("delay", "1 second")
                    .param("error", "as if")
                    .update();
        }

        int giveBack(Message message) {
            return held(
                            message,
                            """
                            update once.outbox set due_at = clock_timestamp(), attempts = attempts - 1
                            where id = :id and attempts = :attempts and done_at is null and parked_at is null
                            """)
                    .update();
        }

        int park(Message message) {
            return held(
                            message,
                            """
                            update once.outbox set parked_at = clock_timestamp(), last_error = :error
                            where id = :id and attempts = :attempts and done_at is null
                            """)
                    .param("error", "as if")
                    .update();
        }

        private JdbcClient.StatementSpec held(Message message, String sql) {
            return client.sql(sql).param("id", message.id()).param("attempts", message.attempts());
        }
    }
}
