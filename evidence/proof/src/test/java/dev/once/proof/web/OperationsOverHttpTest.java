package dev.once.proof.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.core.retention.Retention;
import dev.once.faults.CuttingProxy;
import dev.once.faults.Hammer;
import dev.once.localpostgres.Database;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Three lines in a controller, one property, and no table of one's own: what the callers of such a service get. */
class OperationsOverHttpTest {

    private static final Database DATABASE = WebShop.newDatabase();
    private static final JdbcClient SQL = WebShop.sql(DATABASE);
    private static WebShop shop;

    private final String tenant = UUID.randomUUID().toString();

    @BeforeAll
    static void open() {
        shop = WebShop.open(
                DATABASE,
                Map.of(
                        "once.schema", "create",
                        "once.ledgers.orders.wait-at-most", "1s",
                        "once.ledgers.returned_orders.keep-for", "7d"));
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @Test
    void of_twenty_five_at_once_one_places_the_order_and_all_get_its_bytes() {
        var answers =
                Hammer.of(25).strike(i -> shop.place(tenant, "key", "tea")).answersOfAll();

        assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
        assertThat(answers)
                .extracting(HttpResponse::body)
                .containsOnly(answers.get(0).body());
        assertThat(answers.get(0).body()).contains("\"item\":\"tea\"");
        assertThat(answers)
                .filteredOn(answer ->
                        answer.headers().firstValue("Idempotent-Replayed").isEmpty())
                .hasSize(1);
        assertThat(orders(tenant)).isEqualTo(1);
    }

    @Test
    void a_replay_has_the_bytes_and_headers_of_the_first_answer_and_is_marked() {
        String path = "/orders/" + UUID.randomUUID() + "/returns";
        var first = shop.post(path, tenant, "key", "{\"item\":\"tea\",\"pieces\":1}");
        var again = shop.post(path, tenant, "key", "{\"item\":\"tea\",\"pieces\":1}");

        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(first.body()).isEqualTo("returned");
        for (String kept : List.of("Location", "ETag", "Content-Type", "Content-Language")) {
            assertThat(first.headers().firstValue(kept)).isPresent();
            assertThat(again.headers().firstValue(kept))
                    .isEqualTo(first.headers().firstValue(kept));
        }
        assertThat(first.headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(again.statusCode()).isEqualTo(201);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(first.headers().firstValue("Idempotent-Replayed")).isEmpty();
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertThat(orders(tenant)).isEqualTo(1);
    }

    @Test
    void another_request_under_the_key_is_422() {
        shop.place(tenant, "key", "tea");
        assertProblem(shop.place(tenant, "key", "coffee"), 422, "key-reused", false, false);
        assertThat(orders(tenant)).isEqualTo(1);
    }

    @Test
    void the_same_key_in_another_scope_or_operation_is_another_key() {
        String path = "/orders/" + UUID.randomUUID() + "/returns";
        assertThat(shop.place(tenant, "key", "tea").statusCode()).isEqualTo(201);
        assertThat(shop.place(tenant + "-2", "key", "coffee").statusCode()).isEqualTo(201);
        assertThat(shop.post(path, tenant, "key", "{\"item\":\"tea\",\"pieces\":1}")
                        .body())
                .isEqualTo("returned");
        assertThat(shop.place(tenant, "key", "tea").body()).contains("\"item\":\"tea\"");
        assertThat(orders(tenant)).isEqualTo(2);
        assertThat(orders(tenant + "-2")).isEqualTo(1);
    }

    @Test
    void quoted_and_bare_are_one_key_and_a_space_in_quotes_is_a_part_of_it() {
        assertThat(shop.place(tenant, "key", "tea").body())
                .isEqualTo(shop.place(tenant, "\"key\"", "tea").body());
        assertThat(shop.place(tenant, "\"my key\"", "tea").statusCode()).isEqualTo(201);
        assertThat(shop.place(tenant, "\"my key\"", "tea").headers().firstValue("Idempotent-Replayed"))
                .contains("true");
        assertThat(orders(tenant)).isEqualTo(2);
    }

    @Test
    void without_a_key_it_is_400_and_says_so() {
        assertProblem(shop.place(tenant, null, "tea"), 400, "key-missing", false, true);
        assertThat(orders(tenant)).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\"open", "a b", "\"a\";p=1", "a;p=1", "\"a\\n\""})
    void a_malformed_key_is_400_and_says_why(String key) {
        assertProblem(shop.place(tenant, key, "tea"), 400, "key-malformed", false, true);
        assertThat(orders(tenant)).isZero();
    }

    @Test
    void who_is_not_genuine_is_401() {
        assertProblem(shop.send("/forged-orders", tenant, List.of("key"), "{}"), 401, "not-genuine", false, true);
    }

    @Test
    void two_keys_are_400() {
        assertProblem(
                shop.send("/orders", tenant, List.of("a", "b"), "{\"item\":\"tea\",\"pieces\":1}"),
                400,
                "key-malformed",
                false,
                true);
    }

    @Test
    void while_the_first_is_running_it_is_409_with_retry_after() throws Exception {
        var first = CompletableFuture.supplyAsync(() -> shop.place(tenant, "key", "slow"));
        await().until(WebShop.OrderService.GATE::hasQueuedThreads);
        var second = shop.place(tenant, "key", "slow");
        WebShop.OrderService.GATE.release();

        assertProblem(second, 409, "still-running", true, false);
        assertThat(second.headers().firstValue("Retry-After")).contains("1");
        assertThat(first.get().statusCode()).isEqualTo(201);
        assertThat(shop.place(tenant, "key", "slow").body())
                .isEqualTo(first.get().body());
        assertThat(orders(tenant)).isEqualTo(1);
    }

    @Test
    void work_that_throws_leaves_nothing_and_the_key_is_free_again() {
        assertThat(shop.place(tenant, "key", "poison").statusCode()).isEqualTo(500);
        assertThat(orders(tenant)).isZero();
        assertThat(shop.place(tenant, "key", "tea").statusCode()).isEqualTo(201);
    }

    @Test
    void an_erased_answer_is_410_and_the_claim_stays() {
        shop.place(tenant, "key", "tea");
        shop.post("/orders/" + UUID.randomUUID() + "/returns", tenant, "key", "{\"item\":\"tea\",\"pieces\":1}");
        assertThat(shop.delete("/actuator/once/orders?scope=" + tenant).body()).contains("\"erasedAnswers\":1");

        assertProblem(shop.place(tenant, "key", "tea"), 410, "answer-erased", false, false);
        assertThat(orders(tenant)).isEqualTo(2);
    }

    @Test
    void an_expired_key_is_taken_over_by_one_of_many() {
        String old = shop.place(tenant, "key", "tea").body();
        SQL.sql("update once.claims set expires_at = now() where scope = ?")
                .param(tenant)
                .update();

        var answers =
                Hammer.of(25).strike(i -> shop.place(tenant, "key", "coffee")).answersOfAll();
        assertThat(answers)
                .extracting(HttpResponse::body)
                .containsOnly(answers.get(0).body());
        assertThat(answers.get(0).body()).isNotEqualTo(old).contains("coffee");
        assertThat(orders(tenant)).isEqualTo(2);
    }

    @Test
    void a_key_is_kept_for_a_day_or_as_long_as_its_operation_says() {
        shop.place(tenant, "key", "tea");
        shop.post("/orders/" + UUID.randomUUID() + "/returns", tenant, "key", "{\"item\":\"tea\",\"pieces\":1}");
        assertThat(SQL.sql("select operation || ' ' || (expires_at - created_at) from once.claims where scope = ?"
                                + " order by 1")
                        .param(tenant)
                        .query(String.class)
                        .list())
                .containsExactly("orders 1 day", "returned_orders 7 days");
    }

    @Test
    void one_sweep_of_the_table_serves_all_operations() {
        String path = "/orders/" + UUID.randomUUID() + "/returns";
        shop.place(tenant, "old", "tea");
        shop.post(path, tenant, "old", "{\"item\":\"tea\",\"pieces\":1}");
        SQL.sql("insert into once.claims (operation, scope, idempotency_key, fingerprint, expires_at)"
                        + " values ('of_another_program', ?, 'old', '', now() - interval '1 hour')")
                .param(tenant)
                .update();
        SQL.sql("update once.claims set expires_at = now() - interval '1 hour' where scope = ?")
                .param(tenant)
                .update();
        shop.place(tenant, "young", "tea");

        Map<String, Long> swept = shop.context.getBean(Retention.class).sweep();
        assertThat(swept.get("once.claims")).isGreaterThanOrEqualTo(3);
        assertThat(SQL.sql("select idempotency_key from once.claims where scope = ?")
                        .param(tenant)
                        .query(String.class)
                        .list())
                .containsExactly("young");
        await().untilAsserted(() -> assertThat(SQL.sql("select name from once.ledgers")
                        .query(String.class)
                        .list())
                .containsExactly("once.claims"));
    }

    @Test
    void a_uuid_and_a_number_are_scopes_too_and_no_content_has_none() {
        var first = shop.post("/orders/7/cancellation", tenant, tenant, "");
        var again = shop.post("/orders/7/cancellation", tenant, tenant, "");
        assertThat(first.statusCode()).isEqualTo(204);
        assertThat(again.statusCode()).isEqualTo(204);
        assertThat(again.headers().firstValue("Idempotent-Replayed")).contains("true");
    }

    @Test
    void an_operation_with_an_odd_name_claims_nothing() {
        assertThat(shop.post("/orders/7/badly-named", tenant, tenant, "").statusCode())
                .isEqualTo(500);
        assertThat(SQL.sql("select count(*) from once.claims where idempotency_key = ?")
                        .param(tenant)
                        .query(Long.class)
                        .single())
                .isZero();
    }

    @Test
    void the_operator_finds_a_key_and_the_metrics_go_by_the_operation() {
        shop.place(tenant, "key", "tea");
        shop.post("/orders/" + UUID.randomUUID() + "/returns", tenant, "other", "{\"item\":\"tea\",\"pieces\":1}");
        assertThat(shop.get("/actuator/once/orders?scope=" + tenant + "&key=key")
                        .body())
                .contains("\"idempotency_key\":\"key\"", "expires_at");
        assertThat(shop.get("/actuator/once/returned_orders?scope=" + tenant + "&key=key")
                        .statusCode())
                .isEqualTo(404);
        assertThat(shop.get("/actuator/once").body()).contains("\"ledger\":\"orders\"");
        assertThat(shop.get("/actuator/prometheus").body()).contains("once_claims_total{", "surface=\"orders\"");
    }

    @Test
    void failures_that_have_nothing_to_do_with_the_core_stay_what_they_were() {
        var answer = shop.get("/slow-report");
        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).doesNotContain("problem");
    }

