package dev.once.benchmarks.http;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;

/** An invoice of one line, made by a program that sends its own key. */
public final class ApiCall implements Surface {

    private static final String INVOICE =
            """
            {"customer": "ada@example.com", "currency": "EUR",
             "lines": [{"description": "One month", "quantity": 1, "unit_amount_cents": 1200}]}""";

    @Override
    public String module() {
        return "public-api-app";
    }

    @Override
    public List<String> rowsIn() {
        return List.of("api.invoices", "api.invoice_lines", "once.outbox");
    }

    @Override
    public boolean isDone(HttpResponse<String> answer) {
        return answer.statusCode() == 201;
    }

    @Override
    public String freshKey() {
        return UUID.randomUUID().toString();
    }

    @Override
    public HttpRequest request(URI app, String key) {
        return HttpRequest.newBuilder(app.resolve("/api/invoices"))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer acme-demo-token")
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofString(INVOICE))
                .build();
    }
}
