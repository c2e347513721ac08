package dev.once.localpostgres;

import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where everything lies, below one folder that git ignores, and how settings are read without Spring. */
final class Home {

    static final String DIRECTORY = "once.local-postgres.directory";
    static final String PORT = "once.local-postgres.port";

    private Home() {}

    static Path folder() {
        String given = setting(DIRECTORY);
        return given == null ? folderOf(Path.of("")) : Path.of(given).toAbsolutePath();
    }

    static Path folderOf(Path workingDirectory) {
        return Folders.projectRoot(workingDirectory).resolve(".once").resolve("postgres");
    }

    static Binaries binaries(Path folder) {
        return Binaries.unpackInto(folder.resolve("binaries"));
    }

    /** A system property, else the environment variable that Spring would map to the same name. */
    static @Nullable String setting(String name) {
        String value = System.getProperty(name);
        if (value == null || value.isBlank()) {
            value = System.getenv(
                    name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
        }
        return value == null || value.isBlank() ? null : value.strip();
    }

    static String setting(String name, String otherwise) {
        String value = setting(name);
        return value == null ? otherwise : value;
    }
}
