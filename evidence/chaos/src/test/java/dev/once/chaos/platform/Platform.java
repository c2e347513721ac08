package dev.once.chaos.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.faults.AppProcess;
import dev.once.faults.CuttingProxy;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.EmbeddedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;

/**
 * Two processes of every app, outside the demo profile, on a PostgreSQL and its standby. The second process of each lives
 * in another time, where the machine has libfaketime. Started once for all tests of this JVM.
 */
final class Platform {

    static final String OPERATOR = "operator";

    /** How a primary can be lost. */
    enum Failover {
        KILL,
        FREEZE,
        CUT_OFF
    }

    /** Mostly seconds; but a storm's ten thousand e-mails come one by one, and a lost retry is found after 10 to 15 minutes. */
    static final Duration UNTIL_IDLE = Duration.ofMinutes(17);

    /** Within what Stripe and Svix allow, so that both instances agree on signatures: 5 minutes. */
    private static final Duration CLOCKS_APART = Duration.ofMinutes(2);

    private static final List<String> LIBFAKETIME = List.of(
            "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
            "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
            "/usr/lib/faketime/libfaketime.so.1");

    private static @Nullable Platform shared;

    private final Place place;
    private final Map<String, Object> more;
    private final Secrets secrets = Secrets.fresh();
    private final Vendor vendor = new Vendor();
    private final int dashboardPort = FreePort.find();
    private final Map<App, List<Instance>> instances = new LinkedHashMap<>();

    /** Where the data are. */
    interface Place extends AutoCloseable {

        Database database();

        List<Integer> ports();

        /** What the apps connect to, through proxies before these ports. */
        String url(List<CuttingProxy> proxies);

        @Override
        void close();
    }

    Platform(Place place, Map<String, Object> more) throws SQLException {
        this.place = place;
        this.more = more;
        for (App app : App.values()) {
            instances.put(app, List.of(start(app, 1), start(app, 2)));
        }
        all().forEach(Instance::awaitReady);
        addPeople();
    }

    static synchronized Platform shared() throws SQLException {
        if (shared == null) {
            Platform platform = new Platform(new DatabasePair(), Map.of());
            Runtime.getRuntime().addShutdownHook(new Thread(platform::close));
            shared = platform;
        }
        return shared;
    }

    Secrets secrets() {
        return secrets;
    }

    Vendor vendor() {
        return vendor;
    }

    /** The primary. */
    EmbeddedServer postgres() {
        return databases().primary();
    }

    DatabasePair databases() {
        return (DatabasePair) place;
    }

    int dashboardPort() {
        return dashboardPort;
    }

    List<Instance> of(App app) {
        return instances.getOrDefault(app, List.of());
    }

    Instance any(App app) {
        return of(app).get(ThreadLocalRandom.current().nextInt(2));
    }

    Stream<Instance> all() {
        return instances.values().stream().flatMap(List::stream);
    }

    Connection connect() throws SQLException {
        return place.database().connect();
    }

    /** No bad weather, everybody alive and ready. */
    void heal() {
        if (place instanceof DatabasePair && !postgres().isAlive()) {
            postgres().start();
        }
        all().forEach(instance -> {
            instance.front().restore();
            instance.toDatabase().forEach(CuttingProxy::restore);
            instance.trouble.lock();
            try {
                if (!instance.process().isAlive()) {
                    instance.restart();
                }
                instance.awaitReady();
            } finally {
                instance.trouble.unlock();
            }
        });
    }

    /** The primary is lost in that way, and the standby is promoted. */
    void failOver(Failover how) {
        int old = databases().numberOfPrimary();
        switch (how) {
            case KILL -> databases().primary().kill();
            case FREEZE -> databases().primary().freeze();
            case CUT_OFF -> {
                databases().cutOff();
                all().forEach(instance -> instance.toDatabase().get(old).halfOpen());
            }
        }
        databases().promote();
    }

    /** The old primary is gone for good, and comes back as a standby. */
    void standbyAgain() {
        databases().follow();
        all().forEach(instance -> {
            CuttingProxy toStandby = instance.toDatabase().get(1 - databases().numberOfPrimary());
            toStandby.restore();
            toStandby.cut();
        });
    }

    /** What each process has logged where it answered 500. */
    List<String> answered500() {
        List<String> faults = new ArrayList<>();
        for (Instance instance : all().toList()) {
            List<String> lines = instance.lines();
            for (int at = 0; at < lines.size(); at++) {
                if (lines.get(at).contains("answered 500")) {
                    faults.add(instance + ": " + String.join("\n", lines.subList(at, Math.min(at + 40, lines.size()))));
                }
            }
        }
        return faults;
    }

