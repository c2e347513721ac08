package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CoreTablesTest {

    @Test
    void the_adopters_copy_of_the_cores_tables_is_the_schema_and_then_the_original() throws Exception {
        String original =
                Files.readString(Path.of("..", "migrations/src/main/resources/once/migrations/core/V1__core.sql"));
        assertThat(Path.of("src/test/resources/shop/migration/V2__once.sql"))
                .content()
                .isEqualTo("create schema once;\n\n" + original);
    }
}
