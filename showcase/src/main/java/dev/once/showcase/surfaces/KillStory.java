package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;
import dev.once.showcase.launch.Apps;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Twenty attempts whose senders try again until they hear a yes; in the middle of them the process is killed. Told while it
 * happens, and counted at the end.
 */
public final class KillStory {

    /** Four heartbeats of five seconds: so long the job runtime waits before it takes a silent worker for dead. */
    private static final Duration ORPHANED_AFTER = Duration.ofSeconds(20);

    private static final int ATTEMPTS = 20;
    private static final int RUNS = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    /**
     * The story as far as it has been told.
     *
     * @param phase what is going on, in a sentence
     * @param secondsToGo at least so long until an orphaned job is found, where that is what is being waited for
     */
    public record Now(
            String phase,
            int attempts,
            int accepted,
            long effects,
            int sends,
            double secondsSinceKill,
            long secondsToGo,
            boolean over,
            boolean good) {}

    private final SurfaceLab lab;
    private final Apps apps;
    private final int total;
    private final List<Try> attempts = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger sends = new AtomicInteger();
    private volatile String phase = "Preparing attempts …";
    private volatile long killedAt;
    private volatile boolean over;
    private volatile long effects;
    private volatile boolean good;
    private volatile double took;

    KillStory(SurfaceLab lab, Apps apps) {
        this.lab = lab;
        this.apps = apps;
        this.total = lab instanceof JobLab ? RUNS : ATTEMPTS;
    }

    void begin() {
        Thread thread = new Thread(this::tell, "kill-story-" + lab.app().key());
        thread.setDaemon(true);
        thread.start();
    }

    public Now now() {
        double since = over ? took : killedAt == 0 ? 0 : (System.nanoTime() - killedAt) / 1e9;
        long toGo = lab instanceof JobLab && killedAt != 0 && !over
                ? Math.max(0, ORPHANED_AFTER.toSeconds() - (long) since)
                : 0;
        return new Now(phase, total, accepted.get(), effects, sends.get(), since, toGo, over, good);
    }

    private void tell() {
        ExecutorService senders = Executors.newFixedThreadPool(total);
        try {
            URI url = apps.url(lab.app());
            for (int i = 0; i < total; i++) {
                attempts.add(lab.prepare(url));
            }
            if (lab instanceof JobLab jobs) {
                jobs.vendorIs(url, "slow", total, Duration.ofSeconds(4));
            }
            phase = "%d attempts are on their way; each sender tries again until it hears a yes.".formatted(total);
            for (Try attempt : attempts) {
                senders.execute(() -> sendUntilAccepted(attempt, url));
            }
            awaitWorkGoingOn(url);
            int starts = apps.state(lab.app()).starts();
            killedAt = System.nanoTime();
            if (!apps.kill9(lab.app())) {
                throw new IOException("nobody here started this app, so nobody would start it again");
            }
            phase = "kill -9. The process is gone in the middle of its work.";
            awaitBack(starts);
            senders.shutdown();
            if (!senders.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("not every attempt was accepted in time");
            }
            phase = lab instanceof JobLab
                    ? "It is back. Its jobs are not: the runtime takes a silent worker for dead after four missed heartbeats of 5 s."
                            + " Sooner would be guessing, as a paused worker may still be at it."
                    : "It is back, and every sender has its yes.";
            for (Try attempt : attempts) {
                attempt.awaitDone(url);
            }
            count();
        } catch (IOException e) {
            end("The story broke off: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            end("The story was interrupted.");
        } finally {
            senders.shutdownNow();
        }
    }

    private void sendUntilAccepted(Try attempt, URI url) {
        try {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (System.nanoTime() < deadline) {
                sends.incrementAndGet();
                if (Labs.sent(attempt, url).accepted()) {
                    accepted.incrementAndGet();
                    return;
                }
                pause();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** For jobs until a run is in the middle of its steps; for the others until the first answers are there. */
    private void awaitWorkGoingOn(URI url) {
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (System.nanoTime() < deadline) {
            boolean going = lab instanceof JobLab jobs
                    ? attempts.stream().anyMatch(run -> jobs.isRunning(url, run))
                    : accepted.get() >= 1;
            if (going) {
                return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(lab.app() == App.JOBS ? 200 : 1));
        }
    }

    private void awaitBack(int starts) throws InterruptedException, IOException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (Apps.State now = apps.state(lab.app());
                now.starts() == starts || now.health() != Apps.Health.HEALTHY;
                now = apps.state(lab.app())) {
            if (System.nanoTime() > deadline) {
                throw new IOException("the app did not come back in time");
            }
            if (now.starts() > starts) {
                phase = "A new process is starting. The senders keep trying and hear nothing.";
            }
            pause();
        }
    }

    private void count() {
        effects = attempts.stream().mapToLong(Try::effects).sum();
        good = attempts.stream().allMatch(attempt -> attempt.effects() == 1);
        end(
                good
                        ? "Healed: %d attempts, %d sends, %d %s. None lost, none twice."
                                .formatted(total, sends.get(), effects, lab.effectName())
                        : "%d attempts, but %d %s.".formatted(total, effects, lab.effectName()));
    }

    private void end(String words) {
        took = killedAt == 0 ? 0 : (System.nanoTime() - killedAt) / 1e9;
        phase = words;
        over = true;
    }

    private static void pause() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(500);
    }
}
