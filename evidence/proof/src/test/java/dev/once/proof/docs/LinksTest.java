package dev.once.proof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.proof.docs.Page.Link;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every link leads somewhere, and to what it says: the title of a link is text that its file, or its line, contains. Lines
 * move; {@code -Ddocs.fix} corrects their numbers where the text is found once.
 */
class LinksTest {

    @BeforeAll
    static void correct_the_numbers_if_asked_to() throws Exception {
        if (System.getProperty("docs.fix") == null) {
            return;
        }
        for (Page page : Page.all()) {
            Page corrected = page.withTargets(link -> corrected(page, link));
            if (!corrected.text().equals(page.text())) {
                Files.writeString(page.file(), corrected.text());
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> every_link_of_a_page_leads_to_what_it_says() {
        return Page.all().stream()
                .map(page -> DynamicTest.dynamicTest(page.name(), () -> {
                    List<String> wrong = new ArrayList<>();
                    for (Link link : page.links()) {
                        if (link.isOurs()) {
                            String problem = problem(page, link);
                            if (!problem.isEmpty()) {
                                wrong.add(link.target() + ": " + problem);
                            }
                        }
                    }
                    assertThat(wrong).isEmpty();
                }));
    }

    @Test
    void every_page_of_the_docs_is_in_the_index_or_linked_from_a_page_that_is() {
        List<Path> linked = Page.all().stream()
                .flatMap(page -> page.links().stream()
                        .filter(link -> link.isOurs() && !link.path().isEmpty())
                        .map(link -> target(page, link)))
                .toList();
        assertThat(Page.all())
                .filteredOn(page -> page.name().startsWith("docs"))
                .filteredOn(page -> !linked.contains(page.file()))
                .extracting(Page::name)
                .isEmpty();
    }

    @Test
    void nothing_is_left_to_be_filled_in() {
        assertThat(Page.all()).allSatisfy(page -> assertThat(page.text())
                .as(page.name())
                .doesNotContain("@@", "TODO", "```\n```", "```console\n```", "```java\n```"));
    }

    private static String problem(Page page, Link link) throws Exception {
        Path target = target(page, link);
        if (!Files.exists(target)) {
            return "there is no such file";
        }
        if (Files.isDirectory(target)) {
            return "a folder is not something to read";
        }
        if (link.isLine()) {
            return lineProblem(target, link);
        }
        if (!link.anchor().isEmpty() && !Page.read(target).anchors().contains(link.anchor())) {
            return "there is no such heading";
        }
        return link.note().isEmpty() || Files.readString(target).contains(link.note())
                ? ""
                : "'" + link.note() + "' is not in it";
    }

    private static String lineProblem(Path target, Link link) throws Exception {
        if (link.note().isEmpty()) {
            return "a link to a line needs a title: text that the line contains";
        }
        List<Integer> found = linesWith(target, link.note());
        return found.contains(link.line()) ? "" : "'" + link.note() + "' is in the lines " + found;
    }

    private static Link corrected(Page page, Link link) {
        try {
            Path target = target(page, link);
            if (link.isOurs() && link.isLine() && Files.exists(target)) {
                List<Integer> found = linesWith(target, link.note());
                if (found.size() == 1) {
                    return new Link(link.path() + "#L" + found.get(0), link.note());
                }
            }
            return link;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Integer> linesWith(Path file, String text) throws Exception {
        List<String> lines = Files.readAllLines(file);
        return IntStream.range(0, lines.size())
                .filter(i -> lines.get(i).contains(text))
                .mapToObj(i -> i + 1)
                .toList();
    }

    private static Path target(Page page, Link link) {
        return link.path().isEmpty()
                ? page.file()
                : page.file().resolveSibling(link.path()).normalize();
    }
}
