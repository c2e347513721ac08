package dev.once.localpostgres;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.Environment;

/** The data source's URL, user and password; the server is started when somebody first asks for them, not before. */
final class DatasourceProperties extends EnumerablePropertySource<Object> {

    static final String URL = "spring.datasource.url";
    private static final String USERNAME = "spring.datasource.username";
    private static final String PASSWORD = "spring.datasource.password";
    private static final String MODE = "once.local-postgres.mode";
    private static final String FRESH = "once.local-postgres.fresh";

    private static @Nullable Database ofThisTestRun;

    private final Environment environment;
    private @Nullable Database database;

    DatasourceProperties(Environment environment) {
        // Not the environment itself as source: Boot would look for property sources in it, and find this one again.
        super("local-postgres", new Object());
        this.environment = environment;
    }

    @Override
    public String[] getPropertyNames() {
        return new String[] {URL, USERNAME, PASSWORD};
    }

    @Override
    public @Nullable Object getProperty(String name) {
        return switch (name) {
            case URL -> database().jdbcUrl();
            case USERNAME -> isInUse() ? database().username() : null;
            case PASSWORD -> isInUse() ? database().password() : null;
            default -> null;
        };
    }

    /** A test may set another URL after us (`@DynamicPropertySource`): then our user is not its user. */
    private boolean isInUse() {
        String url = environment.getProperty(URL);
        return url != null && database != null && url.equals(database.jdbcUrl());
    }

    private synchronized Database database() {
        if (database == null) {
            database = isTest()
                    ? testDatabase()
                    : LocalPostgres.join(folder(), port()).database();
        }
        return database;
    }

    private boolean isTest() {
        String mode = environment.getProperty(MODE, "detect");
        return switch (mode) {
            case "test" -> true;
            case "run" -> false;
            case "detect" -> isJUnitRunning();
            default ->
                throw new LocalPostgresException(
                        MODE + " is '" + mode + "'.", "Set it to test or run, or leave it out.");
        };
    }

    private Database testDatabase() {
        if (environment.getProperty(FRESH, Boolean.class, false)) {
            return TestPostgres.shared().newDatabase();
        }
        synchronized (DatasourceProperties.class) {
            if (ofThisTestRun == null) {
                ofThisTestRun = TestPostgres.shared().newDatabase();
            }
            return ofThisTestRun;
        }
    }

    private Path folder() {
        String directory = environment.getProperty(Home.DIRECTORY);
        return directory == null ? Home.folder() : Path.of(directory).toAbsolutePath();
    }

    private int port() {
        return environment.getProperty(Home.PORT, Integer.class, 0);
    }

    /** Looks for a running JUnit, not for its jar: some IDEs start applications with the tests' class path. */
    private static boolean isJUnitRunning() {
        return Thread.getAllStackTraces().values().stream().anyMatch(stack -> {
            for (StackTraceElement frame : stack) {
                if (frame.getClassName().startsWith("org.junit.platform.")) {
                    return true;
                }
            }
            return false;
        });
    }
}
