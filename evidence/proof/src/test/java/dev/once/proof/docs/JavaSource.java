package dev.once.proof.docs;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** The first type of a source file, as the compiler reads it. */
record JavaSource(ClassTree type) {

    static JavaSource of(Path file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, List.of("-proc:none"), null, files.getJavaFileObjects(file));
            return task.parse().iterator().next().getTypeDecls().stream()
                    .filter(ClassTree.class::isInstance)
                    .map(tree -> new JavaSource((ClassTree) tree))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Such as {@code public final class}. */
    String declaration() {
        return words(type.getModifiers()) + type.getKind().name().toLowerCase(Locale.ROOT);
    }

    String annotations() {
        return type.getModifiers().getAnnotations().toString();
    }

    /** Such as {@code private final Idempotency<UUID> idempotency}. */
    List<String> fields() {
        return members(VariableTree.class)
                .map(field -> words(field.getModifiers()) + field.getType() + " " + field.getName())
                .toList();
    }

    /** Methods of this name that other packages see. */
    List<MethodTree> visible(String name) {
        return methods(name)
                .filter(method -> method.getModifiers().getFlags().contains(Modifier.PUBLIC))
                .toList();
    }

    Stream<MethodTree> methods(String name) {
        return members(MethodTree.class).filter(method -> method.getName().contentEquals(name));
    }

    /** Such as {@code public static Attempt of}. */
    static String signature(MethodTree method) {
        return words(method.getModifiers()) + method.getReturnType() + " " + method.getName();
    }

    static String firstParameter(MethodTree method) {
        return method.getParameters().get(0).getType().toString();
    }

    private <T extends Tree> Stream<T> members(Class<T> kind) {
        return type.getMembers().stream().filter(kind::isInstance).map(kind::cast);
    }

    private static String words(ModifiersTree modifiers) {
        return modifiers.getFlags().stream().map(flag -> flag + " ").collect(Collectors.joining());
    }
}
