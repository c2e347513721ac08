package dev.once.proof.existing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.File;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Adding the dependency changes nothing: the same service and its tests, without the core on the class path and with it. */
@ExtendWith(OutputCaptureExtension.class)
class ExistingServiceTest {

    private static final Predicate<String> OF_ONCE = entry ->
            Set.of("idempotency-core", "idempotency-test", "migrations", "web-support", "fault-kit", "local-postgres")
                    .stream()
                    .anyMatch(entry::contains);

    private record Look(List<String> failures, Map<String, Map<String, String>> seen) {}

    @Test
    void its_tests_pass_and_its_pool_its_sessions_and_its_beans_are_the_same(CapturedOutput output) throws Exception {
        Look before = run(OF_ONCE.negate());
        Look after = run(OF_ONCE.negate().or(entry -> entry.contains("idempotency-core")));

        assertThat(before.failures()).isEmpty();
        assertThat(after.failures()).isEmpty();
        assertThat(after.seen().get("pool"))
                .isNotEmpty()
                .isEqualTo(before.seen().get("pool"));
        assertThat(after.seen().get("session"))
                .isNotEmpty()
                .isEqualTo(before.seen().get("session"));
        Map<String, String> beans = after.seen().get("beans");
        assertThat(beans).containsAllEntriesOf(before.seen().get("beans")).containsKey("onceIdempotencies");
        assertThat(beans.keySet())
                .filteredOn(name -> !before.seen().get("beans").containsKey(name))
                .allMatch(name -> name.startsWith("once") || name.startsWith("dev.once."), "is the core's own");
        assertThat(output.getAll().lines())
                .filteredOn(line -> line.contains(" d.once.") || line.contains(" dev.once."))
                .noneMatch(line -> line.contains("WARN") || line.contains("ERROR"));
    }

    private static Look run(Predicate<String> entries) throws Exception {
        Database database = TestPostgres.shared().newDatabase();
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entries)
                .map(ExistingServiceTest::url)
                .toArray(URL[]::new);
        ClassLoader outside = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> run = loader.loadClass(ExistingServiceRun.class.getName());
            @SuppressWarnings("unchecked")
            List<String> failures = (List<String>) method(run, "failuresOn", String.class, String.class, String.class)
                    .invoke(null, database.jdbcUrl(), database.username(), database.password());
            @SuppressWarnings("unchecked")
            Map<String, Map<String, String>> seen =
                    (Map<String, Map<String, String>>) method(run, "seen").invoke(null);
            return new Look(failures, seen);
        } finally {
            Thread.currentThread().setContextClassLoader(outside);
        }
    }

    private static Method method(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        Method method = type.getDeclaredMethod(name, parameters);
        method.setAccessible(true);
        return method;
    }

    private static URL url(String entry) {
        try {
            return Path.of(entry).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(entry, e);
        }
    }
}
