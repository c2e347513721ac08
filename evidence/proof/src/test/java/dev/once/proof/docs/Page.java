package dev.once.proof.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One Markdown file: its links, its headings, and the code that it quotes. */
record Page(Path file, String text) {

    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    /** What follows is quoted from this file of the project. */
    private static final Pattern QUOTED_FROM = Pattern.compile("^\\s*<!-- from (\\S+) -->\\s*$");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)(?:\\s+\"([^\"]*)\")?\\)");
    private static final Pattern FENCE = Pattern.compile("^\\s*```.*$");

    /** A link to a place in this project; the note is the link's title, which the place must contain. */
    record Link(String target, String note) {

        boolean isOurs() {
            return !target.matches("[a-z]+:.*");
        }

        String path() {
            return target.replaceFirst("#.*", "");
        }

        String anchor() {
            return target.contains("#") ? target.replaceFirst("[^#]*#", "") : "";
        }

        boolean isLine() {
            return anchor().matches("L\\d+");
        }

        int line() {
            return Integer.parseInt(anchor().substring(1));
        }
    }

    /** Code that claims to be in a file. */
    record Excerpt(String source, List<String> lines) {}

    /** README, CONTRIBUTING, everything in docs, and the apps' own. */
    static List<Page> all() {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"));
                Stream<Path> modules = Files.list(ROOT)) {
            return Stream.of(
                            Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")),
                            docs.filter(file -> file.toString().endsWith(".md")),
                            modules.map(module -> module.resolve("README.md"))
                                    .filter(file -> Files.exists(file) && Files.exists(file.resolveSibling("pom.xml"))))
                    .flatMap(files -> files)
                    .map(Page::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Page read(Path file) {
        try {
            return new Page(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String name() {
        return ROOT.relativize(file).toString();
    }

    List<Link> links() {
        List<Link> links = new ArrayList<>();
        Matcher matcher = LINK.matcher(prose());
        while (matcher.find()) {
            String note = matcher.group(2);
            links.add(new Link(matcher.group(1), note == null ? "" : note));
        }
        return links;
    }

    /** The page with each of its links changed. */
    Page withTargets(UnaryOperator<Link> change) {
        return new Page(file, LINK.matcher(text).replaceAll(found -> {
            String note = found.group(2) == null ? "" : found.group(2);
            String target = change.apply(new Link(found.group(1), note)).target();
            return Matcher.quoteReplacement(found.group().replace(found.group(1), target));
        }));
    }

    /** As GitHub names them in addresses. */
    Set<String> anchors() {
        return prose().lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+\\s*", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}\\- ]", "")
                        .strip()
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    List<Excerpt> excerpts() {
        List<Excerpt> excerpts = new ArrayList<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            Matcher from = QUOTED_FROM.matcher(lines.get(i));
            if (from.matches()) {
                List<String> code = lines.stream()
                        .skip(i + 2L)
                        .takeWhile(line -> !FENCE.matcher(line).matches())
                        .toList();
                excerpts.add(new Excerpt(from.group(1), code));
            }
        }
        return excerpts;
    }

    /** Without the code blocks, in which brackets are only brackets. */
    String prose() {
        StringBuilder prose = new StringBuilder();
        boolean code = false;
        for (String line : text.lines().toList()) {
            boolean fence = FENCE.matcher(line).matches();
            if (!code && !fence) {
                prose.append(line).append('\n');
            }
            code = fence != code;
        }
        return prose.toString();
    }
}
