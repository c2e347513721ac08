package dev.once.showcase.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {

    @TempDir
    private Path root;

    @Test
    void what_was_unpacked_is_used_unless_the_app_was_built_since() throws IOException {
        Path target = root.resolve(App.FORMS.module()).resolve("target");
        Path packed = Files.createFile(Files.createDirectories(target).resolve("forms-app-1.jar"));
        Path folder = Files.createDirectories(target.resolve(ClassArchive.UNPACKED));
        Path unpacked = Files.createFile(folder.resolve("forms-app-1.jar"));
        Home home = new Home(root);

        Files.setLastModifiedTime(packed, FileTime.fromMillis(0));
        assertThat(home.jarOf(App.FORMS)).isEqualTo(unpacked);

        Files.setLastModifiedTime(folder, FileTime.fromMillis(0));
        Files.setLastModifiedTime(packed, FileTime.fromMillis(60_000));
        assertThat(home.jarOf(App.FORMS)).isEqualTo(packed);
    }
}
