package dev.once.showcase.lab;

import dev.once.faults.Hammer;
import dev.once.faults.verdict.Checker;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.History;
import dev.once.faults.verdict.Intent;
import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Step;
import dev.once.faults.verdict.Timeline;
import dev.once.faults.verdict.Verdict;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One payment, sent so often, through one ordeal. The variant runs as two instances, as it would behind a load balancer; the
 * i-th send is handled by worker i, and goes to the instances by turns.
 */
public final class Trial implements Stage.Director {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final List<Variant> instances;
    private final LabTables tables;
    private final int sends;
    private final String event =
            "evt_" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final Timeline timeline;
    private final History history = new History();
    private final Map<Integer, Hold> holds = new ConcurrentHashMap<>();
    private CompletableFuture<?> background = CompletableFuture.completedFuture(null);
    private @Nullable Moment meetingPoint;
    private CountDownLatch awaited = new CountDownLatch(0);
    private boolean twoTenants;
    private boolean keyIsForgotten;
    private boolean wholeAnswers;
    private long amountCents = ThreadLocalRandom.current().nextLong(1000, 10_000);

    private Trial(List<Variant> instances, LabTables tables, int sends) {
        this.instances = instances;
        this.tables = tables;
        this.sends = sends;
        // A look at every step would slow a race of many down; two are for reading.
        this.timeline = new Timeline(() -> sends == 2 ? tables.committed(event) : "");
    }

    public static Result run(List<Variant> instances, Ordeal ordeal, int sends, LabTables tables) {
        Trial trial = new Trial(instances, tables, sends);
        Staging.play(ordeal, trial);
        trial.background.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
        return new Result(sends, trial.verdict(ordeal), trial.statuses(), trial.timeline.steps());
    }

    // What an ordeal is made of

    void holdUntilAllAreAt(Moment moment) {
        meetingPoint = moment;
        awaited = new CountDownLatch(sends);
    }

    void holdAt(int worker, Moment moment) {
        holds.put(worker, new Hold(moment));
    }

    void letDie(int worker) {
        holdOf(worker).letDie();
    }

    void letGoOn(int worker) {
        holdOf(worker).letGoOn();
    }

    void sendTogether() {
        Hammer.of(sends).strike(this::send).answersOfAll();
    }

    void sendOneByOne(int from) {
        for (int i = from; i < sends; i++) {
            send(i);
        }
    }

    void sendUntilAcknowledged(int from) {
        for (int i = from; i < sends; i++) {
            if (send(i).acknowledges()) {
                return;
            }
        }
    }

    Answer send(int worker) {
        Delivery delivery = delivery(worker);
        Answer answer = handle(worker, delivery);
        timeline.add(worker, Step.Kind.HEARD, "the sender hears " + answer);
        history.sends(intent(delivery));
        history.hears(intent(delivery), heard(answer));
        return answer;
    }

    void sendAndLoseTheAnswer(int worker) {
        Delivery delivery = delivery(worker);
        Answer answer = handle(worker, delivery);
        timeline.add(worker, Step.Kind.HEARD, "answers " + answer + ", and it gets lost on the way");
        history.sends(intent(delivery));
        history.loses(intent(delivery), heard(answer));
    }

    void sendForged(int worker) {
        Answer answer = handle(worker, Delivery.forged(tenantOf(worker), event));
        timeline.add(worker, Step.Kind.HEARD, "the forger hears " + answer);
        history.forgerHears(intent(delivery(worker)), answer.heard());
    }

    /** Returns when the worker is held, or has ended; its sender does not wait for the answer. */
    void startInBackground(int worker) {
        background = inThread(worker, () -> sendAndLoseTheAnswer(worker));
        holdOf(worker).awaitArrival(background);
    }

