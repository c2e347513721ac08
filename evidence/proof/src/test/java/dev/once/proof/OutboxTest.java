package dev.once.proof;

import static dev.once.proof.OutboxLab.DONE;
import static dev.once.proof.OutboxLab.WAITING;
import static dev.once.proof.OutboxLab.await;
import static dev.once.proof.OutboxLab.counting;
import static dev.once.proof.OutboxLab.handler;
import static dev.once.proof.OutboxLab.quick;
import static dev.once.proof.OutboxLab.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Idempotencies;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxHandler;
import dev.once.core.outbox.OutboxProperties;
import dev.once.core.outbox.OutboxRelay;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.faults.AppProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataIntegrityViolationException;

/** Consequences: written with the work, relayed at least once, never lost, and out in the open when they fail. */
class OutboxTest {

    private final OutboxLab box = new OutboxLab();
    private final Lab lab = box.lab;
    private final Outbox outbox = box.outbox;

    @AfterEach
    void close() {
        box.close();
    }

    @Test
    void a_consequence_is_there_if_and_only_if_the_work_committed() {
        Idempotency<String> idempotency = box.instance.of(Lab.answers());
        idempotency.once(Lab.attempt("kept"), claim -> {
            claim.outbox("mail", "{\"to\": \"a@b.test\"}");
            return "ok";
        });
        org.assertj.core.api.Assertions.catchThrowable(() -> idempotency.once(Lab.attempt("undone"), claim -> {
            claim.outbox("mail", "{}");
            throw new IllegalStateException("no");
        }));
        idempotency.once(Lab.attempt("kept"), claim -> {
            throw new AssertionError("a replay does no work");
        });

        assertThat(lab.number(WAITING)).isEqualTo(1);
        assertThat(lab.number("select count(*) from once.outbox where scope = 'acme' and idempotency_key = 'kept'"))
                .isEqualTo(1);
    }

    @Test
    void each_message_is_written_in_its_place_and_a_part_that_fails_takes_its_own_back() {
        box.instance.of(Lab.answers()).once(Lab.attempt("key"), claim -> {
            claim.outbox("before", "{}");
            assertThat(claim.sql("select count(*) from once.outbox where topic = 'before'")
                            .query(Long.class)
                            .single())
                    .isOne();
            claim.outbox("first", "{}");
            claim.outbox("second", "{}");
            claim.orRollBack(() -> claim.outbox("in a part", "{}"));
            assertThatThrownBy(() -> claim.orRollBack(() -> {
                        claim.outbox("in a part that fails", "{}");
                        throw new IllegalStateException("no");
                    }))
                    .hasMessage("no");
            claim.unique().outbox("last", "{}");
            return "ok";
        });

        assertThat(box.instance
                        .reads()
                        .query("select topic from once.outbox order by cast(cast(cmin as text) as integer)")
                        .list((row, i) -> row.getString(1)))
                .as("in the order of the transaction's commands")
                .containsExactly("before", "first", "second", "in a part", "last");
    }

    @Test
    void a_message_that_cannot_be_written_fails_the_attempt_and_keeps_nothing() {
        Idempotency<String> idempotency = box.instance.of(Lab.answers());

        assertThatThrownBy(() -> idempotency.once(Lab.attempt("key"), claim -> {
                    Lab.effect(claim);
                    claim.outbox("mail", "this is no JSON");
                    return "ok";
                }))
                .isInstanceOf(DataIntegrityViolationException.class);

        assertThat(lab.effects("key")).isZero();
        assertThat(idempotency.once(Lab.attempt("key"), Lab::effect)).isInstanceOf(Outcome.FirstRun.class);
    }

    @Test
    void a_relay_takes_only_the_topics_it_handles() {
        box.write("mine", 10);
        box.write("theirs", 5);
        Map<UUID, Integer> handled = new ConcurrentHashMap<>();
        try (OutboxLab.Running relay = box.relay(quick(), counting("mine", handled))) {
            Waits.until(lab, DONE, 10);
        }

        assertThat(handled).hasSize(10).allSatisfy((id, times) -> assertThat(times)
                .isEqualTo(1));
        assertThat(lab.number("select count(*) from once.outbox where topic = 'theirs' and attempts = 0"))
                .isEqualTo(5);
        assertThat(outbox.waiting()).extracting(Outbox.Waiting::topic).containsExactly("theirs");
    }

