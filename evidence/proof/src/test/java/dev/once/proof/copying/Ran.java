package dev.once.proof.copying;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A command that has ended. */
record Ran(int exit, String output) {

    private static final int LONGEST_OUTPUT = 8000;

    static Ran of(Path folder, String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return new Ran(process.exitValue(), output.substring(Math.max(0, output.length() - LONGEST_OUTPUT)));
    }
}
