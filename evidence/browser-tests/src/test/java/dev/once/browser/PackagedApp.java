package dev.once.browser;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/** One of the four apps as it is shipped, with its demo users, on a port and a database of its own. */
public final class PackagedApp implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final AppProcess process;
    private final Database database;
    private final int port;

    private PackagedApp(AppProcess process, Database database, int port) {
        this.process = process;
        this.database = database;
        this.port = port;
    }

    public static PackagedApp start(String module) {
        return start(module, Map.of());
    }

    /** With the fault kit on its class path, so that the environment can ask for an attempt to be parked. */
    public static PackagedApp start(String module, Map<String, String> environment) {
        Path jar = jar(module);
        Database database = TestPostgres.shared().newDatabase();
        int port = FreePort.find();
        AppProcess.Command command = AppProcess.jar(jar)
                // Boot's other launcher takes more class path; the -jar that follows is an argument to it, and ignored.
                .jvm(
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        jar.toString(),
                        "-Dloader.path=" + faultKit(),
                        "org.springframework.boot.loader.launch.PropertiesLauncher")
                .env("SPRING_PROFILES_ACTIVE", "demo")
                .env("SERVER_PORT", String.valueOf(port))
                .env("DASHBOARD_PORT", String.valueOf(FreePort.find()))
                .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                .env("SPRING_DATASOURCE_USERNAME", database.username())
                .env("SPRING_DATASOURCE_PASSWORD", database.password());
        environment.forEach(command::env);
        PackagedApp app = new PackagedApp(command.start(), database, port);
        try {
            return app.awaitReady();
        } catch (Throwable e) {
            app.close();
            throw e;
        }
    }

    public int port() {
        return port;
    }

    public Database database() {
        return database;
    }

    /** Killed as by a power cut, and started again. */
    public void killAndRestart() {
        process.kill9();
        process.restart();
        awaitReady();
    }

    @Override
    public void close() {
        process.close();
    }

    private PackagedApp awaitReady() {
        process.awaitHttp(URI.create("http://127.0.0.1:" + port + "/actuator/health/readiness"), PATIENCE);
        return this;
    }

    private static Path faultKit() {
        return Path.of(URI.create(AppProcess.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
    }

    private static Path jar(String module) {
        Path target = Path.of("..", "..", module, "target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches(module + "-[0-9.]+(-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("There is no jar in " + target + ": run mvn package first."));
        } catch (IOException e) {
            throw new AssertionError("There is no " + target + ": run mvn package first.", e);
        }
    }
}
