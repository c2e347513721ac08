package dev.once.forms.pages;

import dev.once.forms.provenance.Member;
import dev.once.forms.sameness.FormKey;
import dev.once.forms.surface.FormSurface;
import jakarta.servlet.http.HttpServletRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.servlet.ModelAndView;

/** The database was away or busy, or lost us at the commit: the form comes back with its key, and saving it again is safe. */
@ControllerAdvice(assignableTypes = FormSurface.class)
@Order(0)
class UncertainCommitAdvice {

    private static final Logger LOG = LoggerFactory.getLogger(UncertainCommitAdvice.class);

    private final FormAnswers answers;

    UncertainCommitAdvice(FormAnswers answers) {
        this.answers = answers;
    }

    @ExceptionHandler({
        TransientDataAccessException.class,
        RecoverableDataAccessException.class,
        DataAccessResourceFailureException.class
    })
    ModelAndView formAgain(
            DataAccessException failure, @AuthenticationPrincipal Member member, HttpServletRequest request) {
        LOG.warn(
                "answered 503 with the form: {}", failure.getMostSpecificCause().toString());
        InvoiceForm form = InvoiceForm.of(request);
        return FormKey.parse(form.idempotencyKey())
                .map(key -> answers.unsure(member, form, key))
                .orElseThrow(() -> failure);
    }
}
