package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CoreTablesTest {

    private static final Path ORIGINALS = Path.of("../..", "migrations/src/main/resources/once/migrations/core");
    private static final Path COPIES = Path.of("src/test/resources/shop/migration");

    @Test
    void the_adopters_copy_of_the_cores_tables_is_the_schema_and_then_the_originals() throws Exception {
        assertThat(COPIES.resolve("V2__once.sql"))
                .content()
                .isEqualTo("create schema once;\n\n" + Files.readString(ORIGINALS.resolve("V1__core.sql")));
        assertThat(COPIES.resolve("V4__once_outbox_leases.sql"))
                .content()
                .isEqualTo(Files.readString(ORIGINALS.resolve("V2__outbox_leases.sql")));
        assertThat(COPIES.resolve("V5__once_effect_checks.sql"))
                .content()
                .isEqualTo(Files.readString(ORIGINALS.resolve("V3__effect_checks.sql")));
    }
}
