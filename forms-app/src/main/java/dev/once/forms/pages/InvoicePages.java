package dev.once.forms.pages;

import dev.once.forms.effects.Invoice;
import dev.once.forms.effects.Invoices;
import dev.once.forms.effects.Money;
import dev.once.forms.provenance.Member;
import dev.once.web.ProblemException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows invoices, and changes nothing. */
@Controller
class InvoicePages {

    private static final UUID FROM_THE_NEWEST = UUID.fromString("ffffffff-ffff-ffff-ffff-ffffffffffff");

    private final Invoices invoices;
    private final Absorbed absorbed;

    InvoicePages(Invoices invoices, Absorbed absorbed) {
        this.invoices = invoices;
        this.absorbed = absorbed;
    }

    /** An invoice in the list, with what this instance has absorbed for it. */
    record Row(Invoice invoice, int repeats) {}

    /** A line with its amounts as people write them. */
    record Line(String description, int quantity, Money unit, Money total) {}

    @GetMapping("/")
    String start() {
        return "redirect:/invoices";
    }

    @GetMapping("/invoices")
    String list(
            @AuthenticationPrincipal Member member,
            @RequestParam(required = false) @Nullable UUID before,
            Model model) {
        List<Invoice> page = invoices.before(member.organisation(), before == null ? FROM_THE_NEWEST : before);
        model.addAttribute("member", member);
        model.addAttribute(
                "rows",
                page.stream()
                        .map(invoice -> new Row(invoice, absorbed.ofInvoice(invoice.id())))
                        .toList());
        model.addAttribute(
                "older",
                page.size() == Invoices.PAGE ? page.get(page.size() - 1).id() : null);
        model.addAttribute("newest", before == null);
        model.addAttribute("count", invoices.count(member.organisation()));
        model.addAttribute("repeats", absorbed.of(member.organisation()));
        return "forms/list";
    }

    @GetMapping("/invoices/{id}")
    String show(@AuthenticationPrincipal Member member, @PathVariable UUID id, Model model) {
        Invoice invoice = invoices.find(member.organisation(), id)
                .orElseThrow(() -> ProblemException.of(
                        HttpStatus.NOT_FOUND, "There is no such invoice. If there was one, it has been deleted."));
        model.addAttribute("member", member);
        model.addAttribute("invoice", invoice);
        model.addAttribute("repeats", absorbed.ofInvoice(id));
        model.addAttribute(
                "lines",
                invoices.linesOf(member.organisation(), id).stream()
                        .map(line -> new Line(
                                line.description(),
                                line.quantity(),
                                new Money(line.unitCents(), invoice.currency()),
                                new Money(line.totalCents(), invoice.currency())))
                        .toList());
        return "forms/invoice";
    }
}
