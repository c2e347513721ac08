package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.springframework.stereotype.Component;

/** Plays a client's program that retries with the same key. */
@Component
class ApiLab implements SurfaceLab {

    private static final String TABLE = "api.idempotency_keys";

    private static final String NEWEST =
            """
            select client_id as scope, idempotency_key as key, coalesce(status::text, 'erased') as what,
              to_char(created_at, 'HH24:MI:SS') as at
            from api.idempotency_keys order by created_at desc limit 5
            """;

    private static final String EFFECTS = "select count(*) from api.invoices where idempotency_key = :key";

    private static final String INVOICE =
            """
            {"customer":"Ada Lovelace","currency":"EUR","lines":[{"description":"Engine","quantity":1,"unit_amount_cents":2500}]}""";

    private final LedgerRows rows;
    private final String token;

    ApiLab(LedgerRows rows, ShowcaseProperties properties) {
        this.rows = rows;
        this.token = properties.apiToken();
    }

    @Override
    public App app() {
        return App.API;
    }

    @Override
    public String effectName() {
        return "invoices";
    }

    @Override
    public List<LedgerRow> newest() {
        return rows.newest(TABLE, NEWEST);
    }

    @Override
    public Try prepare(URI app) {
        String key = Keys.fresh("lab-");
        return new Try() {
            @Override
            public String key() {
                return key;
            }

            @Override
            public Reply send(URI to) throws IOException, InterruptedException {
                return post(to, key);
            }

            @Override
            public long effects() {
                return rows.count(TABLE, EFFECTS, key);
            }
        };
    }

    private Reply post(URI app, String key) throws IOException, InterruptedException {
        HttpResponse<String> answer = Web.send(Web.request(app.resolve("/api/invoices"))
                .header("Authorization", "Bearer " + token)
                .header("Idempotency-Key", '"' + key + '"')
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(INVOICE)));
        boolean accepted = answer.statusCode() == 201;
        boolean replayed = answer.headers().firstValue("Idempotent-Replayed").isPresent();
        return Reply.of(
                answer.statusCode(), !accepted ? "try again later" : replayed ? "replayed" : "created", accepted);
    }
}
