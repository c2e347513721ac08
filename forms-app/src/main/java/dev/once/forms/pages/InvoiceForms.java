package dev.once.forms.pages;

import dev.once.core.Claim;
import dev.once.forms.effects.Invoices;
import dev.once.forms.effects.NewInvoice;
import dev.once.forms.provenance.Member;
import dev.once.forms.sameness.FormKey;
import dev.once.forms.surface.FormEffects;
import dev.once.forms.surface.SentForm;
import jakarta.servlet.http.HttpSession;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;
import org.springframework.web.servlet.ModelAndView;

/** The invoices behind the form: what was typed becomes an invoice, or comes back. */
@Component
class InvoiceForms implements FormEffects {

    private final Invoices invoices;
    private final FormAnswers answers;
    private final Drafts drafts;
    private final Absorbed absorbed;
    private final Clock clock;

    InvoiceForms(Invoices invoices, FormAnswers answers, Drafts drafts, Absorbed absorbed, Clock clock) {
        this.invoices = invoices;
        this.answers = answers;
        this.drafts = drafts;
        this.absorbed = absorbed;
        this.clock = clock;
    }

    @Override
    public SentForm read(Member member, MultiValueMap<String, String> fields, HttpSession session) {
        InvoiceForm typed = InvoiceForm.of(fields);
        return new SentInvoice(member, typed, ParsedForm.of(typed, answers.today()), session);
    }

    private final class SentInvoice implements SentForm {

        private final Member member;
        private final InvoiceForm typed;
        private final ParsedForm parsed;
        private final HttpSession session;

        SentInvoice(Member member, InvoiceForm typed, ParsedForm parsed, HttpSession session) {
            this.member = member;
            this.typed = typed;
            this.parsed = parsed;
            this.session = session;
        }

        @Override
        public String renderedFor() {
            return typed.renderedFor();
        }

        @Override
        public String key() {
            return typed.idempotencyKey();
        }

        @Override
        public List<String> asked() {
            return parsed.invoice().map(NewInvoice::fields).orElse(List.of());
        }

        /** Mistakes keep the key: nothing was claimed, so it is as good as new. */
        @Override
        public Optional<Supplier<ModelAndView>> refusal(Duration claimsAreKeptFor) {
            if (!formKey().isUsable(claimsAreKeptFor, clock.instant())) {
                return Optional.of(() -> answers.freshKey(
                        member, typed, "This form was open for too long. Please check and save it again."));
            }
            return parsed.isValid()
                    ? Optional.empty()
                    : Optional.of(() -> answers.form(member, typed, formKey(), HttpStatus.UNPROCESSABLE_ENTITY)
                            .addObject("errors", parsed.errors()));
        }

        @Override
        public UUID save(Claim claim) {
            return invoices.add(claim, member.organisation(), member.id(), parsed.understood());
        }

        @Override
        public ModelAndView created(UUID invoice) {
            drafts.forget(session, formKey());
            return answers.invoice(invoice);
        }

        @Override
        public ModelAndView repeated(UUID invoice) {
            absorbed.repeatOf(member.organisation(), invoice);
            return created(invoice);
        }

        /** The form's own address says that it is being saved, until the key has its invoice. */
        @Override
        public ModelAndView stillSaving() {
            drafts.keepWhileSaving(session, typed, clock.millis());
            return FormAnswers.seeOther("/invoices/new/" + formKey());
        }

        @Override
        public ModelAndView keyReused(UUID existing) {
            return answers.form(member, typed, FormKey.mint(), HttpStatus.CONFLICT)
                    .addObject("warning", "This form was saved before, with other values. That invoice stays as it is.")
                    .addObject("existing", existing)
                    .addObject("afterwards", "If you want a second invoice with the values below, save it now.");
        }

        private FormKey formKey() {
            return FormKey.parse(key()).orElseThrow();
        }
    }
}
