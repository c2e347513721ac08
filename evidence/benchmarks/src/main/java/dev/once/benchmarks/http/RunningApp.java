package dev.once.benchmarks.http;

import dev.once.benchmarks.bare.BareApplication;
import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.migrations.Migrations;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** An application in a process of its own, called as one of the surfaces; it logs as it does by default. */
public final class RunningApp implements AutoCloseable {

    private static final List<String> OWNERS = List.of("core", "webhooks", "forms", "jobs", "api");

    private final Surface surface;
    private final AppProcess process;
    private final URI address;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .build();

    private RunningApp(Surface surface, AppProcess process, URI address) {
        this.surface = surface;
        this.process = process;
        this.address = address;
    }

    private static RunningApp start(Surface surface, AppProcess.Command command, Database database, String readyPath) {
        int port = FreePort.find();
        URI address = URI.create("http://127.0.0.1:" + port);
        AppProcess process = command.jvm("-Xmx512m", "-XX:+UseSerialGC")
                .args(
                        "--server.port=" + port,
                        "--server.address=127.0.0.1",
                        "--spring.datasource.url=" + database.jdbcUrl(),
                        "--spring.datasource.username=" + database.username(),
                        "--spring.datasource.password=" + database.password())
                .start();
        try {
            process.awaitHttp(address.resolve(readyPath), Duration.ofMinutes(2));
            return new RunningApp(surface, process, address);
        } catch (Error e) {
            process.close();
            throw e;
        }
    }

    /** The packaged application under its demo settings, with the surface ready to be called. */
    public static RunningApp once(Surface surface, Path jar, Database database) throws Exception {
        AppProcess.Command command = AppProcess.jar(jar)
                .named(surface.module())
                .args("--spring.profiles.active=demo")
                .args(surface.settings().toArray(String[]::new));
        RunningApp app = start(surface, command, database, "/actuator/health");
        try {
            surface.prepare(app.client, app.address);
            return app;
        } catch (Exception e) {
            app.close();
            throw e;
        }
    }

    /** The endpoints without anything around them, on the same tables: from this jar, or where it is not packed from its classes. */
    public static RunningApp bare(Surface surface, Database database) {
        Migrations.migrate(
                new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()), OWNERS);
        boolean packed = BareApplication.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getProtocol()
                .equals("jar");
        AppProcess.Command command = packed
                ? AppProcess.jar(Path.of(System.getProperty("java.class.path"))).args("--bare")
                : AppProcess.main(BareApplication.class);
        return start(surface, command.args("--logging.config=classpath:bare-logback.xml"), database, "/");
    }

    /** The same process, called as another surface. */
    public RunningApp as(Surface other) {
        return new RunningApp(other, process, address);
    }

    public String freshKey() {
        return surface.freshKey();
    }

    /** Returns where the answer says that the work's row is; not every surface says so. */
    public String call(String key) throws Exception {
        HttpResponse<String> response =
                client.send(surface.request(address, key), HttpResponse.BodyHandlers.ofString());
        if (!surface.isDone(response)) {
            throw unexpected(response);
        }
        return response.headers().firstValue("Location").orElse("");
    }

    public void read(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(address.resolve(path)).build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw unexpected(response);
        }
    }

    private IllegalStateException unexpected(HttpResponse<String> response) {
        return new IllegalStateException("%s answered %d to %s: %s"
                .formatted(
                        surface.module(),
                        response.statusCode(),
                        response.uri(),
                        response.body().lines().limit(3).toList()));
    }

    /** The processor time that the process has had so far, in seconds. */
    public double processorSeconds() {
        return ProcessHandle.of(process.pid())
                .flatMap(running -> running.info().totalCpuDuration())
                .map(time -> time.toNanos() / 1e9)
                .orElse(0.0);
    }

    @Override
    public void close() {
        process.close();
    }
}
