package dev.once.showcase;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.once.localpostgres.LocalPostgresException;
import dev.once.showcase.judge.JudgeCommand;
import dev.once.showcase.launch.App;
import dev.once.showcase.launch.Console;
import dev.once.showcase.launch.Control;
import dev.once.showcase.launch.Home;
import dev.once.showcase.launch.Launch;
import dev.once.showcase.launch.Ports;
import dev.once.showcase.launch.Refusal;
import dev.once.showcase.learn.LearnCommand;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** What `./once` hands over to. */
public final class Launcher {

    private Launcher() {}

    public static void main(String[] arguments) {
        // Until the page's own logging is set up, only what a person must know.
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        System.exit(run(arguments));
    }

    private static int run(String[] arguments) {
        Console console = new Console(System.out);
        String command = arguments.length == 0 ? "all" : arguments[0];
        try {
            Home home = Home.ofThisProcess();
            Launch launch = new Launch(home, new Ports(System.getenv()), console);
            Optional<App> app = App.named(command);
            if (app.isPresent()) {
                return launch.one(app.get());
            }
            return switch (command) {
                case "all" -> launch.all(ShowcaseApplication::start);
                case "judge" ->
                    new JudgeCommand(home, new Ports(System.getenv()), System.getenv(), System.out)
                            .run(List.of(arguments).subList(1, arguments.length));
                case "status" -> new Control(home, console).status();
                case "stop" -> new Control(home, console).stop();
                case "reset" -> new Control(home, console).reset();
                case "learn" ->
                    new LearnCommand(home, console, new BufferedReader(new InputStreamReader(System.in, UTF_8)))
                            .run(List.of(arguments).subList(1, arguments.length));
                default ->
                    throw new Refusal(
                            "'" + command + "' is nothing that Once can do.", "./once help says what it can.");
            };
        } catch (Refusal | LocalPostgresException e) {
            console.say(String.valueOf(e.getMessage()));
            return 1;
        } catch (Exception e) {
            console.say("Once cannot go on: " + e);
            e.printStackTrace(System.err);
            return 1;
        }
    }
}