    boolean clocksAreApart() {
        return libfaketime().isPresent();
    }

    /** Nothing waits in the outbox, and every run has ended. */
    boolean isIdle() throws SQLException {
        try (Sql sql = new Sql(connect())) {
            return sql.count("select count(*) from once.outbox where done_at is null and parked_at is null") == 0
                    && sql.count("select count(*) from jobs.runs where status in ('queued', 'running')") == 0;
        }
    }

    private Instance start(App app, int number) {
        Database database = place.database();
        List<CuttingProxy> toDatabase =
                place.ports().stream().map(CuttingProxy::inFrontOf).toList();
        int port = FreePort.find();
        AppProcess.Command command = AppProcess.jar(app.jar())
                .named(app.module() + " " + number)
                .jvm("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m")
                .env("SPRING_APPLICATION_JSON", json(settings(number)))
                .args("--server.port=" + port, "--server.address=127.0.0.1")
                .env("SPRING_DATASOURCE_URL", place.url(toDatabase))
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password());
        if (number == 2) {
            libfaketime().ifPresent(library -> command.env("LD_PRELOAD", library.toString())
                    .env("FAKETIME", "+" + CLOCKS_APART.toSeconds() + "s")
                    // A JVM waits by the monotonic clock: faked or 'fixed', its waits would spin.
                    .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
                    .env("FAKETIME_FORCE_MONOTONIC_FIX", "0"));
        }
        return new Instance(app, number, port, command.start(), toDatabase);
    }

    private Map<String, Object> settings(int number) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put("once.operator.username", OPERATOR);
        settings.put("once.operator.password", secrets.operator());
        settings.put("once.viewer.password", secrets.viewer());
        settings.put("once.web.public-url", "http://127.0.0.1");
        settings.put("management.endpoints.web.exposure.include", "health,info,prometheus,once,clients,mappings");
        settings.put("once.webhooks.stripe.secrets", secrets.stripe());
        settings.put("once.webhooks.github.secrets", secrets.github());
        settings.put("once.webhooks.lemonsqueezy.secrets", secrets.lemonSqueezy());
        settings.put("once.webhooks.resend.secrets", secrets.resend());
        settings.put("once.api.clients.acme", secrets.acme());
        settings.put("once.api.clients.globex", secrets.globex());
        settings.put("once.jobs.vendor-url", vendor.url().toString());
        settings.put("once.jobs.vendor-secret", secrets.vendor());
        settings.put("once.jobs.vendor-timeout", "5s");
        settings.put("once.outbox.lease", "5s");
        settings.put("jobrunr.background-job-server.poll-interval-in-seconds", 5);
        settings.put("jobrunr.jobs.retry-back-off-time-seed", 2);
        settings.put("jobrunr.jobs.default-number-of-retries", 30);
        settings.put("jobrunr.dashboard.enabled", number == 1);
        settings.put("jobrunr.dashboard.username", "dashboard-viewer");
        settings.put("jobrunr.dashboard.password", secrets.dashboard());
        settings.put("jobrunr.dashboard.port", dashboardPort);
        settings.putAll(more);
        return settings;
    }

    /** As the command for adding a user would: two organisations with one member each. */
    private void addPeople() throws SQLException {
        var encoder = PasswordEncoderFactories.createDelegatingPasswordEncoder();
        Map<String, List<String>> people = Map.of(
                "Acme",
                List.of("alice@acme.test", secrets.alice()),
                "Globex",
                List.of("bob@globex.test", secrets.bob()));
        try (Sql sql = new Sql(connect())) {
            for (var organisation : people.entrySet()) {
                sql.update("insert into forms.organisations (name) values (?)", organisation.getKey());
                sql.update(
                        """
                        insert into forms.users (org_id, email, password_hash)
                        select id, ?, ? from forms.organisations where name = ?
                        """,
                        organisation.getValue().get(0),
                        encoder.encode(organisation.getValue().get(1)),
                        organisation.getKey());
            }
        }
    }

    private static Optional<Path> libfaketime() {
        return LIBFAKETIME.stream().map(Path::of).filter(Files::exists).findFirst();
    }

    private static String json(Map<String, Object> settings) {
        try {
            return new ObjectMapper().writeValueAsString(settings);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    void close() {
        List<Instance> running = new ArrayList<>(all().toList());
        running.forEach(Instance::close);
        vendor.close();
        place.close();
    }
}
