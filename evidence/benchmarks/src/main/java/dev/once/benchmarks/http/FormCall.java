package dev.once.benchmarks.http;

import dev.once.core.support.Uuids;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** An invoice saved from the form by somebody who is signed in; each save brings the key of a form of its own. */
public final class FormCall implements Surface {

    private static final Pattern HIDDEN =
            Pattern.compile("<input type=\"hidden\" name=\"([^\"]+)\" value=\"([^\"]*)\"");

    private Map<String, String> hidden = Map.of();

    @Override
    public String module() {
        return "forms-app";
    }

    @Override
    public List<String> rowsIn() {
        return List.of("forms.invoices", "forms.invoice_lines", "once.outbox");
    }

    @Override
    public boolean isDone(HttpResponse<String> answer) {
        return answer.headers()
                .firstValue("Location")
                .filter(address -> address.matches(".*/invoices/[0-9a-f-]{36}"))
                .isPresent();
    }

    @Override
    public String freshKey() {
        return Uuids.next().toString();
    }

    @Override
    public void prepare(HttpClient client, URI app) throws Exception {
        Map<String, String> signIn = hiddenFields(page(client, app.resolve("/sign-in")));
        signIn.put("email", "alice@acme.test");
        signIn.put("password", "demo");
        client.send(post(app.resolve("/sign-in"), signIn), HttpResponse.BodyHandlers.ofString());
        HttpResponse<String> form = get(client, app.resolve("/invoices/new"));
        // The form's address carries its key.
        String address = form.headers().firstValue("Location").orElseThrow();
        hidden = hiddenFields(page(client, app.resolve(address)));
    }

    @Override
    public HttpRequest request(URI app, String key) {
        Map<String, String> fields = new TreeMap<>(hidden);
        fields.put("idempotencyKey", key);
        fields.put("customerEmail", "jane@example.com");
        fields.put("customerName", "Jane");
        fields.put("title", "One month");
        fields.put("currency", "EUR");
        fields.put("dueDate", "2099-12-31");
        fields.put("lineDescription", "One month");
        fields.put("lineQuantity", "1");
        fields.put("lineUnitPrice", "12.00");
        return post(app.resolve("/invoices"), fields);
    }

    private static String page(HttpClient client, URI address) throws Exception {
        return get(client, address).body();
    }

    private static HttpResponse<String> get(HttpClient client, URI address) throws Exception {
        return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest post(URI address, Map<String, String> fields) {
        String body = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return HttpRequest.newBuilder(address)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static Map<String, String> hiddenFields(String html) {
        Map<String, String> fields = new TreeMap<>();
        Matcher matcher = HIDDEN.matcher(html);
        while (matcher.find()) {
            fields.put(matcher.group(1), matcher.group(2));
        }
        return fields;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
