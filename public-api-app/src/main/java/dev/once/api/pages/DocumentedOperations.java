package dev.once.api.pages;

import dev.once.api.sameness.Answer;
import dev.once.api.sameness.ApiKey;
import dev.once.api.surface.Answers;
import dev.once.api.surface.KeyRequired;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;

/** Adds to each operation what its annotations say: the key, the bodies, the refusals. */
@Component
class DocumentedOperations implements OperationCustomizer {

    private static final String IN_QUOTES = "([!#-\\[\\]-~]|\\\\[\"\\\\])";

    /** Bare, or quoted with quotes and backslashes escaped and spaces between: 1 to 255 characters either way. */
    private static final String KEY =
            "^([!#-:<-\\[\\]-~]{1,255}|\"" + IN_QUOTES + "(( |" + IN_QUOTES + "){0,253}" + IN_QUOTES + ")?\")$";

    private static final String SCHEMAS = "#/components/schemas/";

    @Override
    public Operation customize(Operation operation, HandlerMethod method) {
        Answers answers = method.getMethodAnnotation(Answers.class);
        if (answers == null) {
            return operation;
        }
        boolean keyed = method.hasMethodAnnotation(KeyRequired.class);
        if (operation.getParameters() != null) {
            operation.getParameters().stream()
                    .filter(parameter -> "path".equals(parameter.getIn()))
                    .forEach(parameter -> parameter
                            .description("Its id.")
                            .schema(type("string").format("uuid")));
        }
        if (keyed) {
            operation.addParametersItem(key());
        }
        if (answers.takes() != Void.class) {
            operation.setRequestBody(new RequestBody()
                    .required(answers.bodyRequired())
                    .content(content("application/json", schema(answers.takes()))));
        }
        ApiResponses responses = new ApiResponses();
        for (int status : answers.status()) {
            responses.addApiResponse(String.valueOf(status), success(status, answers, keyed));
        }
        for (int status : refusals(answers, keyed)) {
            responses.addApiResponse(String.valueOf(status), refusal(status, keyed));
        }
        operation.setResponses(responses);
        return operation;
    }

    private static Set<Integer> refusals(Answers answers, boolean keyed) {
        Set<Integer> refusals = new TreeSet<>(List.of(400, 401, 403, 429, 500, 503));
        Arrays.stream(answers.refuses()).forEach(refusals::add);
        if (keyed) {
            refusals.addAll(List.of(409, 410, 422));
        }
        if (answers.takes() != Void.class) {
            refusals.addAll(List.of(408, 413, 415));
        }
        if (answers.body() != Void.class) {
            refusals.add(406);
        }
        return refusals;
    }

    private static ApiResponse success(int status, Answers answers, boolean keyed) {
        Class<?> body = answers.body();
        ApiResponse response =
                new ApiResponse().description(HttpStatus.valueOf(status).getReasonPhrase());
        if (body == String.class) {
            response.content(content("text/csv", type("string")));
            response.addHeaderObject("Content-Disposition", header("The name of the file.", "string"));
        } else if (body != Void.class) {
            response.content(content("application/json", schema(body)));
        }
        if (Arrays.stream(answers.status()).anyMatch(one -> one == 201 || one == 202)) {
            response.addHeaderObject("Location", header("Where it is.", "string"));
        }
        return keyed ? stored(response) : identified(response);
    }

    /** An answer that may be the stored one of an earlier request. */
    private static ApiResponse stored(ApiResponse response) {
        response.addHeaderObject(
                "Idempotent-Replayed", header("`true` on the stored answer of an earlier request.", "string"));
        response.addHeaderObject(
                Answer.EXPIRES,
                header("When the key is new again, as a date of HTTP. With every answer that is stored.", "string"));
        return identified(response);
    }

    private static ApiResponse identified(ApiResponse response) {
        response.addHeaderObject("X-Request-Id", header("This request's id, as it is in our log.", "string"));
        return response;
    }

    private static ApiResponse refusal(int status, boolean keyed) {
        ApiResponse response = new ApiResponse()
                .description(HttpStatus.valueOf(status).getReasonPhrase())
                .content(content("application/problem+json", new Schema<>().$ref(SCHEMAS + "Problem")));
        switch (status) {
            case 401 -> response.addHeaderObject("WWW-Authenticate", header("What kind of token is wanted.", "string"));
            case 409, 429, 503 ->
                response.addHeaderObject("Retry-After", header("Seconds to wait before sending it again.", "integer"));
            case 415 -> response.addHeaderObject("Accept", header("What can be sent instead.", "string"));
            default -> {}
        }
        return keyed && (status == 404 || status == 422) ? stored(response) : identified(response);
    }

    private static Parameter key() {
        return new Parameter()
                .in("header")
                .name(ApiKey.HEADER)
                .required(true)
                .description(
                        "The name of this one request, chosen by you and sent with every try of it: 1 to 255 visible"
                                + " ASCII characters, in double quotes (a structured string, RFC 8941) or bare. In"
                                + " quotes a space may stand between them.")
                .schema(type("string").pattern(KEY))
                .example("8e03978e-40d5-43e8-bc93-6894a57f9324");
    }

    private static Header header(String description, String type) {
        return new Header().description(description).schema(type(type));
    }

    private static Content content(String type, Schema<?> schema) {
        return new Content().addMediaType(type, new MediaType().schema(schema));
    }

    private static Schema<?> schema(Class<?> type) {
        io.swagger.v3.oas.annotations.media.Schema named =
                type.getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
        boolean hasName = named != null && !named.name().isEmpty();
        return new Schema<>().$ref(SCHEMAS + (hasName ? named.name() : type.getSimpleName()));
    }

    /** In a set that may change: springdoc takes types out of it. */
    static Schema<?> type(String type) {
        return new Schema<>().types(new HashSet<>(Set.of(type)));
    }
}
