package dev.once.proof.adopter;

import dev.once.core.Reads;
import dev.once.test.IdempotencyContract;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.TestPropertySource;

@SpringBootTest(classes = ShopApplication.class, webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@TestPropertySource(
        properties = {
            "once.migrations.enabled=false",
            "once.local-postgres.fresh=true",
            "spring.flyway.locations=classpath:shop/migration"
        })
@ActiveProfiles("demo")
class OrdersTest extends IdempotencyContract {

    @Autowired
    private TestRestTemplate http;

    @Autowired
    private Reads reads;

    @Override
    protected Answer send(String key, String item) {
        return place("acme", key, item);
    }

    @Override
    protected Answer sendFromAnotherScope(String key, String item) {
        return place("globex", key, item);
    }

    @Override
    protected long effects() {
        return reads.query("select count(*) from orders").count();
    }

    @Override
    protected String payload() {
        return "tea";
    }

    @Override
    protected String otherPayload() {
        return "coffee";
    }

    private Answer place(String tenant, String key, String item) {
        HttpHeaders headers = new HttpHeaders();
        headers.set("X-Tenant", tenant);
        headers.set("Idempotency-Key", key);
        var answer = http.postForEntity("/orders", new HttpEntity<>(item, headers), String.class);
        return new Answer(answer.getStatusCode().value(), String.valueOf(answer.getBody()));
    }
}
