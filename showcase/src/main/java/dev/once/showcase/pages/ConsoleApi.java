package dev.once.showcase.pages;

import dev.once.web.ProblemException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Two consoles, in which one is two workers: types a claim, sees one row, then none, and waits. */
@RestController
@Profile("demo")
class ConsoleApi {

    private static final Pattern SESSION = Pattern.compile("[0-9a-f]{32}");
    private static final int LONGEST = 4000;

    /** The session is a random number of the page's own: it names the scratch schema. */
    record Command(@Nullable String session, @Nullable String console, @Nullable String sql) {}

    private final Scratch scratch;

    ConsoleApi(Scratch scratch) {
        this.scratch = scratch;
    }

    @PostMapping("/console")
    Scratch.Answer run(@RequestBody Command command) {
        String session = command.session();
        String sql = command.sql();
        if (session == null || !SESSION.matcher(session).matches()) {
            throw ProblemException.of(HttpStatus.BAD_REQUEST, "A session is 32 hexadecimal digits.");
        }
        if (sql == null || sql.isBlank() || sql.length() > LONGEST) {
            throw ProblemException.of(
                    HttpStatus.BAD_REQUEST, "Type one statement of at most " + LONGEST + " characters.");
        }
        return scratch.run(session, "b".equals(command.console()) ? "b" : "a", sql);
    }
}
