package dev.once.showcase;

import dev.once.faults.AppProcess;
import dev.once.faults.FreePort;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Everything that `./once` starts, on ports of its own and with a database of its own. */
final class Platform implements AutoCloseable {

    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    private final AppProcess launcher;
    private final URI url;

    private Platform(AppProcess launcher, URI url) {
        this.launcher = launcher;
        this.url = url;
    }

    /** The packaged jars; where one is missing, these tests are skipped, and a build of the whole project has all. */
    static Platform start(Path home) {
        linkJars(home);
        int showcase = FreePort.find();
        AppProcess.Command command = command(home);
        command.env("ONCE_SHOWCASE_PORT", String.valueOf(showcase));
        for (String name : List.of("WEBHOOKS", "FORMS", "JOBS", "API", "DASHBOARD")) {
            command.env("ONCE_" + name + "_PORT", String.valueOf(FreePort.find()));
        }
        AppProcess launcher = command.start();
        launcher.awaitLine("Ctrl-C ends everything", Duration.ofMinutes(4));
        return new Platform(launcher, URI.create("http://localhost:" + showcase + "/"));
    }

    static AppProcess.Command command(Path home) {
        return AppProcess.jar(jar(ROOT.resolve("showcase"), "showcase-[0-9].*-exec\\.jar"))
                .jvm("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Donce.home=" + home);
    }

    URI url() {
        return url;
    }

    AppProcess launcher() {
        return launcher;
    }

    /** Every process that the launcher has started, and theirs. */
    List<ProcessHandle> family() {
        return ProcessHandle.of(launcher.pid())
                .map(process -> new ArrayList<>(process.descendants().toList()))
                .orElseGet(ArrayList::new);
    }

    @Override
    public void close() {
        if (launcher.isAlive()) {
            launcher.stop(Duration.ofMinutes(1));
        }
        launcher.close();
    }

    /** A home of its own has a database and logs of its own, and the same jars. */
    static void linkJars(Path home) {
        for (String module : List.of("webhooks-app", "forms-app", "jobs-app", "public-api-app")) {
            Path jar = jar(ROOT.resolve(module), module + "-[0-9].*\\.jar");
            try {
                Path target = Files.createDirectories(home.resolve(module).resolve("target"));
                Files.createSymbolicLink(target.resolve(jar.getFileName()), jar);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private static Path jar(Path module, String name) {
        try (Stream<Path> files = Files.list(module.resolve("target"))) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no jar"));
        } catch (IOException e) {
            String words = module.getFileName() + " is not packaged: build the whole project to run this test.";
            System.err.println(words);
            Assumptions.abort(words);
            throw new IllegalStateException(e);
        }
    }
}
