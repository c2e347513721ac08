package dev.once.showcase.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.showcase.broken.Broken;
import dev.once.showcase.lab.LabDatabase;
import dev.once.showcase.lab.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.renderer.text.TextContentRenderer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The lessons keep their shape: each asks, runs, explains, checks and lets practise, and what it says is what happens. */
class LessonsTest {

    private static final TextContentRenderer WORDS =
            TextContentRenderer.builder().build();

    private static LabDatabase lab;

    @BeforeAll
    static void open() {
        lab = LabDatabase.open();
    }

    @AfterAll
    static void close() {
        lab.close();
    }

    static List<String> lessons() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../docs"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d\\d-.*\\.md"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void there_are_thirteen_without_a_gap_and_the_page_has_them_all() throws IOException {
        assertThat(lessons()).hasSize(13).first().isEqualTo("01-why-twice.md");
        assertThat(new Lessons().path())
                .extracting(Lesson::slug)
                .containsExactlyElementsOf(
                        lessons().stream().map(name -> name.replace(".md", "")).toList());
    }

    @ParameterizedTest
    @MethodSource("lessons")
    void a_lesson_predicts_runs_asks_lets_practise_and_names_its_sources(String lesson) throws IOException {
        List<Node> blocks = blocksOf(lesson);
        assertThat(runs(blocks)).as("run blocks").isNotEmpty();
        assertThat(blocks)
                .as("a prediction with choices, and a run after it")
                .anyMatch(block -> block instanceof BlockQuote
                        && WORDS.render(block.getFirstChild()).startsWith("Predict.")
                        && block.getLastChild() instanceof BulletList
                        && isRun(block.getNext()));
        assertThat(questions(blocks)).as("questions").hasSizeBetween(2, 3);
        assertThat(blocks.stream().filter(Heading.class::isInstance).map(WORDS::render))
                .contains("Questions", "Exercise", "Sources");
        assertThat(externalLinks(lesson)).as("sources").isNotEmpty();
        String text = Files.readString(Path.of("../docs", lesson));
        assertThat(text).as("an exercise").containsPattern("\\./once learn \\d+|curl");
        assertThat(text.split("\\s+").length).as("short").isLessThan(1300);
    }

    /** The answer repeats the option that it takes, so a list that is put into another order is found out. */
    @ParameterizedTest
    @MethodSource("lessons")
    void every_question_has_a_right_answer_that_its_explanation_supports(String lesson) throws IOException {
        for (Node question : questions(blocksOf(lesson))) {
            assertThat(question.getNext()).as(WORDS.render(question)).isInstanceOf(OrderedList.class);
            List<String> options = new ArrayList<>();
            for (Node item = question.getNext().getFirstChild(); item != null; item = item.getNext()) {
                options.add((options.size() + 1) + ". "
                        + WORDS.render(item.getFirstChild()).strip().replaceFirst("\\.$", "") + ".");
            }
            assertThat(options).hasSizeBetween(2, 4).doesNotHaveDuplicates();
            Node answer = question.getNext().getNext().getNext();
            assertThat(answer.getFirstChild()).isInstanceOf(StrongEmphasis.class);
            assertThat(options).contains(WORDS.render(answer.getFirstChild()));
            assertThat(WORDS.render(answer).length())
                    .as("the explanation of: %s", WORDS.render(question))
                    .isGreaterThan(WORDS.render(answer.getFirstChild()).length() + 40);
        }
    }

    @ParameterizedTest
    @MethodSource("lessons")
    void every_run_block_runs_and_its_text_is_what_happens(String lesson) throws IOException {
        for (FencedCodeBlock run : runs(blocksOf(lesson))) {
            Broken broken = Stream.of(Broken.values())
                    .filter(one -> one.slug().equals(run.getInfo().substring(4)))
                    .findFirst()
                    .orElseThrow();
            var wrong = Trial.run(broken.twoInstances(lab.dataSource()), broken.ordeal(), 25, lab.tables());
            var right = Trial.run(lab.right(), broken.ordeal(), 25, lab.tables());
            assertThat(run.getLiteral())
                    .isEqualTo("broken: %s%nright: %s%n"
                            .formatted(
                                    words(broken, broken.number(wrong.verdict())),
                                    words(broken, broken.number(right.verdict()))));
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_exercise_is_named_by_its_lesson(Exercise exercise) throws IOException {
        String lesson = Files.readString(Path.of("../docs", lessons().get(exercise.lesson() - 1)));
        assertThat(lesson.contains("./once learn " + exercise.number() + "`")
                        || lesson.contains("`./once learn 4` to `./once learn 7`"))
                .as("lesson %d and exercise %d", exercise.lesson(), exercise.number())
                .isTrue();
    }

    @Test
    void a_page_leads_to_pages_and_never_to_a_file_that_is_not_served() {
        for (Lesson lesson : new Lessons().all()) {
            assertThat(lesson.html())
                    .as(lesson.slug())
                    .doesNotContain("href=\"..")
                    .doesNotContainPattern("href=\"(?!https:)[^\"]*\\.md")
                    .doesNotContain("src=\"images");
        }
    }

    private static String words(Broken broken, long number) {
        return number + " " + (number == 1 ? broken.counted().replaceFirst("s( |$)", "$1") : broken.counted());
    }

    private static List<Node> blocksOf(String lesson) throws IOException {
        Node document = new LessonRenderer().parsed(Files.readString(Path.of("../docs", lesson)));
        List<Node> blocks = new ArrayList<>();
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            blocks.add(node);
        }
        return blocks;
    }

    private static boolean isRun(Node block) {
        return block instanceof FencedCodeBlock code && code.getInfo().startsWith("run ");
    }

    private static List<FencedCodeBlock> runs(List<Node> blocks) {
        return blocks.stream()
                .filter(LessonsTest::isRun)
                .map(FencedCodeBlock.class::cast)
                .toList();
    }

    private static List<Node> questions(List<Node> blocks) {
        return blocks.stream()
                .filter(block ->
                        block instanceof Paragraph && WORDS.render(block).startsWith("Question."))
                .toList();
    }

    private static List<String> externalLinks(String lesson) throws IOException {
        List<String> links = new ArrayList<>();
        new LessonRenderer()
                .parsed(Files.readString(Path.of("../docs", lesson)))
                .accept(new AbstractVisitor() {
                    @Override
                    public void visit(Link link) {
                        if (link.getDestination().startsWith("https://")) {
                            links.add(link.getDestination());
                        }
                    }
                });
        return links;
    }
}
