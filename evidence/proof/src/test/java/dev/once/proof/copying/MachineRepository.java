package dev.once.proof.copying;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.FileSystemUtils;

/** The Maven repository of a machine that has never seen Once: links to the user's, and room for what is installed beside them. */
record MachineRepository(Path folder) {

    static MachineRepository at(Path folder) throws IOException {
        Path users = Path.of(
                System.getProperty("once.maven.repository", System.getProperty("user.home") + "/.m2/repository"));
        FileSystemUtils.deleteRecursively(folder);
        link(users, folder, List.of("dev", "com"));
        link(users.resolve("dev"), folder.resolve("dev"), List.of("once"));
        link(users.resolve("com"), folder.resolve("com"), List.of("acme"));
        return new MachineRepository(folder);
    }

    /** A Maven build in that folder. */
    Ran build(Path project, List<String> arguments) throws Exception {
        List<String> maven = new ArrayList<>(List.of("mvn", "-B", "-q", "-Dmaven.repo.local=" + folder));
        maven.addAll(arguments);
        if ("offline=true".equals(System.getProperty("once.maven.mode"))) {
            maven.addAll(List.of("-o", "-Daether.offline.protocols=file"));
        }
        return Ran.of(project, maven.toArray(String[]::new));
    }

    private static void link(Path from, Path to, List<String> but) throws IOException {
        Files.createDirectories(to);
        if (Files.isDirectory(from)) {
            try (Stream<Path> children = Files.list(from)) {
                for (Path child : children.toList()) {
                    if (!but.contains(child.getFileName().toString())) {
                        Files.createSymbolicLink(to.resolve(child.getFileName()), child.toAbsolutePath());
                    }
                }
            }
        }
    }
}
