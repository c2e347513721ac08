package dev.once.forms.pages;

import dev.once.core.Writes;
import dev.once.core.Writes.Created;
import dev.once.forms.effects.Customers;
import dev.once.forms.effects.Customers.Customer;
import dev.once.forms.provenance.Member;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Customers need no key: their e-mail is one by nature. */
@Controller
class CustomerPages {

    private final Writes writes;
    private final Customers customers;

    CustomerPages(Writes writes, Customers customers) {
        this.writes = writes;
        this.customers = customers;
    }

    @GetMapping("/customers")
    ModelAndView list(@AuthenticationPrincipal Member member, @RequestParam(required = false) @Nullable String there) {
        return page(member, HttpStatus.OK).addObject("there", there != null);
    }

    /** The second time finds the first one's customer, as it is. */
    @PostMapping("/customers")
    ModelAndView add(@AuthenticationPrincipal Member member, @RequestParam String email, @RequestParam String name) {
        Fields fields = new Fields();
        String address = fields.email("email", email);
        String called = fields.text("name", name, "Who is the customer?");
        if (!fields.errors().isEmpty()) {
            return page(member, HttpStatus.UNPROCESSABLE_ENTITY)
                    .addObject("errors", fields.errors())
                    .addObject("email", email)
                    .addObject("name", name);
        }
        UUID organisation = member.organisation();
        Created<Customer> customer = writes.unique(
                write -> customers.add(write, organisation, address, called),
                () -> customers.byEmail(organisation, address));
        return FormAnswers.seeOther(customer.isNew() ? "/customers" : "/customers?there");
    }

    private ModelAndView page(Member member, HttpStatus status) {
        return new ModelAndView("forms/customers", status)
                .addObject("member", member)
                .addObject("errors", Map.of())
                .addObject("customers", customers.of(member.organisation()));
    }
}
