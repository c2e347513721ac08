package dev.once.localpostgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One folder with PostgreSQL's data, and the server on it. Whoever calls makes sure that nobody else starts or stops
 * the same folder meanwhile; crashed servers and half-done starts of the past are healed here.
 */
final class Cluster {

    private static final String USER = "once";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int PORTS_TO_TRY = 5;

    private final Binaries binaries;
    private final Path folder;
    private final Path data;
    private final Path log;
    private final boolean fsync;
    private final int givenPort;
    private int port;

    /** With port 0 a free one is chosen at the first start, and kept over restarts while it is free. */
    Cluster(Binaries binaries, Path folder, int port, boolean fsync) {
        this.binaries = binaries;
        this.folder = folder;
        this.data = folder.resolve("data");
        this.log = folder.resolve("server.log");
        this.fsync = fsync;
        this.givenPort = port;
        this.port = port;
    }

    Database database() {
        return databaseOn(port());
    }

    synchronized int port() {
        return port;
    }

    /** Starts the server, or joins it where it lives already. */
    synchronized void start() {
        initialise();
        if (!isAlive()) {
            removeRemains();
        }
        if (!isAlive()) {
            startOnAFreePort();
        }
        port = PidFile.in(data).map(PidFile::port).orElse(port);
        write("port", Integer.toString(port));
        if (givenPort != 0 && givenPort != port) {
            throw ServerFailure.runsElsewhere(folder, port, givenPort);
        }
        Databases.createOnceIfMissing(database().named("postgres"));
    }

    synchronized void stop() {
        if (PidFile.in(data).flatMap(PidFile::process).isPresent()
                && !pgCtl("stop", "-m", "fast", "-w", "-t", "30").ok()) {
            kill();
        }
    }

    synchronized void kill() {
        PidFile.in(data).flatMap(PidFile::process).ifPresent(postmaster -> {
            List<ProcessHandle> all = new ArrayList<>(List.of(postmaster));
            all.addAll(postmaster.descendants().toList());
            all.forEach(ProcessHandle::destroyForcibly);
            all.forEach(process -> await(() -> !PidFile.isPostgres(process)));
        });
    }

    synchronized boolean isAlive() {
        return PidFile.in(data).filter(file -> answers(file.port())).isPresent();
    }

    synchronized void signal(String name) {
        PidFile.in(data).flatMap(PidFile::process).ifPresent(postmaster -> {
            // The postmaster first: then nobody is born meanwhile.
            kill(name, Stream.of(postmaster));
            kill(name, postmaster.descendants());
        });
    }

    private static void kill(String signal, Stream<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        Commands.runPlain(command);
    }

    synchronized void follow(Cluster primary, String name, int primaryPort) {
        kill();
        try {
            Folders.delete(data);
            write("password", primary.password());
            BaseBackup.of(primary.database(), primary.data, data);
            write("data/standby.signal", "");
            write(
                    "data/postgresql.auto.conf",
                    """
                    primary_conninfo = 'host=127.0.0.1 port=%d user=%s password=%s application_name=%s'
                    wal_retrieve_retry_interval = 100ms
                    """
                            .formatted(primaryPort, USER, primary.password(), name));
        } catch (IOException e) {
            throw Folders.failure(data, e);
        }
        Privileges.handOver(folder);
        start();
    }

