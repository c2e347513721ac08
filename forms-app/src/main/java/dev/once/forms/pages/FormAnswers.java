package dev.once.forms.pages;

import dev.once.forms.effects.Customers;
import dev.once.forms.effects.Money;
import dev.once.forms.provenance.FormSeal;
import dev.once.forms.provenance.Member;
import dev.once.forms.sameness.FormKey;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

/** The answers that a form can get. After a post there is always another address to look at, unless the form comes back. */
@Component
public class FormAnswers {

    /** A date is past when it is past everywhere. */
    private static final ZoneOffset LAST_ON_EARTH = ZoneOffset.ofHours(-12);

    private final FormSeal seal;
    private final Customers customers;
    private final Drafts drafts;
    private final Absorbed absorbed;
    private final Clock clock;

    FormAnswers(FormSeal seal, Customers customers, Drafts drafts, Absorbed absorbed, Clock clock) {
        this.seal = seal;
        this.customers = customers;
        this.drafts = drafts;
        this.absorbed = absorbed;
        this.clock = clock;
    }

    public LocalDate today() {
        return LocalDate.now(clock.withZone(LAST_ON_EARTH));
    }

    public ModelAndView created(Submission sent, UUID invoice) {
        drafts.forget(sent.session(), sent.key());
        return invoice(invoice);
    }

    public ModelAndView repeated(Submission sent, UUID invoice) {
        absorbed.repeatOf(sent.member().organisation(), invoice);
        return created(sent, invoice);
    }

    /** The form's own address says that it is being saved, until the key has its invoice. */
    public ModelAndView stillSaving(Submission sent) {
        drafts.keepWhileSaving(sent.session(), sent.form(), clock.millis());
        return seeOther("/invoices/new/" + sent.key());
    }

    public ModelAndView keyReused(Submission sent, UUID existing) {
        return form(sent.member(), sent.form(), FormKey.mint(), HttpStatus.CONFLICT)
                .addObject("warning", "This form was saved before, with other values. That invoice stays as it is.")
                .addObject("existing", existing)
                .addObject("afterwards", "If you want a second invoice with the values below, save it now.");
    }

    public ModelAndView noKey(Member member, InvoiceForm typed) {
        return freshKey(member, typed, "This form had no valid key. It has one now: please save it again.");
    }

    /** What would have to be said if the key were free. Mistakes keep the key: nothing was claimed, so it is as good as new. */
    public Optional<Supplier<ModelAndView>> refusal(Submission sent, ParsedForm asked, Duration claimsAreKeptFor) {
        if (!sent.key().isUsable(claimsAreKeptFor, clock.instant())) {
            return Optional.of(() -> freshKey(
                    sent.member(), sent.form(), "This form was open for too long. Please check and save it again."));
        }
        return asked.isValid()
                ? Optional.empty()
                : Optional.of(() -> form(sent.member(), sent.form(), sent.key(), HttpStatus.UNPROCESSABLE_ENTITY)
                        .addObject("errors", asked.errors()));
    }

    /** Nobody knows whether it was saved; the key does, at the next attempt. */
    public ModelAndView unsure(Member member, InvoiceForm typed, FormKey key) {
        return form(member, typed, key, HttpStatus.SERVICE_UNAVAILABLE)
                .addObject("warning", "This took an unexpected turn, and it may or may not have been saved.")
                .addObject("afterwards", "Save it again: if it was saved, you get that invoice and no second one.");
    }

    ModelAndView freshKey(Member member, InvoiceForm typed, String why) {
        return form(member, typed, FormKey.mint(), HttpStatus.UNPROCESSABLE_ENTITY)
                .addObject("warning", why);
    }

    ModelAndView invoice(UUID id) {
        return seeOther("/invoices/" + id);
    }

    ModelAndView form(Member member, InvoiceForm typed, FormKey key, HttpStatus status) {
        InvoiceForm form = typed.withKey(key.toString(), member.id().toString(), seal.of(member.id(), key.toString()));
        ModelAndView page = new ModelAndView("forms/form", status)
                .addObject("member", member)
                .addObject("form", form)
                .addObject("errors", Map.of())
                .addObject("currencies", ParsedForm.CURRENCIES)
                .addObject("customers", customers.of(member.organisation()));
        ParsedForm.of(form, today())
                .invoice()
                .ifPresent(understood ->
                        page.addObject("total", new Money(understood.totalCents(), understood.currency())));
        return page;
    }

    /** 303: whatever the method was, look there with a GET. */
    static ModelAndView seeOther(String path) {
        return new ModelAndView(new RedirectView(path, true, false, false));
    }
}
