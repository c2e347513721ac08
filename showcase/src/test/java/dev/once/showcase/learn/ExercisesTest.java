package dev.once.showcase.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.faults.verdict.Finding;
import dev.once.faults.verdict.Ordeal;
import dev.once.showcase.lab.LabDatabase;
import dev.once.showcase.lab.Result;
import dev.once.showcase.lab.StagedDataSource;
import dev.once.showcase.lab.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each exercise begins with the mistake that it names and no other, can be solved, and helps on the way. */
class ExercisesTest {

    private static LabDatabase lab;
    private static ExerciseJudge judge;

    @BeforeAll
    static void open() {
        lab = LabDatabase.open();
        judge = new ExerciseJudge(lab.dataSource(), lab.tables());
    }

    @AfterAll
    static void close() {
        lab.close();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "FROM_AN_EMPTY_FILE")
    void a_start_fails_for_its_named_reason_and_no_other(Exercise exercise) throws Exception {
        Map<Ordeal, Result> results =
                judge.judge(exercise, ExerciseText.of(exercise).start(), true);
        var start = exercise.start().orElseThrow();
        assertThat(damaged(results)).containsExactly(start.ordeal());
        assertThat(results.get(start.ordeal()).verdict().findings())
                .extracting(Finding::damage)
                .containsOnly(start.damage());
    }

    @Test
    void the_last_start_is_nothing_yet() {
        assertThatThrownBy(() -> judge.judge(
                        Exercise.FROM_AN_EMPTY_FILE,
                        ExerciseText.of(Exercise.FROM_AN_EMPTY_FILE).start(),
                        true))
                .hasMessage("No class in this file handles a delivery yet.");
    }

    @ParameterizedTest
    @EnumSource
    void a_solution_passes_every_ordeal_of_its_exercise(Exercise exercise) throws Exception {
        Map<Ordeal, Result> results =
                judge.judge(exercise, ExerciseText.of(exercise).solution(), true);
        assertThat(damaged(results)).isEmpty();
        assertThat(results).hasSameSizeAs(exercise.ordeals());
    }

    @ParameterizedTest
    @EnumSource
    void a_task_is_three_sentences_and_every_hint_exists(Exercise exercise) {
        ExerciseText text = ExerciseText.of(exercise);
        assertThat(text.task().split("[.?:] (?=[A-Z])|[.]$").length)
                .as(text.task())
                .isBetween(2, 5);
        assertThat(text.hints()).hasSizeBetween(2, 3).allSatisfy(hint -> assertThat(hint)
                .hasSizeGreaterThan(20));
        assertThat(text.start()
                        .lines()
                        .filter(line -> !line.isBlank() && !line.startsWith("//") && !line.startsWith("import")))
                .hasSizeLessThan(45);
    }

    @Test
    void every_surface_has_one() {
        assertThat(Exercise.values()).hasSizeGreaterThanOrEqualTo(12);
        assertThat(Stream.of(Exercise.values()).map(Exercise::surface).collect(Collectors.toSet()))
                .contains("webhooks", "forms", "jobs", "public API");
    }

    @ParameterizedTest
    @MethodSource("dev.once.showcase.broken.Broken#ordeals")
    void once_in_forty_lines_passes_every_ordeal(Ordeal ordeal) {
        var instance = new OnceInFortyLines(new StagedDataSource(lab.dataSource()));
        Result result = Trial.run(List.of(instance, instance), ordeal, 25, lab.tables());
        assertThat(result.verdict().isClean()).as("%s", result).isTrue();
    }

    @Test
    void once_in_forty_lines_is_forty_lines_without_imports_blank_lines_and_lone_braces() throws IOException {
        String source = Files.readString(Path.of("src/main/java/dev/once/showcase/learn/OnceInFortyLines.java"));
        assertThat(source.lines()
                        .filter(line -> !line.strip().matches("(package|import|/\\*|@).*"))
                        .filter(line -> line.matches(".*\\w.*")))
                .hasSizeLessThanOrEqualTo(40);
    }

    @Test
    void a_file_that_does_not_compile_is_told_where() {
        assertThatThrownBy(() -> judge.judge(Exercise.A_SET_IN_MEMORY, "class X {\n  int a = b;\n}", false))
                .hasMessageContaining("line 2");
    }

    private static List<Ordeal> damaged(Map<Ordeal, Result> results) {
        return results.entrySet().stream()
                .filter(entry -> !entry.getValue().verdict().isClean())
                .map(Map.Entry::getKey)
                .toList();
    }
}
