package dev.once.forms;

import static dev.once.forms.Person.location;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.core.Reads;
import dev.once.core.protocol.ProtocolStep;
import dev.once.core.support.Uuids;
import dev.once.faults.Hammer;
import dev.once.faults.ParkingObserver;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;

@FormsTest
class FormSurfaceTest {

    @LocalServerPort
    int port;

    @Autowired
    FormsTest.Ledgers ledgers;

    @Autowired
    Reads reads;

    @Autowired
    ParkingObserver parking;

    @Autowired
    ShiftingClock clock;

    @Autowired
    ObjectMapper json;

    Person alice;

    @BeforeEach
    void sign_in() throws Exception {
        alice = Person.signedIn(port, "alice@acme.test");
    }

    @AfterEach
    void let_all_go() {
        parking.release();
        clock.aheadBy(Duration.ZERO);
    }

    @Test
    void the_form_has_its_key_in_the_address_and_in_a_hidden_field() throws Exception {
        HttpResponse<String> minted = alice.get("/invoices/new");
        assertThat(minted.statusCode()).isEqualTo(302);
        String key = Person.hidden(alice.follow(minted).body()).get("idempotencyKey");
        assertThat(location(minted)).isEqualTo("/invoices/new/" + key);
        assertThat(Person.hidden(alice.get("/invoices/new/" + key).body())).containsEntry("idempotencyKey", key);
    }

    @Test
    void saving_makes_an_invoice_with_its_lines_its_customer_and_its_consequence() throws Exception {
        Map<String, String> form = alice.openForm();
        form.keySet().removeIf(name -> name.startsWith("line"));
        HttpResponse<String> saved = alice.post(
                "/invoices",
                form,
                Map.of(
                        "lineDescription", List.of("Design", "Hosting", ""),
                        "lineQuantity", List.of("2", "12", "1"),
                        "lineUnitPrice", List.of("12.50", "0,99", "")));

        assertThat(saved.statusCode()).isEqualTo(303);
        String page = alice.follow(saved).body();
        assertThat(page).contains("Website", "EUR 36.88", "EUR 11.88", "Hosting", "jane@customer.test");
        String payload = reads.query(
                        "select payload from once.outbox where idempotency_key = :key and topic = 'invoice.created'")
                .param("key", form.get("idempotencyKey"))
                .single((row, i) -> row.getString(1));
        JsonNode created = json.readTree(payload);
        assertThat(created.get("invoiceId").asText()).isEqualTo(location(saved).substring("/invoices/".length()));
        assertThat(created.get("customerEmail").asText()).isEqualTo("jane@customer.test");
        assertThat(created.get("customerName").asText()).isEqualTo("Jane");
        assertThat(created.get("totalCents").asLong()).isEqualTo(3688);
        assertThat(created.get("currency").asText()).isEqualTo("EUR");
        assertThat(created.has("orgId")).isTrue();
    }

    @Test
    void a_repeat_leads_to_the_same_invoice() throws Exception {
        Map<String, String> form = alice.openForm();
        HttpResponse<String> first = alice.post("/invoices", form);
        long before = absorbed();
        HttpResponse<String> second = alice.post("/invoices", form);

        assertThat(location(second)).isEqualTo(location(first)).startsWith("/invoices/");
        assertThat(second.statusCode()).isEqualTo(303);
        assertThat(ledgers.invoices(form)).isOne();
        assertThat(absorbed()).isEqualTo(before + 1);
    }

    @Test
    void twenty_five_posts_at_once_make_one_invoice_and_all_lead_to_it() throws Exception {
        Map<String, String> form = alice.openForm();
        var blows = Hammer.of(25).strike(i -> {
            HttpResponse<String> answer = alice.post("/invoices", form);
            return answer.statusCode() + " " + location(answer);
        });

        assertThat(ledgers.invoices(form)).isOne();
        assertThat(blows.answers()).hasSize(25);
        assertThat(blows.answers().stream().distinct())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("303 /invoices/")
                .doesNotContain("new");
    }

    @Test
    void two_honest_forms_with_the_same_words_make_two_invoices() throws Exception {
        Map<String, String> one = alice.openForm();
        Map<String, String> other = alice.openForm();
        assertThat(location(alice.post("/invoices", one))).isNotEqualTo(location(alice.post("/invoices", other)));
        assertThat(ledgers.invoices(one) + ledgers.invoices(other)).isEqualTo(2);
    }

