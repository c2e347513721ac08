package dev.once.forms.pages;

import dev.once.core.RepeatableWrite;
import dev.once.core.Writes;
import dev.once.forms.effects.Invoices;
import dev.once.forms.provenance.Member;
import dev.once.web.ProblemException;
import java.util.UUID;
import java.util.function.Consumer;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;

/** Changes that need no key, since the second time lands where the first did. */
@Controller
class InvoiceChanges {

    private final Writes writes;
    private final Invoices invoices;

    InvoiceChanges(Writes writes, Invoices invoices) {
        this.writes = writes;
        this.invoices = invoices;
    }

    @PostMapping("/invoices/{id}/rename")
    ModelAndView rename(@AuthenticationPrincipal Member member, @PathVariable UUID id, @RequestParam String title) {
        Fields fields = new Fields();
        String words = fields.text("title", title, "What is the invoice for?");
        if (!fields.errors().isEmpty()) {
            throw ProblemException.of(
                    HttpStatus.UNPROCESSABLE_ENTITY,
                    String.join(" ", fields.errors().values()));
        }
        run(write -> invoices.rename(write, member.organisation(), id, words));
        return FormAnswers.seeOther("/invoices/" + id);
    }

    @PostMapping("/invoices/{id}/void")
    ModelAndView makeVoid(@AuthenticationPrincipal Member member, @PathVariable UUID id) {
        run(write -> invoices.makeVoid(write, member.organisation(), id));
        return FormAnswers.seeOther("/invoices/" + id);
    }

    @PostMapping("/invoices/{id}/delete")
    ModelAndView delete(@AuthenticationPrincipal Member member, @PathVariable UUID id) {
        run(write -> invoices.delete(write, member.organisation(), id));
        return FormAnswers.seeOther("/invoices");
    }

    private void run(Consumer<RepeatableWrite> change) {
        writes.repeatable(write -> {
            change.accept(write);
            return true;
        });
    }
}
