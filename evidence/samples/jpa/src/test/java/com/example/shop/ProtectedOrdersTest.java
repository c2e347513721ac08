package com.example.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.IdempotencyKey;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The unchanged service behind a key: entities, cascades, versions, audit and events are a part of the claim. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ProtectedOrdersTest implements TestDatabase {

    private static final NewOrder TEA = new NewOrder(List.of(new NewOrder.Item("tea", 1)));

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private Confirmations confirmations;

    @Autowired
    private BasketService baskets;

    @Autowired
    private ApplicationContext context;

    private final String tenant = UUID.randomUUID().toString();

    @Test
    void the_view_is_open_as_boot_has_it_by_default() {
        assertThat(context.containsBean("openEntityManagerInViewInterceptor")).isTrue();
    }

    @Test
    void twenty_five_at_once_make_one_order_one_audit_row_and_one_confirmation() throws Exception {
        CyclicBarrier together = new CyclicBarrier(25);
        var callers = Executors.newFixedThreadPool(25);
        Callable<HttpResponse<String>> caller = () -> {
            together.await();
            return place("key", ShopClient.TEA);
        };
        List<Integer> statuses = new ArrayList<>();
        for (var sent : callers.invokeAll(Collections.nCopies(25, caller))) {
            statuses.add(sent.get().statusCode());
        }
        callers.shutdown();
        assertThat(statuses).contains(201).allMatch(status -> status == 201 || status == 409);
        assertKeptOnce();
    }

    @Test
    void a_repeat_while_the_first_is_running_is_in_flight_and_gets_its_answer_afterwards() throws Exception {
        CompletableFuture<HttpResponse<String>> first;
        try (HeldTable lines = new HeldTable(DATABASE, "order_lines")) {
            first = CompletableFuture.supplyAsync(() -> placeUnchecked("key"));
            lines.awaitSomebodyWaiting();
            var inFlight = place("key", ShopClient.TEA);
            assertThat(inFlight.statusCode()).isEqualTo(409);
            assertThat(inFlight.headers().firstValue("Retry-After")).isPresent();
            assertThat(inFlight.headers().firstValue("Content-Type")).contains("application/problem+json");
        }
        assertThat(first.get().statusCode()).isEqualTo(201);
        var repeat = place("key", ShopClient.TEA);
        assertThat(repeat.body()).isEqualTo(first.get().body());
        assertThat(repeat.headers().firstValue("Idempotent-Replayed")).contains("true");
        assertKeptOnce();
    }

    @Test
    void an_audit_that_fails_keeps_nothing_and_the_next_attempt_runs() throws Exception {
        jdbc.sql("alter table orders_aud add constraint refused check (tenant <> '" + tenant + "') not valid")
                .update();
        assertThat(place("key", ShopClient.TEA).statusCode()).isEqualTo(500);
        assertNothingKept();
        jdbc.sql("alter table orders_aud drop constraint refused").update();
        assertThat(place("key", ShopClient.TEA).statusCode()).isEqualTo(201);
        assertKeptOnce();
    }

    @Test
    void an_outer_transaction_that_rolls_back_keeps_nothing_and_the_next_attempt_runs() {
        IdempotencyKey key = new IdempotencyKey("key");
        assertThatThrownBy(() -> baskets.checkOut(tenant, key, TEA, () -> {
                    throw new IllegalStateException("no money");
                }))
                .hasMessage("no money");
        assertNothingKept();
        assertThat(baskets.checkOut(tenant, key, TEA, () -> {}).getStatusCode().value())
                .isEqualTo(201);
        assertKeptOnce();
        var repeat = baskets.checkOut(tenant, key, TEA, () -> {});
        assertThat(repeat.getHeaders().getFirst("Idempotent-Replayed")).isEqualTo("true");
        assertKeptOnce();
    }

    @Test
    void the_same_key_twice_in_one_outer_transaction_is_one_order() {
        IdempotencyKey key = new IdempotencyKey("key");
        baskets.checkOut(tenant, key, TEA, () -> {
            var repeat = baskets.checkOut(tenant, key, TEA, () -> {});
            assertThat(repeat.getHeaders().getFirst("Idempotent-Replayed")).isEqualTo("true");
        });
        assertKeptOnce();
    }

    @Test
    void who_has_seen_an_older_version_is_refused_and_a_repeat_of_a_cancellation_is_not() throws Exception {
        place("key", ShopClient.TEA);
        long id = jdbc.sql("select id from orders where tenant = ?")
                .param(tenant)
                .query(Long.class)
                .single();
        String path = "/orders/" + id + "/cancellation?version=";
        assertThat(post(path + 7, "stale").statusCode()).isEqualTo(412);
        assertThat(post(path + 0, "cancel").statusCode()).isEqualTo(204);
        assertThat(post(path + 0, "cancel").statusCode()).isEqualTo(204);
        assertThat(post(path + 0, "another key").statusCode()).isEqualTo(400);
        assertThat(post(path + 0, "another-key").statusCode()).isEqualTo(412);
        assertThat(jdbc.sql("select version from orders where id = ?")
                        .param(id)
                        .query(Long.class)
                        .single())
                .isEqualTo(1);
    }

    private void assertKeptOnce() {
        assertKept(1);
    }

    private void assertNothingKept() {
        assertKept(0);
        assertThat(count("select count(*) from once.claims where scope = ?")).isZero();
    }

    private void assertKept(long times) {
        assertThat(count("select count(*) from orders where tenant = ?")).as("orders").isEqualTo(times);
        assertThat(count("select count(*) from order_lines l join orders o on o.id = l.order_id where o.tenant = ?"))
                .as("lines")
                .isEqualTo(times);
        assertThat(count("select count(*) from orders_aud where tenant = ?")).as("audit rows").isEqualTo(times);
        assertThat(confirmations.sentTo(tenant)).as("confirmations").isEqualTo(times);
    }

    private long count(String sql) {
        return jdbc.sql(sql).param(tenant).query(Long.class).single();
    }

    private HttpResponse<String> place(String key, String order) throws Exception {
        return new ShopClient(port).place(tenant, key, order);
    }

    private HttpResponse<String> post(String path, String key) throws Exception {
        return new ShopClient(port).post(path, tenant, key, "");
    }

    private HttpResponse<String> placeUnchecked(String key) {
        try {
            return place(key, ShopClient.TEA);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
