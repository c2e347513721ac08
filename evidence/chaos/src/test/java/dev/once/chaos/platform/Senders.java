package dev.once.chaos.platform;

import dev.once.chaos.history.Surface;
import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The senders of each surface, and where their effects are. A tag keeps the runs on one database apart. */
final class Senders {

    private Senders() {}

    /** Four providers by turns. Who is credited or suppressed is unique, so it names the event in the database. */
    record Providers(Platform platform, String tag) implements Surface {

        @Override
        public Intent intent(int number, SplittableRandom random) {
            String provider =
                    List.of("stripe", "github", "lemonsqueezy", "resend").get(number % 4);
            return new Intent("webhooks", provider, "%s_%d".formatted(tag, number));
        }

        @Override
        public Heard send(Intent intent, int copy) throws Exception {
            var answer =
                    Web.send(signed(intent, copy).to(platform.any(App.WEBHOOKS).address()));
            // 'processed' and 'duplicate' are both a yes, and rightly differ.
            return Heard.of(answer.statusCode(), "");
        }

        private Signing.Signed signed(Intent intent, int copy) {
            Signing signing = new Signing(platform.secrets());
            String key = intent.key();
            return switch (intent.scope()) {
                case "stripe" -> signing.stripe(Signing.checkout("evt_" + key, key, copy), Instant.now());
                case "github" ->
                    signing.github(
                            """
                        {"action":"created","sponsorship":{"node_id":"S_%s","sponsor":{"login":"%s"},\
                        "tier":{"monthly_price_in_cents":500}}}"""
                                    .formatted(key, key),
                            "delivery-" + copy);
                case "lemonsqueezy" ->
                    signing.lemonSqueezy(
                            """
                        {"meta":{"event_name":"order_created"},"data":{"type":"orders","id":"%s",\
                        "attributes":{"customer_id":"%s","total":900,"currency":"USD"}}}"""
                                    .formatted(key, key));
                default ->
                    signing.resend(
                            """
                        {"type":"email.bounced","created_at":"2026-01-01T00:00:00Z","data":{"email_id":"%s","to":["%s@customer.test"]}}"""
                                    .formatted(key, key),
                            "msg_" + key,
                            Instant.now());
            };
        }

        @Override
        public Map<Intent, List<String>> effects() throws SQLException {
            try (Sql sql = new Sql(platform.connect())) {
                Map<Intent, List<String>> effects = new HashMap<>();
                sql.list(
                                """
                                select provider, customer from webhooks.credit_entries where customer like ?
                                union all
                                select provider, replace(address, '@customer.test', '') from webhooks.suppressed_addresses
                                where address like ?
                                """,
                                row -> new Intent("webhooks", row.getString(1), row.getString(2)),
                                tag + "\\_%",
                                tag + "\\_%")
                        .forEach(intent -> add(effects, intent, ""));
                return effects;
            }
        }
    }

    /** Stripe alone, each event with a customer of its own, who is to be charged and welcomed. */
    record Checkouts(Providers providers) implements Surface {

        @Override
        public Intent intent(int number, SplittableRandom random) {
            return new Intent("webhooks", "stripe", "%s_%d".formatted(providers.tag(), number));
        }

        @Override
        public Heard send(Intent intent, int copy) throws Exception {
            return providers.send(intent, copy);
        }

        @Override
        public Map<Intent, List<String>> effects() throws SQLException {
            return providers.effects();
        }
    }

    /** Programs with a key; every answer must have the same bytes. */
    record Programs(Platform platform, String tag) implements Surface {

        @Override
        public Intent intent(int number, SplittableRandom random) {
            return new Intent("api", random.nextBoolean() ? "acme" : "globex", "%s-%d".formatted(tag, number));
        }

        @Override
        public Heard send(Intent intent, int copy) throws Exception {
            String token = intent.scope().equals("acme")
                    ? platform.secrets().acme()
                    : platform.secrets().globex();
            var answer = Web.send(Web.post(
                            platform.any(App.API).address() + "/api/invoices",
                            "application/json",
                            invoice(intent.key()))
                    .header("Authorization", "Bearer " + token)
                    .header("Idempotency-Key", copy % 2 == 0 ? intent.key() : '"' + intent.key() + '"'));
            return Heard.of(answer.statusCode(), answer.body());
        }

        static String invoice(String customer) {
            return """
                    {"customer":"%s","currency":"EUR","lines":[{"description":"confidential-4711","quantity":2,"unit_amount_cents":4950}]}"""
                    .formatted(customer);
        }

        @Override
        public Map<Intent, List<String>> effects() throws SQLException {
            try (Sql sql = new Sql(platform.connect())) {
                Map<Intent, List<String>> effects = new HashMap<>();
                sql.list(
                                """
                                select client_id, idempotency_key, convert_from(body, 'UTF8')
                                from api.invoices left join api.idempotency_keys using (client_id, idempotency_key)
                                where idempotency_key like ?
                                """,
                                row -> Map.entry(
                                        new Intent("api", row.getString(1), row.getString(2)), row.getString(3)),
                                tag + "-%")
                        .forEach(row -> add(effects, row.getKey(), row.getValue()));
                return effects;
            }
        }
    }

