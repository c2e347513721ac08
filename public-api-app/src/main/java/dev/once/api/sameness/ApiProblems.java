package dev.once.api.sameness;

import dev.once.web.Problem;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;

/** What this API refuses, each with a type of its own; {@code /problems} explains them to people. */
public final class ApiProblems {

    private ApiProblems() {}

    public static Problem keyMissing() {
        return Problem.of(
                HttpStatus.BAD_REQUEST,
                "key-missing",
                "This operation needs an Idempotency-Key header: without one, sending it again would do it again.");
    }

    public static Problem keyMalformed(String why) {
        return Problem.of(HttpStatus.BAD_REQUEST, "key-malformed", "The Idempotency-Key cannot be read. " + why);
    }

    public static Problem keyNotUsedHere() {
        return Problem.of(
                HttpStatus.BAD_REQUEST,
                "key-not-used-here",
                "This operation uses no Idempotency-Key, so it does not pretend to: send it without. Repeating it is safe.");
    }

    public static Problem keyReused() {
        return Problem.of(
                HttpStatus.UNPROCESSABLE_ENTITY,
                "key-reused",
                "This key was used for another request: method, path, query, content type and body must be the same"
                        + " when it is sent again. Use a new key for a new request.");
    }

    public static Problem stillRunning(Duration wait) {
        return Problem.of(
                        HttpStatus.CONFLICT,
                        "still-running",
                        "The first request with this key has not ended yet. Send the same again later for its answer.")
                .retryAfter(wait);
    }

    public static Problem notJson() {
        return Problem.of(
                        HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                        "Send JSON, in UTF-8, with 'Content-Type: application/json'.")
                .header("Accept", "application/json");
    }

    public static Problem malformedJson(String why) {
        return Problem.of(HttpStatus.BAD_REQUEST, "malformed-json", why);
    }

    /** Each error is where it is (a JSON pointer, as in RFC 9457) and what is wrong there. */
    public static Problem invalid(List<Map<String, String>> errors) {
        return Problem.of(
                        HttpStatus.UNPROCESSABLE_ENTITY,
                        "invalid-request",
                        "The request was understood, but its content is not valid. Nothing was done and the key is still"
                                + " free: correct it and send it again.")
                .with("errors", errors);
    }

    public static Problem answerTooLarge(int most) {
        return Problem.of(
                HttpStatus.UNPROCESSABLE_ENTITY,
                "answer-too-large",
                "The answer would be larger than the %d bytes that are kept for a repeat, so nothing was done."
                        .formatted(most));
    }

    public static Problem totalTooLarge() {
        return Problem.of(
                HttpStatus.UNPROCESSABLE_ENTITY,
                "total-too-large",
                "With this line the invoice's total would be larger than this API can count.");
    }

    public static Problem notFound(String what) {
        return Problem.of(HttpStatus.NOT_FOUND, "There is no such " + what + " of yours.");
    }

    public static Problem customerDiffers() {
        return Problem.of(
                HttpStatus.CONFLICT,
                "customer-differs",
                "There is a customer with this e-mail address already, and its other data is not what you sent.");
    }

    public static Problem tooManyExports(int most) {
        return Problem.of(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "%d of your exports are not done yet. Nothing was done and the key is still free."
                                .formatted(most))
                .retryAfter(Duration.ofSeconds(10));
    }

    public static Problem noRoomForAnswers(Duration wait) {
        return Problem.of(
                        HttpStatus.TOO_MANY_REQUESTS,
                        "Your stored answers of the last 24 hours take all the room there is for them. Nothing was done"
                                + " and the key is still free.")
                .retryAfter(wait);
    }

    public static Problem exportNotReady() {
        return Problem.of(
                        HttpStatus.CONFLICT, "export-not-ready", "This export is still being made; ask for its status.")
                .retryAfter(Duration.ofSeconds(1));
    }
}