    private void initialise() {
        if (Files.exists(data.resolve("PG_VERSION"))) {
            return;
        }
        Folders.create(folder);
        Path unfinished = folder.resolve("data.unfinished");
        try {
            Folders.delete(unfinished);
            write("password", UUID.randomUUID().toString());
            Privileges.handOver(folder);
            List<String> initdb = new ArrayList<>(List.of(
                    binaries.program("initdb").toString(),
                    "--pgdata=" + unfinished,
                    "--username=" + USER,
                    "--pwfile=" + folder.resolve("password"),
                    "--auth=scram-sha-256",
                    "--encoding=UTF8",
                    "--locale=C"));
            if (!fsync) {
                initdb.add("--no-sync");
            }
            Commands.Result result = Commands.run(initdb);
            if (!result.ok()) {
                throw ServerFailure.of(folder, result.output());
            }
            // Moved into place when complete, so that a process killed here leaves nothing that looks finished.
            Files.move(unfinished, data, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw Folders.failure(folder, e);
        }
    }

    /** A server that is starting or stopping gets its time; one that hangs is killed; a stale file goes. */
    private void removeRemains() {
        Optional<ProcessHandle> process = PidFile.in(data).flatMap(PidFile::process);
        if (process.isPresent()) {
            if (await(() -> isAlive() || !PidFile.isPostgres(process.get())) && isAlive()) {
                return;
            }
            kill();
        }
        try {
            Files.deleteIfExists(data.resolve("postmaster.pid"));
        } catch (IOException e) {
            throw Folders.failure(data, e);
        }
    }

    private void startOnAFreePort() {
        // Within one handle the port stays: its clients know it.
        boolean fixed = port != 0;
        int candidate =
                fixed ? port : Ports.free(read("port").map(Integer::parseInt).orElse(0));
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        for (int taken = 0; ; ) {
            if (fixed && !Ports.isFree(candidate)) {
                throw ServerFailure.portTaken(candidate);
            }
            deleteLog();
            Commands.Result result = pgCtl("start", "-w", "-t", "120", "-l", log.toString(), "-o", options(candidate));
            if (result.ok()) {
                port = candidate;
                return;
            }
            String said = read("server.log").orElse(result.output());
            if (ServerFailure.isPortTaken(said) && !fixed && ++taken < PORTS_TO_TRY) {
                candidate = Ports.free(0);
            } else if (ServerFailure.isStillEnding(said) && System.nanoTime() < giveUp) {
                // The children of a killed server notice its death one after the other.
                pause();
            } else if (ServerFailure.isPortTaken(said)) {
                throw ServerFailure.portTaken(candidate);
            } else {
                throw ServerFailure.of(folder, said);
            }
        }
    }

    private String options(int port) {
        return String.join(
                " -c ",
                "-c listen_addresses=127.0.0.1",
                "port=" + port,
                "unix_socket_directories=",
                "fsync=" + (fsync ? "on" : "off"),
                "synchronous_commit=on",
                "max_connections=300",
                "shared_buffers=64MB",
                // For a standby that is being copied, or is away for a while.
                "wal_keep_size=256MB",
                "lc_messages=C",
                "timezone=UTC");
    }

    private Commands.Result pgCtl(String action, String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(binaries.program("pg_ctl").toString(), action, "-D", data.toString()));
        command.addAll(List.of(arguments));
        return Commands.run(command);
    }

    private boolean answers(int port) {
        try (Connection connection = DriverManager.getConnection(
                databaseOn(port).named("postgres").jdbcUrl() + "?connectTimeout=5&loginTimeout=5&socketTimeout=5",
                USER,
                password())) {
            return true;
        } catch (SQLException e) {
            // Too many connections: busy, but alive.
            return "53300".equals(e.getSQLState());
        }
    }

    private Database databaseOn(int port) {
        return new Database("jdbc:postgresql://127.0.0.1:" + port + "/" + USER, USER, password());
    }

    private String password() {
        return read("password").orElseThrow(() -> ServerFailure.passwordLost(folder));
    }

    private Optional<String> read(String file) {
        try {
            return Optional.of(Files.readString(folder.resolve(file)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private void write(String file, String text) {
        try {
            Folders.writePrivately(folder.resolve(file), text);
        } catch (IOException e) {
            throw Folders.failure(folder, e);
        }
    }

    private void deleteLog() {
        try {
            Files.deleteIfExists(log);
        } catch (IOException e) {
            throw Folders.failure(folder, e);
        }
    }

    private static boolean await(BooleanSupplier condition) {
        long giveUp = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > giveUp) {
                return false;
            }
            pause();
        }
        return true;
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalPostgresException("Interrupted while PostgreSQL was starting.", "Start again.", e);
        }
    }
}
