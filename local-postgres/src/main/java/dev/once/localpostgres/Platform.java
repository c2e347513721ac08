package dev.once.localpostgres;

import java.util.Locale;
import java.util.Set;

/** The machine we run on, in the words of the binaries' artifacts. */
record Platform(String os, String arch) {

    private static final Set<String> SUPPORTED =
            Set.of("linux-x86_64", "linux-arm_64", "darwin-x86_64", "darwin-arm_64", "windows-x86_64");

    static Platform current() {
        return of(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
    }

    static Platform of(String osName, String osArch) {
        String name = osName.toLowerCase(Locale.ROOT);
        String os = name.contains("linux")
                ? "linux"
                : name.contains("mac") ? "darwin" : name.contains("windows") ? "windows" : name.replace(' ', '-');
        String arch =
                switch (osArch.toLowerCase(Locale.ROOT)) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "arm_64";
                    default -> osArch;
                };
        Platform platform = new Platform(os, arch);
        if (!SUPPORTED.contains(platform.toString())) {
            throw new LocalPostgresException(
                    "There is no ready-made PostgreSQL for " + osName + " on " + osArch + ".",
                    "Install PostgreSQL 15 or newer and set spring.datasource.url to it (for tests ONCE_TEST_JDBC_URL).");
        }
        return platform;
    }

    boolean isWindows() {
        return os.equals("windows");
    }

    String archive() {
        return "postgres-" + this + ".txz";
    }

    @Override
    public String toString() {
        return os + "-" + arch;
    }
}
