package dev.once.showcase.judge;

import dev.once.faults.Hammer;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The service is killed under requests by the command of the file, and comes back. */
final class Restart {

    private static final int SENDERS = 4;
    private static final int MOST = 400;
    private static final int REPEATED = 40;

    private final Settings settings;
    private final Subject subject;
    private final Sender sender;
    private final SplittableRandom random;
    private final List<Intent> sent = Collections.synchronizedList(new ArrayList<>());
    private final Set<Intent> unanswered = Collections.synchronizedSet(new LinkedHashSet<>());
    private final AtomicBoolean over = new AtomicBoolean();

    Restart(Settings settings, Subject subject, Sender sender, SplittableRandom random) {
        this.settings = settings;
        this.subject = subject;
        this.sender = sender;
        this.random = random;
    }

    void play(HttpTrial trial) {
        String command = settings.text("restart.command", "");
        if (command.isEmpty()) {
            throw new CannotJudge("No command is given that kills the service and starts it again (restart.command).");
        }
        sender.requireRoomFor(MOST + REPEATED);
        trial.errorsAreExpected();
        Duration within = settings.seconds("restart.within", 120);
        CompletableFuture<?> traffic = CompletableFuture.runAsync(
                () -> Hammer.of(SENDERS).within(Duration.ofHours(1)).strike(i -> sendUntilKilled(trial)),
                work -> new Thread(work, "judge-traffic").start());
        try {
            awaitTraffic();
            trial.happens("the command kills the service and starts it again");
            Shell.run(command, "", within);
        } finally {
            over.set(true);
            traffic.join();
        }
        awaitAnswer(within);
        trial.happens("the service answers again");
        if (unanswered.isEmpty()) {
            throw new CannotJudge("Nothing was at work when the service was killed.");
        }
        Set<Intent> again = new LinkedHashSet<>(unanswered);
        again.addAll(sent.subList(Math.max(0, sent.size() - REPEATED), sent.size()));
        again.forEach(intent -> trial.sendUntilYes(intent, Variation.NONE));
    }

    private int sendUntilKilled(HttpTrial trial) {
        Variation manner = Variation.with("", settings.under("restart.headers"));
        while (!over.get() && sent.size() < MOST) {
            Intent intent = trial.attempt();
            sent.add(intent);
            Heard heard = trial.send(intent, manner, sent.size());
            if (heard.kind() == Heard.Kind.NOTHING || heard.status() >= 500) {
                unanswered.add(intent);
                break;
            }
            // Where the command takes its time there must be something left to send.
            HttpTrial.pause(sent.size() > MOST / 2 ? 10 : 0);
        }
        return sent.size();
    }

    /** Until a few tens have been sent, or a moment has passed where each takes long. */
    private void awaitTraffic() {
        int enough = 20 + random.nextInt(40);
        for (int i = 0; i < 50 && sent.size() < enough; i++) {
            HttpTrial.pause(10);
        }
    }

    private void awaitAnswer(Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        while (sender.send(new Call("GET", subject.url(), Map.of(), "")).isSilent()) {
            if (System.nanoTime() > deadline) {
                throw new CannotJudge("The service did not come back.");
            }
            HttpTrial.pause(250);
        }
    }
}
