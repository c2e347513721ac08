package dev.once.forms.pages;

import dev.once.core.Idempotency;
import dev.once.forms.provenance.FormProvenance;
import dev.once.forms.provenance.Member;
import dev.once.forms.sameness.FormKey;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

/** The form. Its key is minted here and stands in its address, so that back, reload and sign-in keep it. */
@Controller
class FormPage {

    /** Longer than the database lets a silent client keep its claim: after this, the key is free or has its invoice. */
    private static final Duration SAVING = Duration.ofSeconds(20);

    private final Idempotency<UUID> idempotency;
    private final FormAnswers answers;
    private final Drafts drafts;
    private final Clock clock;

    FormPage(Idempotency<UUID> idempotency, FormAnswers answers, Drafts drafts, Clock clock) {
        this.idempotency = idempotency;
        this.answers = answers;
        this.drafts = drafts;
        this.clock = clock;
    }

    @GetMapping("/invoices/new")
    RedirectView mint() {
        return new RedirectView("/invoices/new/" + FormKey.mint(), true);
    }

    /** A key that was used shows its invoice; one that is none of ours, or too old, gets a fresh form. */
    @GetMapping("/invoices/new/{text}")
    ModelAndView show(
            @AuthenticationPrincipal Member member,
            @PathVariable String text,
            HttpSession session,
            HttpServletResponse response) {
        Optional<FormKey> parsed = FormKey.parse(text);
        if (parsed.isEmpty()) {
            return FormAnswers.seeOther("/invoices/new");
        }
        FormKey key = parsed.get();
        Optional<UUID> invoice = idempotency.answer(member.scope(), key.asKey());
        if (invoice.isPresent()) {
            drafts.forget(session, key);
            return answers.invoice(invoice.get());
        }
        Optional<Drafts.Draft> draft = drafts.find(session, member, key);
        if (draft.filter(this::isBeingSaved).isPresent()) {
            response.setHeader("Refresh", "2");
            return new ModelAndView("forms/saving", HttpStatus.ACCEPTED).addObject("member", member);
        }
        boolean usable = key.isUsable(idempotency.ledger().keepFor(), clock.instant());
        if (!usable && draft.isEmpty()) {
            return FormAnswers.seeOther("/invoices/new");
        }
        InvoiceForm typed = draft.map(Drafts.Draft::form)
                .orElseGet(() -> InvoiceForm.empty(answers.today().plusDays(14)));
        return answers.form(member, typed, usable ? key : FormKey.mint(), HttpStatus.OK)
                .addObject("note", draft.map(Drafts.Draft::note).orElse(""));
    }

    /** Adds or removes a row, with or without JavaScript. Nothing is saved; pressing it twice gives the same rows. */
    @PostMapping("/invoices/new/{text}")
    ModelAndView rows(
            @AuthenticationPrincipal Member member,
            @PathVariable String text,
            @RequestParam MultiValueMap<String, String> fields,
            HttpSession session) {
        InvoiceForm typed = InvoiceForm.of(fields);
        FormProvenance.of(member, typed.renderedFor());
        InvoiceForm changed = fields.containsKey("removeLine")
                ? typed.withoutLine(index(fields.getFirst("removeLine")))
                : typed.withOneMoreLine();
        boolean kept = text.equals(typed.idempotencyKey()) && drafts.keep(session, changed, "");
        return kept
                ? FormAnswers.seeOther("/invoices/new/" + typed.idempotencyKey() + "#line-"
                        + changed.lines().size())
                : answers.freshKey(member, changed, "This form had lost its key and has a fresh one now.");
    }

    private boolean isBeingSaved(Drafts.Draft draft) {
        return clock.millis() - draft.savingSince() < SAVING.toMillis();
    }

    private static int index(@Nullable String text) {
        return text != null && text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
    }
}
