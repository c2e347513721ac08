package dev.once.showcase.learn;

import dev.once.showcase.surfaces.Excerpt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.renderer.text.TextContentRenderer;
import org.springframework.core.io.ClassPathResource;

/** What an exercise says: its task, its hints, the file that it begins with, and one that solves it. */
record ExerciseText(String task, List<String> hints, String start, String solution) {

    private static final TextContentRenderer WORDS =
            TextContentRenderer.builder().build();
    private static final int WIDTH = 100;

    private static final String EMPTY =
            """

            // Make a class that implements dev.once.showcase.lab.Variant, with a constructor that takes a DataSource.
            // lab.payments (tenant, event, amount_cents), lab.outbox (tenant, event, amount_cents) and
            // lab.scoped_claims (scope, key, fingerprint, answer, claimed_at), unique by scope and key, are there.
            """;

    static ExerciseText of(Exercise exercise) {
        Node document = new LessonRenderer().parsed(read("learn/exercises/" + exercise.slug() + ".md"));
        List<String> task = new ArrayList<>();
        List<String> hints = new ArrayList<>();
        String handle = "";
        boolean isHint = false;
        for (Node node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                isHint = WORDS.render(node).equals("Hint");
            } else if (node instanceof FencedCodeBlock code) {
                handle = code.getLiteral();
            } else {
                (isHint ? hints : task).add(WORDS.render(node).replace('\n', ' '));
            }
        }
        String words = String.join("\n", task);
        String start = exercise.start()
                .map(broken -> Excerpt.exerciseOf("broken/" + broken.file()))
                .orElse(EMPTY);
        String solution = exercise.start().isPresent()
                ? Excerpt.withMethods(start, handle)
                : Excerpt.exerciseOf("learn/OnceInFortyLines.java");
        return new ExerciseText(words, hints, header(exercise, words) + start, header(exercise, words) + solution);
    }

    private static String header(Exercise exercise, String task) {
        String command = "./once learn " + exercise.number();
        return comment(exercise.number() + ". " + exercise.title() + ". " + command
                        + " judges this file on each save; type hint, solution or reset there.")
                + "//\n" + comment(task);
    }

    private static String comment(String text) {
        return wrapped(text).lines().map(line -> "// " + line + "\n").collect(Collectors.joining());
    }

    static String wrapped(String text) {
        return text.replaceAll("(.{1," + WIDTH + "})(?:\\s+|$)", "$1\n").stripTrailing();
    }

    private static String read(String file) {
        try {
            return new ClassPathResource(file).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The build has not packed " + file, e);
        }
    }
}
