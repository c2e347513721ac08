package dev.once.api.surface;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SchemaValidatorsConfig;
import com.networknt.schema.SpecVersion.VersionFlag;
import dev.once.api.Caller.Answered;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** What the OpenAPI document says about requests and answers, by the rules of JSON Schema. */
record PublishedDocument(JsonNode json) {

    /** Those that every answer of every web server has, and security's. */
    private static final Set<String> EVERYWHERE = Set.of(
            "cache-control",
            "connection",
            "content-length",
            "content-security-policy",
            "content-type",
            "date",
            "expires",
            "keep-alive",
            "pragma",
            "referrer-policy",
            "transfer-encoding",
            "vary",
            "x-content-type-options",
            "x-frame-options",
            "x-xss-protection");

    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(VersionFlag.V202012);
    private static final SchemaValidatorsConfig STRICT =
            SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).build();

    /** An operation, as the document names it. */
    record Operation(PublishedDocument document, String method, String path, JsonNode json) {

        boolean allowsBody(JsonNode body) {
            return document.allows(json.at("/requestBody/content/application~1json/schema"), body);
        }

        boolean allows(String parameter, JsonNode value) {
            for (JsonNode one : json.path("parameters")) {
                if (one.path("name").asText().equals(parameter)) {
                    return document.allows(one.path("schema"), value);
                }
            }
            throw new AssertionError(method + " " + path + " has no parameter " + parameter);
        }

        boolean isKeyed() {
            return json.path("parameters").toString().contains("\"Idempotency-Key\"");
        }

        void describes(Answered answer) {
            JsonNode response = json.path("responses").path(String.valueOf(answer.status()));
            assertThat(response.isMissingNode())
                    .as("%s %s answers %d, which is not in the document", method, path, answer.status())
                    .isFalse();
            Set<String> headers =
                    new TreeSet<>(answer.response().headers().map().keySet());
            headers.removeAll(EVERYWHERE);
            response.path("headers").fieldNames().forEachRemaining(name -> headers.removeIf(name::equalsIgnoreCase));
            assertThat(headers)
                    .as("headers of a %d of %s %s that are not in the document", answer.status(), method, path)
                    .isEmpty();
            String type = answer.header("Content-Type");
            if (answer.bytes().length > 0) {
                assertThat(response.path("content").has(type.replaceAll(";.*", "")))
                        .as("%d of %s %s as %s", answer.status(), method, path, type)
                        .isTrue();
            }
            if (type != null && type.contains("json")) {
                assertThat(document.allows(response.path("content").path(type).path("schema"), answer.json()))
                        .as("%d of %s %s: %s", answer.status(), method, path, answer.body())
                        .isTrue();
            }
        }
    }

    Operation operation(String method, String path) {
        return new Operation(this, method, path, json.path("paths").path(path).path(method.toLowerCase(Locale.ROOT)));
    }

    private boolean allows(JsonNode schema, JsonNode value) {
        ObjectNode whole = schema.deepCopy();
        whole.set("components", json.path("components"));
        return SCHEMAS.getSchema(whole, STRICT).validate(value).isEmpty();
    }
}