    /** People with forms; a yes is the address of the invoice. */
    static final class People implements Surface {

        private final Platform platform;
        private final String tag;
        private final Person person;
        private final Map<Intent, Map<String, String>> forms = new ConcurrentHashMap<>();
        private final AtomicBoolean signedIn = new AtomicBoolean();

        People(Platform platform, String tag) {
            this.platform = platform;
            this.tag = tag;
            this.person = new Person();
        }

        @Override
        public Intent intent(int number, SplittableRandom random) throws Exception {
            synchronized (person) {
                if (!signedIn.get()) {
                    person.signIn(
                            platform.any(App.FORMS).address(),
                            "alice@acme.test",
                            platform.secrets().alice());
                    signedIn.set(true);
                }
            }
            Map<String, String> form = person.openForm(platform.any(App.FORMS).address());
            form.put("title", "%s %d".formatted(tag, number));
            Intent intent = new Intent("forms", "Acme", form.getOrDefault("idempotencyKey", "none"));
            forms.put(intent, form);
            return intent;
        }

        @Override
        public Heard send(Intent intent, int copy) throws Exception {
            String address = platform.any(App.FORMS).address();
            HttpResponse<String> answer = person.post(address + "/invoices", forms.getOrDefault(intent, Map.of()));
            String place = Person.location(answer);
            if (place.startsWith("/invoices/new/")) {
                // As a browser does: it shows the invoice by now, or the same form again with what it needs to be sent.
                answer = person.get(address + place);
                place = Person.location(answer);
                forms.computeIfPresent(intent, Person.withFreshTokens(answer.body()));
            }
            if (place.matches("/invoices/[0-9a-f-]{36}")) {
                return Heard.yes(answer.statusCode(), place.substring("/invoices/".length()));
            }
            return answer.statusCode() / 100 == 2 || answer.statusCode() >= 500
                    ? Heard.later(answer.statusCode())
                    : Heard.no(answer.statusCode());
        }

        @Override
        public Map<Intent, List<String>> effects() throws SQLException {
            try (Sql sql = new Sql(platform.connect())) {
                Map<Intent, List<String>> effects = new HashMap<>();
                sql.list(
                                """
                                select organisations.name, idempotency_key, invoices.id from forms.invoices
                                join forms.organisations on organisations.id = org_id where title like ?
                                """,
                                row -> Map.entry(
                                        new Intent("forms", row.getString(1), row.getString(2)), row.getString(3)),
                                tag + " %")
                        .forEach(row -> add(effects, row.getKey(), row.getValue()));
                return effects;
            }
        }
    }

    /** Whoever asks for a month's statement; the effect is the charge that the vendor has confirmed, by the run's id. */
    record Bookkeepers(Platform platform, String tag) implements Surface {

        private static final String MONTH = "2026-01";

        @Override
        public Intent intent(int number, SplittableRandom random) throws SQLException {
            String account = "%s-account-%d".formatted(tag, number);
            try (Sql sql = new Sql(platform.connect())) {
                sql.update(
                        """
                        insert into jobs.account_entries (account, reference, booked_on, description, amount_cents)
                        values (?, 'fee', '2026-01-15', 'Fee', 1000) on conflict do nothing
                        """,
                        account);
            }
            return new Intent("jobs", MONTH, account);
        }

        @Override
        public Heard send(Intent intent, int copy) throws Exception {
            HttpRequest.Builder ask = Web.post(
                            platform.any(App.JOBS).address() + "/statement-runs",
                            "application/json",
                            "{\"account\":\"" + intent.key() + "\",\"month\":\"" + intent.scope() + "\"}")
                    .header(
                            "Authorization",
                            Web.basic(Platform.OPERATOR, platform.secrets().operator()));
            HttpResponse<String> answer = Web.send(ask);
            String run = answer.headers()
                    .firstValue("Location")
                    .map(place -> URI.create(place).getPath().replace("/statement-runs/", ""))
                    .orElse("");
            return Heard.of(answer.statusCode(), run);
        }

        @Override
        public Map<Intent, List<String>> effects() throws SQLException {
            try (Sql sql = new Sql(platform.connect())) {
                Map<Intent, List<String>> effects = new HashMap<>();
                sql.list(
                                """
                                select month, account, charges.run_id from jobs.charges
                                join jobs.statement_runs using (run_id) where account like ?
                                """,
                                row -> Map.entry(
                                        new Intent("jobs", row.getString(1), row.getString(2)), row.getString(3)),
                                tag + "-%")
                        .forEach(row -> add(effects, row.getKey(), row.getValue()));
                return effects;
            }
        }
    }

    private static void add(Map<Intent, List<String>> effects, Intent intent, String name) {
        effects.computeIfAbsent(intent, any -> new ArrayList<>()).add(name == null ? "" : name);
    }
}
