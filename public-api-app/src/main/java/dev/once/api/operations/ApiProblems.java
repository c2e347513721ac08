package dev.once.api.operations;

import dev.once.web.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** What this API refuses beside what the core does, each with a type of its own; {@code /problems} explains them to people. */
final class ApiProblems {

    private ApiProblems() {}

    static ProblemException keyNotUsedHere() {
        return ProblemException.of(
                        HttpStatus.BAD_REQUEST,
                        "key-not-used-here",
                        "This operation uses no Idempotency-Key, so it does not pretend to: send it without. Repeating it is"
                                + " safe.")
                .nothingDone();
    }

    static ProblemException notJson() {
        return ProblemException.of(
                        HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                        "Send JSON, in UTF-8, with 'Content-Type: application/json'.")
                .header("Accept", "application/json")
                .nothingDone();
    }

    static ProblemException malformedJson(String why) {
        return ProblemException.of(HttpStatus.BAD_REQUEST, "malformed-json", why)
                .nothingDone();
    }

    /** Each error is where it is (a JSON pointer, as in RFC 9457) and what is wrong there. */
    static ProblemException invalid(List<Map<String, String>> errors) {
        return ProblemException.of(
                        HttpStatus.UNPROCESSABLE_ENTITY,
                        "invalid-request",
                        "The request was understood, but its content is not valid. Nothing was done and the key is still"
                                + " free: correct it and send it again.")
                .with("errors", errors)
                .nothingDone();
    }

    static ProblemException answerTooLarge(int most) {
        return ProblemException.of(
                        HttpStatus.UNPROCESSABLE_ENTITY,
                        "answer-too-large",
                        "The answer would be larger than the %d bytes that are kept for a repeat, so nothing was done."
                                .formatted(most))
                .nothingDone();
    }

    static ProblemException totalTooLarge() {
        return ProblemException.of(
                        HttpStatus.UNPROCESSABLE_ENTITY,
                        "total-too-large",
                        "With this line the invoice's total would be larger than this API can count.")
                .nothingDone();
    }

    static ProblemException notFound(String what) {
        return ProblemException.of(HttpStatus.NOT_FOUND, "There is no such " + what + " of yours.")
                .nothingDone();
    }

    static ProblemException customerDiffers() {
        return ProblemException.of(
                        HttpStatus.CONFLICT,
                        "customer-differs",
                        "There is a customer with this e-mail address already, and its other data is not what you sent.")
                .nothingDone();
    }

    static ProblemException tooManyExports(int most) {
        return ProblemException.of(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "%d of your exports are not done yet. Nothing was done and the key is still free."
                                .formatted(most))
                .retryAfter(Duration.ofSeconds(10))
                .nothingDone();
    }

    static ProblemException noRoomForAnswers() {
        return ProblemException.of(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "Your stored answers of the last 24 hours take all the room there is for them. Nothing was done"
                                + " and the key is still free.")
                .retryAfter(Duration.ofHours(1))
                .nothingDone();
    }

    static ProblemException exportNotReady() {
        return ProblemException.of(
                        HttpStatus.CONFLICT, "export-not-ready", "This export is still being made; ask for its status.")
                .retryAfter(Duration.ofSeconds(1))
                .nothingDone();
    }
}
