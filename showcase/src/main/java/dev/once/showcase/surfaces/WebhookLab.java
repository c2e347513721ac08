package dev.once.showcase.surfaces;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.showcase.lab.Delivery;
import dev.once.showcase.launch.App;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** Plays Stripe: signs each delivery by itself, and no two deliveries of an event have the same bytes. */
@Component
class WebhookLab implements SurfaceLab {

    private static final String TABLE = "webhooks.processed_events";

    private static final String NEWEST =
            """
            select provider as scope, event_id as key, event_type as what, to_char(received_at, 'HH24:MI:SS') as at
            from webhooks.processed_events order by received_at desc limit 5
            """;

    private static final String EFFECTS = "select count(*) from webhooks.credit_entries where event_id = :key";

    private static final String EVENT =
            """
            {"id":"%s","object":"event","type":"checkout.session.completed","created":%d,"pending_webhooks":%d,\
            "data":{"object":{"id":"cs_%s","object":"checkout.session","customer":"cus_ada","amount_total":2500,"currency":"eur"}}}""";

    private final LedgerRows rows;
    private final ObjectMapper json;
    private final String secret;

    WebhookLab(LedgerRows rows, ObjectMapper json, ShowcaseProperties properties) {
        this.rows = rows;
        this.json = json;
        this.secret = properties.stripeSecret();
    }

    @Override
    public App app() {
        return App.WEBHOOKS;
    }

    @Override
    public String effectName() {
        return "credits";
    }

    @Override
    public List<LedgerRow> newest() {
        return rows.newest(TABLE, NEWEST);
    }

    @Override
    public Try prepare(URI app) {
        String event = Keys.fresh("evt_lab_");
        AtomicInteger deliveries = new AtomicInteger();
        return new Try() {
            @Override
            public String key() {
                return event;
            }

            @Override
            public Reply send(URI to) throws IOException, InterruptedException {
                return deliver(to, event, deliveries.incrementAndGet());
            }

            @Override
            public long effects() {
                return rows.count(TABLE, EFFECTS, event);
            }
        };
    }

    private Reply deliver(URI app, String event, int number) throws IOException, InterruptedException {
        long now = System.currentTimeMillis() / 1000;
        String body = EVENT.formatted(event, now, number, event);
        HttpResponse<String> answer = Web.send(Web.request(app.resolve("/webhooks/stripe"))
                .header("Content-Type", "application/json")
                .header("Stripe-Signature", "t=" + now + ",v1=" + Delivery.hmac(secret, now + "." + body))
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        boolean accepted = answer.statusCode() == 200;
        String words =
                accepted ? json.readTree(answer.body()).path("disposition").asText() : "try again later";
        return Reply.of(answer.statusCode(), words, accepted);
    }
}
