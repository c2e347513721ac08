package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.chaos.platform.Signing.Signed;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever is not who they say, or asks for what is not theirs, outside the demo profile. */
class StrangersIT {

    /** More than the tolerance and the clocks' distance together. */
    private static final Duration TOO_FAR = Duration.ofMinutes(10);

    private Platform platform;
    private Signing signing;

    @BeforeEach
    void everybodyIsWell() throws Exception {
        platform = Platform.shared();
        platform.heal();
        signing = new Signing(platform.secrets());
    }

    @Test
    void a_signature_that_is_forged_stale_swapped_or_junk_changes_nothing() throws Exception {
        String event = AbuseIT.unique("evt_stranger");
        String body = Signing.checkout(event, event, 0);
        Instant now = Instant.now();
        Signed genuine = signing.stripe(body, now);
        Signing others = new Signing(Secrets.fresh());
        List<Signed> bad = List.of(
                others.stripe(body, now),
                signing.stripe(body, now.minus(TOO_FAR)),
                signing.stripe(body, now.plus(TOO_FAR)),
                genuine.withBody(body.replace("4200", "420000")),
                genuine.with("Stripe-Signature", ""),
                genuine.with("Stripe-Signature", "t=abc,v1"),
                genuine.with("Stripe-Signature", "t=" + "9".repeat(400) + ",v1=00"),
                new Signed("stripe", body, Map.of()),
                new Signed("lemonsqueezy", body, genuine.headers()),
                new Signed("stripe", body, signing.lemonSqueezy(body).headers()),
                others.github(body, "1"),
                others.lemonSqueezy(body),
                others.resend(body, "msg_1", now),
                signing.resend(body, "msg_1", now.minus(TOO_FAR)),
                signing.resend(body, "msg_1", now).with("svix-id", "msg_2"));
        for (Signed one : bad) {
            for (Instance instance : platform.of(App.WEBHOOKS)) {
                assertThat(Web.send(one.to(instance.directAddress())).statusCode())
                        .as("%s with %s", one.provider(), one.headers().keySet())
                        .isIn(400, 401, 403);
            }
        }
        assertThat(Web.send(new Signed("paypal", body, Map.of())
                                .to(platform.any(App.WEBHOOKS).directAddress()))
                        .statusCode())
                .isEqualTo(404);
        assertThat(credits(event)).isZero();

        assertThat(Web.send(genuine.to(platform.any(App.WEBHOOKS).directAddress()))
                        .statusCode())
                .as("nothing was claimed by the forgeries")
                .isEqualTo(200);
        assertThat(Web.send(genuine.to(platform.any(App.WEBHOOKS).directAddress()))
                        .body())
                .as("a captured delivery, replayed")
                .contains("duplicate");
        assertThat(credits(event)).isOne();
    }

