package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Plays a person with a browser: signs in, opens the form, and submits that one form again and again. */
@Component
class FormLab implements SurfaceLab {

    private static final String TABLE = "forms.action_claims";

    private static final String NEWEST =
            """
            select o.name as scope, c.idempotency_key as key, 'invoice' as what, to_char(c.created_at, 'HH24:MI:SS') as at
            from forms.action_claims c join forms.organisations o on o.id = c.org_id
            order by c.created_at desc limit 5
            """;

    private static final String EFFECTS = "select count(*) from forms.invoices where idempotency_key = :key";

    private final LedgerRows rows;
    private final FormBrowser browser;

    FormLab(LedgerRows rows, ShowcaseProperties properties) {
        this.rows = rows;
        this.browser = new FormBrowser(properties.formsUser(), properties.formsPassword());
    }

    @Override
    public App app() {
        return App.FORMS;
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
    public Try prepare(URI app) throws IOException, InterruptedException {
        Map<String, String> form = new LinkedHashMap<>(browser.openForm(app, "/invoices/new"));
        form.putAll(Map.of(
                "customerEmail", "ada@example.test",
                "customerName", "Ada Lovelace",
                "title", "Engine",
                "currency", "EUR",
                "dueDate", LocalDate.now().plusDays(30).toString(),
                "lineDescription", "Engine",
                "lineQuantity", "1",
                "lineUnitPrice", "25.00"));
        String key = form.getOrDefault("idempotencyKey", "");
        return new Try() {
            @Override
            public String key() {
                return key;
            }

            @Override
            public Reply send(URI to) throws IOException, InterruptedException {
                return submit(to, form);
            }

            @Override
            public long effects() {
                return rows.count(TABLE, EFFECTS, key);
            }
        };
    }

    private Reply submit(URI app, Map<String, String> form) throws IOException, InterruptedException {
        HttpResponse<String> answer = browser.post(app.resolve("/invoices"), form);
        String location = answer.headers().firstValue("Location").orElse("");
        boolean accepted = location.matches(".*/invoices/[0-9a-f-]{36}");
        return Reply.of(
                answer.statusCode(),
                accepted ? "to invoice …" + location.substring(location.length() - 6) : "still saving, or try again",
                accepted);
    }
}
