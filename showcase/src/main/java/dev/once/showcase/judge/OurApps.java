package dev.once.showcase.judge;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.LocalPostgres;
import dev.once.showcase.launch.App;
import dev.once.showcase.launch.Apps;
import dev.once.showcase.launch.Control;
import dev.once.showcase.launch.Home;
import dev.once.showcase.launch.Ports;
import dev.once.showcase.surfaces.FormBrowser;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/** The four apps as {@code ./once} runs them: their files are ours, where they and their database are is found out. */
record OurApps(Home home, Ports ports) {

    void prepare(SettingsReader settings, String name) {
        App app = App.named(name)
                .orElseThrow(() -> new CannotJudge(
                        "'%s' is none of our apps.".formatted(name), "They are webhooks, forms, jobs and api."));
        settings.readText(JudgeCommand.resource(name));
        Apps.State state = ports.stateOf(app);
        if (state.health() != Apps.Health.HEALTHY) {
            throw new CannotJudge(
                    "%s does not answer on %s.".formatted(name, state.url()),
                    "Start it in another terminal: ./once %s".formatted(name));
        }
        settings.set("url", state.url().toString());
        if (app == App.FORMS) {
            signIn(settings, state.url());
        }
        // Joined until this process ends: the last to leave would stop the server under the apps.
        @SuppressWarnings("resource")
        Database database = LocalPostgres.join(home.postgres()).database();
        settings.set("effects.jdbc", database.jdbcUrl());
        settings.set("effects.user", database.username());
        settings.set("effects.password", database.password());
        Control.processOf(home, app).ifPresent(process -> settings.set("restart.command", "kill -9 " + process.pid()));
    }

    /** A form is sent with the cookie and the hidden fields of who opened it: Alice's, and Bob's of another tenant. */
    private static void signIn(SettingsReader settings, URI url) {
        String form = settings.get("request.body");
        try {
            var bob = new FormBrowser("bob@globex.test", "demo");
            settings.set("other-tenant.body", filled(form, bob.openForm(url, "/invoices/new")));
            settings.set("other-tenant.headers.Cookie", bob.cookieHeader());
            var alice = new FormBrowser("alice@acme.test", "demo");
            Map<String, String> fields = alice.openForm(url, "/invoices/new");
            for (String body : new String[] {"request.body", "other-body", "failing.body"}) {
                settings.set(body, filled(settings.get(body), fields));
            }
            settings.set("request.headers.Cookie", alice.cookieHeader());
        } catch (IOException e) {
            throw new CannotJudge("%s does not answer: %s".formatted(url, e.getMessage()), "Start it, and try again.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while signing in.", e);
        }
    }

    private static String filled(String form, Map<String, String> fields) {
        String filled = form;
        for (var field : fields.entrySet()) {
            filled = filled.replace("{" + field.getKey() + "}", Subject.encoded(field.getValue()));
        }
        return filled;
    }
}
