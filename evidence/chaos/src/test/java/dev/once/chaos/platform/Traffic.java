package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.chaos.history.Load;
import dev.once.chaos.history.Surface;
import dev.once.faults.verdict.Checker;
import dev.once.faults.verdict.History;
import dev.once.faults.verdict.Intent;
import dev.once.faults.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Senders of all four surfaces at the same time, and the judgement of what became of all that they sent. */
final class Traffic implements AutoCloseable {

    private static final int WITHOUT_END = Integer.MAX_VALUE;

    private record Side(App app, Surface surface, History history, Load load) {}

    private final Platform platform;
    private final Map<String, Side> sides = new LinkedHashMap<>();

    /** @param tag keeps the runs on one database apart */
    Traffic(Platform platform, String tag) {
        this.platform = platform;
        add("webhooks", App.WEBHOOKS, new Senders.Providers(platform, tag), 3, 15);
        add("forms", App.FORMS, new Senders.People(platform, tag), 2, 6);
        add("jobs", App.JOBS, new Senders.Bookkeepers(platform, tag), 2, 3);
        add("api", App.API, new Senders.Programs(platform, tag), 3, 15);
    }

    private void add(String name, App app, Surface surface, int senders, int perSecond) {
        History history = new History();
        Load load = new Load(surface, history, Report.SEED, senders * Report.LOAD, WITHOUT_END)
                .pace(perSecond * Report.LOAD);
        sides.put(name, new Side(app, surface, history, load));
    }

    /** Returns when each surface has done something: a fault that strikes while nobody has signed in yet proves nothing. */
    Traffic start() {
        sides.values().forEach(side -> side.load().start());
        try {
            Waiting.until("a first yes of each surface", Duration.ofMinutes(2), () -> sides.values().stream()
                    .allMatch(side -> side.history().acknowledged() > 0));
            return this;
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /** Attempts that wait for their answer from one of these apps now. */
    int inFlight(Collection<App> apps) {
        return sides.values().stream()
                .filter(side -> apps.contains(side.app()))
                .mapToInt(side -> side.load().inFlight())
                .sum();
    }

    int begun() {
        return sides.values().stream().mapToInt(side -> side.load().begun()).sum();
    }

    void awaitMore(int attempts) {
        int enough = begun() + attempts;
        Waiting.until(attempts + " more attempts", Duration.ofMinutes(2), () -> begun() >= enough);
    }

    /** Lets everything that has begun get its yes, and its jobs their end. */
    Map<String, Verdict> end() throws Exception {
        for (Side side : sides.values()) {
            side.load().stopFeeding();
        }
        for (Side side : sides.values()) {
            side.load().drain(Duration.ofMinutes(2));
        }
        close();
        Waiting.until("every job has ended", Platform.UNTIL_IDLE, platform::isIdle);
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        for (var side : sides.entrySet()) {
            verdicts.put(
                    side.getKey(),
                    Checker.verdict(
                            side.getValue().history(), side.getValue().surface().effects()));
        }
        return verdicts;
    }

    /** Everything that has begun gets its yes, and has one effect, one charge and one e-mail. */
    void judge(String during) throws Exception {
        List<String> damages = new ArrayList<>();
        for (var verdict : end().entrySet()) {
            Report.shared()
                    .judged(
                            verdict.getKey(),
                            during,
                            verdict.getValue(),
                            sides.get(verdict.getKey()).history().statuses());
            verdict.getValue().findings().forEach(finding -> damages.add(finding.toString()));
        }
        assertThat(damages).isEmpty();
        for (Intent statement : sides.get("jobs").load().intents()) {
            for (String kind : List.of("charges", "emails")) {
                assertThat(platform.vendor().done(kind, statement.key()))
                        .as(kind + " of " + statement)
                        .isOne();
            }
        }
    }

    /** All that anybody has heard, 0 being silence. */
    Set<Integer> statuses() {
        Set<Integer> statuses = new TreeSet<>();
        sides.values().forEach(side -> statuses.addAll(side.history().statuses().keySet()));
        return statuses;
    }

    @Override
    public void close() {
        sides.values().forEach(side -> side.load().close());
    }
}
