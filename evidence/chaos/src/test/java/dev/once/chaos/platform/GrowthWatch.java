package dev.once.chaos.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Looks twelve times at what could grow: the memory, threads and files of the processes, and the database's connections. */
final class GrowthWatch implements AutoCloseable {

    private static final int LOOKS = 12;

    /**
     * @param second since the first look
     * @param attempts begun until then
     * @param megabytes resident, of all eight processes
     * @param files open files and sockets of all eight
     */
    record Look(long second, int attempts, long megabytes, long threads, long files, long connections) {}

    private final Platform platform;
    private final Traffic traffic;
    private final long began = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "growth");
        thread.setDaemon(true);
        return thread;
    });

    GrowthWatch(Platform platform, Traffic traffic, Duration time) {
        this.platform = platform;
        this.traffic = traffic;
        long every = time.toMillis() / LOOKS;
        timer.scheduleAtFixedRate(this::look, every, every, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }

    /** Where a process or the database is away just now, this look is left out. */
    private void look() {
        try (Sql sql = new Sql(platform.connect())) {
            long kilobytes = 0;
            long threads = 0;
            long files = 0;
            for (Instance instance : platform.all().toList()) {
                Path process = Path.of("/proc", Long.toString(instance.process().pid()));
                List<String> status = Files.readAllLines(process.resolve("status"));
                kilobytes += number(status, "VmRSS:");
                threads += number(status, "Threads:");
                try (var open = Files.list(process.resolve("fd"))) {
                    files += open.count();
                }
            }
            long connections = sql.count("select count(*) from pg_stat_activity where backend_type = 'client backend'");
            Report.shared()
                    .looked(new Look(
                            TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began),
                            traffic.begun(),
                            kilobytes / 1024,
                            threads,
                            files,
                            connections));
        } catch (IOException | SQLException | RuntimeException away) {
            System.out.println("growth: nothing to see: " + away);
        }
    }

    private static long number(List<String> status, String name) {
        return status.stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }
}
