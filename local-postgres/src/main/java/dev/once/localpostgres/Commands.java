package dev.once.localpostgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs PostgreSQL's programs to their end, as a user that PostgreSQL accepts. */
final class Commands {

    record Result(int exitCode, String output) {
        boolean ok() {
            return exitCode == 0;
        }
    }

    private Commands() {}

    /** The program is PostgreSQL's own, or one on the PATH. */
    static Result run(List<String> command) {
        Path program = Path.of(command.get(0));
        if (Files.exists(program) && !Files.isExecutable(program)) {
            throw notExecutable(command.get(0), null);
        }
        List<String> all = new ArrayList<>(Privileges.prefix());
        all.addAll(command);
        return runPlain(all);
    }

    /** Output goes to a file: a pipe would stay open as long as a server that inherited it. */
    static Result runPlain(List<String> command) {
        Path output = null;
        try {
            output = Files.createTempFile("once-", ".out");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(ProcessBuilder.Redirect.PIPE)
                    .redirectOutput(output.toFile());
            // English messages, and on macOS a server without LC_ALL may refuse to start.
            builder.environment().put("LC_ALL", "C");
            // A developer's PGDATA, PGPORT, PGOPTIONS .. belong to another server.
            builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(3, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new LocalPostgresException(
                        "This did not end within three minutes: " + String.join(" ", command) + ".",
                        "Look at what the machine is busy with, and start again.");
            }
            return new Result(process.exitValue(), Files.readString(output).strip());
        } catch (IOException e) {
            throw notRunnable(command.get(0), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalPostgresException("Interrupted while PostgreSQL was at work.", "Start again.", e);
        } finally {
            delete(output);
        }
    }

    private static LocalPostgresException notRunnable(String program, IOException e) {
        String text = String.valueOf(e.getMessage());
        if (text.contains("error=13") || text.contains("Permission denied")) {
            return notExecutable(program, e);
        }
        if (text.contains("No space left")) {
            return Folders.diskFull(Path.of(System.getProperty("java.io.tmpdir", "")), e);
        }
        return new LocalPostgresException(
                program + " cannot be started: " + text + ".",
                "On a Linux without glibc (Alpine) install PostgreSQL and set spring.datasource.url; otherwise delete the"
                        + " folder .once and start again.",
                e);
    }

    private static LocalPostgresException notExecutable(String program, @Nullable IOException e) {
        return new LocalPostgresException(
                program + " may not be executed.",
                "Its folder is perhaps on a disk mounted with noexec: set once.local-postgres.directory to a folder"
                        + " where programs may run.",
                e);
    }

    private static void delete(@Nullable Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // A left-over temporary file is no reason to fail.
        }
    }
}
