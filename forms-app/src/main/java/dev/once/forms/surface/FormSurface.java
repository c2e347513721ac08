package dev.once.forms.surface;

import dev.once.core.Attempt;
import dev.once.core.Idempotency;
import dev.once.core.Outcome;
import dev.once.core.Scope;
import dev.once.forms.effects.Invoices;
import dev.once.forms.pages.FormAnswers;
import dev.once.forms.pages.InvoiceForm;
import dev.once.forms.pages.ParsedForm;
import dev.once.forms.pages.Submission;
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
class FormSurface {

    private final Idempotency<UUID> forms;
    private final Invoices invoices;
    private final FormAnswers answers;

    FormSurface(Idempotency<UUID> forms, Invoices invoices, FormAnswers answers) {
        this.forms = forms;
        this.invoices = invoices;
        this.answers = answers;
    }

    @PostMapping("/invoices")
    ModelAndView create(
            @AuthenticationPrincipal Member member,
            @RequestParam MultiValueMap<String, String> fields,
            HttpSession session) {
        // Parse: what was typed, and what it means.
        InvoiceForm form = InvoiceForm.of(fields);
        ParsedForm asked = ParsedForm.of(form, answers.today());

        // Authorize: who are you, and for whom do you act?
        Scope organisation = FormProvenance.organisationOf(member, form.renderedFor());

        // What is the key?
        Optional<FormKey> key = FormKey.parse(form.idempotencyKey());
        if (key.isEmpty()) {
            return answers.noKey(member, form);
        }
        Attempt attempt = key.get().attempt(organisation, asked.invoice());
        Submission sent = new Submission(member, form, key.get(), session);

        // A stored answer wins over today's validation: the first attempt may have been allowed what this one is not.
        Optional<Supplier<ModelAndView>> refusal =
                answers.refusal(sent, asked, forms.ledger().keepFor());
        if (refusal.isPresent()) {
            return forms.answered(attempt).map(outcome -> answer(outcome, sent)).orElseGet(refusal.get());
        }

        // Mutate: the claim, the invoice and its consequences commit together or not at all.
        Outcome<UUID> outcome = forms.once(
                attempt, claim -> invoices.add(claim, member.organisation(), member.id(), asked.understood()));

        // Revalidate and return: the answer is another address, which shows what is true by then.
        return answer(outcome, sent);
    }

    private ModelAndView answer(Outcome<UUID> outcome, Submission sent) {
        return outcome.fold(
                created -> answers.created(sent, created),
                existing -> answers.repeated(sent, existing),
                wait -> answers.stillSaving(sent),
                () -> answers.keyReused(sent, invoiceOf(sent)));
    }

    private UUID invoiceOf(Submission sent) {
        return forms.answer(
                        FormProvenance.organisationOf(sent.member()), sent.key().asKey())
                .orElseThrow();
    }
}
