package dev.once.proof.copying;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What is published is complete, says what it is, and is the same when somebody else builds it. */
@Tag("full")
class PublishedLibraryIT {

    @SuppressWarnings("unused")
    private static final Iterable<String> MODULES = PublishedLibrary.MODULES;

    @ParameterizedTest
    @FieldSource("MODULES")
    void a_module_comes_with_sources_javadoc_and_a_bill_of_materials(String module) throws Exception {
        for (String ending : new String[] {".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json"}) {
            assertThat(published(module, ending)).isNotEmptyFile();
        }
        try (JarFile jar = new JarFile(published(module, ".jar").toFile())) {
            assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
                    .startsWith("dev.once.");
            assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
        }
    }

    /** This build's jars were made at another time, in another folder, by a compiler with other checks. */
    @ParameterizedTest
    @FieldSource("MODULES")
    void two_builds_are_the_same_bytes(String module) throws Exception {
        for (String ending : new String[] {".jar", "-sources.jar"}) {
            Path ours = Path.of("..", "..", module, "target", module + "-" + PublishedLibrary.version() + ending);
            assertThat(published(module, ending)).hasSameBinaryContentAs(ours);
        }
    }

    @Test
    void the_versions_can_be_imported() throws Exception {
        assertThat(published("once-bom", ".pom"))
                .content()
                .contains("<artifactId>idempotency-core<", "<artifactId>idempotency-test<", "<artifactId>migrations<")
                .contains("<version>" + PublishedLibrary.version() + "</version>")
                .doesNotContain("<parent>");
    }

    private static Path published(String artifact, String ending) throws Exception {
        Path place = PublishedLibrary.shared()
                .folder()
                .resolve("dev/once")
                .resolve(artifact)
                .resolve(PublishedLibrary.version());
        return only(place, artifact + "-[0-9.]+(-[0-9.]+-\\d+)?" + ending.replace(".", "\\."));
    }

    private static Path only(Path place, String name) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + name + " in " + place));
        }
    }
}