    @Test
    void two_relays_take_no_message_twice_and_park_none_of_the_others() {
        box.write("shared", 1000);
        box.write("left", 100);
        box.write("right", 100);
        Map<UUID, Integer> handled = new ConcurrentHashMap<>();
        try (OutboxLab.Running left = box.relay(quick(), counting("shared", handled), counting("left", handled));
                OutboxLab.Running right =
                        box.relayElsewhere(quick(), counting("shared", handled), counting("right", handled))) {
            Waits.until(lab, DONE, 1200);
        }

        assertThat(handled).hasSize(1200).allSatisfy((id, times) -> assertThat(times)
                .isEqualTo(1));
        assertThat(outbox.parkedCount()).isZero();
    }

    @Test
    void of_ten_thousand_messages_with_failing_handlers_all_are_done_or_parked() {
        box.write("work", 10_000);
        AtomicInteger calls = new AtomicInteger();
        Map<UUID, Integer> handled = new ConcurrentHashMap<>();
        OutboxHandler flaky = handler("work", message -> {
            int call = calls.incrementAndGet();
            boolean poison = message.id().getLeastSignificantBits() % 100 == 0;
            if (poison || call % 20 == 0) {
                throw new IllegalStateException("as if");
            }
            handled.merge(message.id(), 1, Integer::sum);
        });
        try (OutboxLab.Running relay = box.relay(with(4, 100, Duration.ofSeconds(30), 5), flaky)) {
            Waits.until(lab, WAITING, 0, Duration.ofSeconds(90));
        }

        long parked = outbox.parkedCount();
        assertThat(parked).isPositive();
        assertThat(lab.number(DONE) + parked).isEqualTo(10_000);
        assertThat(handled).hasSize((int) lab.number(DONE)).allSatisfy((id, times) -> assertThat(times)
                .isEqualTo(1));
    }

    @Test
    void a_poison_message_is_parked_where_an_operator_can_retry_or_discard_it() {
        box.write("work", 2);
        OutboxProperties twoTries = with(1, 10, Duration.ofSeconds(30), 2);
        try (OutboxLab.Running relay = box.relay(twoTries, handler("work", message -> {
            throw new IllegalStateException("poison\0ed");
        }))) {
            Waits.until(lab, "select count(*) from once.outbox where parked_at is not null", 2);
        }
        List<Outbox.Parked> parked = outbox.parked();
        assertThat(parked).hasSize(2).allSatisfy(message -> {
            assertThat(message.attempts()).isEqualTo(2);
            assertThat(message.lastError()).contains("poisoned");
        });

        assertThat(outbox.retry(parked.get(0).id())).isTrue();
        assertThat(outbox.discard(parked.get(1).id())).isTrue();
        assertThat(outbox.discard(parked.get(1).id())).isFalse();

        Map<UUID, Integer> handled = new ConcurrentHashMap<>();
        try (OutboxLab.Running relay = box.relay(quick(), counting("work", handled))) {
            Waits.until(lab, DONE, 2);
        }
        assertThat(handled).containsOnlyKeys(parked.get(0).id());
    }

    @Test
    void a_handler_that_takes_longer_than_the_lease_keeps_its_message() {
        box.write("slow", 1);
        AtomicInteger calls = new AtomicInteger();
        CountDownLatch finish = new CountDownLatch(1);
        OutboxProperties shortLease = with(2, 1, Duration.ofMillis(600), 5);
        try (OutboxLab.Running relay = box.relay(shortLease, handler("slow", message -> {
            calls.incrementAndGet();
            finish.await();
        }))) {
            // Three leases later it has been renewed, so nobody else has taken it.
            Waits.until(
                    lab,
                    "select count(*) from once.outbox where attempts = 1 and due_at > created_at + interval '2400 milliseconds'",
                    1);
            finish.countDown();
            Waits.until(lab, DONE, 1);
        }
        assertThat(calls).hasValue(1);
    }

