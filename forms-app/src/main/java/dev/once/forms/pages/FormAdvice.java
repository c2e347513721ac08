package dev.once.forms.pages;

import dev.once.core.MalformedKeyException;
import dev.once.core.NotGenuineException;
import dev.once.forms.provenance.Member;
import dev.once.web.ProblemException;
import dev.once.web.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.ModelAndView;

/** What the surface refuses, as pages that people understand. */
@ControllerAdvice
@Order(0)
class FormAdvice {

    private final ProblemWriter problems;
    private final FormAnswers answers;

    FormAdvice(ProblemWriter problems, FormAnswers answers) {
        this.problems = problems;
        this.answers = answers;
    }

    @ExceptionHandler
    void answer(NotGenuineException e, HttpServletRequest request, HttpServletResponse response) throws IOException {
        problems.write(request, response, ProblemException.of(HttpStatus.FORBIDDEN, String.valueOf(e.getMessage())));
    }

    @ExceptionHandler
    ModelAndView answer(MalformedKeyException e, @AuthenticationPrincipal Member member, HttpServletRequest request) {
        return answers.freshKey(
                member, InvoiceForm.of(request), "This form had no valid key. It has one now: please save it again.");
    }
}
