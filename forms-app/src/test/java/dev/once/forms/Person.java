package dev.once.forms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Somebody with a browser of their own, as far as HTTP can tell: cookies, hidden fields, and no redirect unless followed. */
public final class Person {

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private final CookieManager cookies;
    private final HttpClient http;
    private final URI home;

    public Person(int port) {
        this(port, new CookieManager());
    }

    private Person(int port, CookieManager cookies) {
        this.home = URI.create("http://127.0.0.1:" + port);
        this.cookies = cookies;
        this.http = HttpClient.newBuilder().cookieHandler(cookies).build();
    }

    /** The same browser at another instance; cookies do not mind the port. */
    public Person at(int otherPort) {
        return new Person(otherPort, cookies);
    }

    public static Person signedIn(int port, String email) throws Exception {
        Person person = new Person(port);
        assertThat(person.signIn(email, "demo").headers().firstValue("Location"))
                .hasValueSatisfying(place -> assertThat(place).doesNotContain("sign-in"));
        return person;
    }

    public HttpResponse<String> signIn(String email, String password) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>(hidden(get("/sign-in").body()));
        fields.put("email", email);
        fields.put("password", password);
        return post("/sign-in", fields);
    }

    public HttpResponse<String> get(String path) throws Exception {
        return http.send(
                HttpRequest.newBuilder(home.resolve(path))
                        .header("Accept", "text/html,*/*;q=0.8")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Where that leads in the end. */
    public HttpResponse<String> follow(HttpResponse<String> answer) throws Exception {
        HttpResponse<String> now = answer;
        for (int hops = 0; hops < 5 && now.headers().firstValue("Location").isPresent(); hops++) {
            now = get(now.headers().firstValue("Location").orElseThrow());
        }
        return now;
    }

    public HttpResponse<String> post(String path, Map<String, String> fields) throws Exception {
        return post(path, fields, Map.of());
    }

    public HttpResponse<String> post(String path, Map<String, String> fields, Map<String, List<String>> repeated)
            throws Exception {
        String body = fields.entrySet().stream()
                .map(field -> encoded(field.getKey(), field.getValue()))
                .collect(Collectors.joining("&"));
        for (var field : repeated.entrySet()) {
            for (String value : field.getValue()) {
                body += "&" + encoded(field.getKey(), value);
            }
        }
        return http.send(
                HttpRequest.newBuilder(home.resolve(path))
                        .header("Accept", "text/html,*/*;q=0.8")
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** A fresh form, filled in with an invoice of 25.00 EUR. */
    public Map<String, String> openForm() throws Exception {
        return filled(hidden(follow(get("/invoices/new")).body()));
    }

    public static Map<String, String> filled(Map<String, String> hidden) {
        Map<String, String> fields = new LinkedHashMap<>(hidden);
        fields.put("customerEmail", "jane@customer.test");
        fields.put("customerName", "Jane");
        fields.put("title", "Website");
        fields.put("currency", "EUR");
        fields.put("dueDate", "2035-01-31");
        fields.put("lineDescription", "Design");
        fields.put("lineQuantity", "2");
        fields.put("lineUnitPrice", "12.50");
        return fields;
    }

    /** The form's own fields: those of the last form on the page, since the first signs out. */
    public static Map<String, String> hidden(String page) {
        Map<String, String> fields = new LinkedHashMap<>();
        HIDDEN.matcher(page).results().forEach((MatchResult field) -> fields.put(field.group(1), field.group(2)));
        return fields;
    }

    public List<HttpCookie> cookies() {
        return cookies.getCookieStore().getCookies();
    }

    public static String location(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Location")
                .map(place -> URI.create(place).getPath())
                .orElse("");
    }

    private static String encoded(String name, String value) {
        return URLEncoder.encode(name, UTF_8) + "=" + URLEncoder.encode(value, UTF_8);
    }
}
