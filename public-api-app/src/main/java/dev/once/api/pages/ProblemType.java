package dev.once.api.pages;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Every kind of problem that a caller can meet, in words for people. */
public enum ProblemType {
    KEY_MISSING(
            400,
            "The operation does something that must not be done twice, and the request has no Idempotency-Key header.",
            "Make a key (a random UUID is fine), write it down before you send, and send it with every try of this one request."),
    KEY_MALFORMED(
            400,
            "The Idempotency-Key header cannot be read as one key: it is empty, longer than 255 characters, has characters that are not visible ASCII, quotes, backslashes or spaces without being quoted itself, parameters, or there are two headers.",
            "Send one header with 1 to 255 visible ASCII characters, in double quotes or bare. A random UUID is fine."),
    KEY_NOT_USED_HERE(
            400,
            "The operation is safe to repeat without a key, and the request has one. A key that is ignored would be a promise nobody keeps.",
            "Send the request without the header. You may repeat it as often as you like."),
    KEY_REUSED(
            422,
            "This key was used within the last 24 hours for a request with another method, path, query, content type or body. Bodies are compared byte by byte.",
            "If it is a new request, use a new key. If it is a repeat, send exactly the bytes that you sent the first time."),
    STILL_RUNNING(
            409,
            "The first request with this key has not ended. Nothing is known about it yet, so there is nothing to answer.",
            "Wait as long as Retry-After says and send the same request with the same key again."),
    MALFORMED_JSON(
            400,
            "The body is not a JSON document in UTF-8, an object in it has a name twice, or it nests too deeply.",
            "Correct the body. Nothing was done and the key is still free."),
    INVALID_REQUEST(
            422,
            "The request is well-formed, but its content is not valid. The member 'errors' names each place and what is wrong there.",
            "Correct the content. Nothing was done; you may use the same key for the corrected request."),
    TOTAL_TOO_LARGE(
            422,
            "The line would bring the invoice's total to more than 9007199254740991, the largest number that every JSON client reads exactly.",
            "Start another invoice. This answer is stored: the same key will get it again."),
    ANSWER_TOO_LARGE(
            422,
            "Answers are kept so that a repeat gets the same bytes, up to 1 MiB. This one would be larger, so everything was taken back.",
            "Ask for less in one request, or start another invoice. The key is still free."),
    ANSWER_ERASED(
            410,
            "The request was done, and its stored answer was erased later, on request, because it held personal data.",
            "Read the current state instead, for example with GET /api/invoices. It will not be done again under this key."),
    CUSTOMER_DIFFERS(
            409,
            "There is a customer with this e-mail address already, with another name.",
            "If it is the same customer, use the one that is there. This operation never changes one."),
    EXPORT_NOT_READY(
            409,
            "The file was asked for before it was done.",
            "Ask for the export's status until it says 'done', then for the file."),
    BAD_REQUEST(
            400,
            "The request could not be understood: its address, a header or a parameter is not well-formed.",
            "Correct it. Nothing was done."),
    UNAUTHORIZED(
            401,
            "The request has no token, or not a valid one: unknown, revoked, or not written 'Authorization: Bearer <token>'.",
            "Send your token. If it was revoked, ask the operator for another. Keys belong to the client, so a new token of the same client finds them again."),
    FORBIDDEN(403, "The token is valid, but its client may only read.", "Use a token of a client that may write."),
    NOT_FOUND(
            404,
            "There is nothing at this address, or nothing that is yours.",
            "Check the address. What another client has made looks the same as what was never there."),
    METHOD_NOT_ALLOWED(
            405,
            "The address is right, but it has no such operation.",
            "Use one of the methods in the answer's Allow header."),
    NOT_ACCEPTABLE(
            406,
            "The request's Accept header leaves out the form that this operation answers in.",
            "Accept application/json (text/csv for an export's file), or leave the header out."),
    BODY_TOO_LARGE(413, "The body is larger than 1 MiB.", "Send less in one request. Nothing was done."),
    LENGTH_REQUIRED(411, "A form was sent without its length.", "This API takes JSON, not forms."),
    REQUEST_TIMEOUT(
            408, "The body did not arrive in time.", "Send the same again with the same key: it takes effect once."),
    UNSUPPORTED_MEDIA_TYPE(
            415, "The body is not declared as JSON in UTF-8.", "Send it with 'Content-Type: application/json'."),
    TOO_MANY_REQUESTS(
            429,
            "You have too much under way or stored at once: requests, bodies that are still to come, exports that are not done, or answers of the last 24 hours.",
            "Wait as long as Retry-After says and send the same again with the same key. Nothing was done."),
    SERVICE_UNAVAILABLE(
            503,
            "The database is away or busy. The request may or may not have been done.",
            "Send the same again with the same key after Retry-After: it takes effect once."),
    OUTCOME_UNKNOWN(
            503,
            "The connection to the database was lost while the work was being committed. It may have been done or not.",
            "Send the same again with the same key, and not with a new one: the answer tells which."),
    INTERNAL_SERVER_ERROR(
            500,
            "Something failed on our side, and everything the request did was taken back.",
            "Send the same again with the same key. If it fails again, tell us the X-Request-Id of the answer.");

    private final int status;
    private final String happened;
    private final String todo;

    ProblemType(int status, String happened, String todo) {
        this.status = status;
        this.happened = happened;
        this.todo = todo;
    }

    static Optional<ProblemType> of(String slug) {
        return Arrays.stream(values()).filter(type -> type.slug().equals(slug)).findFirst();
    }

    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String title() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public int status() {
        return status;
    }

    public String happened() {
        return happened;
    }

    public String todo() {
        return todo;
    }
}
