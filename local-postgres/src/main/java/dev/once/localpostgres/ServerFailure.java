package dev.once.localpostgres;

import java.nio.file.Path;
import java.util.List;

/** Turns what PostgreSQL says (in English, always) into a sentence that says what to do. */
final class ServerFailure {

    private static final int LINES = 8;

    private ServerFailure() {}

    static boolean isPortTaken(String said) {
        return said.contains("Address already in use") || said.contains("could not bind IPv4 address");
    }

    static boolean isStillEnding(String said) {
        return said.contains("pre-existing shared memory block");
    }

    static LocalPostgresException portTaken(int port) {
        return new LocalPostgresException(
                "Port " + port + ", where the local PostgreSQL should listen, is taken by another program.",
                "End that program, or set once.local-postgres.port to a free port (or leave it out: then one is chosen).");
    }

    static LocalPostgresException runsElsewhere(Path folder, int port, int wanted) {
        return new LocalPostgresException(
                "The local PostgreSQL in " + folder + " is already running on port " + port + ", not on " + wanted
                        + ".",
                "End the apps that use it and start again, or leave once.local-postgres.port out to join it.");
    }

    static LocalPostgresException passwordLost(Path folder) {
        return new LocalPostgresException(
                "The file " + folder.resolve("password") + " of the local PostgreSQL is gone.",
                "Delete " + folder + " to begin with an empty database.");
    }

    static LocalPostgresException of(Path folder, String said) {
        if (said.contains("No space left on device") || said.contains("Disk quota exceeded")) {
            return Folders.diskFull(folder, null);
        }
        // The second is how an older server trips over a newer one's settings.
        if (said.contains("incompatible with server") || said.contains("unrecognized configuration parameter")) {
            return new LocalPostgresException(
                    "The data in " + folder + " were written by another major version of PostgreSQL.",
                    "Use that version again, or delete the folder to begin with an empty database.");
        }
        if (said.contains("wrong ownership") || said.contains("Permission denied")) {
            return new LocalPostgresException(
                    "The local PostgreSQL may not use " + folder
                            + ": it belongs to another user or lies below a closed folder.",
                    "Start as the user who created it, delete it, or set once.local-postgres.directory to another folder.");
        }
        if (said.contains("error while loading shared libraries") || said.contains("Library not loaded")) {
            return new LocalPostgresException(
                    "This system lacks a library that PostgreSQL needs: " + last(said) + ".",
                    "Install it, or set spring.datasource.url (for tests ONCE_TEST_JDBC_URL) to a server of your own.");
        }
        if (said.contains("Cannot allocate memory") || said.contains("could not create shared memory segment")) {
            return new LocalPostgresException(
                    "The machine has too little free memory for the local PostgreSQL (it needs about 150 MB).",
                    "End something else and start again.");
        }
        return new LocalPostgresException(
                "The local PostgreSQL did not start. It said: " + last(said),
                "The whole story is in " + folder.resolve("server.log")
                        + "; deleting the folder begins with an empty database.");
    }

    private static String last(String said) {
        List<String> lines = said.lines().toList();
        return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    }
}
