package dev.once.chaos.platform;

import dev.once.faults.CuttingProxy;
import dev.once.faults.Faults;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Does things to a platform, one after the other. The seed decides what, where and when. */
final class Mayhem {

    /** What can happen. Each comes round before any comes again. */
    enum Fault {
        KILL_ONE("kill -9 of an app, and a restart"),
        KILL_BOTH("kill -9 of both instances of an app, and a restart"),
        KILL_POSTGRES("kill -9 of PostgreSQL, and a restart"),
        TERMINATE_CONNECTIONS("all database connections terminated"),
        CUT_CLIENTS("clients' connections cut"),
        CUT_DATABASE("an app's database connections cut"),
        SLOW_NETWORK("networks delayed by a quarter of a second"),
        HALF_OPEN_CLIENTS("clients' network half open"),
        HALF_OPEN_DATABASE("an app's database network half open"),
        FREEZE("an app stopped and continued (SIGSTOP, SIGCONT)"),
        FULL_POOL("every claim of a surface held up, its pool full"),
        FAILOVER_KILL("kill -9 of the primary, and its standby promoted"),
        FAILOVER_FREEZE("the primary frozen (SIGSTOP), and its standby promoted"),
        FAILOVER_CUT_OFF("the primary cut off the network, and its standby promoted"),
        ROLLING_RESTART("both instances of an app restarted in turn, gracefully");

        final String words;

        Fault(String words) {
            this.words = words;
        }

        private boolean isOfOneApp() {
            return switch (this) {
                case KILL_POSTGRES, TERMINATE_CONNECTIONS, FAILOVER_KILL, FAILOVER_FREEZE, FAILOVER_CUT_OFF -> false;
                default -> true;
            };
        }
    }

    /** How many attempts wait for their answer from one of these apps. */
    interface InFlight {
        int at(Collection<App> apps);
    }

    private static final Faults WEATHER = Faults.none()
            .refused(0.01)
            .requestLost(0.01)
            .answerLost(0.02)
            .doubled(0.03)
            .delayed(0.05, Duration.ofMillis(200));

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final Map<App, String> LEDGERS = Map.of(
            App.WEBHOOKS, "webhooks.processed_events",
            App.FORMS, "forms.action_claims",
            App.JOBS, "jobs.job_results",
            App.API, "api.idempotency_keys");

    private final Platform platform;
    private final SplittableRandom random;
    private final long seed;
    private final InFlight inFlight;
    private final List<CompletableFuture<?>> healing = new ArrayList<>();

    Mayhem(Platform platform, long seed, InFlight inFlight) {
        this.platform = platform;
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        this.inFlight = inFlight;
    }

    /** From now on every connection of a client is unreliable. */
    void badWeather() {
        long[] number = {seed};
        platform.all().forEach(instance -> instance.front().randomly(number[0]++, WEATHER));
    }

    /** One fault after the other until the time is up, of these kinds and to these apps; then everything gets well. */
    void rage(Duration time, List<Fault> kinds, List<App> apps) throws Exception {
        long end = System.nanoTime() + time.toNanos();
        List<Fault> bag = new ArrayList<>();
        while (System.nanoTime() < end) {
            if (bag.isEmpty()) {
                bag.addAll(kinds);
            }
            Fault fault = bag.remove(random.nextInt(bag.size()));
            App app = apps.get(random.nextInt(apps.size()));
            Instance instance = platform.of(app).get(random.nextInt(2));
            int hit = awaitInFlight(fault.isOfOneApp() ? List.of(app) : apps);
            System.out.printf("mayhem: %s (%s), %d in flight%n", fault, instance, hit);
            Report.shared().injected(fault, hit);
            inject(fault, app, instance);
            pause(Duration.ofMillis(500 + random.nextInt(1500)));
        }
        for (CompletableFuture<?> restart : healing) {
            restart.get(10, TimeUnit.MINUTES);
        }
        platform.heal();
    }

