package dev.once.chaos.history;

import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.History;
import dev.once.faults.verdict.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Senders of one surface, as the world has them: they send things twice, at once or late or in another order, and again
 * until they hear a yes. What is sent how often is decided by the seed; when, by the clock as well.
 */
public final class Load implements AutoCloseable {

    private record Send(Intent intent, int copy, long due) implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Send) other).due);
        }
    }

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LATE = Duration.ofMillis(800);

    private final Surface surface;
    private final History history;
    private final long seed;
    private final int most;
    private final AtomicLong nextDue = new AtomicLong(System.nanoTime());
    private long paceNanos;
    private final DelayQueue<Send> queue = new DelayQueue<>();
    private final AtomicInteger numbers = new AtomicInteger();
    private final AtomicInteger outstanding = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final List<Intent> intents = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> senders = new ArrayList<>();
    private volatile boolean feeding = true;
    private volatile boolean closed;

    /** At most so many intents; fewer if told to stop before. */
    public Load(Surface surface, History history, long seed, int senders, int most) {
        this.surface = surface;
        this.history = history;
        this.seed = seed;
        this.most = most;
        for (int i = 0; i < senders; i++) {
            Thread thread = new Thread(this::work, "sender-" + i);
            thread.setDaemon(true);
            this.senders.add(thread);
        }
    }

    /** At most so many new intents per second. */
    public Load pace(int perSecond) {
        paceNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        return this;
    }

    public Load start() {
        senders.forEach(Thread::start);
        return this;
    }

    public int begun() {
        return numbers.get();
    }

    /** Sends that wait for their answer now. */
    public int inFlight() {
        return inFlight.get();
    }

    public List<Intent> intents() {
        synchronized (intents) {
            return List.copyOf(intents);
        }
    }

    /** Nothing new from here on; what was begun is sent until it is acknowledged. */
    public void stopFeeding() {
        feeding = false;
    }

    /** Waits until as many have begun as there are to be. */
    public void awaitAllBegun() {
        while (feeding) {
            pause(Duration.ofMillis(20));
        }
    }

    /** Waits until all that was begun has heard a yes; false if the time is up before. */
    public boolean drain(Duration patience) {
        feeding = false;
        long end = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < end) {
            if (outstanding.get() == 0 && queue.isEmpty()) {
                return true;
            }
            pause(Duration.ofMillis(20));
        }
        return false;
    }

    /** Once more, whatever was heard before: a late redelivery. */
    public void sendAgain(Intent intent) {
        outstanding.incrementAndGet();
        queue.add(new Send(intent, 9, System.nanoTime()));
    }

    @Override
    public void close() {
        closed = true;
        feeding = false;
        senders.forEach(Thread::interrupt);
        for (Thread sender : senders) {
            try {
                sender.join(TimeUnit.SECONDS.toMillis(30));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void work() {
        while (!closed) {
            try {
                if (feeding && isNewOneDue()) {
                    begin();
                }
                Send due = queue.poll(10, TimeUnit.MILLISECONDS);
                if (due != null) {
                    send(due);
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private boolean isNewOneDue() {
        long due = nextDue.get();
        long now = System.nanoTime();
        return now >= due && nextDue.compareAndSet(due, Math.max(due, now - paceNanos) + paceNanos);
    }

    /** A new intent, with the copies that the seed gives it: none, or one or several, at once or late. */
    private void begin() throws InterruptedException {
        int number = numbers.getAndIncrement();
        if (number >= most) {
            feeding = false;
            return;
        }
        outstanding.incrementAndGet();
        try {
            SplittableRandom random = new SplittableRandom(seed * 1_000_003 + number);
            Intent intent = prepared(number, random);
            if (intent == null) {
                return;
            }
            intents.add(intent);
            int copies = copies(random);
            outstanding.addAndGet(copies);
            long now = System.nanoTime();
            for (int copy = 0; copy < copies; copy++) {
                boolean together = random.nextInt(2) == 0;
                long due = together ? now : now + random.nextLong(LATE.toNanos());
                queue.add(new Send(intent, copy, due));
            }
        } finally {
            outstanding.decrementAndGet();
        }
    }

    private static int copies(SplittableRandom random) {
        int dice = random.nextInt(10);
        return dice < 3 ? 1 : dice < 6 ? 2 : dice < 9 ? 3 : 8;
    }

    private @Nullable Intent prepared(int number, SplittableRandom random) throws InterruptedException {
        while (!closed) {
            try {
                return surface.intent(number, random.split());
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception notNow) {
                pause(FIRST_PAUSE);
            }
        }
        return null;
    }

    private void send(Send send) throws InterruptedException {
        history.sends(send.intent());
        Heard heard;
        inFlight.incrementAndGet();
        try {
            heard = surface.send(send.intent(), send.copy());
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception silence) {
            heard = Heard.nothing();
        } finally {
            inFlight.decrementAndGet();
        }
        history.hears(send.intent(), heard);
        boolean settled = heard.isYes() || heard.kind() == Heard.Kind.NO || history.isAcknowledged(send.intent());
        if (settled || closed) {
            outstanding.decrementAndGet();
        } else {
            long backOff = FIRST_PAUSE.toNanos() * (1L << Math.min(send.copy(), 4));
            queue.add(new Send(send.intent(), send.copy() + 1, System.nanoTime() + backOff));
        }
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
