package dev.once.proof.guarantees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of guarantees. Run it alone with {@code mvn verify -Pfull -pl evidence/proof -am -Dtest=GuaranteesTest
 * -Dsurefire.failIfNoSpecifiedTests=false}, and only the promises that hold a word with {@code -Donce.promise=word}.
 */
class GuaranteesTest {

    private static final Path DOCUMENT = Path.of("..", "..", "docs", "guarantees.md");

    /** What hangs without its guarantee is as red as what fails. */
    private static final int SECONDS_TO_GO_RED = 40;

    @TempDir
    private static Path folders;

    /** Two at a time: most of a run is waiting for a process to start. */
    static Stream<Arguments> each() {
        ExecutorService two = Executors.newFixedThreadPool(2);
        List<Arguments> started = Guarantees.ALL.stream()
                .filter(guarantee -> guarantee.promise().contains(System.getProperty("once.promise", "")))
                .map(guarantee -> Arguments.of(guarantee.promise(), guarantee, two.submit(() -> colourOf(guarantee))))
                .toList();
        two.shutdown();
        return started.stream();
    }

    @Tag("full")
    @ParameterizedTest(name = "{0}")
    @MethodSource("each")
    void without_it_a_test_goes_red(String promise, Guarantee guarantee, Future<String> mutant) throws Exception {
        String colour = mutant.get();
        assumeFalse(colour.equals("skipped"), guarantee.test() + " is skipped on this machine.");
        assertThat(colour).as("%s without '%s'", guarantee.test(), promise).isEqualTo("red");
    }

    /** A race that is lost only now and then is given three chances to show itself. */
    private static String colourOf(Guarantee guarantee) throws Exception {
        Path folder = Files.createTempDirectory(folders, "mutant");
        Path mutant = Mutant.without(guarantee, folder).classes();
        String colour = "green";
        for (int run = 0; run < 3 && colour.equals("green"); run++) {
            colour = run(guarantee, mutant + File.pathSeparator + System.getProperty("java.class.path"), folder);
        }
        return colour;
    }

    @Test
    void every_promise_names_the_place_that_keeps_it() throws IOException {
        for (Guarantee guarantee : Guarantees.ALL) {
            assertThat(Mutant.source(guarantee)).isNotEmpty();
        }
    }

    /** Red must mean red: the way it is run changes nothing. */
    @Tag("full")
    @Test
    void with_it_the_same_test_run_the_same_way_is_green(@TempDir Path folder) throws Exception {
        for (Guarantee guarantee : List.of(Guarantees.ALL.get(0), Guarantees.ALL.get(Guarantees.ALL.size() - 1))) {
            assertThat(run(guarantee, System.getProperty("java.class.path"), folder))
                    .isEqualTo("green");
        }
    }

    @Test
    void the_document_has_every_guarantee_and_no_other() throws IOException {
        String table = table();
        if (Boolean.getBoolean("once.write-docs")) {
            Files.writeString(DOCUMENT, table);
        }
        assertThat(DOCUMENT)
                .content()
                .as("run with -Donce.write-docs=true to write it anew")
                .isEqualTo(table);
    }

    private static String run(Guarantee guarantee, String classPath, Path folder) throws Exception {
        Database server = TestPostgres.shared().database();
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=16",
                        "-cp",
                        classPath,
                        OneTest.class.getName(),
                        "dev.once.proof." + guarantee.testClass(),
                        guarantee.testMethod())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile());
        builder.environment().put("ONCE_TEST_JDBC_URL", server.jdbcUrl());
        builder.environment().put("ONCE_TEST_JDBC_USERNAME", server.username());
        builder.environment().put("ONCE_TEST_JDBC_PASSWORD", server.password());
        Process process = builder.start();
        try {
            if (!process.waitFor(SECONDS_TO_GO_RED, TimeUnit.SECONDS)) {
                return "red";
            }
            return List.of("green", "red", "skipped").get(process.exitValue());
        } catch (IndexOutOfBoundsException e) {
            return "no test: " + Files.readString(folder.resolve("output.txt"));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    private static String table() {
        return """
                # The table of guarantees

                Each row is a promise of the core. One command takes each promise out of the core in turn, by changing the one place
                that keeps it, and sees the named test go red; profile `full` does it on every CI run:

                ```
                mvn verify -Pfull -pl evidence/proof -am -Dtest=GuaranteesTest -Dsurefire.failIfNoSpecifiedTests=false
                ```

                This page is generated from [Guarantees.java](../evidence/proof/src/test/java/dev/once/proof/guarantees/Guarantees.java), where the
                changes are.

                | promise | kept in | the test that goes red without it |
                |---|---|---|
                """
                + Guarantees.ALL.stream()
                        .map(guarantee ->
                                "| %s | [%s](../idempotency-core/src/main/java/dev/once/core/%s.java) | [%s](../evidence/proof/src/test/java/dev/once/proof/%s.java): %s |\n"
                                        .formatted(
                                                guarantee.promise(),
                                                Path.of(guarantee.file()).getFileName(),
                                                guarantee.file(),
                                                guarantee.testClass(),
                                                guarantee.testClass().replace('.', '/'),
                                                guarantee.testInWords()))
                        .collect(Collectors.joining());
    }
}
