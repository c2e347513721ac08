package dev.once.proof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The line about us in the table of docs/using-the-core.md: counted from the sample before and after. */
class WhatItTakesTest {

    private static final Path SAMPLES = Page.ROOT.resolve("evidence/samples");

    /** What the two differ in because they are two modules here, and what the page does not ask for. */
    private static final Predicate<String> NOT_COUNTED =
            line -> line.isBlank() || line.contains("<artifactId>orders-") || line.contains("<name>");

    private static final String BEYOND_THE_PAGE = "OrderEndpointTest.java";

    @Test
    void the_files_and_lines_are_those_of_the_sample() throws Exception {
        StringBuilder counted = new StringBuilder("| Once |");
        Map<String, Path> before = files("before");
        int all = 0;
        for (var file : files("jdbc").entrySet()) {
            Path old = before.remove(file.getKey());
            List<String> oldLines = old == null ? List.of() : lines(old);
            List<String> newLines = lines(file.getValue());
            int kept = longestCommon(oldLines, newLines);
            int written = newLines.size() - kept;
            if (written > 0 || oldLines.size() > kept) {
                counted.append(" `%s` %d,".formatted(file.getValue().getFileName(), written));
                all += written;
            }
        }
        assertThat(before).as("files that are gone").isEmpty();
        counted.setCharAt(counted.length() - 1, ' ');
        assertThat(Files.readString(Page.ROOT.resolve("docs/using-the-core.md")))
                .contains(counted + "| " + all + " |");
    }

    private static Map<String, Path> files(String sample) throws IOException {
        Path folder = SAMPLES.resolve(sample);
        Map<String, Path> files = new TreeMap<>();
        files.put("pom.xml", folder.resolve("pom.xml"));
        try (Stream<Path> sources = Files.walk(folder.resolve("src"))) {
            sources.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith(BEYOND_THE_PAGE))
                    .forEach(file -> files.put(folder.relativize(file).toString(), file));
        }
        return files;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream().filter(NOT_COUNTED.negate()).toList();
    }

    private static int longestCommon(List<String> one, List<String> other) {
        int[][] length = new int[one.size() + 1][other.size() + 1];
        for (int i = 1; i <= one.size(); i++) {
            for (int j = 1; j <= other.size(); j++) {
                length[i][j] = one.get(i - 1).equals(other.get(j - 1))
                        ? length[i - 1][j - 1] + 1
                        : Math.max(length[i - 1][j], length[i][j - 1]);
            }
        }
        return length[one.size()][other.size()];
    }
}
