package dev.once.jobs.effects;

import dev.once.core.Claim;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** What an account owes for a month, as it was when it was added up. */
@Component
public class Statements {

    private static final String COLLECT =
            """
            insert into jobs.statements (run_id, step, account, month, entries, total_cents)
            select :run, :step, :account, :month, count(*), coalesce(sum(amount_cents), 0)
            from jobs.account_entries
            where account = :account and booked_on >= cast(:month || '-01' as date)
              and booked_on < cast(:month || '-01' as date) + interval '1 month'
            returning entries, total_cents
            """;

    /** What the entries of a month come to; more than zero is owed to us. */
    public record Totals(int entries, long totalCents) {}

    public Totals collect(Claim claim, String account, String month) {
        return claim.sql(COLLECT)
                .param("run", UUID.fromString(claim.attempt().scope().value()))
                .param("step", claim.attempt().key().value())
                .param("account", account)
                .param("month", month)
                .query((row, i) -> new Totals(row.getInt("entries"), row.getLong("total_cents")))
                .single();
    }
}
