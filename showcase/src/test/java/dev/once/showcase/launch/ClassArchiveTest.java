package dev.once.showcase.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {

    private static final String CLASS = Program.class.getName();

    @TempDir
    private Path folder;

    /** An app that stays until its input ends. */
    public static final class Program {
        public static void main(String[] arguments) throws IOException {
            System.out.println("up");
            System.in.read();
        }
    }

    @Test
    void a_second_start_takes_its_classes_from_what_the_first_has_written() throws Exception {
        Path jar = jarIn(folder.resolve(ClassArchive.UNPACKED));
        startAndWrite(jar);
        assertThat(run(jar, "-Xlog:class+load"))
                .anyMatch(line -> line.contains(CLASS + " source: shared objects file"));
    }

    @Test
    void an_archive_of_another_jar_is_left_alone_and_not_a_word_is_said() throws Exception {
        Path jar = jarIn(folder.resolve(ClassArchive.UNPACKED));
        startAndWrite(jar);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
        assertThat(run(jar)).containsExactly("up");
    }

    @Test
    void a_file_that_is_no_archive_is_left_alone_too() throws Exception {
        Path jar = jarIn(folder.resolve(ClassArchive.UNPACKED));
        Files.writeString(new ClassArchive(jar).file(), "no archive");
        assertThat(run(jar)).containsExactly("up");
    }

    @Test
    void of_a_packed_app_nothing_is_written() throws Exception {
        Path jar = jarIn(folder.resolve("target"));
        startAndWrite(jar);
        assertThat(new ClassArchive(jar).options()).isEmpty();
        assertThat(jar.getParent()).isDirectoryNotContaining(file -> !file.equals(jar));
    }

    @Test
    void an_end_in_the_middle_of_it_leaves_no_process_and_no_archive() throws Exception {
        Path jar = jarIn(folder.resolve(ClassArchive.UNPACKED));
        run(jar);
        Thread writer = new Thread(() -> {
            try {
                new ClassArchive(jar).write();
            } catch (InterruptedException expected) {
                // It was told to end.
            }
        });
        writer.start();
        List<ProcessHandle> dumps = List.of();
        while (writer.isAlive() && dumps.isEmpty()) {
            dumps = ProcessHandle.current().children().toList();
        }
        writer.interrupt();
        writer.join();
        assertThat(dumps).isNotEmpty();
        for (ProcessHandle dump : dumps) {
            dump.onExit().get(1, TimeUnit.MINUTES);
        }
        assertThat(folder).isDirectoryNotContaining("glob:**.{jsa,written}");
    }

    private static void startAndWrite(Path jar) throws Exception {
        Process first = start(jar);
        first.inputReader().readLine();
        new ClassArchive(jar).write();
        first.outputWriter().close();
        assertThat(first.inputReader().lines()).noneMatch(line -> line.contains("warning"));
        assertThat(first.waitFor()).isZero();
    }

    private static List<String> run(Path jar, String... more) throws Exception {
        Process process = start(jar, more);
        process.outputWriter().close();
        List<String> said = process.inputReader().lines().toList();
        assertThat(process.waitFor()).isZero();
        return said;
    }

    private static Process start(Path jar, String... more) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(new ClassArchive(jar).options());
        command.addAll(List.of(more));
        command.addAll(List.of("-jar", jar.toString()));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static Path jarIn(Path folder) throws IOException {
        Path jar = Files.createDirectories(folder).resolve("app-1.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, CLASS);
        String entry = CLASS.replace('.', '/') + ".class";
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                InputStream code = ClassArchiveTest.class.getResourceAsStream("/" + entry)) {
            out.putNextEntry(new JarEntry(entry));
            code.transferTo(out);
        }
        return jar;
    }
}
