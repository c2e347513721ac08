package dev.once.api.operations;

import dev.once.api.surface.AnswerTooLargeException;
import dev.once.api.surface.NoRoomForAnswersException;
import dev.once.web.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

/** What the surface refuses beside what the core does. */
@ControllerAdvice
@Order(0)
class ApiAdvice {

    private final ProblemWriter problems;

    ApiAdvice(ProblemWriter problems) {
        this.problems = problems;
    }

    @ExceptionHandler
    void answer(AnswerTooLargeException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        problems.write(request, response, ApiProblems.answerTooLarge(e.most()));
    }

    @ExceptionHandler
    void answer(NoRoomForAnswersException e, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        problems.write(request, response, ApiProblems.noRoomForAnswers());
    }
}
