package dev.once.benchmarks.http;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A packaged application in a process of its own, with the core it was packaged with or with another before it. */
public final class RunningApp implements AutoCloseable {

    private static final String LAUNCHER = "org.springframework.boot.loader.launch.PropertiesLauncher";

    private final Surface surface;
    private final AppProcess process;
    private final URI address;
    private final HttpClient client;

    private RunningApp(Surface surface, AppProcess process, URI address, HttpClient client) {
        this.surface = surface;
        this.process = process;
        this.address = address;
        this.client = client;
    }

    public static RunningApp start(Surface surface, Path jar, @Nullable Path before, Database database)
            throws Exception {
        int port = FreePort.find();
        URI address = URI.create("http://127.0.0.1:" + port);
        AppProcess process = AppProcess.jar(jar)
                .named(surface.module())
                // Boot's other launcher takes more class path; the -jar that follows is an argument to it, and ignored.
                .jvm(
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        jar.toString(),
                        "-Dloader.path=" + (before == null ? "" : before),
                        LAUNCHER)
                .args(
                        "--spring.profiles.active=demo",
                        "--server.port=" + port,
                        "--server.address=127.0.0.1",
                        "--spring.datasource.url=" + database.jdbcUrl(),
                        "--spring.datasource.username=" + database.username(),
                        "--spring.datasource.password=" + database.password(),
                        "--logging.level.root=WARN")
                .args(surface.settings().toArray(String[]::new))
                .args(before == null ? new String[0] : new String[] {"--once.fence=off"})
                .start();
        try {
            process.awaitHttp(address.resolve("/actuator/health"), Duration.ofMinutes(2));
            HttpClient client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .cookieHandler(new CookieManager())
                    .build();
            surface.prepare(client, address);
            return new RunningApp(surface, process, address, client);
        } catch (Exception | Error e) {
            process.close();
            throw e;
        }
    }

    public String freshKey() {
        return surface.freshKey();
    }

    public void call(String key) throws Exception {
        HttpResponse<String> response =
                client.send(surface.request(address, key), HttpResponse.BodyHandlers.ofString());
        if (!surface.isDone(response)) {
            throw new IllegalStateException(surface.module() + " answered " + response.statusCode() + " to "
                    + response.headers().firstValue("Location").orElse("the caller") + ": "
                    + response.body().lines().limit(3).toList());
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
