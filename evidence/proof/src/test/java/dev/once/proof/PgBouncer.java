package dev.once.proof;

import static org.awaitility.Awaitility.await;

import dev.once.localpostgres.Database;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A PgBouncer before one database that shares its connections out by the transaction. */
final class PgBouncer implements AutoCloseable {

    private static final Pattern URL = Pattern.compile("jdbc:postgresql://([^:/]+)(?::(\\d+))?/([^?]+).*");

    private static final String SETTINGS =
            """
            [databases]
            lab = host=%s port=%s dbname=%s user=%s password=%s
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = 2
            ignore_startup_parameters = extra_float_digits
            """;

    private final Process process;
    private final Path folder;
    private final int port;

    private PgBouncer(Process process, Path folder, int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    static Optional<Path> program() {
        return Arrays.stream((System.getenv("PATH") + File.pathSeparator + "/usr/sbin").split(File.pathSeparator))
                .map(entry -> Path.of(entry, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    static PgBouncer before(Database database) throws IOException {
        Matcher url = URL.matcher(database.jdbcUrl());
        if (!url.matches()) {
            throw new IllegalArgumentException("No host and database in " + database);
        }
        int port = freePort();
        Path folder = Files.createTempDirectory("pgbouncer-");
        Path settings = folder.resolve("pgbouncer.ini");
        Files.writeString(
                settings,
                SETTINGS.formatted(
                        url.group(1),
                        url.group(2) == null ? "5432" : url.group(2),
                        url.group(3),
                        database.username(),
                        database.password(),
                        port));
        List<String> command = new ArrayList<>();
        if (System.getProperty("user.name").equals("root")) {
            // It refuses to run as root, and then must be able to read what root has written.
            command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        command.addAll(List.of(program().orElseThrow().toString(), settings.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        PgBouncer bouncer = new PgBouncer(process, folder, port);
        await().atMost(Duration.ofSeconds(20)).until(bouncer::answers);
        return bouncer;
    }

    String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/lab";
    }

    private boolean answers() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException(Files.readString(folder.resolve("log")));
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        process.onExit().join();
        for (String file : List.of("pgbouncer.ini", "log", "")) {
            Files.deleteIfExists(folder.resolve(file));
        }
    }
}
