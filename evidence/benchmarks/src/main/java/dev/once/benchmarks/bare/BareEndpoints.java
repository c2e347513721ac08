package dev.once.benchmarks.bare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.once.core.support.Uuids;
import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The four requests of the four applications, at the same addresses and with the same rows, in one transaction: no sign-in, no
 * signature, no key and no claim. Each made row can be read by its primary key.
 */
@RestController
class BareEndpoints {

    private static final UUID ORGANISATION = new UUID(0, 1);

    private final JdbcClient jdbc;
    private final ObjectMapper json;

    BareEndpoints(JdbcClient jdbc, ObjectMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    @GetMapping("/")
    String isReady() {
        return "ready";
    }

    @PostMapping("/webhooks/stripe")
    @Transactional
    ResponseEntity<Map<String, Object>> addCredit(@RequestBody JsonNode event) {
        JsonNode session = event.path("data").path("object");
        String customer = session.path("customer").asText();
        UUID id = add(
                """
                insert into webhooks.credit_entries (provider, event_id, object_id, kind, customer, amount_cents, currency)
                values ('stripe', ?, ?, 'checkout', ?, ?, ?) returning id""",
                event.path("id").asText(),
                session.path("id").asText(),
                customer,
                session.path("amount_total").asLong(),
                session.path("currency").asText());
        JsonNode email = session.path("customer_details").path("email");
        addToOutbox(
                "email.welcome",
                json.createObjectNode().put("customer", customer).set("email", email));
        return answer(200, "/webhooks/stripe/", id);
    }

    @GetMapping("/webhooks/stripe/{id}")
    Map<String, Object> readCredit(@PathVariable UUID id) {
        return row("select * from webhooks.credit_entries where provider = 'stripe' and id = ?", id);
    }

    @PostMapping("/invoices")
    @Transactional
    ResponseEntity<Map<String, Object>> addInvoiceOfForm(@RequestParam Map<String, String> form) {
        String email = form.get("customerEmail");
        UUID customer = jdbc.sql("select id from forms.customers where org_id = ? and email = ?")
                .params(ORGANISATION, email)
                .query(UUID.class)
                .optional()
                .orElseGet(() -> addCustomer(form));
        int quantity = Integer.parseInt(form.get("lineQuantity"));
        long cents = new BigDecimal(form.get("lineUnitPrice")).movePointRight(2).longValueExact();
        UUID id = add(
                """
                insert into forms.invoices (org_id, idempotency_key, customer_id, customer_email, customer_name, title,
                  currency, due_on, total_cents, created_by)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id""",
                ORGANISATION,
                reference(),
                customer,
                email,
                form.get("customerName"),
                form.get("title"),
                form.get("currency"),
                LocalDate.parse(form.get("dueDate")),
                quantity * cents,
                ORGANISATION);
        jdbc.sql(
                        """
                        insert into forms.invoice_lines (org_id, invoice_id, position, description, quantity, unit_cents)
                        values (?, ?, 1, ?, ?, ?)""")
                .params(ORGANISATION, id, form.get("lineDescription"), quantity, cents)
                .update();
        addToOutbox(
                "invoice.created",
                json.createObjectNode().put("invoiceId", id.toString()).put("customerEmail", email));
        return answer(303, "/invoices/", id);
    }

    @GetMapping("/invoices/{id}")
    Map<String, Object> readInvoiceOfForm(@PathVariable UUID id) {
        return row("select * from forms.invoices where org_id = ? and id = ?", ORGANISATION, id);
    }

    @PostMapping("/statement-runs")
    @Transactional
    ResponseEntity<Map<String, Object>> addStatementRun(@RequestBody JsonNode asked) {
        UUID id = add(
                "insert into jobs.statement_runs (account, month, run_id) values (?, ?, ?) returning run_id",
                asked.path("account").asText(),
                asked.path("month").asText(),
                Uuids.next());
        jdbc.sql("insert into jobs.runs (id, kind, parameters) values (?, 'statement', ?)")
                .params(id, asked.toString())
                .update();
        addToOutbox("statement", asked);
        return answer(202, "/statement-runs/", id);
    }

    @GetMapping("/statement-runs/{id}")
    Map<String, Object> readStatementRun(@PathVariable UUID id) {
        return row("select * from jobs.runs where id = ?", id);
    }

    @PostMapping("/api/invoices")
    @Transactional
    ResponseEntity<Map<String, Object>> addInvoice(@RequestBody JsonNode asked) {
        JsonNode line = asked.path("lines").path(0);
        long quantity = line.path("quantity").asLong();
        long cents = line.path("unit_amount_cents").asLong();
        String customer = asked.path("customer").asText();
        String reference = reference();
        UUID id = add(
                """
                insert into api.invoices (client_id, idempotency_key, customer, currency, total_cents)
                values ('acme', ?, ?, ?, ?) returning id""",
                reference,
                customer,
                asked.path("currency").asText(),
                quantity * cents);
        jdbc.sql(
                        """
                        insert into api.invoice_lines
                          (client_id, invoice_id, line_no, idempotency_key, request_line, description, quantity, unit_amount_cents)
                        values ('acme', ?, 1, ?, 1, ?, ?, ?)""")
                .params(id, reference, line.path("description").asText(), quantity, cents)
                .update();
        ObjectNode created = json.createObjectNode().put("invoiceId", id.toString());
        addToOutbox("invoice.created", created.put("customerEmail", customer));
        return answer(201, "/api/invoices/", id);
    }

    @GetMapping("/api/invoices/{id}")
    Map<String, Object> readInvoice(@PathVariable UUID id) {
        return row("select * from api.invoices where client_id = 'acme' and id = ?", id);
    }

    private UUID addCustomer(Map<String, String> form) {
        return add(
                "insert into forms.customers (org_id, email, name) values (?, ?, ?) returning id",
                ORGANISATION,
                form.get("customerEmail"),
                form.get("customerName"));
    }

    private UUID add(String insert, @Nullable Object... values) {
        return jdbc.sql(insert).params(values).query(UUID.class).single();
    }

    private void addToOutbox(String topic, JsonNode payload) {
        jdbc.sql("insert into once.outbox (id, topic, payload, scope) values (?, ?, cast(? as jsonb), 'bare')")
                .params(Uuids.next(), topic, payload.toString())
                .update();
    }

    private Map<String, Object> row(String select, Object... key) {
        return jdbc.sql(select).params(key).query().singleRow();
    }

    /** The tables have a column for the key. */
    private static String reference() {
        return Uuids.next().toString();
    }

    private static ResponseEntity<Map<String, Object>> answer(int status, String path, UUID id) {
        return ResponseEntity.status(status).location(URI.create(path + id)).body(Map.of("id", id));
    }
}