    @Test
    void a_replayed_github_body_under_another_delivery_id_is_the_same_event() throws Exception {
        String who = AbuseIT.unique("sponsor");
        String body =
                """
                {"action":"created","sponsorship":{"node_id":"S_%s","sponsor":{"login":"%s"},"tier":{"monthly_price_in_cents":500}}}"""
                        .formatted(who, who);
        for (String delivery : List.of("one", "two", "three")) {
            assertThat(Web.send(signing.github(body, delivery)
                                    .to(platform.any(App.WEBHOOKS).directAddress()))
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(credits(who)).isOne();
    }

    @Test
    void a_token_opens_its_own_client_only_and_a_guessed_key_shows_nothing() throws Exception {
        String key = AbuseIT.unique("guessed");
        HttpResponse<String> acmes = Web.send(invoice(platform.secrets().acme(), key, "acme's own"));
        assertThat(acmes.statusCode()).isEqualTo(201);
        String id = new ObjectMapper().readTree(acmes.body()).get("id").asText();

        HttpResponse<String> globexes = Web.send(invoice(platform.secrets().globex(), key, "globex's own"));
        assertThat(globexes.statusCode()).isEqualTo(201);
        assertThat(globexes.body()).doesNotContain(id).doesNotContain("acme's own");
        String address = platform.any(App.API).directAddress() + "/api/invoices/" + id;
        assertThat(Web.send(Web.get(address)
                                .header(
                                        "Authorization",
                                        "Bearer " + platform.secrets().globex()))
                        .statusCode())
                .isEqualTo(404);
        for (String token : List.of("Bearer guessed-token-0123456789", "Bearer ", "Basic YWNtZTph", "")) {
            HttpRequest.Builder request = Web.get(address);
            if (!token.isEmpty()) {
                request.header("Authorization", token);
            }
            assertThat(Web.send(request).statusCode()).as(token).isEqualTo(401);
        }
        assertThat(Web.send(Web.get(address).header("Authorization", "Bearer acme-demo-token"))
                        .statusCode())
                .as("the demo's token")
                .isEqualTo(401);
    }

    @Test
    void a_form_needs_its_session_its_csrf_token_and_its_organisation() throws Exception {
        String address = platform.any(App.FORMS).directAddress();
        Person alice = new Person();
        alice.signIn(address, "alice@acme.test", platform.secrets().alice());
        Person bob = new Person();
        bob.signIn(address, "bob@globex.test", platform.secrets().bob());
        Map<String, String> form = alice.openForm(address);

        Map<String, String> withoutToken = new LinkedHashMap<>(form);
        withoutToken.remove("_csrf");
        alice.post(address + "/invoices", withoutToken);
        new Person().post(address + "/invoices", form);
        assertThat(invoices(form.get("idempotencyKey")))
                .as("saved without a token or a session")
                .isZero();
        assertThat(alice.post(address + "/invoices", form).statusCode()).isEqualTo(303);
        String place = Person.location(alice.post(address + "/invoices", form));
        assertThat(place).startsWith("/invoices/");

        Map<String, String> bobs = bob.openForm(address);
        Map<String, String> stolen = new LinkedHashMap<>(form);
        stolen.put("_csrf", bobs.get("_csrf"));
        assertThat(Person.location(bob.post(address + "/invoices", stolen)))
                .as("Bob sends Alice's key")
                .isNotEqualTo(place);
        assertThat(bob.get(address + place).statusCode()).isEqualTo(404);
        assertThat(Person.location(bob.get(address + "/invoices/new/" + form.get("idempotencyKey"))))
                .as("Bob asks what became of Alice's key")
                .isNotEqualTo(place);
    }

    @Test
    void another_sites_page_cannot_use_an_operators_browser() throws Exception {
        for (String[] from : new String[][] {{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}}) {
            HttpRequest.Builder request = Web.post(
                            platform.any(App.JOBS).directAddress() + "/statement-runs",
                            "application/json",
                            "{\"account\":\"evil\",\"month\":\"2026-01\"}")
                    .header(
                            "Authorization",
                            Web.basic(Platform.OPERATOR, platform.secrets().operator()))
                    .header(from[0], from[1]);
            assertThat(Web.send(request).statusCode()).as(from[0]).isEqualTo(403);
        }
    }

    @Test
    void what_is_the_operators_is_closed_to_everybody_else() throws Exception {
        for (Instance instance : platform.all().toList()) {
            for (String path : List.of(
                    "/actuator",
                    "/actuator/prometheus",
                    "/actuator/once",
                    "/actuator/once/webhooks",
                    "/actuator/env",
                    "/actuator/heapdump",
                    "/actuator/clients",
                    "/actuator/loggers",
                    "/samples",
                    "/runs",
                    "/statement-runs",
                    "/demo-vendor/calls",
                    "/console",
                    "/trials/check-then-insert")) {
                assertThat(RawHttp.status(instance.directAddress(), "GET", path))
                        .as(instance + path)
                        .isIn(302, 401, 403, 404, 405);
                assertThat(RawHttp.status(instance.directAddress(), "POST", path, "Content-Length: 0"))
                        .as("POST " + instance + path)
                        .isIn(302, 400, 401, 403, 404, 405, 415);
            }
            assertThat(Web.send(Web.get(instance.directAddress() + "/actuator/prometheus")
                                    .header("Authorization", Web.basic(Platform.OPERATOR, "guess")))
                            .statusCode())
                    .as("a guessed password")
                    .isEqualTo(401);
            assertThat(Web.send(Web.get(instance.directAddress() + "/actuator/prometheus")
                                    .header(
                                            "Authorization",
                                            Web.basic(
                                                    Platform.OPERATOR,
                                                    platform.secrets().operator())))
                            .statusCode())
                    .as("the operator")
                    .isEqualTo(200);
            assertThat(Web.send(Web.get(instance.directAddress() + "/actuator/health"))
                            .body())
                    .as("health says no more than it must")
                    .doesNotContain("PostgreSQL", "components");
        }
        assertThat(RawHttp.status("http://127.0.0.1:" + platform.dashboardPort(), "GET", "/dashboard"))
                .isEqualTo(401);
        assertThat(RawHttp.status("http://127.0.0.1:" + platform.dashboardPort(), "GET", "/api/jobs?state=SUCCEEDED"))
                .isEqualTo(401);
    }

    @Test
    void no_spelling_of_a_path_leads_around_the_door() throws Exception {
        for (Instance instance : platform.all().toList()) {
            for (String target : List.of(
                    "//actuator/prometheus",
                    "/actuator//prometheus",
                    "/./actuator/prometheus",
                    "/x/../actuator/prometheus",
                    "/%61ctuator/prometheus",
                    "/actuator/prometheus/",
                    "/actuator/prometheus;a=b",
                    "/actuator;/prometheus",
                    "/webhooks/..;/actuator/prometheus",
                    "/webhooks/%2e%2e/actuator/prometheus",
                    "/actuator/%2e/prometheus",
                    "/actuator%2fprometheus",
                    "/actuator/prometheus%00",
                    "/once.css/../actuator/prometheus",
                    "/once.css;/../actuator/prometheus",
                    "/actuator\\prometheus",
                    "http://localhost/actuator/prometheus",
                    "/actuator/health/../prometheus",
                    "/api/../actuator/prometheus",
                    "/sign-in/../invoices",
                    "/ACTUATOR/prometheus")) {
                assertThat(RawHttp.status(instance.directAddress(), "GET", target))
                        .as(instance + " " + target)
                        .isNotEqualTo(200)
                        .isLessThan(500);
            }
        }
    }

    private HttpRequest.Builder invoice(String token, String key, String customer) {
        return Web.post(
                        platform.any(App.API).directAddress() + "/api/invoices",
                        "application/json",
                        Senders.Programs.invoice(customer))
                .header("Authorization", "Bearer " + token)
                .header("Idempotency-Key", key);
    }

    private long invoices(String key) throws Exception {
        try (Sql sql = new Sql(platform.connect())) {
            return sql.count("select count(*) from forms.invoices where idempotency_key = ?", key);
        }
    }

    private long credits(String customer) throws Exception {
        try (Sql sql = new Sql(platform.connect())) {
            return sql.count("select count(*) from webhooks.credit_entries where customer = ?", customer);
        }
    }
}
