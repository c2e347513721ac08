package dev.once.forms.pages;

import dev.once.forms.effects.Customers;
import dev.once.forms.effects.Money;
import dev.once.forms.provenance.FormSeal;
import dev.once.forms.provenance.Member;
import dev.once.forms.sameness.FormKey;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.view.RedirectView;

/** The answers that a form can get. After a post there is always another address to look at, unless the form comes back. */
@Component
class FormAnswers {

    /** A date is past when it is past everywhere. */
    private static final ZoneOffset LAST_ON_EARTH = ZoneOffset.ofHours(-12);

    private final FormSeal seal;
    private final Customers customers;
    private final Clock clock;

    FormAnswers(FormSeal seal, Customers customers, Clock clock) {
        this.seal = seal;
        this.customers = customers;
        this.clock = clock;
    }

    LocalDate today() {
        return LocalDate.now(clock.withZone(LAST_ON_EARTH));
    }

    /** Nobody knows whether it was saved; the key does, at the next attempt. */
    ModelAndView unsure(Member member, InvoiceForm typed, FormKey key) {
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