    /** Sends, and does the given thing as soon as that is answered or waits for another worker's transaction. */
    Answer sendMeanwhile(int worker, Runnable then) {
        var answer = new CompletableFuture<Answer>();
        CompletableFuture<?> sending = inThread(worker, () -> answer.complete(send(worker)));
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!sending.isDone() && !tables.somebodyWaits() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        then.run();
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    void timePasses(Duration time) {
        happens(time.toDays() > 0 ? time.toDays() + " days pass" : time.toMinutes() + " minutes pass");
        tables.age(event, time);
    }

    void claimsAreSwept() {
        happens("the nightly sweep runs");
        instances.forEach(instance -> {
            try {
                instance.sweep();
            } catch (Exception e) {
                throw new IllegalStateException("The sweep failed.", e);
            }
        });
    }

    void auditBreaks() {
        happens("the audit log is full");
        tables.auditBreaks(event);
    }

    void auditIsRepaired() {
        happens("the audit log is repaired");
        tables.auditIsRepaired(event);
    }

    void secondTenantTakesTurns() {
        twoTenants = true;
    }

    void clientForgetsItsKey() {
        keyIsForgotten = true;
        history.mayBeRefused(intent(delivery(0)));
    }

    void amountIsAnother() {
        amountCents += 1000;
        history.mayBeRefused(intent(delivery(0)));
    }

    void paymentIsRefunded() {
        happens("the payment is refunded");
        tables.refund(event);
    }

    /** Every yes must be the same answer, to the letter. */
    void wholeAnswersCount() {
        wholeAnswers = true;
    }

    @Override
    public void reached(int worker, Moment moment, String words) {
        timeline.add(worker, Step.Kind.DID, words);
        if (moment == meetingPoint) {
            awaited.countDown();
            if (awaited.getCount() > 0) {
                timeline.add(worker, Step.Kind.HELD, "is held until the others have looked");
            }
            Hold.passed(awaited, PATIENCE);
        }
        Hold hold = holds.get(worker);
        if (hold != null && hold.moment() == moment) {
            if (!hold.isDecided()) {
                timeline.add(worker, Step.Kind.HELD, "is held here");
            }
            hold.stay();
        }
    }

    private Answer handle(int worker, Delivery delivery) {
        timeline.add(
                worker,
                Step.Kind.SENT,
                (delivery.isGenuine() ? "delivery" : "forgery") + " arrives"
                        + (twoTenants ? " from " + delivery.tenant() : "")
                        + (keyIsForgotten ? " without a key" : ""));
        return Stage.as(worker, this, () -> {
            try {
                return instances.get(worker % instances.size()).handle(delivery);
            } catch (WorkerDied e) {
                timeline.add(worker, Step.Kind.DIED, "dies");
                return Answer.SILENCE;
            } catch (Exception e) {
                return new Answer(500, "failed");
            }
        });
    }

    private Delivery delivery(int worker) {
        Delivery delivery = Delivery.of(tenantOf(worker), event, worker, amountCents);
        return keyIsForgotten ? delivery.withoutKey() : delivery;
    }

    private Intent intent(Delivery delivery) {
        return intent(new Asked(delivery.tenant(), delivery.amountCents()));
    }

    /** The same key for another amount is another intent. */
    private Intent intent(Asked asked) {
        return new Intent("lab", asked.tenant(), event, asked.amountCents() + " cents");
    }

    private Heard heard(Answer answer) {
        return wholeAnswers ? answer.heardWhole() : answer.heard();
    }

    private Verdict verdict(Ordeal ordeal) {
        Map<Intent, List<String>> payments = effects(tables.booked(event));
        return ordeal.countsOutside()
                ? Checker.verdict(history, payments, effects(tables.mailed(event)))
                : Checker.verdict(history, payments);
    }

    private Map<Intent, List<String>> effects(Map<Asked, Long> counts) {
        return counts.entrySet().stream()
                .collect(Collectors.toMap(
                        count -> intent(count.getKey()),
                        count -> Collections.nCopies(Math.toIntExact(count.getValue()), "")));
    }

    private Map<String, Long> statuses() {
        Map<String, Long> statuses = new TreeMap<>();
        history.statuses()
                .forEach((status, times) -> statuses.put(status == 0 ? "no answer" : status.toString(), times));
        return statuses;
    }

    private Hold holdOf(int worker) {
        Hold hold = holds.get(worker);
        if (hold == null) {
            throw new IllegalStateException("Worker " + worker + " is not held anywhere.");
        }
        return hold;
    }

    private String tenantOf(int worker) {
        return twoTenants && worker % 2 == 1 ? "globex" : "acme";
    }

    private void happens(String words) {
        timeline.add(Timeline.NOBODY, Step.Kind.WORLD, words);
    }

    private static CompletableFuture<?> inThread(int worker, Runnable part) {
        return CompletableFuture.runAsync(part, runnable -> {
            Thread thread = new Thread(runnable, "lab-worker-" + worker);
            thread.setDaemon(true);
            thread.start();
        });
    }
}
