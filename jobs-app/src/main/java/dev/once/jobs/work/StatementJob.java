package dev.once.jobs.work;

import dev.once.jobs.JobsProperties;
import dev.once.jobs.effects.Charges;
import dev.once.jobs.effects.Charges.Charge;
import dev.once.jobs.effects.Emails;
import dev.once.jobs.effects.Emails.Email;
import dev.once.jobs.effects.Statements;
import dev.once.jobs.effects.Statements.Totals;
import dev.once.jobs.surface.JobEffects;
import dev.once.jobs.surface.JobRun;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** A month of an account: add it up, charge what is due, and say so. */
@Component
public class StatementJob implements JobEffects {

    public static final String TOPIC = "statement.requested";

    /** What was asked. */
    public record Request(String account, String month) {}

    private final Statements statements;
    private final Charges charges;
    private final Emails emails;
    private final String currency;

    StatementJob(Statements statements, Charges charges, Emails emails, JobsProperties properties) {
        this.statements = statements;
        this.charges = charges;
        this.emails = emails;
        this.currency = properties.currency();
    }

    @Override
    public String topic() {
        return TOPIC;
    }

    @Override
    public List<String> steps() {
        return List.of("collect", "charge", "notify");
    }

    @Override
    public void run(JobRun run) {
        Request asked = run.parameters(Request.class);
        Totals totals =
                run.step("collect", Totals.class, claim -> statements.collect(claim, asked.account(), asked.month()));
        Charge charge = totals.totalCents() > 0 ? charge(run, asked, totals) : nothingDue(run);
        run.call(
                "notify",
                "/emails",
                Map.of(
                        "template", "statement",
                        "to", asked.account(),
                        "month", asked.month(),
                        "totalCents", totals.totalCents(),
                        "charge", charge.reference()),
                Email.class,
                (claim, answer) -> emails.add(claim, answer.reference(), "statement"));
    }

    private Charge charge(JobRun run, Request asked, Totals totals) {
        return run.call(
                "charge",
                "/charges",
                Map.of("customer", asked.account(), "amountCents", totals.totalCents(), "currency", currency),
                Charge.class,
                (claim, answer) ->
                        charges.add(claim, answer.reference(), asked.account(), totals.totalCents(), currency));
    }

    private Charge nothingDue(JobRun run) {
        return run.step("charge", Charge.class, claim -> Charge.none(currency));
    }
}
