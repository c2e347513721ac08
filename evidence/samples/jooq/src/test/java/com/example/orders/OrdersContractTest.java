package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.test.IdempotencyContract;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OrdersContractTest extends IdempotencyContract implements TestDatabase {

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private PlatformTransactionManager manager;

    private final HttpClient http = HttpClient.newHttpClient();

    @Override
    protected Answer send(String key, String payload) throws Exception {
        return place(request("acme", payload).header("Idempotency-Key", key));
    }

    @Override
    protected Answer sendFromAnotherScope(String key, String payload) throws Exception {
        return place(request("globex", payload).header("Idempotency-Key", key));
    }

    @Override
    protected Answer sendWithoutKey(String payload) throws Exception {
        return place(request("acme", payload));
    }

    /** A sequence forgets no step when its transaction is rolled back, so the trigger fails once. */
    @BeforeEach
    void let_the_database_fail_on_demand() {
        jdbc.sql(
                        """
                        create sequence if not exists stock_fails start 2;
                        create or replace function fail_stock() returns trigger language plpgsql as $$
                        begin
                          if nextval('stock_fails') = 1 then
                            raise exception 'no more stock';
                          end if;
                          return new;
                        end $$;
                        create or replace trigger fail_stock after update on stock for each row execute function fail_stock();
                        """)
                .update();
    }

    @Override
    protected void failNextWork() {
        jdbc.sql("select setval('stock_fails', 1, false)").query(Long.class).single();
    }

    @Test
    void the_work_and_the_claim_are_of_the_manager_for_jdbc() {
        assertThat(manager).isInstanceOf(JdbcTransactionManager.class);
    }

    @Override
    protected long effects() {
        return jdbc.sql("select count(*) from orders").query(Long.class).single();
    }

    @Override
    protected String payload() {
        return "{\"item\":\"tea\",\"pieces\":1}";
    }

    @Override
    protected String otherPayload() {
        return "{\"item\":\"coffee\",\"pieces\":1}";
    }

    private HttpRequest.Builder request(String tenant, String payload) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders"))
                .header("X-Tenant", tenant)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(payload));
    }

    private Answer place(HttpRequest.Builder request) throws Exception {
        var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.body());
    }
}
