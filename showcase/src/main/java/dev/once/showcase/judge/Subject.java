package dev.once.showcase.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.once.faults.verdict.Heard;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The endpoint that is judged: how a request to it looks, and how its answers are read. */
final class Subject {

    static final String KEY = "{key}";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Settings settings;
    private final URI url;
    private final Map<String, String> headers;
    private final Signing signing;
    private final Pattern yes;
    private final String same;
    private final FormSessions sessions;
    private final SplittableRandom keys = new SplittableRandom();
    private final AtomicInteger sends = new AtomicInteger();
    private final String run = "judge-" + HexFormat.of().toHexDigits(keys.nextInt());

    Subject(Settings settings) {
        this.settings = settings;
        this.url = settings.url();
        this.headers = settings.under("request.headers");
        this.signing = Signing.of(settings);
        this.yes = Pattern.compile(settings.text("answers.accepted", "2\\d\\d.*"));
        this.same = settings.text("answers.same", "body");
        this.sessions = new FormSessions(settings, url);
        if (Stream.of(path(), body(), headers.toString()).noneMatch(part -> part.contains(KEY))) {
            throw new CannotJudge(
                    "Nothing in the request holds the key.",
                    "Write {key} where it travels: in a header, in the body, or in the path.");
        }
    }

    URI url() {
        return url;
    }

    /** Names this run in every request and key. */
    String run() {
        return run;
    }

    boolean isSigned() {
        return signing.isUsed();
    }

    boolean keyIsInHeader() {
        return headers.values().stream().anyMatch(value -> value.contains(KEY));
    }

    boolean keyIsInPath() {
        return path().contains(KEY);
    }

    boolean takesAnyText() {
        return settings.text("key.kind", "text").equals("text");
    }

    synchronized String freshKey() {
        if (takesAnyText()) {
            return run + "-" + HexFormat.of().toHexDigits(keys.nextLong());
        }
        long time = System.currentTimeMillis() << 16 | 0x7000 | keys.nextInt(0x1000);
        return new UUID(time, 0x8000000000000000L | keys.nextLong() >>> 2).toString();
    }

    Call call(String key, Variation variation) {
        int send = sends.incrementAndGet();
        Map<String, String> fields = sessions.fields(variation.otherTenant());
        String body = filled(variation.body().isEmpty() ? body() : variation.body(), key, send, bodyEscape());
        for (var field : fields.entrySet()) {
            body = body.replace("{" + field.getKey() + "}", encoded(field.getValue()));
        }
        if (variation.spelling() == Variation.Spelling.MISSING && body().contains(KEY)) {
            body = withoutKey(body, key);
        }
        Map<String, String> filled = new LinkedHashMap<>();
        filled.put("User-Agent", "once-judge");
        filled.put("Once-Judge", run);
        headers.forEach((name, value) -> {
            if (!value.contains(KEY) || variation.spelling() != Variation.Spelling.MISSING) {
                filled.put(name, filled(spelled(value, variation.spelling()), key, send, UnaryOperator.identity()));
            }
        });
        if (variation.otherTenant()) {
            filled.putAll(settings.under("other-tenant.headers"));
        }
        filled.putAll(variation.headers());
        filled.putAll(sessions.headers(variation.otherTenant()));
        if (signing.isUsed()) {
            filled.put(signing.header(), signing.of(body, variation.forged()));
        }
        return new Call(
                settings.text("request.method", "POST"),
                URI.create(url + filled(path(), key, send, Subject::encoded)),
                filled,
                body);
    }

    /** Read as a sender reads it; the value is what every yes to one attempt must have in common. */
    Heard heard(Exchange answer) {
        if (answer.isSilent()) {
            return Heard.nothing();
        }
        if (yes.matcher((answer.status() + " " + answer.header("location")).strip())
                .matches()) {
            return Heard.yes(answer.status(), value(answer));
        }
        return answer.status() / 100 == 4
                        && answer.status() != 408
                        && answer.status() != 409
                        && answer.status() != 425
                        && answer.status() != 429
                ? Heard.no(answer.status())
                : Heard.later(answer.status());
    }

    private String value(Exchange answer) {
        return switch (same) {
            case "body" -> answer.body();
            case "location" -> answer.header("location");
            case "none" -> "";
            default -> pointed(answer.body(), same);
        };
    }

    static String pointed(String body, String pointer) {
        try {
            JsonNode found = JSON.readTree(body).at(pointer);
            return found.isArray() || found.isObject() ? String.valueOf(found.size()) : found.asText();
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return "";
        }
    }

    private String path() {
        return settings.required("request.path");
    }

    private String body() {
        return settings.text("request.body", "");
    }

    private boolean isJson() {
        return headers.entrySet().stream()
                .anyMatch(header -> header.getKey().equalsIgnoreCase("Content-Type")
                        && header.getValue().contains("json"));
    }

    private UnaryOperator<String> bodyEscape() {
        return isJson() ? text -> new String(JsonStringEncoder.getInstance().quoteAsString(text)) : Subject::encoded;
    }

    private static String filled(String template, String key, int send, UnaryOperator<String> escape) {
        return template.replace(KEY, escape.apply(key)).replace("{send}", String.valueOf(send));
    }

    private static String spelled(String value, Variation.Spelling spelling) {
        return switch (spelling) {
            case QUOTED -> value.replace('"' + KEY + '"', KEY).replace(KEY, '"' + KEY + '"');
            case BARE -> value.replace('"' + KEY + '"', KEY);
            default -> value;
        };
    }

    private String withoutKey(String body, String key) {
        if (!isJson()) {
            return Stream.of(body.split("&"))
                    .filter(pair -> !pair.endsWith("=" + encoded(key)))
                    .collect(Collectors.joining("&"));
        }
        try {
            JsonNode tree = JSON.readTree(body);
            drop(tree, key);
            return tree.toString();
        } catch (JsonProcessingException e) {
            throw new NotTried("The body is no JSON, so the key cannot be left out.");
        }
    }

    private static void drop(JsonNode node, String key) {
        if (node instanceof ObjectNode object) {
            var names = new ArrayList<String>();
            object.fieldNames().forEachRemaining(names::add);
            names.stream().filter(name -> object.get(name).asText().equals(key)).forEach(object::remove);
        }
        node.forEach(child -> drop(child, key));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
