package dev.once.proof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The three folders of an app, with the record of its settings, compile with the core and the framework alone: who copies
 * them by hand needs nothing else of this repository.
 */
class SurfacesAloneTest {

    @TempDir
    Path classes;

    @ParameterizedTest
    @EnumSource
    void surface_sameness_and_provenance_need_the_core_and_the_framework_only(SameShapeTest.App app) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(found, null, null)) {
            List<String> options =
                    List.of("-proc:none", "-parameters", "-d", classes.toString(), "-classpath", coreAndFramework());
            compiler.getTask(null, files, found, options, null, files.getJavaFileObjectsFromPaths(sources(app)))
                    .call();
        }
        assertThat(found.getDiagnostics())
                .filteredOn(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
                .isEmpty();
    }

    private static List<Path> sources(SameShapeTest.App app) throws IOException {
        List<Path> folders =
                List.of(app.java.resolve("surface"), app.java.resolve("sameness"), app.java.resolve("provenance"));
        try (Stream<Path> found = folders.stream().flatMap(SurfacesAloneTest::javaFiles)) {
            return Stream.concat(found, Stream.of(app.java.resolve(app.application + "Properties.java")))
                    .toList();
        }
    }

    private static Stream<Path> javaFiles(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** This test's own class path without what is built here, but for the core. */
    private static String coreAndFramework() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("idempotency-core")
                        || !Path.of(entry).startsWith(Page.ROOT.toAbsolutePath().normalize())
                                && !entry.contains("dev" + File.separator + "once" + File.separator))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
