package dev.once.showcase.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.once.faults.verdict.Heard;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.surfaces.FormBrowser;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
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

    /** No clear answer: the sender tries again. */
    private static final Set<Integer> LATER = Set.of(408, 409, 425, 429);

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Somebody who is signed in: the form's hidden fields, and the cookies to send. */
    private record Session(Map<String, String> fields, Map<String, String> headers) {}

    private final Settings settings;
    private final URI url;
    private final String method;
    private final String path;
    private final String plainBody;
    private final Map<String, String> headers;
    private final Pattern yes;
    private final String same;
    private final Map<Boolean, Session> sessions = new HashMap<>();
    private final SplittableRandom keys = new SplittableRandom();
    private final AtomicInteger sends = new AtomicInteger();
    private final String run = "judge-" + HexFormat.of().toHexDigits(keys.nextInt());

    Subject(Settings settings) {
        this.settings = settings;
        this.url = settings.url();
        this.method = settings.text("request.method", "POST");
        this.path = settings.required("request.path");
        this.plainBody = settings.text("request.body", "");
        this.headers = settings.under("request.headers");
        this.yes = Pattern.compile(settings.text("answers.accepted", "2\\d\\d.*"));
        this.same = settings.text("answers.same", "body");
        if (!(path + plainBody + headers).contains(KEY)) {
            throw new CannotJudge(
                    "Nothing in the request holds the key.",
                    "Write {key} where it travels: in a header, in the body, or in the path.");
        }
        if (!Set.of("stripe", "github").contains(scheme())) {
            throw new CannotJudge("There is no scheme '%s'.".formatted(scheme()), "Use stripe or github.");
        }
    }

    URI url() {
        return url;
    }

    String target() {
        return method + " " + url + path;
    }

    /** Names this run in every request and key. */
    String run() {
        return run;
    }

    boolean isSigned() {
        return !settings.text("sign.header", "").isEmpty();
    }

    boolean keyIsInHeader() {
        return headers.values().stream().anyMatch(value -> value.contains(KEY));
    }

    boolean keyIsInPath() {
        return path.contains(KEY);
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
        Session session = session(variation.otherTenant());
        String body = filled(variation.body().isEmpty() ? plainBody : variation.body(), key, send, bodyEscape());
        for (var field : session.fields().entrySet()) {
            body = body.replace("{" + field.getKey() + "}", encoded(field.getValue()));
        }
        boolean missing = variation.spelling() == Variation.Spelling.MISSING;
        if (missing && plainBody.contains(KEY)) {
            body = withoutKey(body, key);
        }
        Map<String, String> filled = new LinkedHashMap<>(Map.of("User-Agent", "once-judge", "Once-Judge", run));
        headers.forEach((name, value) -> {
            if (!value.contains(KEY) || !missing) {
                filled.put(name, filled(variation.spelling().of(value), key, send, UnaryOperator.identity()));
            }
        });
        if (variation.otherTenant()) {
            filled.putAll(settings.under("other-tenant.headers"));
        }
        filled.putAll(variation.headers());
        filled.putAll(session.headers());
        if (isSigned()) {
            filled.put(settings.required("sign.header"), signature(body, variation.forged()));
        }
        return new Call(method, URI.create(url + filled(path, key, send, Subject::encoded)), filled, body);
    }

    /** Read as a sender reads it; the value is what every yes to one attempt must have in common. */
    Heard heard(Exchange answer) {
        if (answer.isSilent()) {
            return Heard.nothing();
        }
        String said = (answer.status() + " " + answer.header("location")).strip();
        if (yes.matcher(said).matches()) {
            return Heard.yes(answer.status(), value(answer));
        }
        return answer.status() / 100 == 4 && !LATER.contains(answer.status())
                ? Heard.no(answer.status())
                : Heard.later(answer.status());
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

    private String value(Exchange answer) {
        return switch (same) {
            case "body" -> answer.body();
            case "location" -> answer.header("location");
            case "none" -> "";
            default -> pointed(answer.body(), same);
        };
    }

    private synchronized Session session(boolean otherTenant) {
        String page = settings.text("form.page", "");
        return page.isEmpty()
                ? new Session(Map.of(), Map.of())
                : sessions.computeIfAbsent(otherTenant, any -> signedIn(page, otherTenant));
    }

    private Session signedIn(String page, boolean otherTenant) {
        var browser = new FormBrowser(
                settings.required(otherTenant ? "form.other-user" : "form.user"), settings.required("form.password"));
        try {
            Map<String, String> fields = browser.openForm(url, page);
            return new Session(fields, Map.of("Cookie", browser.cookieHeader()));
        } catch (IOException e) {
            throw new CannotJudge("%s does not answer: %s".formatted(url, e.getMessage()), "Start it, and try again.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while signing in.", e);
        }
    }

    private String scheme() {
        return settings.text("sign.scheme", "stripe");
    }

    /** Anew for each send, as a provider of webhooks does it. */
    private String signature(String body, boolean forged) {
        String secret = settings.text("sign.secret", "") + (forged ? "-guessed" : "");
        long now = Instant.now().getEpochSecond();
        return scheme().equals("github")
                ? "sha256=" + Delivery.hmac(secret, body)
                : "t=" + now + ",v1=" + Delivery.hmac(secret, now + "." + body);
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
            throw new CannotJudge("The body is no JSON, so the key cannot be left out.");
        }
    }

    private static void drop(JsonNode node, String key) {
        if (node instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue().asText().equals(key));
        }
        node.forEach(child -> drop(child, key));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
