package dev.once.showcase.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.faults.verdict.Heard;
import dev.once.showcase.judge.Settings.Request;
import dev.once.showcase.lab.Delivery;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** The endpoint that is judged: how a request to it looks, and how its answers are read. */
final class Subject {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Settings settings;
    private final URI url;
    private final Pattern yes;
    private final SplittableRandom keys = new SplittableRandom();
    private final AtomicInteger sends = new AtomicInteger();
    private final String run = "judge-" + HexFormat.of().toHexDigits(keys.nextInt());

    Subject(Settings settings) {
        Request request = settings.request();
        this.settings = settings;
        this.url = settings.address();
        this.yes = Pattern.compile(settings.answers().accepted());
        if (!(Settings.required("request.path", request.path()) + request.body() + request.headers())
                .contains(Settings.KEY)) {
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

    boolean takesAnyText() {
        return settings.key().kind().equals("text");
    }

    synchronized String freshKey() {
        if (takesAnyText()) {
            return run + "-" + HexFormat.of().toHexDigits(keys.nextLong());
        }
        long time = System.currentTimeMillis() << 16 | 0x7000 | keys.nextInt(0x1000);
        return new UUID(time, 0x8000000000000000L | keys.nextLong() >>> 2).toString();
    }

    Call call(Request request, String key) {
        String send = String.valueOf(sends.incrementAndGet());
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(Map.of("User-Agent", "once-judge", "Once-Judge", run));
        request.headers().forEach((name, value) -> headers.put(name, filled(value, key, send, same -> same)));
        boolean isJson = headers.getOrDefault("Content-Type", "").contains("json");
        String body = filled(request.body(), key, send, isJson ? Subject::escaped : Subject::encoded);
        if (isSigned()) {
            headers.putIfAbsent(settings.sign().header(), signature(body));
        }
        URI address = URI.create(url + filled(request.path(), key, send, Subject::encoded));
        return new Call(request.method(), address, headers, body);
    }

    boolean isSigned() {
        return !settings.sign().header().isEmpty();
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
        return answer.status() / 100 == 4 ? Heard.of(answer.status(), "") : Heard.later(answer.status());
    }

    /** What the pointer leads to; where that is not a single value, how many there are. */
    static String pointed(String body, String pointer) {
        try {
            JsonNode found = JSON.readTree(body).at(pointer);
            return found.isContainerNode() ? String.valueOf(found.size()) : found.asText();
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return "";
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private String value(Exchange answer) {
        String same = settings.answers().same();
        return switch (same) {
            case "body" -> answer.body();
            case "location" -> answer.header("location");
            case "none" -> "";
            default -> pointed(answer.body(), same);
        };
    }

    /** New for each send, as Stripe does it. */
    String signature(String body) {
        long now = Instant.now().getEpochSecond();
        return "t=" + now + ",v1=" + Delivery.hmac(settings.sign().secret(), now + "." + body);
    }

    private static String escaped(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }

    private static String filled(String template, String key, String send, UnaryOperator<String> escape) {
        return template.replace(Settings.KEY, escape.apply(key)).replace("{send}", send);
    }
}
