package dev.once.showcase.launch;

import dev.once.localpostgres.Database;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Starts apps as processes of their own, starts those again that die, and ends them all. */
final class Supervisor implements Apps, AutoCloseable {

    private static final List<String> QUICK_START =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Xms64m", "-Xmx256m");

    private final Home home;
    private final Ports ports;
    private final Database database;
    private final Running running;
    private final Consumer<String> beyondHelp;
    private final Map<App, Child> children = new EnumMap<>(App.class);

    Supervisor(Home home, Ports ports, Database database, Running running, Consumer<String> beyondHelp) {
        this.home = home;
        this.ports = ports;
        this.database = database;
        this.running = running;
        this.beyondHelp = beyondHelp;
    }

    void start(Collection<App> apps) {
        for (App app : apps) {
            Child child = new Child(app, Ports.url(ports.of(app)), command(app), Logs.fresh(home.log(app.key())));
            children.put(app, child);
            child.start();
            note(child);
            Thread watch = new Thread(() -> watch(child), "watch-" + app.key());
            watch.setDaemon(true);
            watch.start();
        }
    }

    private void watch(Child child) {
        try {
            while (true) {
                String verdict = child.awaitEndAndRestart();
                if (verdict != null) {
                    beyondHelp.accept(verdict + " The end of its log ("
                            + home.root().relativize(child.log()) + "):\n\n" + child.tail());
                    return;
                }
                if (child.isStopping()) {
                    return;
                }
                note(child);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void note(Child child) {
        State state = child.state();
        ProcessHandle.of(state.process())
                .ifPresent(process ->
                        running.note(state.app().key(), process, state.url().toString()));
    }

    boolean isHealthy(App app) {
        return child(app).isHealthy();
    }

    @Override
    public List<App> all() {
        return List.copyOf(children.keySet());
    }

    @Override
    public State state(App app) {
        return child(app).state();
    }

    @Override
    public boolean kill9(App app) {
        child(app).kill9();
        return true;
    }

    /** All at once, so that it takes as long as the slowest. */
    @Override
    public void close() {
        children.values().forEach(Child::stop);
        children.values().forEach(Child::awaitStop);
    }

    private Child child(App app) {
        Child child = children.get(app);
        if (child == null) {
            throw new IllegalArgumentException(app.key() + " is not run here.");
        }
        return child;
    }

    private ProcessBuilder command(App app) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = new ArrayList<>();
        command.add(java.toString());
        command.addAll(QUICK_START);
        Path jar = home.jarOf(app);
        command.addAll(new ClassArchive(jar).options());
        command.addAll(List.of("-jar", jar.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(home.root().toFile());
        Map<String, String> environment = builder.environment();
        // To an app, ONCE_WEBHOOKS_PORT would be its setting once.webhooks.port.
        environment.keySet().removeIf(name -> name.matches("ONCE_[A-Z]+_PORT"));
        environment.put("SPRING_PROFILES_ACTIVE", "demo");
        environment.put("SPRING_DATASOURCE_URL", database.jdbcUrl());
        environment.put("SPRING_DATASOURCE_USERNAME", database.username());
        environment.put("SPRING_DATASOURCE_PASSWORD", database.password());
        environment.put("SERVER_PORT", String.valueOf(ports.of(app)));
        environment.put("JOBRUNR_DASHBOARD_PORT", String.valueOf(ports.dashboard()));
        ports.links().forEach((name, value) -> environment.put(variable(name), value));
        return builder;
    }

    private static String variable(String setting) {
        return setting.toUpperCase(Locale.ROOT).replaceAll("[.\\[-]", "_").replace("]", "");
    }
}