    @Test
    void spaces_and_other_fields_do_not_make_it_another_request() throws Exception {
        Map<String, String> form = alice.openForm();
        String first = location(alice.post("/invoices", form));
        form.put("title", "  Website ");
        form.put("customerEmail", "JANE@customer.test");
        form.put("lineUnitPrice", "12,5");
        form.put("utm_source", "mail");
        assertThat(location(alice.post("/invoices", form))).isEqualTo(first);
    }

    @Test
    void mistakes_give_the_form_back_as_typed_with_the_same_key() throws Exception {
        Map<String, String> form = alice.openForm();
        form.put("customerEmail", "no e-mail");
        form.put("lineUnitPrice", "<much>");
        form.put("dueDate", "");
        HttpResponse<String> again = alice.post("/invoices", form);

        assertThat(again.statusCode()).isEqualTo(422);
        assertThat(again.body())
                .contains("value=\"no e-mail\"", "value=\"&lt;much&gt;\"", "not an e-mail address", "not a date")
                .contains("An amount in EUR");
        assertThat(Person.hidden(again.body())).containsEntry("idempotencyKey", form.get("idempotencyKey"));
        assertThat(ledgers.claims(form)).isZero();

        assertThat(location(alice.post("/invoices", Person.filled(form)))).startsWith("/invoices/");
        assertThat(ledgers.invoices(form)).isOne();
    }

