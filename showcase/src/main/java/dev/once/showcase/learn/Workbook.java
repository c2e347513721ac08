package dev.once.showcase.learn;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/** The learner's files in `exercises`, and in `.once` what has been solved. */
final class Workbook {

    private final Path root;
    private final Properties progress = new Properties();

    Workbook(Path root) {
        this.root = root;
        if (Files.exists(progressFile())) {
            try (Reader reader = Files.newBufferedReader(progressFile())) {
                progress.load(reader);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    Path file(Exercise exercise) {
        return root.resolve("exercises").resolve(exercise.slug() + ".java");
    }

    /** The file is there afterwards; what somebody has written stays. */
    void begin(Exercise exercise) throws IOException {
        if (!Files.exists(file(exercise))) {
            reset(exercise);
        }
        keep("current", String.valueOf(exercise.number()));
    }

    void reset(Exercise exercise) throws IOException {
        Files.createDirectories(file(exercise).getParent());
        Files.writeString(file(exercise), ExerciseText.of(exercise).start());
        keep("hints." + exercise.number(), "0");
    }

    /** The one that was begun last, or the first that is not solved. */
    Exercise current() {
        return Exercise.numbered(progress.getProperty("current", ""))
                .or(() -> Stream.of(Exercise.values())
                        .filter(one -> !isSolved(one))
                        .findFirst())
                .orElse(Exercise.A_SET_IN_MEMORY);
    }

    /** One at a time; the last one again when there are no more. */
    String nextHint(Exercise exercise, List<String> hints) throws IOException {
        int given = Integer.parseInt(progress.getProperty("hints." + exercise.number(), "0"));
        int next = Math.min(given, hints.size() - 1);
        keep("hints." + exercise.number(), String.valueOf(next + 1));
        return "Hint %d of %d: %s".formatted(next + 1, hints.size(), hints.get(next));
    }

    void solve(Exercise exercise) throws IOException {
        keep("solved." + exercise.number(), "true");
    }

    boolean isSolved(Exercise exercise) {
        return progress.containsKey("solved." + exercise.number());
    }

    long solved() {
        return Stream.of(Exercise.values()).filter(this::isSolved).count();
    }

    private void keep(String name, String value) throws IOException {
        progress.setProperty(name, value);
        Files.createDirectories(progressFile().getParent());
        try (Writer writer = Files.newBufferedWriter(progressFile())) {
            progress.store(writer, null);
        }
    }

    private Path progressFile() {
        return root.resolve(".once/learn.properties");
    }
}
