package dev.once.showcase.launch;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The four apps, and where each is found. */
public enum App {
    WEBHOOKS("Webhooks", "webhooks-app", 8081),
    FORMS("Forms", "forms-app", 8082),
    JOBS("Jobs", "jobs-app", 8083),
    API("Public API", "public-api-app", 8084);

    private final String title;
    private final String module;
    private final int usualPort;

    App(String title, String module, int usualPort) {
        this.title = title;
        this.module = module;
        this.usualPort = usualPort;
    }

    public static Optional<App> named(String name) {
        return Stream.of(values()).filter(app -> app.key().equals(name)).findFirst();
    }

    /** Its name on the command line and in addresses. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String title() {
        return title;
    }

    String module() {
        return module;
    }

    int usualPort() {
        return usualPort;
    }

    /** The variable that moves it to another port. */
    String portVariable() {
        return "ONCE_" + name() + "_PORT";
    }
}
