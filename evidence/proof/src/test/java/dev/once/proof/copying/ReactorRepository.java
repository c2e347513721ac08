package dev.once.proof.copying;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/**
 * A Maven repository that is the user's, but for this project's own artifacts: those come from the build that is running, and
 * are installed nowhere.
 */
record ReactorRepository(Path folder) {

    private static final Path ROOT = Path.of("..", "..");
    private static final String VERSION = "1.0.0-SNAPSHOT";

    static ReactorRepository at(Path folder) throws IOException {
        Path users = Path.of(
                System.getProperty("once.maven.repository", System.getProperty("user.home") + "/.m2/repository"));
        FileSystemUtils.deleteRecursively(folder);
        link(users, folder, "dev");
        link(users.resolve("dev"), folder.resolve("dev"), "once");
        ReactorRepository repository = new ReactorRepository(folder);
        repository.add("once", List.of(ROOT.resolve("pom.xml")));
        for (String module : List.of("idempotency-core", "idempotency-test", "local-postgres")) {
            Path built = ROOT.resolve(module);
            repository.add(
                    module,
                    List.of(built.resolve("pom.xml"), built.resolve("target/" + module + "-" + VERSION + ".jar")));
        }
        return repository;
    }

    private static void link(Path from, Path to, String but) throws IOException {
        Files.createDirectories(to);
        if (Files.isDirectory(from)) {
            try (Stream<Path> children = Files.list(from)) {
                for (Path child : children.toList()) {
                    if (!child.getFileName().toString().equals(but)) {
                        Files.createSymbolicLink(to.resolve(child.getFileName()), child.toAbsolutePath());
                    }
                }
            }
        }
    }

    private void add(String artifact, List<Path> files) throws IOException {
        Path place = Files.createDirectories(
                folder.resolve("dev/once").resolve(artifact).resolve(VERSION));
        for (Path file : files) {
            String ending = file.toString().endsWith(".xml") ? ".pom" : ".jar";
            Files.copy(file, place.resolve(artifact + "-" + VERSION + ending));
        }
    }
}