    @Test
    void a_stored_answer_wins_over_todays_validation() throws Exception {
        Map<String, String> form = alice.openForm();
        form.put("dueDate", LocalDate.now().plusDays(1).toString());
        String invoice = location(alice.post("/invoices", form));
        Map<String, String> late = alice.openForm();
        late.put("dueDate", form.get("dueDate"));

        clock.aheadBy(Duration.ofDays(4));
        assertThat(location(alice.post("/invoices", form))).isEqualTo(invoice);
        assertThat(alice.post("/invoices", late).body()).contains("in the past");
        form.put("lineQuantity", "none");
        HttpResponse<String> other = alice.post("/invoices", form);
        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body()).contains("href=\"" + invoice + "\"");
    }

    @Test
    void a_save_that_failed_gives_the_typed_form_back() throws Exception {
        Map<String, String> form = alice.openForm();
        var parked = parking.parkAt(ProtocolStep.WORKED);
        var first = CompletableFuture.supplyAsync(() -> post(alice, form));
        parked.awaitParked();
        String waiting = location(alice.post("/invoices", form));
        clock.aheadBy(Duration.ofSeconds(30));
        HttpResponse<String> back = alice.get(waiting);
        assertThat(back.body()).contains("could not be saved", "value=\"Design\"", form.get("idempotencyKey"));
        assertThat(back.headers().firstValue("Refresh")).isEmpty();
        parked.release();
        assertThat(location(alice.post("/invoices", form))).isEqualTo(location(first.get()));
    }

    @Test
    void the_same_key_with_other_values_gets_a_fresh_key_and_a_link_to_what_exists() throws Exception {
        Map<String, String> form = alice.openForm();
        String invoice = location(alice.post("/invoices", form));
        form.put("title", "Another website");
        HttpResponse<String> other = alice.post("/invoices", form);

        assertThat(other.statusCode()).isEqualTo(409);
        assertThat(other.body())
                .contains("href=\"" + invoice + "\"", "saved before, with other values", "Another website");
        Map<String, String> fresh = Person.hidden(other.body());
        assertThat(fresh.get("idempotencyKey")).isNotEqualTo(form.get("idempotencyKey"));
        form.putAll(fresh);
        assertThat(location(alice.post("/invoices", form)))
                .startsWith("/invoices/")
                .isNotEqualTo(invoice);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "1-1-7000-8000-1",
                "0f8fad5b-d9cb-469f-a165-70867728950e",
                "019a8b00-0000-7000-8000-000000000000 ",
                "' or 1=1 --"
            })
    void a_key_that_is_none_is_a_form_error(String key) throws Exception {
        Map<String, String> form = alice.openForm();
        form.put("idempotencyKey", key);
        assertFreshForm(alice.post("/invoices", form));
        form.put("idempotencyKey", "x".repeat(5000));
        assertFreshForm(alice.post("/invoices", form));
        form.remove("idempotencyKey");
        assertFreshForm(alice.post("/invoices", form));
    }

    @Test
    void a_key_older_than_its_claims_memory_or_from_the_future_gets_a_fresh_form() throws Exception {
        Map<String, String> form = alice.openForm();
        for (Duration away : List.of(Duration.ofDays(-8), Duration.ofDays(-7), Duration.ofHours(1))) {
            String key = mintedAt(Instant.now().plus(away));
            form.put("idempotencyKey", key);
            assertFreshForm(alice.post("/invoices", form));
            assertThat(location(alice.get("/invoices/new/" + key))).isEqualTo("/invoices/new");
            assertThat(ledgers.invoices(key)).isZero();
        }
        form.put("idempotencyKey", mintedAt(Instant.now().minus(Duration.ofDays(6))));
        assertThat(location(alice.post("/invoices", form))).startsWith("/invoices/");
    }

    @Test
    void a_used_key_shows_its_invoice() throws Exception {
        Map<String, String> form = alice.openForm();
        String invoice = location(alice.post("/invoices", form));
        assertThat(location(alice.get("/invoices/new/" + form.get("idempotencyKey"))))
                .isEqualTo(invoice);
        assertThat(location(alice.get("/invoices/new/nonsense"))).isEqualTo("/invoices/new");
    }

    @Test
    void the_same_uuid_in_two_organisations_makes_two_invoices() throws Exception {
        Person bob = Person.signedIn(port, "bob@globex.test");
        Map<String, String> alices = alice.openForm();
        Map<String, String> bobs = bob.openForm();
        bobs.put("idempotencyKey", alices.get("idempotencyKey"));
        String hers = location(alice.post("/invoices", alices));
        String his = location(bob.post("/invoices", bobs));

        assertThat(his).startsWith("/invoices/").isNotEqualTo(hers);
        assertThat(ledgers.invoices(alices)).isEqualTo(2);
        assertThat(bob.get(hers).statusCode()).isEqualTo(404);
        assertThat(location(bob.get("/invoices/new/" + alices.get("idempotencyKey"))))
                .isEqualTo(his);
        assertThat(bob.get("/invoices").body()).doesNotContain(hers);
    }

    @Test
    void an_organisation_does_not_wait_for_anothers_claim() throws Exception {
        Person bob = Person.signedIn(port, "bob@globex.test");
        Map<String, String> alices = alice.openForm();
        Map<String, String> bobs = bob.openForm();
        bobs.put("idempotencyKey", alices.get("idempotencyKey"));
        var parked = parking.parkAt(
                ProtocolStep.CLAIMED, attempt -> attempt.key().value().equals(alices.get("idempotencyKey")));
        var hers = CompletableFuture.supplyAsync(() -> post(alice, alices));
        parked.awaitParked();
        assertThat(location(bob.post("/invoices", bobs)))
                .startsWith("/invoices/")
                .doesNotContain("new");
        parked.release();
        assertThat(location(hers.get())).startsWith("/invoices/").doesNotContain("new");
    }

    @Test
    void still_running_past_the_wait_is_a_page_that_resolves_by_itself() throws Exception {
        Map<String, String> form = alice.openForm();
        var parked = parking.parkAt(ProtocolStep.WORKED);
        var first = CompletableFuture.supplyAsync(() -> post(alice, form));
        parked.awaitParked();
        HttpResponse<String> second = alice.post("/invoices", form);
        String waiting = location(second);
        assertThat(waiting).isEqualTo("/invoices/new/" + form.get("idempotencyKey"));
        HttpResponse<String> page = alice.get(waiting);
        assertThat(page.body()).contains("being saved");
        assertThat(page.headers().firstValue("Refresh")).hasValue("2");

        parked.release();
        String invoice = location(first.get());
        assertThat(location(alice.get(waiting))).isEqualTo(invoice);
        assertThat(ledgers.invoices(form)).isOne();
    }

    @Test
    void deleting_renaming_and_voiding_twice_is_the_same_as_once() throws Exception {
        Map<String, String> form = alice.openForm();
        String invoice = location(alice.post("/invoices", form));
        for (int i = 0; i < 2; i++) {
            form.put("title", "Renamed");
            assertThat(location(alice.post(invoice + "/rename", form))).isEqualTo(invoice);
            assertThat(alice.get(invoice).body()).contains("<h1>Renamed</h1>");
        }
        alice.post(invoice + "/delete", form);
        assertThat(alice.get(invoice).statusCode()).as("only a void one goes").isEqualTo(200);
        for (int i = 0; i < 2; i++) {
            assertThat(location(alice.post(invoice + "/void", form))).isEqualTo(invoice);
            assertThat(alice.get(invoice).body()).contains(">void<");
        }
        for (int i = 0; i < 2; i++) {
            assertThat(location(alice.post(invoice + "/delete", form))).isEqualTo("/invoices");
            assertThat(alice.get(invoice).statusCode()).isEqualTo(404);
        }
        form.put("title", "Website");
        assertThat(location(alice.post("/invoices", form)))
                .as("its key is used for good")
                .isEqualTo(invoice);
    }

    @Test
    void nobody_changes_anothers_invoice() throws Exception {
        Person bob = Person.signedIn(port, "bob@globex.test");
        Map<String, String> form = alice.openForm();
        String invoice = location(alice.post("/invoices", form));
        Map<String, String> bobs = bob.openForm();
        bobs.put("title", "Stolen");
        for (String change : List.of("/rename", "/void", "/delete")) {
            bob.post(invoice + change, bobs);
        }
        assertThat(alice.get(invoice).body())
                .contains("<h1>Website</h1>", ">open<")
                .doesNotContain("Stolen");
    }

    @Test
    void a_customers_email_is_unique_in_an_organisation() throws Exception {
        Map<String, String> fields =
                new HashMap<>(Person.hidden(alice.get("/customers").body()));
        String email = UUID.randomUUID() + "@customer.test";
        fields.put("email", email);
        fields.put("name", "Ann");
        var places = Hammer.of(10).strike(i -> alice.post("/customers", fields)
                .headers()
                .firstValue("Location")
                .orElse(""));
        assertThat(places.answers())
                .filteredOn(place -> place.contains("there"))
                .hasSize(9);
        assertThat(reads.query("select count(*) from forms.customers where email = :email")
                        .param("email", email)
                        .count())
                .isOne();
        fields.put("email", "none");
        assertThat(alice.post("/customers", fields).statusCode()).isEqualTo(422);
    }

    @Test
    void rows_are_added_and_removed_without_saving_anything() throws Exception {
        Map<String, String> form = alice.openForm();
        form.put("addLine", "1");
        String place = "/invoices/new/" + form.get("idempotencyKey");
        HttpResponse<String> added = alice.post(place, form);
        assertThat(location(added)).isEqualTo(place);
        String two = alice.get(place).body();
        assertThat(two).contains("Line 2", "value=\"Design\"", "EUR 25.00");
        assertThat(Person.hidden(two)).containsEntry("idempotencyKey", form.get("idempotencyKey"));
        form.remove("addLine");
        form.put("removeLine", "0");
        alice.post(place, form);
        assertThat(alice.get(place).body()).contains("Line 1").doesNotContain("Line 2", "value=\"Design\"");
        assertThat(ledgers.claims(form)).isZero();
    }

    @Test
    void text_that_no_database_takes_is_a_form_error() throws Exception {
        Map<String, String> form = alice.openForm();
        form.put("title", "a\u0000b");
        assertThat(alice.post("/invoices", form).statusCode()).isEqualTo(422);
        form.put("title", "x".repeat(201));
        assertThat(alice.post("/invoices", form).statusCode()).isEqualTo(422);
    }

    @Test
    void claims_are_counted_for_prometheus() throws Exception {
        alice.post("/invoices", alice.openForm());
        assertThat(alice.get("/actuator/prometheus").body())
                .containsPattern("once_claims_total\\{[^}]*disposition=\"claimed\"[^}]*surface=\"forms\"");
    }

    private void assertFreshForm(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("value=\"Website\"", "save it again");
        assertThat(Uuids.madeAt(UUID.fromString(Person.hidden(answer.body()).get("idempotencyKey"))))
                .isAfter(Instant.now().minusSeconds(60));
    }

    private static HttpResponse<String> post(Person who, Map<String, String> form) {
        try {
            return who.post("/invoices", form);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private long absorbed() throws Exception {
        return Long.parseLong(alice.get("/invoices").body().replaceFirst("(?s).*id=\"repeats\">(\\d+)<.*", "$1"));
    }

    private static String mintedAt(Instant when) {
        return new UUID(when.toEpochMilli() << 16 | 0x7123, 0x8000_0000_0000_0001L | System.nanoTime() << 1 >>> 2)
                .toString();
    }
}
