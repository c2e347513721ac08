package dev.once.localpostgres;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.testcontainers.postgresql.PostgreSQLContainer;

/** PostgreSQL in a container, where Docker answers; asked first by hand, because Testcontainers looks long and loudly. */
final class Docker {

    private static final int SECONDS = 2;

    private Docker() {}

    static boolean answers() {
        return isOnClassPath() && hosts().stream().anyMatch(Docker::answers);
    }

    /** Testcontainers removes the container when this JVM has ended, however it ended. */
    static Database start(String image) {
        PostgreSQLContainer container = new PostgreSQLContainer(image)
                .withDatabaseName("once")
                .withUsername("once")
                .withPassword("once")
                .withCommand("postgres", "-c", "fsync=on", "-c", "max_connections=300", "-c", "lc_messages=C");
        container.start();
        AtExit.run(container::stop);
        return new Database(container.getJdbcUrl(), container.getUsername(), container.getPassword());
    }

    static boolean answers(URI host) {
        CompletableFuture<Boolean> ping = new CompletableFuture<>();
        Thread thread = new Thread(() -> ping.complete(ping(host)), "docker-ping");
        thread.setDaemon(true);
        thread.start();
        try {
            return ping.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean isOnClassPath() {
        try {
            Class.forName("org.testcontainers.postgresql.PostgreSQLContainer");
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private static List<URI> hosts() {
        String given = System.getenv("DOCKER_HOST");
        if (given != null && !given.isBlank()) {
            return List.of(URI.create(given.strip()));
        }
        return Stream.of(
                        Path.of("/var/run/docker.sock"),
                        below(System.getenv("XDG_RUNTIME_DIR"), "docker.sock"),
                        below(System.getProperty("user.home"), ".docker/run/docker.sock"))
                .filter(Objects::nonNull)
                .filter(Files::exists)
                .map(path -> URI.create("unix://" + path))
                .toList();
    }

    private static @Nullable Path below(@Nullable String folder, String file) {
        return folder == null || folder.isBlank() ? null : Path.of(folder).resolve(file);
    }

    private static boolean ping(URI host) {
        try (SocketChannel channel = open(host)) {
            channel.write(
                    ByteBuffer.wrap("GET /_ping HTTP/1.0\r\nHost: docker\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
            byte[] status = Channels.newInputStream(channel).readNBytes(15);
            return new String(status, StandardCharsets.US_ASCII).contains(" 200");
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    private static SocketChannel open(URI host) throws IOException {
        return switch (String.valueOf(host.getScheme())) {
            case "unix" -> SocketChannel.open(UnixDomainSocketAddress.of(host.getPath()));
            case "tcp", "http" -> SocketChannel.open(new InetSocketAddress(host.getHost(), host.getPort()));
            default -> throw new IOException("No way to ask " + host);
        };
    }
}
