package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor;

/** What {@code spring-boot:process-aot} does on a build machine, where there is no database; and what comes of it. */
class AheadOfTimeTest {

    private static final String[] SHOP = {
        "--spring.autoconfigure.exclude=",
        "--once.fence=enforce",
        "--once.migrations.enabled=false",
        "--once.local-postgres.enabled=false",
        // Boot 3.5 cannot run a Flyway that is newer than its own ahead of time.
        "--spring.flyway.enabled=false"
    };

    @TempDir
    Path folder;

    @Test
    void processing_needs_no_database_and_no_url() {
        process(SHOP);
        assertThat(folder.resolve("sources")).isDirectoryRecursivelyContaining("glob:**OnceAutoConfiguration__*.java");
    }

    @Test
    void what_was_processed_with_a_database_that_does_not_answer_runs_with_one_that_does() throws Exception {
        process(with("--spring.datasource.url=jdbc:postgresql://localhost:1/nowhere"));
        compile();
        Database database = TestPostgres.shared().newDatabase();
        Flyway.configure()
                .dataSource(database.jdbcUrl(), database.username(), database.password())
                .locations("classpath:shop/migration")
                .load()
                .migrate();
        String output = run(with(
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.username(),
                "--spring.datasource.password=" + database.password()));
        assertThat(output).contains("The shop was made ahead of time: true, and says: FirstRun");
    }

    private static String[] with(String... more) {
        return Stream.concat(Stream.of(SHOP), Stream.of(more)).toArray(String[]::new);
    }

    private void process(String[] arguments) {
        new SpringApplicationAotProcessor(
                        AheadOfTimeShop.class,
                        AbstractAotProcessor.Settings.builder()
                                .sourceOutput(folder.resolve("sources"))
                                .resourceOutput(folder.resolve("resources"))
                                .classOutput(folder.resolve("classes"))
                                .groupId("com.example")
                                .artifactId("shop")
                                .build(),
                        arguments)
                .process();
    }

    private void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                Files.createDirectories(folder.resolve("classes")).toString()));
        try (Stream<Path> sources = Files.walk(folder.resolve("sources"))) {
            sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    /** In a process of its own: the context is made by generated classes, which are on its class path only. */
    private String run(String[] arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dspring.aot.enabled=true",
                "-cp",
                folder.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path"),
                AheadOfTimeShop.class.getName()));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process shop = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        int code = shop.waitFor();
        assertThat(code).as(Files.readString(output)).isZero();
        return Files.readString(output);
    }
}