    @Test
    void a_relay_that_stops_finishes_what_it_does_and_gives_the_rest_back() {
        box.write("work", 50);
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        OutboxProperties oneWorker = with(1, 50, Duration.ofHours(1), 5);
        OutboxRelay relay = new OutboxRelay(
                outbox,
                List.of(handler("work", message -> {
                    started.countDown();
                    finish.await();
                })),
                oneWorker);
        relay.start();
        await(started);
        Thread stopper = new Thread(relay::stop);
        stopper.start();
        org.awaitility.Awaitility.await().until(() -> !relay.isRunning());
        finish.countDown();
        join(stopper);

        assertThat(lab.number(DONE)).isEqualTo(1);
        assertThat(lab.number(WAITING + " and due_at <= clock_timestamp() and attempts = 0"))
                .as("free again at once, and no attempt is counted")
                .isEqualTo(49);
    }

    @Test
    void done_messages_are_swept_and_waiting_or_parked_ones_never() {
        box.write("work", 3);
        lab.run(
                """
                update once.outbox set created_at = now() - interval '1 year';
                update once.outbox set done_at = now() - interval '8 days' where id = (select min(id::text)::uuid from once.outbox);
                update once.outbox set parked_at = now() - interval '1 year' where id = (select max(id::text)::uuid from once.outbox);
                """);

        assertThat(Lab.retention(lab.instance(), box.outbox.sweepAfter(Duration.ofDays(7)))
                        .sweep())
                .isEqualTo(Map.of("once.outbox", 1L));
        assertThat(lab.number("select count(*) from once.outbox")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"between lease and handler", "between handler and mark"})
    void a_relay_killed_at_any_point_loses_nothing_and_doubles_nothing(String point) {
        box.write("work", 20);
        AppProcess.Command command = relayProcess(lab);
        try (AppProcess doomed = command.env("AT", point).start()) {
            doomed.awaitLine("parked", Duration.ofSeconds(60));
            doomed.kill9();
        }
        assertThat(lab.number("select count(*) from once.outbox where attempts = 1 and done_at is null"))
                .isPositive();

        try (AppProcess heir = command.env("AT", "nowhere").start()) {
            Waits.until(lab, DONE, 20, Duration.ofSeconds(60));
        }
        assertThat(lab.number("select count(*) from lab.effects")).isEqualTo(20);
        assertThat(lab.number("select count(distinct idempotency_key) from lab.effects"))
                .isEqualTo(20);
    }

    static AppProcess.Command relayProcess(Lab lab) {
        return AppProcess.main(RelayProcess.class)
                .env("URL", lab.database.jdbcUrl())
                .env("DB_USER", lab.database.username())
                .env("DB_PASSWORD", lab.database.password())
                .env("MOST_ATTEMPTS", "12");
    }

    private static void join(Thread thread) {
        try {
            thread.join(20_000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A relay in a process of its own, whose handler does its work once by the message's id. */
    static final class RelayProcess {

        public static void main(String[] args) throws Exception {
            var pool = new com.zaxxer.hikari.HikariDataSource();
            pool.setJdbcUrl(System.getenv("URL"));
            pool.setUsername(System.getenv("DB_USER"));
            pool.setPassword(System.getenv("DB_PASSWORD"));
            pool.setConnectionInitSql(dev.once.core.autoconfigure.DatabaseDefaults.INIT_SQL);
            Idempotencies instance = new Idempotencies(
                    pool,
                    Idempotencies.Limits.forPoolOf(10),
                    java.util.function.UnaryOperator.identity(),
                    new io.micrometer.core.instrument.simple.SimpleMeterRegistry(),
                    ProtocolObserver.NONE);
            Idempotency<String> idempotency = instance.of(Lab.answers());
            String at = System.getenv("AT");
            OutboxHandler handler = handler("work", message -> {
                if (at.equals("in the handler, ended by it")) {
                    Runtime.getRuntime().halt(1);
                }
                if (at.equals("between lease and handler")) {
                    parkForEver();
                }
                Outcome<String> ignored =
                        idempotency.once(Lab.attempt(message.id().toString()), Lab::effect);
                if (at.equals("between handler and mark")) {
                    parkForEver();
                }
            });
            OutboxProperties properties =
                    with(2, 20, Duration.ofSeconds(2), Integer.parseInt(System.getenv("MOST_ATTEMPTS")));
            new OutboxRelay(new Outbox(instance.writes(), instance.reads()), List.of(handler), properties).start();
            new CountDownLatch(1).await();
        }

        private static void parkForEver() throws InterruptedException {
            System.out.println("parked");
            new CountDownLatch(1).await();
        }
    }
}
