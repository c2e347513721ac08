package dev.once.chaos.platform;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Somebody with a browser, as far as HTTP can tell; every page may come from another instance. */
final class Person {

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private final HttpClient http = Web.withCookies();

    void signIn(String address, String email, String password) throws IOException, InterruptedException {
        Map<String, String> fields = hidden(get(address + "/sign-in").body());
        fields.put("email", email);
        fields.put("password", password);
        HttpResponse<String> answer = post(address + "/sign-in", fields);
        if (answer.statusCode() / 100 != 3 || location(answer).startsWith("/sign-in")) {
            throw new IOException("not signed in: " + answer.statusCode() + " " + location(answer));
        }
    }

    /** A fresh form, filled in. */
    Map<String, String> openForm(String address) throws IOException, InterruptedException {
        HttpResponse<String> answer = get(address + "/invoices/new");
        for (int hops = 0; hops < 3 && answer.statusCode() / 100 == 3; hops++) {
            answer = get(address + location(answer));
        }
        Map<String, String> fields = hidden(answer.body());
        if (answer.statusCode() != 200 || !fields.containsKey("idempotencyKey")) {
            throw new IOException("no form: " + answer.statusCode());
        }
        fields.put("customerEmail", "jane@customer.test");
        fields.put("customerName", "Jane");
        fields.put("title", "Website");
        fields.put("currency", "EUR");
        fields.put("dueDate", "2035-01-31");
        fields.put("lineDescription", "confidential-4711");
        fields.put("lineQuantity", "2");
        fields.put("lineUnitPrice", "12.50");
        return fields;
    }

    HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return http.send(Web.get(address).header("Accept", "text/html").build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> post(String address, Map<String, String> fields) throws IOException, InterruptedException {
        HttpRequest request = Web.post(address, "application/x-www-form-urlencoded", encoded(fields))
                .header("Accept", "text/html")
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** What was typed, with the hidden fields of the page that shows the same form again. */
    static BiFunction<Object, Map<String, String>, Map<String, String>> withFreshTokens(String page) {
        return (any, typed) -> {
            Map<String, String> fresh = hidden(page);
            boolean sameForm = Objects.equals(fresh.get("idempotencyKey"), typed.get("idempotencyKey"));
            Map<String, String> merged = new LinkedHashMap<>(typed);
            if (sameForm) {
                merged.putAll(fresh);
            }
            return merged;
        };
    }

    static String location(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Location")
                .map(place -> URI.create(place).getPath())
                .orElse("");
    }

    private static Map<String, String> hidden(String page) {
        Map<String, String> fields = new LinkedHashMap<>();
        HIDDEN.matcher(page).results().forEach(field -> fields.put(field.group(1), field.group(2)));
        return fields;
    }

    private static String encoded(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field ->
                        URLEncoder.encode(field.getKey(), UTF_8) + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }
}
