package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;

/**
 * docs/compatibility.md has a row for what these tests run on. CI checks it with {@code -Dcompatibility.check}, and
 * {@code -Ddocs.fix} adds the row.
 */
class CompatibilityPageTest {

    private static final Path PAGE = Path.of("..", "..", "docs", "compatibility.md");

    @Test
    void what_this_runs_on_is_a_row_of_the_page() throws Exception {
        String row = "| %d | %s | %s |"
                .formatted(Runtime.version().feature(), SpringBootVersion.getVersion(), postgresVersion());
        List<String> page = new ArrayList<>(Files.readAllLines(PAGE));
        if (System.getProperty("docs.fix") != null && page.stream().noneMatch(line -> line.startsWith(row))) {
            page.add(page.lastIndexOf(lastRow(page)) + 1, row + " the core's proofs |");
            Files.write(PAGE, page);
        }
        assumeTrue(System.getProperty("compatibility.check") != null, "only CI says what is supported");
        assertThat(page).anyMatch(line -> line.startsWith(row));
    }

    /** The adopter on Boot 4 is a module of its own, and runs with profile full. */
    @Test
    void the_sample_on_boot_4_is_a_row_too() throws Exception {
        String pom = Files.readString(Path.of("..", "samples", "boot4", "pom.xml"));
        String boot = pom.replaceFirst(
                "(?s).*?<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>(.*?)<.*", "$1");
        assertThat(Files.readString(PAGE)).contains("| " + boot + " |");
    }

    private static String lastRow(List<String> page) {
        return page.stream().filter(line -> line.startsWith("| ")).reduce("", (first, second) -> second);
    }

    private static String postgresVersion() throws Exception {
        Database database = TestPostgres.shared().newDatabase();
        try (var connection =
                DriverManager.getConnection(database.jdbcUrl(), database.username(), database.password())) {
            return connection.getMetaData().getDatabaseProductVersion().replaceFirst(" .*", "");
        }
    }
}
