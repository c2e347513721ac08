package dev.once.proof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.proof.docs.Page.Excerpt;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Code that a page quotes is in the file that it names, line by line; only the indentation may differ. */
class ExcerptsTest {

    @TestFactory
    Stream<DynamicTest> what_a_page_quotes_is_there() {
        return Page.all().stream().flatMap(page -> page.excerpts().stream()
                .map(excerpt -> DynamicTest.dynamicTest(
                        page.name() + " quotes " + excerpt.source(), () -> assertIsThere(excerpt))));
    }

    private static void assertIsThere(Excerpt excerpt) throws Exception {
        Path source = Page.ROOT.resolve(excerpt.source());
        assertThat(source).exists();
        List<String> quoted = unindented(excerpt.lines());
        List<String> lines = Files.readAllLines(source);
        boolean found = IntStream.rangeClosed(0, lines.size() - quoted.size())
                .anyMatch(i -> unindented(lines.subList(i, i + quoted.size())).equals(quoted));
        assertThat(quoted).isNotEmpty();
        assertThat(found)
                .as("%s contains%n%s", excerpt.source(), String.join("\n", quoted))
                .isTrue();
    }

    private static List<String> unindented(List<String> lines) {
        return String.join("\n", lines).stripIndent().lines().toList();
    }
}
