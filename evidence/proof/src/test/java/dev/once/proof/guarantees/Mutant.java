package dev.once.proof.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The core with one guarantee taken out: one changed class, to be put in front of the class path. */
record Mutant(Path classes) {

    private static final Path CORE =
            Path.of("..", "..", "idempotency-core", "src", "main", "java", "dev", "once", "core");

    static Mutant without(Guarantee guarantee, Path folder) throws IOException {
        Path original = original(guarantee);
        Path changed = Files.createDirectories(folder.resolve("source")).resolve(original.getFileName());
        Files.writeString(changed, source(guarantee).replace(guarantee.kept(), guarantee.broken()));
        return new Mutant(compiled(changed, Files.createDirectories(folder.resolve("classes"))));
    }

    /** The source that keeps the promise, which must be in it. */
    static String source(Guarantee guarantee) throws IOException {
        String source = Files.readString(original(guarantee));
        assertThat(source.split(Pattern.quote(guarantee.kept()), -1))
                .as("the place in %s that keeps '%s'", original(guarantee), guarantee.promise())
                .hasSizeBetween(2, 3);
        return source;
    }

    private static Path original(Guarantee guarantee) {
        return CORE.resolve(guarantee.file() + ".java");
    }

    private static Path compiled(Path source, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean fine = compiler.getTask(
                            complaints,
                            files,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-nowarn",
                                    "-d",
                                    classes.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            assertThat(fine).as("%s", complaints).isTrue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return classes;
    }
}
