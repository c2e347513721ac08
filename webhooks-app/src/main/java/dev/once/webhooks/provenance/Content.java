package dev.once.webhooks.provenance;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.once.core.MalformedKeyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A signed body, read with care: what comes out of it fits the database, or the delivery is refused before any claim. */
public record Content(JsonNode json) {

    private static final int LONGEST = 500;

    // A body that says a thing twice may mean one thing to us and another to the next reader.
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    public static Content of(byte[] body) {
        try {
            JsonNode json = JSON.readTree(body);
            if (json.isObject()) {
                return new Content(json);
            }
        } catch (IOException e) {
            throw unusable("it is not JSON");
        }
        throw unusable("it is not a JSON object");
    }

    /** Text, or a number that stands for an id. Empty where there is none. */
    public Optional<String> text(String... path) {
        return text(at(path), path);
    }

    public String required(String... path) {
        return text(path).orElseThrow(() -> unusable("it has no " + String.join(".", path)));
    }

    public List<String> texts(String... path) {
        List<String> texts = new ArrayList<>();
        if (at(path).isArray()) {
            at(path).forEach(element -> text(element, path).ifPresent(texts::add));
        }
        return texts;
    }

    public OptionalLong whole(String... path) {
        JsonNode node = at(path);
        return node.isIntegralNumber() && node.canConvertToLong()
                ? OptionalLong.of(node.longValue())
                : OptionalLong.empty();
    }

    public boolean isTrue(String... path) {
        return at(path).asBoolean(false);
    }

    public boolean has(String... path) {
        return at(path).isContainerNode();
    }

    /** A time as seconds since 1970 or in ISO 8601. */
    public Optional<Instant> time(String... path) {
        JsonNode node = at(path);
        try {
            if (node.isIntegralNumber() && node.canConvertToLong()) {
                return Optional.of(Instant.ofEpochSecond(node.longValue())).filter(Content::isStorable);
            }
            return node.isTextual()
                    ? Optional.of(OffsetDateTime.parse(node.asText()).toInstant())
                            .filter(Content::isStorable)
                    : Optional.empty();
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static MalformedKeyException unusable(String why) {
        return new MalformedKeyException("The signature is right, but the event is not: " + why + ".");
    }

    private static Optional<String> text(JsonNode node, String... path) {
        if (!node.isTextual() && !node.isIntegralNumber()) {
            return Optional.empty();
        }
        String text = node.asText();
        if (text.isBlank()) {
            return Optional.empty();
        }
        if (text.length() > LONGEST || !isStorable(text)) {
            throw unusable("its " + path[path.length - 1] + " cannot be stored");
        }
        return Optional.of(text);
    }

    private JsonNode at(String... path) {
        JsonNode node = json;
        for (String name : path) {
            node = node.path(name);
        }
        return node;
    }

    /** PostgreSQL's text has no NUL, and UTF-8 has no half of a pair. */
    private static boolean isStorable(String text) {
        return text.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static boolean isStorable(Instant time) {
        return time.isAfter(Instant.EPOCH) && time.isBefore(Instant.parse("9999-12-31T23:59:59Z"));
    }
}
