package com.example.shop;

import dev.once.test.IdempotencyContract;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OrdersContractTest extends IdempotencyContract implements TestDatabase {

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient jdbc;

    /** A sequence forgets no step when its transaction is rolled back, so the trigger fails once. */
    @BeforeEach
    void let_the_database_fail_on_demand() {
        jdbc.sql(
                        """
                        create sequence if not exists line_fails start 2;
                        create or replace function fail_line() returns trigger language plpgsql as $$
                        begin
                          if nextval('line_fails') = 1 then
                            raise exception 'no more lines';
                          end if;
                          return new;
                        end $$;
                        create or replace trigger fail_line after insert on order_lines for each row execute function fail_line();
                        """)
                .update();
    }

    @Override
    protected Answer send(String key, String payload) throws Exception {
        return answer(new ShopClient(port).place("acme", key, payload));
    }

    @Override
    protected Answer sendFromAnotherScope(String key, String payload) throws Exception {
        return answer(new ShopClient(port).place("globex", key, payload));
    }

    @Override
    protected Answer sendWithoutKey(String payload) throws Exception {
        return answer(new ShopClient(port).placeWithoutKey("acme", payload));
    }

    @Override
    protected void failNextWork() {
        jdbc.sql("select setval('line_fails', 1, false)").query(Long.class).single();
    }

    @Override
    protected void expireKeys() {
        jdbc.sql("update once.claims set expires_at = now() - interval '1 hour'").update();
    }

    @Override
    protected long effects() {
        return jdbc.sql("select count(*) from orders").query(Long.class).single();
    }

    @Override
    protected String payload() {
        return ShopClient.TEA;
    }

    @Override
    protected String otherPayload() {
        return ShopClient.COFFEE;
    }

    private static Answer answer(HttpResponse<String> answer) {
        return new Answer(answer.statusCode(), answer.body());
    }
}
