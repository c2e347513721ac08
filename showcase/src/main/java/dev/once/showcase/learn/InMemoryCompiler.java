package dev.once.showcase.learn;

import dev.once.showcase.lab.Variant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** Compiles one source file to classes in memory, against the classes of this process, packed in jars of jars or not. */
final class InMemoryCompiler {

    /** What the compiler has against the file. */
    static final class CompileException extends Exception {
        CompileException(String message) {
            super(message);
        }
    }

    private InMemoryCompiler() {}

    /** Every class of the file, by name. */
    static List<Class<?>> compile(String source) throws CompileException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new CompileException("This java has no compiler. Set JAVA_HOME to a JDK.");
        }
        var problems = new DiagnosticCollector<JavaFileObject>();
        try (Files files = new Files(compiler.getStandardFileManager(problems, Locale.ROOT, null))) {
            boolean compiled = compiler.getTask(
                            null,
                            files,
                            problems,
                            List.of("-proc:none", "-Xlint:none"),
                            null,
                            List.of(new Source(source)))
                    .call();
            if (!compiled) {
                throw new CompileException(problems.getDiagnostics().stream()
                        .filter(problem -> problem.getKind() == javax.tools.Diagnostic.Kind.ERROR)
                        .map(problem -> "line " + problem.getLineNumber() + ": " + problem.getMessage(Locale.ROOT))
                        .collect(Collectors.joining("\n")));
            }
            return files.loaded();
        } catch (IOException e) {
            throw new CompileException("The file cannot be compiled: " + e);
        }
    }

    /** The compiler wants one with a path, which a file in a jar in a jar does not have. */
    private static URI addressOf(String className) {
        return URI.create("memory:///" + className.replace('.', '/') + ".class");
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///Exercise.java"), Kind.SOURCE);
            this.text = text;
        }

        /** A class may have any name, so the file's name is right for each. */
        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** A class that this process has. */
    private static final class Present extends SimpleJavaFileObject {

        private final Resource resource;
        private final String binaryName;

        Present(Resource resource, String binaryName) {
            super(addressOf(binaryName), Kind.CLASS);
            this.resource = resource;
            this.binaryName = binaryName;
        }

        @Override
        public InputStream openInputStream() throws IOException {
            return resource.getInputStream();
        }
    }

    private static final class Compiled extends SimpleJavaFileObject {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Compiled(String name) {
            super(addressOf(name), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Files extends ForwardingJavaFileManager<JavaFileManager> {

        private final Map<String, Compiled> compiled = new LinkedHashMap<>();

        Files(JavaFileManager manager) {
            super(manager);
        }

        @Override
        public Iterable<JavaFileObject> list(
                Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
                throws IOException {
            if (location != StandardLocation.CLASS_PATH || !packageName.startsWith("dev.once.showcase.")) {
                return super.list(location, packageName, kinds, recurse);
            }
            List<JavaFileObject> present = new ArrayList<>();
            String pattern = "classpath*:" + packageName.replace('.', '/') + "/*.class";
            for (Resource resource : new PathMatchingResourcePatternResolver().getResources(pattern)) {
                String name = String.valueOf(resource.getFilename()).replace(".class", "");
                present.add(new Present(resource, packageName + "." + name));
            }
            return present;
        }

        @Override
        public String inferBinaryName(Location location, JavaFileObject file) {
            return file instanceof Present present ? present.binaryName : super.inferBinaryName(location, file);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, @Nullable FileObject sibling) {
            return compiled.computeIfAbsent(name, Compiled::new);
        }

        List<Class<?>> loaded() {
            ClassLoader loader = new ClassLoader(Variant.class.getClassLoader()) {
                @Override
                protected Class<?> findClass(String name) throws ClassNotFoundException {
                    Compiled found = compiled.get(name);
                    if (found == null) {
                        throw new ClassNotFoundException(name);
                    }
                    byte[] bytes = found.bytes.toByteArray();
                    return defineClass(name, bytes, 0, bytes.length);
                }
            };
            List<Class<?>> classes = new ArrayList<>();
            for (String name : compiled.keySet()) {
                try {
                    classes.add(loader.loadClass(name));
                } catch (ClassNotFoundException e) {
                    throw new IllegalStateException("It was compiled a moment ago.", e);
                }
            }
            return classes;
        }
    }
}
