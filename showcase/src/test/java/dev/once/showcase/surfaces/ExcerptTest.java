package dev.once.showcase.surfaces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.showcase.broken.Broken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The code on the page is the code that runs. */
class ExcerptTest {

    @Test
    void every_column_shows_where_its_app_claims_and_where_it_folds() {
        assertThat(Columns.all()).hasSize(4).allSatisfy(column -> {
            assertThat(column.code()).contains(".once(").contains(".fold(");
            assertThat(column.code().lines().count()).as("fits one screen").isLessThan(75);
        });
    }

    @Test
    void every_line_of_it_is_in_the_apps_source() {
        assertThat(Columns.all()).allSatisfy(column -> {
            List<String> source = sourceOf(column.file());
            assertThat(column.code().lines().map(String::strip)).allMatch(source::contains);
        });
    }

    @ParameterizedTest
    @EnumSource
    void every_variant_says_its_damage_first_and_fits_a_card(Broken broken) {
        String sentence = Excerpt.sentenceOf("broken/" + broken.file());
        assertThat(sentence).startsWithIgnoringCase(broken.damage().label() + ": ");
        assertThat(Excerpt.handleOf("broken/" + broken.file()).lines().count()).isLessThan(26);
    }

    private static List<String> sourceOf(String file) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..").toAbsolutePath().normalize(), 12)) {
            Path found = files.filter(
                            path -> path.endsWith(file) && path.toString().contains("/src/main/java/"))
                    .findFirst()
                    .orElseThrow();
            return Files.readAllLines(found).stream().map(String::strip).toList();
        }
    }
}
