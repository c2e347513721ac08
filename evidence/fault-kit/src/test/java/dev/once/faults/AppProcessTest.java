package dev.once.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppProcessTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    @Test
    void it_is_killed_frozen_and_started_again() throws Exception {
        try (var app = AppProcess.main(Talker.class).start()) {
            var first = url(app);
            app.awaitHttp(first, SOON);
            long pid = app.pid();

            app.pause();
            assertThatThrownBy(() -> get(first)).isInstanceOf(HttpTimeoutException.class);
            app.resume();
            assertThat(get(first)).isEqualTo(204);

            app.kill9();
            assertThat(app.isAlive()).isFalse();
            assertThat(app.output()).noneMatch(line -> line.contains("goodbye"));
            assertThatThrownBy(() -> get(first)).isInstanceOf(ConnectException.class);

            app.restart();
            assertThat(get(url(app))).isEqualTo(204);
            assertThat(app.pid()).isNotEqualTo(pid);

            assertThat(app.stop()).isEqualTo(143);
            app.awaitLine("goodbye", SOON);
        }
    }

    @Test
    void a_jar_is_started_too(@TempDir Path folder) throws Exception {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Talker.class.getName());
        Path jar = folder.resolve("talker.jar");
        String entry = Talker.class.getName().replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                var in = Talker.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        try (var app = AppProcess.jar(jar)
                .named("the talker")
                .args("fail")
                .env("DATABASE", "nowhere")
                .start()) {
            assertThat(app.awaitExit(SOON)).isEqualTo(3);
            assertThat(app.awaitLine("no database", SOON)).isEqualTo("no database at nowhere");
        }
    }

    @Test
    void one_that_ends_while_it_is_waited_for_is_told_with_its_last_lines() {
        try (var app = AppProcess.main(Talker.class).args("fail").start()) {
            assertThatThrownBy(() -> app.awaitLine("listening", SOON))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("a line with 'listening', but it ended")
                    .hasMessageContaining("no database at");
            assertThatThrownBy(() -> app.awaitHttp(URI.create("http://127.0.0.1:" + FreePort.find()), SOON))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("but it ended");
        }
    }

    @Test
    void patience_ends_with_a_sentence() {
        try (var app = AppProcess.main(Talker.class).start()) {
            assertThatThrownBy(() -> app.awaitLine("never said", Duration.ofMillis(300)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("300 ms have passed");
            assertThatThrownBy(() -> app.awaitExit(Duration.ofMillis(100)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("still runs after 100 ms");
        }
    }

    @Test
    void nothing_is_left_behind_not_even_a_frozen_one_or_a_child() {
        var app = AppProcess.main(Talker.class).args("parent").start();
        long child = Long.parseLong(app.awaitLine("child ", SOON).substring("child ".length()));
        app.pause();
        app.close();
        assertThat(app.isAlive()).isFalse();
        Eventually.holds(SOON, () -> assertThat(ProcessHandle.of(child).filter(ProcessHandle::isAlive))
                .isEmpty());
    }

    private static URI url(AppProcess app) {
        return URI.create(
                "http://127.0.0.1:" + app.awaitLine("listening on ", SOON).substring("listening on ".length()));
    }

    private static int get(URI url) throws Exception {
        var request = HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(1)).build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
