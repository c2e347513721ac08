package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/**
 * What is packaged is what was looked at: a version that drifts is seen here and not in an incident. After a change that
 * was meant, {@code -Dpackaged.fix} writes the list again.
 */
class PackagedVersionsIT {

    private static final Path LIST = Path.of("src", "test", "resources", "packaged-versions.txt");

    @Test
    void nothing_is_packaged_that_is_not_on_the_list() throws Exception {
        TreeSet<String> packaged = new TreeSet<>();
        for (App app : App.values()) {
            packaged.addAll(librariesOf(app));
        }
        if (System.getProperty("packaged.fix") != null) {
            Files.write(LIST, packaged);
        }
        assertThat(packaged).containsExactlyElementsOf(Files.readAllLines(LIST));
    }

    private static TreeSet<String> librariesOf(App app) throws IOException {
        try (JarFile jar = new JarFile(app.jar().toFile())) {
            TreeSet<String> libraries = new TreeSet<>();
            jar.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith("BOOT-INF/lib/") && !name.contains("SNAPSHOT"))
                    .forEach(name -> libraries.add(name.substring(name.lastIndexOf('/') + 1)));
            return libraries;
        }
    }
}
