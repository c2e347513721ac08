package dev.once.showcase.lab;

import dev.once.core.MalformedKeyException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/**
 * Workers of a service behind HTTP. Whoever may meet another delivery of its event waits for it, so that what can go wrong
 * does so each time; and a kill ends everybody who is in the middle of the work.
 */
public final class Workers {

    /** A delivery that meets nobody goes on after that. */
    private static final Duration ALONE = Duration.ofSeconds(2);

    private static final Duration UNTIL_KILLED = Duration.ofSeconds(5);

    /** What the sender asks for. */
    public enum Manner {
        PLAIN,
        /** Long enough to be killed. */
        SLOW,
        /** Dies after its work, when another delivery of the event has been answered. */
        DIES
    }

    /** The deliveries of one event that are here at the same time. */
    private static final class Visit {
        private final CountDownLatch bothLooked = new CountDownLatch(2);
        private final CountDownLatch oneAnswered = new CountDownLatch(1);
        private int inside;
    }

    /** What a kill ends. */
    private record Process(CountDownLatch isAtWork, CountDownLatch isKilled) {
        private Process() {
            this(new CountDownLatch(1), new CountDownLatch(1));
        }
    }

    private final Map<String, Visit> visits = new ConcurrentHashMap<>();
    private volatile Process process = new Process();

    public Answer handle(Variant variant, Delivery delivery, Manner manner) {
        Process here = process;
        Visit visit = visits.compute(delivery.event(), (event, there) -> entered(there == null ? new Visit() : there));
        try {
            return Stage.as(0, (worker, moment, words) -> reached(moment, manner, visit, here), () -> {
                try {
                    return variant.handle(delivery);
                } catch (MalformedKeyException e) {
                    return new Answer(400, "no key");
                } catch (WorkerDied e) {
                    return new Answer(500, "died");
                } catch (Exception e) {
                    return new Answer(500, "failed");
                }
            });
        } finally {
            visit.oneAnswered.countDown();
            visits.computeIfPresent(delivery.event(), (event, there) -> --there.inside == 0 ? null : there);
        }
    }

    /** Waits until somebody is at work: a kill that hits nobody shows nothing. */
    public void kill() {
        Process killed = process;
        Hold.passed(killed.isAtWork(), UNTIL_KILLED);
        process = new Process();
        killed.isKilled().countDown();
    }

    private static Visit entered(Visit visit) {
        visit.inside++;
        return visit;
    }

    private static void reached(Moment moment, Manner manner, Visit visit, Process process) {
        if (moment == Moment.LOOKED) {
            visit.bothLooked.countDown();
            Hold.passed(visit.bothLooked, ALONE);
        } else if (moment == Moment.WORKED && manner == Manner.DIES) {
            Hold.passed(visit.oneAnswered, ALONE);
            throw new WorkerDied();
        } else if (moment == Moment.WORKED && manner == Manner.SLOW) {
            process.isAtWork().countDown();
            if (Hold.passed(process.isKilled(), UNTIL_KILLED)) {
                throw new WorkerDied();
            }
        }
    }
}
