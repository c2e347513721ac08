package dev.once.showcase.judge;

import dev.once.faults.Hammer;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import dev.once.showcase.judge.Settings.Change;
import dev.once.showcase.judge.Settings.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** The service is killed under requests by the command of the file, and comes back. */
final class Restart {

    private static final int SENDERS = 4;
    private static final int MOST = 400;
    private static final int REPEATED = 40;

    private final HttpTrial trial;
    private final Settings.Restart settings;
    private final Request request;
    private final List<Intent> sent = Collections.synchronizedList(new ArrayList<>());
    private final Set<Intent> unanswered = Collections.synchronizedSet(new LinkedHashSet<>());
    private final AtomicBoolean over = new AtomicBoolean();

    Restart(HttpTrial trial) {
        this.trial = trial;
        this.settings = trial.run().settings().restart();
        this.request = trial.run().request(new Change(settings.headers(), ""));
    }

    void play() {
        CannotJudge.unless(
                !settings.command().isEmpty(),
                "No command is given that kills the service and starts it again (restart.command).");
        trial.run().sender().requireRoomFor(MOST + REPEATED);
        trial.errorsAreExpected();
        CompletableFuture<?> traffic = CompletableFuture.runAsync(
                () -> Hammer.of(SENDERS).within(Duration.ofHours(1)).strike(i -> sendUntilKilled()),
                HttpStaging::inThread);
        try {
            awaitTraffic();
            trial.happens("the command kills the service and starts it again");
            Shell.run(settings.command(), "", settings.within());
        } finally {
            over.set(true);
            traffic.join();
        }
        awaitAnswer();
        trial.happens("the service answers again");
        CannotJudge.unless(!unanswered.isEmpty(), "Nothing was at work when the service was killed.");
        Set<Intent> again = new LinkedHashSet<>(unanswered);
        again.addAll(sent.subList(Math.max(0, sent.size() - REPEATED), sent.size()));
        again.forEach(trial::sendUntilYes);
    }

    private int sendUntilKilled() {
        while (!over.get() && sent.size() < MOST) {
            Intent intent = trial.attempt();
            sent.add(intent);
            Heard heard = trial.send(intent, request, sent.size());
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
        int enough = 20 + trial.run().random().nextInt(40);
        for (int i = 0; i < 50 && sent.size() < enough; i++) {
            HttpTrial.pause(10);
        }
    }

    private void awaitAnswer() {
        long deadline = System.nanoTime() + Math.round(settings.within() * 1e9);
        Call look = new Call("GET", trial.run().subject().url(), Map.of(), "");
        while (trial.run().sender().send(look).isSilent()) {
            CannotJudge.unless(System.nanoTime() < deadline, "The service did not come back.");
            HttpTrial.pause(250);
        }
    }
}
