package dev.once.jobs.work;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.once.jobs.JobsProperties;
import dev.once.jobs.effects.Charges;
import dev.once.jobs.effects.Charges.Charge;
import dev.once.jobs.effects.Emails;
import dev.once.jobs.effects.Emails.Email;
import dev.once.jobs.surface.JobEffects;
import dev.once.jobs.surface.JobRun;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** A provider told us of a new customer, and their credit is booked: charge the activation fee, then say welcome. */
@Component
public class WelcomeJob implements JobEffects {

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Request(String customer, @Nullable String email) {

        Request {
            Objects.requireNonNull(customer, "it names no customer");
        }

        String addressee() {
            return email == null || email.isBlank() ? customer : email;
        }
    }

    private final Charges charges;
    private final Emails emails;
    private final long fee;
    private final String currency;

    WelcomeJob(Charges charges, Emails emails, JobsProperties properties) {
        this.charges = charges;
        this.emails = emails;
        this.fee = properties.activationFeeCents();
        this.currency = properties.currency();
    }

    @Override
    public String topic() {
        return "email.welcome";
    }

    @Override
    public List<String> steps() {
        return List.of("charge", "notify");
    }

    @Override
    public void run(JobRun run) {
        Request asked = run.parameters(Request.class);
        Charge charge = run.call(
                "charge",
                "/charges",
                Map.of("customer", asked.customer(), "amountCents", fee, "currency", currency),
                Charge.class,
                (claim, answer) -> charges.add(claim, answer.reference(), asked.customer(), fee, currency));
        run.call(
                "notify",
                "/emails",
                Map.of("template", "welcome", "to", asked.addressee(), "charge", charge.reference()),
                Email.class,
                (claim, answer) -> emails.add(claim, answer.reference(), "welcome"));
    }
}