    @Test
    void with_the_database_away_it_is_503_and_afterwards_it_is_done_once() {
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(DATABASE.jdbcUrl());
                WebShop other = WebShop.open(
                        DATABASE,
                        new HashMap<>(Map.of(
                                "spring.datasource.url",
                                proxy.through(DATABASE.jdbcUrl()),
                                "spring.datasource.hikari.connection-timeout",
                                "500",
                                "once.problems.base-url",
                                "https://api.example.com/")))) {
            proxy.refuse();
            proxy.cut();
            var away = other.place(tenant, "key", "tea");
            assertThat(away.statusCode()).isEqualTo(503);
            assertThat(away.headers().firstValue("Retry-After")).contains("1");
            assertThat(away.body())
                    .contains(
                            "\"type\":\"https://api.example.com/problems/service-unavailable\"",
                            "\"retryable\":true",
                            "\"new_key_safe\":false");
            proxy.restore();
            await().until(() -> other.place(tenant, "key", "tea").statusCode() == 201);
        }
        assertThat(orders(tenant)).isEqualTo(1);
    }

    private static void assertProblem(
            HttpResponse<String> answer, int status, String slug, boolean retryable, boolean newKeySafe) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.body())
                .contains(
                        "\"type\":\"/problems/" + slug + "\"",
                        "\"status\":" + status,
                        "\"retryable\":" + retryable,
                        "\"new_key_safe\":" + newKeySafe,
                        "\"detail\":\"");
    }

    private static long orders(String tenant) {
        return SQL.sql("select count(*) from orders where tenant = ?")
                .param(tenant)
                .query(Long.class)
                .single();
    }
}
