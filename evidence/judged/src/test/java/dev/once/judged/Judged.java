package dev.once.judged;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.showcase.judge.JudgeCommand;
import dev.once.showcase.launch.Home;
import dev.once.showcase.launch.Ports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What the judge says, by ordeal: holds, skipped, unknown, or the damages. */
record Judged(int exitCode, Map<String, String> outcomes, String all) {

    static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    static Judged by(Home home, Map<String, String> environment, List<String> arguments) throws IOException {
        Path report = Files.createTempFile("judge", ".json");
        List<String> flags = new ArrayList<>(arguments);
        flags.add("--json=" + report);
        var said = new ByteArrayOutputStream();
        int exitCode = new JudgeCommand(
                        home, new Ports(environment), environment, new PrintStream(said, true, StandardCharsets.UTF_8))
                .run(flags);
        String all = said.toString(StandardCharsets.UTF_8);
        System.out.println(all);
        Map<String, String> outcomes = new TreeMap<>();
        new ObjectMapper().readTree(report.toFile()).path("ordeals").forEach(ordeal -> {
            List<String> damages = new ArrayList<>();
            ordeal.path("damages").forEach(damage -> damages.add(damage.asText()));
            String outcome = ordeal.path("outcome").asText();
            outcomes.put(ordeal.path("ordeal").asText(), damages.isEmpty() ? outcome : String.join(", ", damages));
        });
        Files.delete(report);
        return new Judged(exitCode, outcomes, all);
    }

    /** The packaged jar of a module. */
    static Path jar(String module, String name) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(module).resolve("target"))) {
            return files.filter(file -> file.getFileName().toString().matches(name))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
