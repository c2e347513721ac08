package dev.once.localpostgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a server wrote into `postmaster.pid`; the file alone does not prove that the server lives. */
record PidFile(long pid, Instant started, int port) {

    /** After a crash the number may belong to somebody else: then its process started at quite another time. */
    private static final Duration SAME_START = Duration.ofMinutes(5);

    static Optional<PidFile> in(Path data) {
        try {
            List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
            return Optional.of(new PidFile(
                    Math.abs(Long.parseLong(lines.get(0).strip())),
                    Instant.ofEpochSecond(Long.parseLong(lines.get(2).strip())),
                    Integer.parseInt(lines.get(3).strip())));
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    /** The server's process, if it still runs. */
    Optional<ProcessHandle> process() {
        return ProcessHandle.of(pid).filter(PidFile::isPostgres).filter(this::startedThen);
    }

    /** A dead server that nobody has waited for still has a number: that is no running process. */
    static boolean isPostgres(ProcessHandle process) {
        Path stat = Path.of("/proc", Long.toString(process.pid()), "stat");
        try {
            if (Files.exists(Path.of("/proc/self/stat"))) {
                String text = Files.readString(stat);
                char state = text.charAt(text.lastIndexOf(')') + 2);
                return text.contains("(postgres)") && state != 'Z' && state != 'X';
            }
        } catch (IOException e) {
            return false;
        }
        return process.isAlive()
                && process.info()
                        .command()
                        .filter(command -> command.contains("postgres"))
                        .isPresent();
    }

    private boolean startedThen(ProcessHandle process) {
        return process.info()
                .startInstant()
                .map(start -> Duration.between(start, started).abs().compareTo(SAME_START) < 0)
                .orElse(true);
    }
}
