package dev.once.forms.surface;

import dev.once.core.Attempt;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.forms.provenance.FormProvenance;
import dev.once.forms.provenance.Member;
import dev.once.forms.sameness.FormKey;
import jakarta.servlet.http.HttpSession;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Saves a form once: no natural key tells two invoices apart, and two would hurt, so the form brings its own. */
@Controller
public class FormSurface {

    private final Idempotency<UUID> idempotency;
    private final FormEffects effects;

    FormSurface(Idempotency<UUID> idempotency, FormEffects effects) {
        this.idempotency = idempotency;
        this.effects = effects;
    }

    @PostMapping("/invoices")
    ModelAndView create(
            @AuthenticationPrincipal Member signedIn,
            @RequestParam MultiValueMap<String, String> fields,
            HttpSession session) {
        SentForm form = effects.read(signedIn, fields, session);

        // who are you
        Member member = FormProvenance.of(signedIn, form.renderedFor());

        // what is the key
        Attempt attempt = FormKey.of(member, form.key(), form.asked());

        // A stored answer wins over today's validation: the first attempt may have been allowed what this one is not.
        Optional<Supplier<ModelAndView>> refusal =
                form.refusal(idempotency.ledger().keepFor());
        if (refusal.isPresent()) {
            return idempotency
                    .answered(attempt)
                    .map(outcome -> answer(form, attempt, outcome))
                    .orElseGet(refusal.get());
        }

        // once
        Outcome<UUID> outcome = idempotency.once(attempt, form::save);

        // answer
        return answer(form, attempt, outcome);
    }

    /** Another address, which shows what is true by then. */
    private ModelAndView answer(SentForm form, Attempt attempt, Outcome<UUID> outcome) {
        return outcome.fold(
                form::created,
                form::repeated,
                wait -> form.stillSaving(),
                () -> form.keyReused(
                        idempotency.answer(attempt.scope(), attempt.key()).orElseThrow()));
    }
}