    /** A fault that meets nothing proves nothing: it waits for something to strike, if not for ever. */
    private int awaitInFlight(List<App> apps) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        int hit = inFlight.at(apps);
        while (hit == 0 && System.nanoTime() < giveUp) {
            pause(Duration.ofMillis(1));
            hit = inFlight.at(apps);
        }
        return hit;
    }

    private void inject(Fault fault, App app, Instance instance) throws Exception {
        switch (fault) {
            case KILL_ONE -> kill(List.of(instance));
            case KILL_BOTH -> kill(platform.of(app));
            case KILL_POSTGRES -> {
                platform.postgres().kill();
                pause(Duration.ofMillis(random.nextInt(2000)));
                platform.postgres().start();
            }
            case TERMINATE_CONNECTIONS -> terminateConnections();
            case CUT_CLIENTS -> instance.front().cut();
            case CUT_DATABASE -> instance.toDatabase().forEach(CuttingProxy::cut);
            case SLOW_NETWORK -> {
                List<CuttingProxy> networks = new ArrayList<>(instance.toDatabase());
                networks.add(instance.front());
                forAWhile(networks, proxy -> proxy.roundTrip(Duration.ofMillis(250)));
            }
            case HALF_OPEN_CLIENTS -> forAWhile(List.of(instance.front()), CuttingProxy::halfOpen);
            case HALF_OPEN_DATABASE -> forAWhile(instance.toDatabase(), CuttingProxy::halfOpen);
            case FREEZE -> freeze(instance);
            case FULL_POOL -> holdUp(app);
            case FAILOVER_KILL -> failOver(Platform.Failover.KILL);
            case FAILOVER_FREEZE -> failOver(Platform.Failover.FREEZE);
            case FAILOVER_CUT_OFF -> failOver(Platform.Failover.CUT_OFF);
            case ROLLING_RESTART -> rollingRestart(app);
        }
    }

    private void kill(List<Instance> victims) {
        victims.forEach(victim -> victim.trouble.lock());
        try {
            victims.forEach(victim -> victim.process().kill9());
        } finally {
            victims.forEach(victim -> victim.trouble.unlock());
        }
        victims.forEach(victim -> healing.add(CompletableFuture.runAsync(() -> revive(victim), Mayhem::inThread)));
    }

    /** As whoever runs it would: it is started until it stays. */
    private static void revive(Instance victim) {
        victim.trouble.lock();
        try {
            for (int tries = 0; ; tries++) {
                try {
                    victim.restart();
                    return;
                } catch (AssertionError databaseWasAway) {
                    if (tries == 5) {
                        throw databaseWasAway;
                    }
                }
            }
        } finally {
            victim.trouble.unlock();
        }
    }

    private void rollingRestart(App app) {
        healing.add(CompletableFuture.runAsync(
                () -> platform.of(app).forEach(instance -> {
                    instance.trouble.lock();
                    try {
                        if (instance.process().isAlive()) {
                            instance.process().stop(Duration.ofSeconds(60));
                        }
                        revive(instance);
                    } finally {
                        instance.trouble.unlock();
                    }
                }),
                Mayhem::inThread));
    }

    private void terminateConnections() throws SQLException {
        try (Sql sql = new Sql(platform.connect())) {
            sql.count("select count(pg_terminate_backend(pid)) from pg_stat_activity"
                    + " where pid <> pg_backend_pid() and backend_type = 'client backend'");
        }
    }

    private void forAWhile(List<CuttingProxy> proxies, Consumer<CuttingProxy> trouble) {
        proxies.forEach(trouble);
        pause(Duration.ofMillis(1000 + random.nextInt(3000)));
        proxies.forEach(CuttingProxy::restore);
        proxies.forEach(CuttingProxy::cut);
        badWeather();
    }

    private void freeze(Instance instance) {
        instance.trouble.lock();
        try {
            if (instance.process().isAlive()) {
                instance.process().pause();
                pause(Duration.ofMillis(1000 + random.nextInt(7000)));
                instance.process().resume();
            }
        } finally {
            instance.trouble.unlock();
        }
    }

    private void failOver(Platform.Failover how) {
        platform.failOver(how);
        pause(Duration.ofMillis(2000 + random.nextInt(4000)));
        platform.standbyAgain();
        badWeather();
    }

    private void holdUp(App app) throws SQLException {
        try (Connection connection = platform.connect()) {
            connection.setAutoCommit(false);
            connection.createStatement().execute("lock table " + LEDGERS.get(app) + " in share mode");
            pause(Duration.ofMillis(1000 + random.nextInt(3000)));
        }
    }

    static void inThread(Runnable task) {
        Thread thread = new Thread(task, "healing");
        thread.setDaemon(true);
        thread.start();
    }

    private static void pause(Duration time) {
        try {
            TimeUnit.NANOSECONDS.sleep(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
