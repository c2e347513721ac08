package dev.once.showcase.judge;

import dev.once.showcase.launch.Home;
import dev.once.showcase.launch.Ports;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;

/** {@code ./once judge}: 0 where everything holds, 1 where something breaks, 2 where it cannot be said. */
public final class JudgeCommand {

    private static final String STANDARD_OUTPUT = "-";

    /** What a flag without a value means. */
    private static final Map<String, String> ALONE =
            Map.of("example", "true", "remote", "true", "draft", "true", "json", STANDARD_OUTPUT);

    private final OurApps apps;
    private final PrintStream out;
    private final SettingsReader reader;

    public JudgeCommand(Home home, Ports ports, Map<String, String> environment, PrintStream out) {
        this.apps = new OurApps(home, ports);
        this.out = out;
        this.reader = new SettingsReader(environment);
    }

    public int run(List<String> arguments) {
        try {
            if (arguments.contains("--example")) {
                out.println(resource("example"));
                return 0;
            }
            Settings settings = read(arguments);
            boolean programReads = STANDARD_OUTPUT.equals(settings.json());
            Consumer<String> people = programReads ? line -> {} : line -> out.println(reader.hide(line));
            RulingReport report = JudgeRun.of(settings).judge(people);
            people.accept(report.text());
            write(settings.json(), report.json());
            write(settings.junit(), report.junit());
            return report.exitCode();
        } catch (CannotJudge e) {
            out.println(reader.hide(String.valueOf(e.getMessage())));
            return 2;
        }
    }

    private Settings read(List<String> arguments) {
        reader.set("seed", String.valueOf(System.nanoTime() % 1_000_000));
        Map<String, String> flags = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!argument.startsWith("--")) {
                reader.readFile(argument);
                continue;
            }
            String[] parts = argument.substring(2).split("=", 2);
            String alone = ALONE.get(parts[0]);
            if (parts.length > 1) {
                flags.put(parts[0], parts[1]);
            } else if (alone != null) {
                flags.put(parts[0], alone);
            } else if (i + 1 < arguments.size()) {
                flags.put(parts[0], arguments.get(++i));
            } else {
                throw new CannotJudge(
                        "There is no flag --" + parts[0] + " without a value.", "docs/judge.md has them all.");
            }
        }
        String ours = flags.remove("ours");
        if (ours != null) {
            apps.prepare(reader, ours);
        }
        flags.forEach(reader::set);
        return reader.bind();
    }

    static String resource(String name) {
        try {
            return new ClassPathResource("judge/" + name + ".yaml").getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(@Nullable String where, String text) {
        if (STANDARD_OUTPUT.equals(where)) {
            out.println(reader.hide(text));
        } else if (where != null) {
            try {
                Files.writeString(Settings.here().resolve(where), reader.hide(text));
            } catch (IOException e) {
                throw new CannotJudge("'%s' cannot be written.".formatted(where), "Choose another file.");
            }
        }
    }
}
