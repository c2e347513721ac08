package dev.once.showcase.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.showcase.launch.Console;
import dev.once.showcase.launch.Home;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the list to the first solved exercise, as somebody at a terminal does it. */
class LearnCommandTest {

    @TempDir
    private Path home;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void the_first_exercise_is_begun_hinted_failed_solved_and_begun_again() throws Exception {
        assertThat(learn()).contains("0 of 19 solved");

        assertThat(learn("1", "hint")).contains("Hint 1 of 2");
        assertThat(learn("hint")).contains("Hint 2 of 2");
        Path file = home.resolve("exercises/01-a-set-in-memory.java");
        assertThat(file).content().contains("// 1. A set in memory", "class Exercise extends PlainJdbc");

        assertThat(learn("1", "check")).contains("BROKEN", "doubled", "worker A", "worker B", "everybody sees");

        Files.writeString(file, ExerciseText.of(Exercise.A_SET_IN_MEMORY).solution());
        assertThat(learn("1")).contains("Solved. Next: ./once learn 2");
        assertThat(learn()).contains("x  1  A set in memory", "1 of 19 solved");

        assertThat(learn("1", "solution")).contains("on conflict do nothing");
        assertThat(learn("1", "reset")).contains("as it was");
        assertThat(file).content().contains("ConcurrentHashMap");
    }

    private String learn(String... words) throws Exception {
        said.reset();
        Console console = new Console(new PrintStream(said, true, StandardCharsets.UTF_8));
        new LearnCommand(new Home(home), console, new BufferedReader(new StringReader(""))).run(List.of(words));
        return said.toString(StandardCharsets.UTF_8);
    }
}
