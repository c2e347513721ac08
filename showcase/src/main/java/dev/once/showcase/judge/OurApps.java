package dev.once.showcase.judge;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.LocalPostgres;
import dev.once.showcase.launch.App;
import dev.once.showcase.launch.Apps;
import dev.once.showcase.launch.Control;
import dev.once.showcase.launch.Home;
import dev.once.showcase.launch.Ports;
import java.util.Map;

/** The four apps as {@code ./once} runs them: their files are ours, where they and their database are is found out. */
final class OurApps {

    private final Home home;
    private final Ports ports;

    OurApps(Home home, Ports ports) {
        this.home = home;
        this.ports = ports;
    }

    void prepare(Settings settings, String name, Map<String, String> given) {
        App app = App.named(name)
                .orElseThrow(() -> new CannotJudge(
                        "'%s' is none of our apps.".formatted(name), "They are webhooks, forms, jobs and api."));
        settings.readText(JudgeCommand.resource(name));
        if (!given.containsKey("url")) {
            Apps.State state = ports.stateOf(app);
            if (state.health() != Apps.Health.HEALTHY) {
                throw new CannotJudge(
                        "%s does not answer on %s.".formatted(name, state.url()),
                        "Start it in another terminal: ./once %s".formatted(name));
            }
            settings.set("url", state.url().toString());
        }
        if (!given.containsKey("effects.jdbc")) {
            // Joined until this process ends: the last to leave would stop the server under the apps.
            @SuppressWarnings("resource")
            Database database = LocalPostgres.join(home.postgres()).database();
            settings.set("effects.jdbc", database.jdbcUrl());
            settings.set("effects.user", database.username());
            settings.set("effects.password", database.password());
        }
        Control.processOf(home, app).ifPresent(process -> settings.set("restart.command", "kill -9 " + process.pid()));
    }
}
