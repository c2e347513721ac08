package dev.once.jobs.effects;

import dev.once.core.Reads;
import dev.once.core.UniqueWrite;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** An account has one statement in a month: a natural key, so nobody has to send one. */
@Component
public class StatementRuns {

    private static final String ADD =
            """
            insert into jobs.statement_runs (account, month, run_id) values (:account, :month, :run)
            on conflict (account, month) do nothing returning run_id
            """;

    private static final String FIND =
            """
            select run_id from jobs.statement_runs where account = :account and month = :month
            """;

    private final Runs runs;
    private final Reads reads;

    StatementRuns(Runs runs, Reads reads) {
        this.runs = runs;
        this.reads = reads;
    }

    /** The run and its outbox message commit with it, under one id. Empty if the month has its run already. */
    public Optional<UUID> add(
            UniqueWrite write, UUID id, String account, String month, String topic, String parameters) {
        Optional<UUID> added = write.sql(ADD)
                .param("account", account)
                .param("month", month)
                .param("run", id)
                .query(UUID.class)
                .optional();
        added.ifPresent(run -> {
            runs.add(write, run, topic, parameters);
            write.outbox(run, topic, parameters);
        });
        return added;
    }

    public Optional<UUID> find(String account, String month) {
        return reads.query(FIND)
                .param("account", account)
                .param("month", month)
                .optional((row, i) -> row.getObject("run_id", UUID.class));
    }
}
