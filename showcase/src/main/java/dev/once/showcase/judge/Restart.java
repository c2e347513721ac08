package dev.once.showcase.judge;

import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The service is killed under requests by the command of the file, and comes back. */
final class Restart {

    private static final int SENDERS = 4;
    private static final int MOST = 400;

    private final Settings settings;
    private final Subject subject;
    private final SplittableRandom random;

    Restart(Settings settings, Subject subject, SplittableRandom random) {
        this.settings = settings;
        this.subject = subject;
        this.random = random;
    }

    void play(HttpTrial trial) {
        String command = settings.text("restart.command", "");
        if (command.isEmpty()) {
            throw new NotTried("No command is given that kills the service and starts it again (restart.command).");
        }
        trial.errorsAreExpected();
        Variation variation = Variation.with("", settings.under("restart.headers"));
        Queue<Intent> sent = new ConcurrentLinkedQueue<>();
        AtomicInteger unanswered = new AtomicInteger();
        AtomicBoolean killed = new AtomicBoolean();
        List<Thread> senders = Stream.generate(() -> new Thread(
                        () -> {
                            while (!killed.get() && sent.size() < MOST) {
                                Intent intent = trial.attempt();
                                sent.add(intent);
                                Heard heard = trial.send(intent, variation, sent.size());
                                if (heard.kind() == Heard.Kind.NOTHING || heard.status() >= 500) {
                                    unanswered.incrementAndGet();
                                    return;
                                }
                            }
                        },
                        "judge-sender"))
                .limit(SENDERS)
                .toList();
        senders.forEach(Thread::start);
        HttpTrial.pause(300 + random.nextInt(200));
        trial.happens("the command kills the service and starts it again");
        run(command);
        killed.set(true);
        senders.forEach(Restart::join);
        awaitAnswer();
        trial.happens("the service answers again");
        if (unanswered.get() == 0) {
            throw new NotTried("All requests had been answered when the service was killed, so nothing was at work.");
        }
        sent.forEach(intent -> trial.sendUntilYes(intent, Variation.NONE));
    }

    private void run(String command) {
        try {
            Process process = new ProcessBuilder("sh", "-c", command)
                    .directory(Settings.here().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(settings.seconds("restart.within", 120).toSeconds(), TimeUnit.SECONDS)
                    || process.exitValue() != 0) {
                throw new NotTried("The command that restarts the service failed: " + command);
            }
        } catch (IOException e) {
            throw new NotTried("The command that restarts the service cannot be run: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the service was restarted.", e);
        }
    }

    private void awaitAnswer() {
        Sender probe = new Sender(Duration.ofSeconds(2));
        long deadline =
                System.nanoTime() + settings.seconds("restart.within", 120).toNanos();
        while (probe.send(new Call("GET", subject.url(), Map.of(), "")).isSilent()) {
            if (System.nanoTime() > deadline) {
                throw new NotTried("The service did not come back.");
            }
            HttpTrial.pause(200);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(60));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the service was restarted.", e);
        }
    }
}
