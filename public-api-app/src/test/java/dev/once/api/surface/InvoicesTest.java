package dev.once.api.surface;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.ApiTest;
import dev.once.api.Caller.Answered;
import dev.once.core.protocol.ProtocolStep;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InvoicesTest extends ApiTest {

    private static final String LINE = """
            {"description":"Oil","quantity":1,"unit_amount_cents":100}""";

    @Test
    void a_new_invoice_is_answered_with_its_address_and_itself() {
        Answered first = acme.post("/api/invoices", newKey(), invoice("Ada"));
        assertThat(first.status()).isEqualTo(201);
        assertThat(first.header("Content-Type")).isEqualTo("application/json");
        assertThat(first.header("Idempotent-Replayed")).isNull();
        assertThat(first.json().get("total_cents").asLong()).isEqualTo(9900);
        Answered found = acme.get(first.header("Location"));
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.body()).isEqualTo(first.body());
    }

    @Test
    void a_replay_is_the_first_answer_byte_for_byte_though_the_invoice_was_changed_and_deleted() {
        String key = newKey();
        Answered first = acme.post("/api/invoices", key, invoice("Ada"));
        String invoice = first.header("Location");

        acme.patch(invoice, newKey(), LINE);
        assertReplay(first, acme.post("/api/invoices", key, invoice("Ada")));
        acme.send("DELETE", invoice, null);
        assertThat(acme.get(invoice).status()).isEqualTo(404);
        assertReplay(first, acme.post("/api/invoices", "\"" + key + "\"", invoice("Ada")));
    }

    private static void assertReplay(Answered first, Answered again) {
        assertThat(again.status()).isEqualTo(first.status());
        assertThat(again.bytes()).isEqualTo(first.bytes());
        assertThat(again.header("Content-Type")).isEqualTo(first.header("Content-Type"));
        assertThat(again.header("Location")).isEqualTo(first.header("Location"));
        assertThat(again.header("Idempotency-Key-Expires")).isEqualTo(first.header("Idempotency-Key-Expires"));
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    }

    @Test
    void a_used_key_with_another_request_is_refused() {
        String key = newKey();
        Answered first = acme.post("/api/invoices", key, invoice("Ada"));
        assertThat(acme.post("/api/invoices", key, invoice("Bob")).problem()).isEqualTo("key-reused");
        assertThat(acme.post("/api/invoices", key, invoice("Ada") + " ").problem())
                .isEqualTo("key-reused");
        assertThat(acme.post("/api/invoices?x=1", key, invoice("Ada")).problem())
                .isEqualTo("key-reused");
        assertThat(acme.patch(first.header("Location"), key, invoice("Ada")).problem())
                .isEqualTo("key-reused");
        assertThat(acme.post("/api/exports", key, "{}").problem()).isEqualTo("key-reused");
        Answered other = acme.post("/api/invoices", key, "{not json");
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.problem()).isEqualTo("key-reused");
        assertThat(other.header("Idempotent-Replayed")).isNull();
        assertThat(other.json().get("retryable").asBoolean()).isFalse();
        assertThat(other.json().get("new_key_safe").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json; charset=utf-8", "Application/JSON;charset=\"UTF-8\"", "application/json;v=1"})
    void a_library_that_words_the_content_type_in_another_way_repeats_the_same_request(String type) {
        String key = newKey();
        Answered first = acme.post("/api/invoices", key, invoice("Ada"));
        assertReplay(
                first,
                acme.send("POST", "/api/invoices", invoice("Ada"), "Idempotency-Key", key, "Content-Type", type));
    }

    @Test
    void an_answer_that_is_stored_tells_when_its_key_is_new_again() {
        String key = newKey();
        Answered first = acme.post("/api/invoices", key, invoice("Ada"));
        Instant expires = reads.query("select expires_at from api.idempotency_keys where idempotency_key = :key")
                .param("key", key)
                .optional((row, i) -> row.getTimestamp(1).toInstant())
                .orElseThrow();
        assertThat(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(first.header("Idempotency-Key-Expires"))))
                .isEqualTo(expires.truncatedTo(ChronoUnit.SECONDS));
        assertReplay(first, acme.post("/api/invoices", key, invoice("Ada")));
        assertThat(acme.get("/api/invoices").header("Idempotency-Key-Expires")).isNull();
    }

    @Test
    void the_due_date_has_its_old_name_too_until_2_0() {
        for (String name : new String[] {"due_date", "dueDate"}) {
            Answered made = acme.post(
                    "/api/invoices",
                    newKey(),
                    invoice("Ada").replace("{\"customer", "{\"" + name + "\":\"2099-12-31\",\"customer"));
            assertThat(made.json().get("due_date").asText()).isEqualTo("2099-12-31");
            assertThat(made.json().has("created_at")).isTrue();
            assertThat(made.json().has("dueDate")).isFalse();
        }
        Answered both = acme.post(
                "/api/invoices",
                newKey(),
                invoice("Ada")
                        .replace("{", "{\"due_date\":null,\"dueDate\":null,")
                        .replace("[{\"due_date\":null,\"dueDate\":null,", "[{"));
        assertThat(both.json().at("/errors/0/pointer").asText()).isEqualTo("#/dueDate");
    }

    @Test
    void an_answer_without_content_is_given_to_whoever_accepts_problems_only() {
        String invoice = acme.post("/api/invoices", newKey(), invoice("Ada")).header("Location");
        assertThat(acme.send("PUT", invoice + "/memo", "{\"memo\":\"x\"}", "Accept", "application/problem+json")
                        .status())
                .isEqualTo(204);
        assertThat(acme.send("DELETE", invoice, null, "Accept", "application/problem+json")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void a_key_is_required() {
        Answered missing = acme.send("POST", "/api/invoices", invoice("Nobody"));
        assertThat(missing.status()).isEqualTo(400);
        assertThat(missing.problem()).isEqualTo("key-missing");
        assertThat(invoicesOf("Nobody")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\"b", "a\\b", "\"a\";b=c", "\"a", "a b", "a;b=1"})
    void a_key_that_cannot_be_read_is_refused(String key) {
        Answered answer = acme.post("/api/invoices", key, invoice("Nobody"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("key-malformed");
    }

    @Test
    void two_keys_are_refused() {
        Answered answer = acme.send(
                "POST", "/api/invoices", invoice("Nobody"), "Idempotency-Key", "one", "Idempotency-Key", "two");
        assertThat(answer.problem()).isEqualTo("key-malformed");
    }

    @Test
    void a_key_where_none_is_used_is_refused() {
        String invoice = acme.post("/api/invoices", newKey(), invoice("Ada")).header("Location");
        assertThat(acme.get("/api/invoices", "Idempotency-Key", "k").problem()).isEqualTo("key-not-used-here");
        assertThat(acme.get(invoice, "Idempotency-Key", "k").problem()).isEqualTo("key-not-used-here");
        assertThat(acme.send("PUT", invoice + "/memo", "{\"memo\":\"x\"}", "Idempotency-Key", "k")
                        .problem())
                .isEqualTo("key-not-used-here");
        assertThat(acme.send("DELETE", invoice, null, "Idempotency-Key", "k").problem())
                .isEqualTo("key-not-used-here");
        Answered customer = acme.post("/api/customers", "k", "{\"email\":\"k@example.com\",\"name\":\"K\"}");
        assertThat(customer.status()).isEqualTo(400);
        assertThat(customer.problem()).isEqualTo("key-not-used-here");
        assertThat(acme.get(invoice).status()).isEqualTo(200);
    }

    @Test
    void a_refused_request_claims_nothing_so_the_corrected_one_may_use_its_key() {
        String key = newKey();
        Answered refused = acme.post(
                "/api/invoices",
                key,
                """
                {"customer":"","currency":"eur","lines":[{"description":"x","quantity":0}],"colour":"red"}""");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.problem()).isEqualTo("invalid-request");
        assertThat(refused.json().get("errors").findValuesAsText("pointer"))
                .containsExactlyInAnyOrder(
                        "#", "#/customer", "#/currency", "#/lines/0/quantity", "#/lines/0/unit_amount_cents");
        assertThat(acme.post("/api/invoices", key, "{\"customer\":").problem()).isEqualTo("malformed-json");
        assertThat(claimsOf(key)).isZero();
        assertThat(acme.post("/api/invoices", key, invoice("Ada")).status()).isEqualTo(201);
    }

    @Test
    void a_stored_answer_wins_over_what_validation_says_after_midnight() {
        String key = newKey();
        String due = """
                {"customer":"Ada","currency":"EUR","due_date":"2031-05-06","lines":[%s]}"""
                .formatted(LINE);
        clock.now = Instant.parse("2031-05-06T23:59:59.9Z");
        Answered first = acme.post("/api/invoices", key, due);
        assertThat(first.status()).isEqualTo(201);
        clock.now = Instant.parse("2031-05-07T00:00:00Z");
        assertThat(acme.post("/api/invoices", newKey(), due).problem()).isEqualTo("invalid-request");
        assertReplay(first, acme.post("/api/invoices", key, due));
    }

    @Test
    void a_line_is_appended_once_for_each_key() {
        String invoice = acme.post("/api/invoices", newKey(), invoice("Ada")).header("Location");
        String key = newKey();
        Answered first = acme.patch(invoice, key, LINE);
        assertThat(first.status()).isEqualTo(200);
        assertThat(first.json().get("lines")).hasSize(2);
        assertThat(first.json().get("total_cents").asLong()).isEqualTo(10_000);
        assertThat(acme.patch(invoice, newKey(), LINE).json().get("lines")).hasSize(3);
        assertReplay(first, acme.patch(invoice, key, LINE));
        assertThat(acme.get(invoice).json().get("total_cents").asLong()).isEqualTo(10_100);
    }

    @Test
    void a_refusal_of_the_work_is_stored_and_replayed() {
        String key = newKey();
        String nowhere = "/api/invoices/" + UUID.randomUUID();
        Answered first = acme.patch(nowhere, key, LINE);
        assertThat(first.status()).isEqualTo(404);
        assertThat(first.problem()).isEqualTo("not-found");
        assertReplay(first, acme.patch(nowhere, key, LINE));
        assertThat(claimsOf(key)).isEqualTo(1);

        String invoice = acme.post("/api/invoices", newKey(), invoice("Ada")).header("Location");
        String later = newKey();
        acme.send("DELETE", invoice, null);
        Answered gone = acme.patch(invoice, later, LINE);
        assertThat(gone.status()).isEqualTo(404);
        assertReplay(gone, acme.patch(invoice, later, LINE));
    }

    @Test
    void a_total_nobody_could_read_is_refused() {
        String huge = """
                {"description":"Moon","quantity":90071,"unit_amount_cents":100000000000}""";
        Answered first = acme.post(
                "/api/invoices",
                newKey(),
                """
                {"customer":"Max","currency":"EUR","lines":[%s]}""".formatted(huge));
        assertThat(first.status()).isEqualTo(201);
        String key = newKey();
        Answered refused = acme.patch(first.header("Location"), key, huge);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.problem()).isEqualTo("total-too-large");
        assertReplay(refused, acme.patch(first.header("Location"), key, huge));
        assertThat(acme.post(
                                "/api/invoices",
                                newKey(),
                                """
                {"customer":"Max","currency":"EUR","lines":[%s,%s]}"""
                                        .formatted(huge, huge))
                        .problem())
                .isEqualTo("invalid-request");
    }

    @Test
    void an_exception_stores_nothing_and_the_next_try_heals_it() {
        String key = newKey();
        protocol.failAt(
                ProtocolStep.WORKED,
                attempt -> attempt.key().value().equals(key),
                () -> new IllegalStateException("the machine is on fire"));
        Answered failed = acme.post("/api/invoices", key, invoice("Phoenix"));
        assertThat(failed.status()).isEqualTo(500);
        assertThat(failed.problem()).isEqualTo("internal-server-error");
        assertThat(failed.body()).doesNotContain("fire");
        assertThat(claimsOf(key)).isZero();
        assertThat(invoicesOf("Phoenix")).isZero();
        assertThat(acme.post("/api/invoices", key, invoice("Phoenix")).status()).isEqualTo(201);
        assertThat(invoicesOf("Phoenix")).isEqualTo(1);
    }

    @Test
    void an_answer_too_large_to_keep_takes_its_work_back() {
        String line = """
                {"description":"%s","quantity":1,"unit_amount_cents":1}"""
                .formatted("ä".repeat(480));
        String many = (line + ",").repeat(998) + line;
        String key = newKey();
        String body = """
                {"customer":"Giant","currency":"EUR","lines":[%s]}""".formatted(many);
        assertThat(body.getBytes(java.nio.charset.StandardCharsets.UTF_8).length)
                .isLessThan(1024 * 1024);
        Answered created = acme.post("/api/invoices", key, body);
        assertThat(created.status()).isEqualTo(201);
        String invoice = created.header("Location");
        Answered last = created;
        String patch = newKey();
        for (int i = 0; i < 40 && last.status() < 300; i++) {
            patch = newKey();
            last = acme.patch(
                    invoice,
                    patch,
                    """
                    {"description":"%s","quantity":1,"unit_amount_cents":1}"""
                            .formatted("ü".repeat(1000)));
        }
        assertThat(last.status()).isEqualTo(422);
        assertThat(last.problem()).isEqualTo("answer-too-large");
        assertThat(claimsOf(patch)).isZero();
        long lines = reads.query("select count(*) from api.invoice_lines where idempotency_key = :key")
                .param("key", patch)
                .count();
        assertThat(lines).isZero();
    }

    @Test
    void a_memo_is_set_and_an_invoice_deleted_as_often_as_asked() {
        String invoice = acme.post("/api/invoices", newKey(), invoice("Ada")).header("Location");
        for (int i = 0; i < 3; i++) {
            assertThat(acme.send("PUT", invoice + "/memo", "{\"memo\":\"paid\"}")
                            .status())
                    .isEqualTo(204);
        }
        assertThat(acme.get(invoice).json().get("memo").asText()).isEqualTo("paid");
        for (int i = 0; i < 3; i++) {
            assertThat(acme.send("DELETE", invoice, null).status()).isEqualTo(204);
        }
        assertThat(acme.get(invoice).problem()).isEqualTo("not-found");
        assertThat(acme.send("PUT", invoice + "/memo", "{\"memo\":\"paid\"}").problem())
                .isEqualTo("not-found");
    }

    @Test
    void invoices_are_listed_page_by_page_newest_first() {
        for (int i = 0; i < 5; i++) {
            globex.post("/api/invoices", newKey(), invoice("Page " + i));
        }
        Answered first = globex.get("/api/invoices?limit=2");
        assertThat(first.json().get("invoices").findValuesAsText("customer")).hasSize(2);
        String next = first.json().get("next").asText();
        Answered second = globex.get(next);
        assertThat(second.json().get("invoices").findValuesAsText("id"))
                .doesNotContainAnyElementsOf(first.json().get("invoices").findValuesAsText("id"));
        assertThat(globex.get("/api/invoices?limit=200").json().get("next").isNull())
                .isTrue();
        assertThat(globex.get("/api/invoices?limit=0").problem()).isEqualTo("invalid-request");
        assertThat(globex.get("/api/invoices?limit=201").status()).isEqualTo(422);
        assertThat(globex.get("/api/invoices?after=x").status()).isEqualTo(422);
    }

    @Test
    void a_new_invoice_leaves_word_in_the_outbox_once() {
        String key = newKey();
        acme.send("POST", "/api/customers", "{\"email\":\"grace@example.com\",\"name\":\"Grace Hopper\"}");
        acme.post("/api/invoices", key, invoice("Grace@Example.com"));
        acme.post("/api/invoices", key, invoice("Grace@Example.com"));
        assertThat(reads.query(
                                """
                                select payload ->> 'customerEmail' || ' ' || (payload ->> 'customerName') || ' '
                                  || (payload ->> 'totalCents') || ' ' || (payload ->> 'currency') from once.outbox
                                where topic = 'invoice.created' and scope = 'acme' and idempotency_key = :key
                                """)
                        .param("key", key)
                        .list((row, i) -> row.getString(1)))
                .containsExactly("grace@example.com Grace Hopper 9900 EUR");
    }
}
