package dev.once.jobs.pages;

import dev.once.core.Writes;
import dev.once.core.Writes.Created;
import dev.once.core.support.Uuids;
import dev.once.jobs.effects.StatementRuns;
import dev.once.jobs.surface.Outputs;
import dev.once.jobs.work.StatementJob;
import dev.once.web.ProblemException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Asks for an account's month. Asking twice is asking once: account and month are the key, and nobody has to send one. */
@Component
class StatementRequests {

    private static final Pattern ACCOUNT = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern MONTH = Pattern.compile("[0-9]{4}-(0[1-9]|1[0-2])");

    private final Writes writes;
    private final StatementRuns statementRuns;
    private final Outputs outputs;

    StatementRequests(Writes writes, StatementRuns statementRuns, Outputs outputs) {
        this.writes = writes;
        this.statementRuns = statementRuns;
        this.outputs = outputs;
    }

    Created<UUID> ask(@Nullable String account, @Nullable String month) {
        if (account == null || !ACCOUNT.matcher(account).matches()) {
            throw refused("An account is 1 to 64 letters, digits, dots, dashes and underscores.");
        }
        if (month == null || !MONTH.matcher(month).matches()) {
            throw refused("A month is written like 2026-01.");
        }
        String parameters = outputs.write(new StatementJob.Request(account, month));
        UUID id = Uuids.next();
        return writes.unique(
                write -> statementRuns.add(write, id, account, month, StatementJob.TOPIC, parameters),
                () -> statementRuns.find(account, month));
    }

    private static RuntimeException refused(String why) {
        return ProblemException.of(HttpStatus.BAD_REQUEST, "invalid-statement", why);
    }
}
