package dev.once.benchmarks;

import dev.once.faults.FreePort;
import dev.once.localpostgres.Database;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A PgBouncer before one database, in transaction mode, where the machine has one. */
record PgBouncer(Process process, int port) implements AutoCloseable {

    private static final Path PROGRAM = Path.of("/usr/sbin/pgbouncer");

    private static final String SETTINGS =
            """
            [databases]
            bench = host=127.0.0.1 port=%s dbname=%s user=%s password=%s
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            unix_socket_dir =
            auth_type = any
            pool_mode = transaction
            default_pool_size = 20
            ignore_startup_parameters = extra_float_digits
            """;

    static boolean isInstalled() {
        return Files.isExecutable(PROGRAM);
    }

    static PgBouncer before(Database database) throws IOException, InterruptedException {
        Matcher url = Pattern.compile(":(\\d+)/([^?]+)").matcher(database.jdbcUrl());
        if (!url.find()) {
            throw new IllegalArgumentException("No port and database in " + database);
        }
        int port = FreePort.find();
        Path folder = Files.createTempDirectory("pgbouncer-");
        Path settings = Files.writeString(
                folder.resolve("pgbouncer.ini"),
                SETTINGS.formatted(url.group(1), url.group(2), database.username(), database.password(), port));
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        command.addAll(List.of(PROGRAM.toString(), "-q", settings.toString()));
        PgBouncer bouncer = new PgBouncer(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start(),
                port);
        while (bouncer.process.isAlive() && !bouncer.listens()) {
            Thread.sleep(50);
        }
        return bouncer;
    }

    String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/bench";
    }

    private boolean listens() {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
