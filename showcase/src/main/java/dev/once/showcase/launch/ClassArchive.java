package dev.once.showcase.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The classes of an app as a JVM has them in memory: its first start lists them, they are archived when it is ready, and later
 * starts map the archive. A JVM that cannot use one, since it or the jar is another, starts without it.
 *
 * @param jar unpacked: what is in a jar inside a jar cannot be archived
 */
record ClassArchive(Path jar) {

    static final String UNPACKED = "unpacked";

    /** What to start the app with. */
    List<String> options() {
        if (!isUnpacked()) {
            return List.of();
        }
        return List.of(
                Files.exists(file()) ? "-XX:SharedArchiveFile=" + file() : "-XX:DumpLoadedClassList=" + list(),
                "-Xlog:cds=off");
    }

    /** In a process of its own, which gives way to others, so that the app goes on. */
    void write() throws InterruptedException {
        if (!isUnpacked() || Files.exists(file()) || !Files.exists(list())) {
            return;
        }
        Path complete = sibling("complete");
        Path written = sibling("written");
        try {
            // The app goes on listing: its last line may be half of one.
            String listed = Files.readString(list());
            Files.writeString(complete, listed.substring(0, listed.lastIndexOf('\n') + 1));
            Process dump = new ProcessBuilder(
                            "nice",
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xshare:dump",
                            "-XX:+UseSerialGC",
                            "-XX:SharedClassListFile=" + complete,
                            "-XX:SharedArchiveFile=" + written,
                            "-cp",
                            jar.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                // Half an archive would bring the JVM down.
                if (dump.waitFor() == 0) {
                    Files.move(written, file(), StandardCopyOption.ATOMIC_MOVE);
                }
            } finally {
                dump.destroyForcibly();
            }
        } catch (IOException e) {
            // The next start is as slow as this one was, and tries again.
        }
    }

    Path file() {
        return sibling("jsa");
    }

    Path list() {
        return sibling("classes");
    }

    private boolean isUnpacked() {
        return folder().endsWith(UNPACKED);
    }

    private Path folder() {
        return jar.resolveSibling("");
    }

    private Path sibling(String ending) {
        return folder().resolveSibling(System.getProperty("java.vm.version") + "." + ending);
    }
}
