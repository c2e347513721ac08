package dev.once.proof;

import static dev.once.proof.OutboxLab.DONE;
import static dev.once.proof.OutboxLab.PARKED;
import static dev.once.proof.OutboxLab.WAITING;
import static dev.once.proof.OutboxLab.counting;
import static dev.once.proof.OutboxLab.handler;
import static dev.once.proof.OutboxLab.quick;
import static dev.once.proof.OutboxLab.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxProperties;
import dev.once.core.outbox.OutboxRelay;
import dev.once.faults.AppProcess;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Whatever a handler does, the relay goes on; and whoever has lost a lease leaves the message alone. */
@ExtendWith(OutputCaptureExtension.class)
class OutboxRelayTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final OutboxLab box = new OutboxLab();
    private final Lab lab = box.lab;
    private final Outbox outbox = box.outbox;

    @AfterEach
    void close() {
        box.close();
    }

    @Test
    void an_error_thrown_by_a_handler_is_a_failure_and_the_workers_live_on(CapturedOutput log) {
        box.write("bad", 4);
        box.write("good", 10);
        Map<UUID, Integer> handled = new ConcurrentHashMap<>();
        try (OutboxLab.Running relay = box.relay(
                with(2, 20, Duration.ofSeconds(2), 2),
                handler("bad", message -> {
                    throw new StackOverflowError("too deep");
                }),
                counting("good", handled))) {
            Waits.until(lab, PARKED, 4);
            Waits.until(lab, DONE, 10);
            assertThat(relay.relay().isRunning()).isTrue();
        }

        assertThat(handled).hasSize(10);
        assertThat(outbox.parked()).hasSize(4).allSatisfy(parked -> {
            assertThat(parked.attempts()).isEqualTo(2);
            assertThat(parked.lastError()).isEqualTo("StackOverflowError: too deep");
            assertThat(log.getAll().lines())
                    .as("the first failure is a line of the log")
                    .anyMatch(line -> line.contains("WARN")
                            && line.contains(parked.id().toString())
                            && line.contains("topic bad")
                            && line.contains("attempt 1 of 2")
                            && line.contains("StackOverflowError: too deep"));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"is thrown", "is left as a flag with an exception", "is left as a flag"})
    void an_interrupt_of_one_handler_does_not_reach_the_next(String interrupt) {
        box.write("work", 2);
        AtomicInteger calls = new AtomicInteger();
        AtomicReference<Boolean> seenByTheNext = new AtomicReference<>();
        try (OutboxLab.Running relay = box.relay(with(1, 2, LONG, 12), handler("work", message -> {
            if (calls.incrementAndGet() > 1) {
                seenByTheNext.compareAndSet(null, Thread.currentThread().isInterrupted());
                return;
            }
            if (interrupt.equals("is thrown")) {
                throw new InterruptedException("as if");
            }
            Thread.currentThread().interrupt();
            if (interrupt.endsWith("exception")) {
                throw new IllegalStateException("as if");
            }
        }))) {
            Waits.until(lab, DONE, 2);
        }
        assertThat(seenByTheNext).hasValue(false);
    }

    @Test
    void an_interrupt_that_comes_late_from_outside_disturbs_nothing() {
        List<Boolean> interrupted = new CopyOnWriteArrayList<>();
        AtomicReference<Thread> worker = new AtomicReference<>();
        try (OutboxLab.Running relay = box.relay(with(1, 2, LONG, 12), handler("work", message -> {
            worker.set(Thread.currentThread());
            interrupted.add(Thread.currentThread().isInterrupted());
        }))) {
            for (int i = 1; i <= 5; i++) {
                box.write("work", 1);
                Waits.until(lab, DONE, i);
                worker.get().interrupt();
            }
        }
        assertThat(interrupted).containsExactly(false, false, false, false, false);
    }

    @Test
    void a_relay_that_lost_its_leases_does_not_go_on_with_its_batch() {
        box.write("work", 20);
        OutboxLab.HeldHandler slow = new OutboxLab.HeldHandler("work");
        OutboxLab.HeldHandler elsewhere = new OutboxLab.HeldHandler("work");
        try (OutboxLab.Running first = box.relay(with(1, 20, LONG, 12), slow)) {
            UUID held = slow.awaitStart();
            box.endLeasesExceptOf(held);
            try (OutboxLab.Running second = box.relayElsewhere(with(1, 20, LONG, 12), elsewhere)) {
                elsewhere.awaitStart();
                slow.letGo();
                // When it has taken one more message it is through with the batch.
                box.write("work", 1);
                Waits.until(lab, DONE, 2);
                elsewhere.letGo();
                Waits.until(lab, DONE, 21);
            }
            assertThat(slow.handled).hasSize(2).containsKey(held);
        }
        assertThat(elsewhere.handled).hasSize(19).allSatisfy((id, times) -> assertThat(times)
                .isEqualTo(1));
    }

    @Test
    void a_relay_goes_past_a_message_that_somebody_has_locked() throws Exception {
        box.write("work", 20);
        try (Connection somebody = lab.connect()) {
            somebody.setAutoCommit(false);
            somebody.createStatement().execute("select id from once.outbox order by due_at, id limit 1 for update");
            try (OutboxLab.Running relay = box.relay(quick(), handler("work", message -> {}))) {
                Waits.until(lab, DONE, 19);
                somebody.rollback();
                Waits.until(lab, DONE, 20);
            }
        }
    }

    @Test
    void losing_a_lease_is_no_attempt() {
        box.write("work", 20);
        OutboxLab.HeldHandler slow = new OutboxLab.HeldHandler("work");
        Map<UUID, Integer> tries = new ConcurrentHashMap<>();
        try (OutboxLab.Running first = box.relay(with(1, 20, LONG, 2), slow)) {
            box.endLeasesExceptOf(slow.awaitStart());
            try (OutboxLab.Running second = box.relayElsewhere(with(1, 20, LONG, 2), handler("work", message -> {
                if (tries.merge(message.id(), 1, Integer::sum) == 1) {
                    throw new IllegalStateException("the first time");
                }
            }))) {
                Waits.until(lab, WAITING, 1);
            }
            slow.letGo();
        }
        assertThat(outbox.parked()).isEmpty();
        assertThat(tries).hasSize(19).allSatisfy((id, times) -> assertThat(times)
                .isEqualTo(2));
    }

    @Test
    void a_message_that_kills_its_process_is_parked() {
        box.write("work", 1);
        AppProcess.Command command = OutboxTest.relayProcess(lab).env("MOST_ATTEMPTS", "2");
        for (int start = 1; start <= 2; start++) {
            try (AppProcess doomed =
                    command.env("AT", "in the handler, ended by it").start()) {
                doomed.awaitExit(Duration.ofSeconds(60));
            }
            lab.run("update once.outbox set due_at = now()");
        }
        try (AppProcess third = command.start()) {
            Waits.until(lab, PARKED, 1, Duration.ofSeconds(60));
        }
        assertThat(outbox.parked()).singleElement().satisfies(parked -> {
            assertThat(parked.attempts()).isEqualTo(2);
            assertThat(parked.lastError()).contains("never ended");
        });
    }

    @Test
    void what_waits_behind_a_slow_message_is_taken_by_another_when_its_lease_ends() {
        box.write("work", 20);
        OutboxLab.HeldHandler slow = new OutboxLab.HeldHandler("work");
        Map<UUID, Integer> elsewhere = new ConcurrentHashMap<>();
        try (OutboxLab.Running first = box.relay(with(1, 20, Duration.ofMillis(600), 12), slow)) {
            slow.awaitStart();
            try (OutboxLab.Running second = box.relayElsewhere(quick(), counting("work", elsewhere))) {
                Waits.until(lab, DONE, 19);
            }
            slow.letGo();
            Waits.until(lab, DONE, 20);
        }
        assertThat(slow.handled).hasSize(1);
        assertThat(elsewhere).hasSize(19);
    }

    @Test
    void a_start_waits_for_no_table_and_afterwards_the_log_names_the_topics_nobody_here_handles(CapturedOutput log)
            throws Exception {
        box.write("orphaned", 3);
        box.write("work", 1);
        try (Connection operator = lab.connect()) {
            operator.setAutoCommit(false);
            operator.createStatement().execute("lock table once.outbox in access exclusive mode");
            try (OutboxLab.Running relay = box.relay(quick(), handler("work", message -> {}))) {
                assertThat(relay.relay().isRunning()).isTrue();
                operator.rollback();
                awaitUnhandled(log, "3 of orphaned");
            }
        }
    }

    @Test
    void a_process_without_handlers_names_the_topics_that_wait_too(CapturedOutput log) {
        box.write("orphaned", 3);
        try (OutboxLab.Running relay = box.relay(quick())) {
            awaitUnhandled(log, "3 of orphaned");
        }
    }

    @Test
    void a_topic_that_must_have_a_handler_here_is_named_at_start_before_a_message_of_it_waits(CapturedOutput log) {
        OutboxProperties expecting = new Binder(
                        new MapConfigurationPropertySource(Map.of("once.outbox.topics", "handled,expected")))
                .bind("once.outbox", OutboxProperties.class)
                .get();
        try (OutboxLab.Running relay = box.relay(expecting, handler("handled", message -> {}))) {
            assertThat(log).contains("no handler in this process for the outbox topics [expected]");
        }
    }

    @Test
    void a_relay_can_be_started_again_after_it_was_stopped() {
        OutboxRelay relay = new OutboxRelay(outbox, List.of(handler("work", message -> {})), quick());
        for (int i = 1; i <= 2; i++) {
            relay.start();
            box.write("work", 1);
            Waits.until(lab, DONE, i);
            relay.stop();
            assertThat(relay.isRunning()).isFalse();
        }
    }

    private static void awaitUnhandled(CapturedOutput log, String topics) {
        await().until(() -> log.getAll()
                .lines()
                .anyMatch(line -> line.contains("WARN") && line.contains("no handler") && line.contains(topics)));
    }
}
