package dev.once.localpostgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL refuses to run as root, and in containers one often is root. A user namespace without a mapping makes
 * root look like nobody and still own its files; where namespaces are forbidden, the programs really become nobody
 * and are given the data folder.
 */
final class Privileges {

    private static final String NOBODY = "65534";
    private static final List<String> NAMESPACE = List.of("unshare", "-U");
    private static final List<String> OTHER_USER =
            List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");

    private static @Nullable List<String> prefix;

    private Privileges() {}

    static synchronized List<String> prefix() {
        if (prefix == null) {
            prefix = find();
        }
        return prefix;
    }

    /** Gives the folder to the user that the programs run as, where that is another one. */
    static void handOver(Path folder) {
        if (prefix().equals(OTHER_USER)) {
            Commands.runPlain(List.of("chown", "-R", NOBODY + ":" + NOBODY, folder.toString()));
            if (!Commands.run(List.of("test", "-w", folder.toString())).ok()) {
                throw new LocalPostgresException(
                        "PostgreSQL refuses to run as root, and as nobody it cannot reach " + folder + ".",
                        "Set once.local-postgres.directory to a folder below ones that everybody may enter,"
                                + " or start as another user.");
            }
        }
    }

    private static List<String> find() {
        if (!isRoot()) {
            return List.of();
        }
        if (isNobodyWith(NAMESPACE)) {
            return NAMESPACE;
        }
        if (isNobodyWith(OTHER_USER)) {
            return OTHER_USER;
        }
        throw new LocalPostgresException(
                "PostgreSQL refuses to run as root, and neither unshare nor setpriv can change that here.",
                "Start as another user, or set spring.datasource.url (for tests ONCE_TEST_JDBC_URL) to a server of your own.");
    }

    private static boolean isNobodyWith(List<String> prefix) {
        try {
            var command = new ArrayList<>(prefix);
            command.addAll(List.of("id", "-u"));
            return Commands.runPlain(command).equals(new Commands.Result(0, NOBODY));
        } catch (LocalPostgresException e) {
            return false;
        }
    }

    private static boolean isRoot() {
        try {
            return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return "root".equals(System.getProperty("user.name"));
        }
    }
}
