package dev.once.showcase.learn;

import dev.once.faults.verdict.Ordeal;
import dev.once.localpostgres.LocalPostgres;
import dev.once.showcase.lab.LabConnections;
import dev.once.showcase.lab.Result;
import dev.once.showcase.launch.Console;
import dev.once.showcase.launch.Home;
import dev.once.showcase.launch.Refusal;
import dev.once.showcase.learn.InMemoryCompiler.CompileException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** `./once learn`: lists the exercises, starts one, watches its file and judges it on each save. */
public final class LearnCommand {

    private static final int LOOK_EVERY_MILLIS = 250;

    private final Console console;
    private final Workbook workbook;
    private final Home home;
    private final BufferedReader input;

    public LearnCommand(Home home, Console console, BufferedReader input) {
        this.home = home;
        this.console = console;
        this.workbook = new Workbook(home.root());
        this.input = input;
    }

    /** Returns the exit code. */
    public int run(List<String> words) throws IOException, InterruptedException {
        if (words.isEmpty()) {
            list();
            return 0;
        }
        boolean isNumbered = words.get(0).matches("\\d+");
        Exercise exercise = isNumbered ? numbered(words.get(0)) : workbook.current();
        List<String> commands = isNumbered ? words.subList(1, words.size()) : words;
        workbook.begin(exercise);
        if (commands.isEmpty()) {
            return watch(exercise);
        }
        if (commands.get(0).equals("check")) {
            try (LocalPostgres postgres = LocalPostgres.join(home.postgres());
                    LabConnections lab = new LabConnections(postgres.database())) {
                return isSolved(exercise, new ExerciseJudge(lab.dataSource(), lab.tables())) ? 0 : 1;
            }
        }
        say(exercise, commands.get(0));
        return 0;
    }

    private void list() {
        console.say("Repair them one by one: ./once learn 1\n");
        for (Exercise exercise : Exercise.values()) {
            console.say("  %s %2d  %-30s %-11s lesson %d"
                    .formatted(
                            workbook.isSolved(exercise) ? "x" : ".",
                            exercise.number(),
                            exercise.title(),
                            exercise.surface(),
                            exercise.lesson()));
        }
        console.say("\n%d of %d solved. The lessons: http://localhost:8080/learn while ./once runs, or docs/README.md."
                .formatted(workbook.solved(), Exercise.values().length));
    }

    private int watch(Exercise exercise) throws IOException, InterruptedException {
        ExerciseText text = ExerciseText.of(exercise);
        console.say("%d. %s\n\n%s\n\nEdit %s. Type hint, solution, reset or quit here.\n"
                .formatted(
                        exercise.number(),
                        exercise.title(),
                        ExerciseText.wrapped(text.task()),
                        home.root().relativize(workbook.file(exercise))));
        try (LocalPostgres postgres = LocalPostgres.join(home.postgres());
                LabConnections lab = new LabConnections(postgres.database())) {
            ExerciseJudge judge = new ExerciseJudge(lab.dataSource(), lab.tables());
            String judged = "";
            while (true) {
                String source = Files.readString(workbook.file(exercise));
                if (!source.equals(judged)) {
                    judged = source;
                    if (isSolved(exercise, judge)) {
                        return 0;
                    }
                }
                if (input.ready()) {
                    String word = String.valueOf(input.readLine()).strip();
                    if (word.equals("quit")) {
                        return 0;
                    }
                    say(exercise, word);
                }
                Thread.sleep(LOOK_EVERY_MILLIS);
            }
        }
    }

    private boolean isSolved(Exercise exercise, ExerciseJudge judge) throws IOException {
        long began = System.nanoTime();
        try {
            Map<Ordeal, Result> results = judge.judge(exercise, Files.readString(workbook.file(exercise)), false);
            boolean solved = results.values().stream()
                    .allMatch(result -> result.verdict().isClean());
            console.say(Report.of(results) + "  (%.1f s)\n".formatted((System.nanoTime() - began) / 1e9));
            if (solved) {
                workbook.solve(exercise);
                console.say(
                        exercise.number() == Exercise.values().length
                                ? "Solved, and that was the last one."
                                : "Solved. Next: ./once learn " + (exercise.number() + 1));
            }
            return solved;
        } catch (CompileException e) {
            console.say("Not yet:\n" + e.getMessage() + "\n");
            return false;
        }
    }

    private void say(Exercise exercise, String word) throws IOException {
        ExerciseText text = ExerciseText.of(exercise);
        switch (word) {
            case "hint" -> console.say(ExerciseText.wrapped(workbook.nextHint(exercise, text.hints())) + "\n");
            case "solution" -> console.say(text.solution());
            case "reset" -> {
                workbook.reset(exercise);
                console.say("It is as it was in the beginning.\n");
            }
            default -> console.say("Type hint, solution, reset or quit.\n");
        }
    }

    private static Exercise numbered(String number) {
        return Exercise.numbered(number)
                .orElseThrow(() -> new Refusal("There is no exercise " + number + ".", "./once learn lists them."));
    }
}
