package dev.once.showcase.judge;

import dev.once.faults.verdict.Ordeal;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;

/** {@code ./once judge}: 0 where everything holds, 1 where something breaks, 2 where it cannot be said. */
public final class JudgeCommand {

    private static final int CANNOT_JUDGE = 2;

    private final Home home;
    private final Ports ports;
    private final Map<String, String> environment;
    private final PrintStream out;

    public JudgeCommand(Home home, Ports ports, Map<String, String> environment, PrintStream out) {
        this.home = home;
        this.ports = ports;
        this.environment = environment;
        this.out = out;
    }

    public int run(List<String> arguments) {
        Settings settings = new Settings(environment);
        try {
            if (arguments.contains("--example")) {
                out.println(resource("example"));
                return 0;
            }
            Map<String, String> flags = read(arguments, settings);
            long seed = Long.parseLong(flags.getOrDefault("seed", String.valueOf(System.nanoTime() % 1_000_000)));
            return judged(settings, seed, flags);
        } catch (CannotJudge e) {
            out.println(settings.hide(String.valueOf(e.getMessage())));
            return CANNOT_JUDGE;
        } catch (NumberFormatException e) {
            out.println("That is no number: " + e.getMessage());
            return CANNOT_JUDGE;
        }
    }

    private int judged(Settings settings, long seed, Map<String, String> flags) {
        boolean programReads = "".equals(flags.get("json")) && !flags.containsKey("draft");
        Consumer<String> people = programReads ? line -> {} : line -> out.println(settings.hide(line));
        JudgeRun run = new JudgeRun(settings, seed, flags.containsKey("remote"));
        if (flags.containsKey("draft")) {
            run.requireOneEffect();
            return new DraftClauses(settings, run, people).judge();
        }
        RulingReport report =
                new RulingReport(run.subject().target(), run.subject().run(), seed);
        report.begin(people);
        List<Ordeal> ordeals = flags.containsKey("only")
                ? Stream.of(flags.get("only").split(",")).map(Settings::ordeal).toList()
                : HttpStaging.ORDEALS;
        List<Ruling> rulings = run.judge(ordeals, ruling -> people.accept(RulingReport.line(ruling)));
        report.end(people, rulings);
        write(flags.get("json"), settings.hide(report.json(rulings)));
        write(flags.get("junit"), settings.hide(report.junit(rulings)));
        return RulingReport.exitCode(rulings);
    }

    /** What is a setting goes there; the rest is returned. */
    private Map<String, String> read(List<String> arguments, Settings settings) {
        Map<String, String> flags = new LinkedHashMap<>();
        Map<String, String> set = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (!argument.startsWith("--")) {
                settings.read(Settings.here().resolve(argument));
                continue;
            }
            String[] parts = argument.substring(2).split("=", 2);
            switch (parts[0]) {
                case "json", "remote", "draft" -> flags.put(parts[0], parts.length > 1 ? parts[1] : "");
                case "junit", "seed", "only", "ours" -> {
                    if (parts.length == 1 && i + 1 == arguments.size()) {
                        throw new CannotJudge("--" + parts[0] + " needs a value.", "Write --" + parts[0] + "=..");
                    }
                    flags.put(parts[0], parts.length > 1 ? parts[1] : arguments.get(++i));
                }
                default -> {
                    if (parts.length == 1) {
                        throw new CannotJudge("There is no flag --" + parts[0] + ".", "docs/judge.md has them all.");
                    }
                    set.put(parts[0], parts[1]);
                }
            }
        }
        if (flags.containsKey("ours")) {
            new OurApps(home, ports).prepare(settings, flags.get("ours"), set);
        }
        set.forEach(settings::set);
        return flags;
    }

    static String resource(String name) {
        try {
            return new ClassPathResource("judge/" + name + ".yaml").getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void write(@Nullable String where, String text) {
        if (where == null) {
            return;
        }
        if (where.isEmpty()) {
            out.println(text);
            return;
        }
        try {
            Files.writeString(Settings.here().resolve(where), text);
        } catch (IOException e) {
            throw new CannotJudge("'%s' cannot be written.".formatted(where), "Choose another file.");
        }
    }
}
