package dev.once.api.pages;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;

/** Where the {@code type} of each problem leads: what happened, and what to do about it. */
@Controller
class ProblemPages {

    @GetMapping("/problems")
    String all(Model model) {
        model.addAttribute("problems", ProblemType.values());
        return "problems";
    }

    @GetMapping("/problems/{slug}")
    String one(@PathVariable String slug, Model model) {
        model.addAttribute(
                "problem", ProblemType.of(slug).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        return "problem";
    }
}
