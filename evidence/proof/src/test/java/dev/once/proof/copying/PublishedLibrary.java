package dev.once.proof.copying;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.util.FileSystemUtils;

/**
 * What {@code mvn deploy} puts into a folder, from a second copy of the sources: the build that is running stays as it is,
 * and nothing is installed in the user's repository.
 */
record PublishedLibrary(Path work) {

    static final List<String> MODULES = List.of("idempotency-core", "idempotency-test", "migrations", "local-postgres");

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern VERSION = Pattern.compile("<artifactId>once</artifactId>\\s*<version>(.*?)</version>");
    private static final Pattern MODULE = Pattern.compile("<module>(.*?)</module>");
    private static final PublishedLibrary SHARED =
            new PublishedLibrary(Path.of("target", "published").toAbsolutePath());

    private static boolean published;

    /** Published once for all tests of this JVM. */
    static synchronized PublishedLibrary shared() throws Exception {
        if (!published) {
            SHARED.publish();
            published = true;
        }
        return SHARED;
    }

    /** Of everything here. A release changes it. */
    static String version() throws IOException {
        return VERSION.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    /** The folder that was deployed to. */
    Path folder() {
        return work.resolve("folder");
    }

    /** A build on a machine that knows of Once only by the folder. */
    Ran build(Path project, String goal) throws Exception {
        return new MachineRepository(repository())
                .build(project, List.of("-gs", work.resolve("settings.xml").toString(), goal));
    }

    private Path repository() {
        return work.resolve("repository");
    }

    private void publish() throws Exception {
        FileSystemUtils.deleteRecursively(work);
        Path sources = copiedSources();
        MachineRepository machine = MachineRepository.at(repository());
        Files.writeString(
                work.resolve("settings.xml"),
                """
                <settings>
                  <profiles>
                    <profile>
                      <id>folder</id>
                      <repositories>
                        <repository>
                          <id>folder</id>
                          <url>%s</url>
                        </repository>
                      </repositories>
                    </profile>
                  </profiles>
                  <activeProfiles>
                    <activeProfile>folder</activeProfile>
                  </activeProfiles>
                </settings>
                """
                        .formatted(folder().toUri()));
        Ran ran = machine.build(
                sources,
                List.of(
                        "deploy",
                        "-Prelease",
                        "-Dgpg.skip",
                        "-Dmaven.test.skip",
                        "-Dspotless.check.skip",
                        "-pl",
                        ".,bom," + String.join(",", MODULES),
                        "-DaltDeploymentRepository=folder::" + folder().toUri()));
        assertThat(ran.exit()).as(ran.output()).isZero();
    }

    /** The product, and of the others the pom, without which Maven does not read the root's. */
    private Path copiedSources() throws IOException {
        Path sources = work.resolve("sources");
        List<String> modules = new ArrayList<>(List.of("."));
        MODULE.matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .forEach(found -> modules.add(found.group(1)));
        for (String module : modules) {
            Files.createDirectories(sources.resolve(module));
            Files.copy(
                    ROOT.resolve(module).resolve("pom.xml"),
                    sources.resolve(module).resolve("pom.xml"));
        }
        for (String module : MODULES) {
            FileSystemUtils.copyRecursively(
                    ROOT.resolve(module).resolve("src/main"),
                    sources.resolve(module).resolve("src/main"));
        }
        Files.copy(ROOT.resolve("LICENSE"), sources.resolve("LICENSE"));
        return sources;
    }
}
