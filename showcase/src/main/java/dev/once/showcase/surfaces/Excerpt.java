package dev.once.showcase.surfaces;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;

/** Cuts methods out of source files that the build has packed beside the classes. The formatter's indentation is the grammar. */
public final class Excerpt {

    /** A claim is made here, and here its outcome becomes an answer. */
    private static final List<Pattern> CENTRAL = List.of(Pattern.compile("\\.once\\("), Pattern.compile("\\.fold\\("));

    private Excerpt() {}

    /** The central method of a surface, and where it folds the outcome elsewhere, that method too. */
    static String central(String file) {
        List<String> lines = read(file).lines().toList();
        Set<String> methods = new LinkedHashSet<>();
        for (Pattern mark : CENTRAL) {
            for (int i = 0; i < lines.size(); i++) {
                if (mark.matcher(lines.get(i)).find()) {
                    methods.add(methodAround(lines, i));
                    break;
                }
            }
        }
        return String.join("\n\n", methods);
    }

    /** The `handle` of a variant, with what it needs. */
    public static String handleOf(String file) {
        List<String> lines = read(file).lines().toList();
        int at = lines.indexOf(lines.stream()
                .filter(line -> line.contains(" handle("))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(file + " has no handle(..).")));
        return methodAround(lines, at);
    }

    /** The sentence above the class. */
    public static String sentenceOf(String file) {
        return read(file)
                .lines()
                .filter(line -> line.startsWith("/** "))
                .findFirst()
                .map(line -> line.replace("/** ", "").replace(" */", ""))
                .orElse("");
    }

    /** A variant as somebody's own file: no package, a neutral name, and without the sentence that says what is wrong. */
    public static String exerciseOf(String file) {
        String source = read(file);
        String name = file.replaceAll(".*/|\\.java", "");
        return source.replaceFirst("package .*;\n", "")
                .replaceFirst("(?=\nimport )", "\nimport dev.once.showcase.broken.PlainJdbc;")
                .replaceFirst("/\\*\\* .* \\*/\n", "")
                .replaceAll("(?m)^.*Infrastructure.*\n", "")
                .replaceAll("\\b" + name + "\\b", "Exercise");
    }

    /** The class with what follows its constructor replaced. */
    public static String withMethods(String source, String methods) {
        int at = source.indexOf("    @Override\n");
        return source.substring(0, at) + methods.indent(4) + "}\n";
    }

    private static String methodAround(List<String> lines, int inside) {
        int first = inside;
        while (!lines.get(first - 1).isBlank() || lines.get(first).startsWith("     ")) {
            first--;
        }
        int last = inside;
        while (!lines.get(last).equals("    }")) {
            last++;
        }
        return lines.subList(first, last + 1).stream()
                .map(line -> line.startsWith("    ") ? line.substring(4) : line)
                .collect(Collectors.joining("\n"));
    }

    private static String read(String file) {
        try {
            return new ClassPathResource("code/" + file).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("The build has not packed " + file, e);
        }
    }
}
