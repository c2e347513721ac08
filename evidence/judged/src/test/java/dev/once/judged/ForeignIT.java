package dev.once.judged;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.FreePort;
import dev.once.showcase.launch.Home;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Middlewares of others, on their documented settings: what docs/judge.md says of them is what the judge says. */
@Tag("full")
class ForeignIT {

    private static final Path HERE = Path.of("").toAbsolutePath();

    @TempDir
    private static Path folder;

    @BeforeAll
    static void install() throws Exception {
        Assumptions.assumeTrue(
                ran(HERE, "node", "--version"), "There is no node here, so no middleware for it is judged.");
        try (Stream<Path> files = Files.list(HERE)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Assumptions.assumeTrue(
                ran(folder, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"),
                "npm cannot install the middlewares, so none is judged.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"express-idempotency", "node-idempotency"})
    void the_page_says_of_each_what_the_judge_says(String name) throws Exception {
        int port = FreePort.find();
        ProcessBuilder builder = new ProcessBuilder("node", name + ".mjs")
                .directory(folder.toFile())
                .redirectErrorStream(true);
        builder.environment().put("PORT", String.valueOf(port));
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        Process service = builder.start();
        try {
            awaitAnswer(port);
            Judged judged = Judged.by(
                    new Home(Judged.ROOT),
                    Map.of("PORT", String.valueOf(port)),
                    List.of(HERE.resolve("judge.yaml").toString(), "--seed=1"));
            assertThat(judged.outcomes()).isEqualTo(onThePage(name));
        } finally {
            service.destroyForcibly();
        }
    }

    private static void awaitAnswer(int port) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(() -> {
            try (Socket ignored = new Socket("127.0.0.1", port)) {
                assertThat(ignored.isConnected()).isTrue();
            }
        });
    }

    /** The column of the table with that name. */
    private static Map<String, String> onThePage(String name) throws IOException {
        List<List<String>> rows = Files.readAllLines(Judged.ROOT.resolve("docs/judge.md")).stream()
                .filter(line -> line.startsWith("| `") || line.contains(name + ".mjs"))
                .map(line -> Stream.of(line.split("\\|")).map(String::strip).toList())
                .toList();
        List<String> head = rows.stream()
                .filter(row -> row.size() > 1 && row.get(1).equals("ordeal"))
                .findFirst()
                .orElseThrow();
        int column = head.stream()
                .filter(cell -> cell.contains(name))
                .map(head::indexOf)
                .findFirst()
                .orElseThrow();
        return rows.stream()
                .filter(row -> row.size() == head.size() && !row.equals(head))
                .collect(Collectors.toMap(
                        row -> row.get(1).replace("`", ""), row -> row.get(column), (a, b) -> b, TreeMap::new));
    }

    private static boolean ran(Path folder, String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(3, TimeUnit.MINUTES) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
