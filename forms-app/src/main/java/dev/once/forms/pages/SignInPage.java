package dev.once.forms.pages;

import dev.once.forms.provenance.Member;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;

/** Where people sign in; Spring Security does the rest. */
@Controller
class SignInPage {

    @GetMapping("/sign-in")
    String show(@AuthenticationPrincipal @Nullable Member member) {
        return member == null ? "forms/sign-in" : "redirect:/invoices";
    }
}
