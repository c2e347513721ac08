package dev.once.localpostgres;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PostgreSQL that the tests of this JVM share: a given one (`once.test.jdbc-url`, `spring.datasource.url`), else a
 * container where Docker answers, else an embedded one. Each of these may be a system property or an environment variable.
 */
public final class TestPostgres {

    private static final Logger LOG = LoggerFactory.getLogger(TestPostgres.class);
    private static @Nullable TestPostgres shared;

    private final Database database;
    private final String description;
    private final boolean outlivesUs;

    private TestPostgres(Database database, String description, boolean outlivesUs) {
        this.database = database;
        this.description = description;
        this.outlivesUs = outlivesUs;
    }

    /** The server of this JVM, chosen and started at the first call. */
    public static synchronized TestPostgres shared() {
        if (shared == null) {
            shared = choose();
            LOG.info("Tests use PostgreSQL {}: {}", Databases.version(shared.database), shared);
        }
        return shared;
    }

    /** An embedded server for one test alone, which may stop, kill and start it; `close` deletes it. */
    public static EmbeddedServer ownServer() {
        return TestFolders.newServer(Home.folder(), fsync());
    }

    /** A new, empty database, so that test classes do not see each other. */
    public Database newDatabase() {
        Database created = Databases.create(database);
        if (outlivesUs) {
            AtExit.run(() -> Databases.drop(database, created));
        }
        return created;
    }

    /** The server's own database, shared by all of this JVM. */
    public Database database() {
        return database;
    }

    @Override
    public String toString() {
        return description;
    }

    static TestPostgres choose() {
        for (String prefix : new String[] {"once.test.jdbc-", "spring.datasource."}) {
            String url = Home.setting(prefix + "url");
            if (url != null) {
                Database given =
                        new Database(url, Home.setting(prefix + "username", ""), Home.setting(prefix + "password", ""));
                return new TestPostgres(given, "given, at " + given + " (" + prefix + "url)", true);
            }
        }
        return switch (Home.setting("once.test.postgres", "any")) {
            case "docker" -> docker();
            case "embedded" -> embedded("as once.test.postgres says");
            default -> Docker.answers() ? dockerOrEmbedded() : embedded("no URL is given and no Docker answers");
        };
    }

    private static TestPostgres docker() {
        String image = Home.setting("once.test.docker-image", "postgres:18");
        return new TestPostgres(Docker.start(image), "in Docker (" + image + ")", false);
    }

    private static TestPostgres dockerOrEmbedded() {
        try {
            return docker();
        } catch (RuntimeException e) {
            return embedded("Docker answers, but has no PostgreSQL: " + e.getMessage());
        }
    }

    private static TestPostgres embedded(String why) {
        EmbeddedServer server = TestFolders.newServer(Home.folder(), fsync());
        return new TestPostgres(server.database(), "embedded, on port " + server.port() + " (" + why + ")", false);
    }

    private static boolean fsync() {
        return !Home.setting("once.test.fsync", "on").equals("off");
    }
}
