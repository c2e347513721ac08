package dev.once.proof.adopter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.Idempotency;
import dev.once.core.IdempotencyKey;
import dev.once.core.Scope;
import dev.once.faults.Hammer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.domain.EntityScan;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.event.TransactionalEventListener;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** A service as Boot makes it: JPA, {@code @Transactional}, open-in-view, events after the commit, its own pool and Flyway. */
@SpringBootTest(
        classes = JpaOverHttpTest.Shop.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.migrations.enabled=false",
            "once.local-postgres.fresh=true",
            "spring.autoconfigure.exclude=",
            "spring.flyway.locations=classpath:shop/migration"
        })
@ActiveProfiles("demo")
class JpaOverHttpTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @EntityScan
    @EnableJpaRepositories
    @Import({OrderLedger.class, OrderService.class, Controller.class, Mails.class})
    static class Shop {}

    record OrderPlaced(String tenant) {}

    static class OrderService {

        private final JpaOrders orders;
        private final ApplicationEventPublisher events;

        OrderService(JpaOrders orders, ApplicationEventPublisher events) {
            this.orders = orders;
            this.events = events;
        }

        @Transactional
        public String place(String tenant, String key, String item) {
            String id = orders.save(new JpaOrder(tenant, key, item)).id();
            events.publishEvent(new OrderPlaced(tenant));
            if (item.equals("poison")) {
                throw new IllegalArgumentException("not for sale");
            }
            return id;
        }
    }

    static class Mails {

        final List<String> sent = new CopyOnWriteArrayList<>();

        @TransactionalEventListener
        public void send(OrderPlaced placed) {
            sent.add(placed.tenant());
        }
    }

    @RestController
    static class Controller {

        private final Idempotency<String> claims;
        private final OrderService service;

        Controller(Idempotency<String> claims, OrderService service) {
            this.claims = claims;
            this.service = service;
        }

        @PostMapping("/orders")
        String place(
                @RequestHeader("X-Tenant") String tenant,
                @RequestHeader("Idempotency-Key") String key,
                @RequestBody String item) {
            Attempt attempt = Attempt.of(new Scope(tenant), new IdempotencyKey(key), Fingerprint.of(item));
            return claims.once(attempt, claim -> service.place(tenant, key, item))
                    .fold(id -> id, id -> id, wait -> "in flight", () -> "reused");
        }
    }

    @LocalServerPort
    private int port;

    @Autowired
    private JpaOrders orders;

    @Autowired
    private Mails mails;

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void of_twenty_five_requests_one_places_the_order_and_one_mail_is_sent() {
        var blows = Hammer.of(25).strike(i -> place("acme", "tea"));
        assertThat(blows.failures()).isEmpty();
        assertThat(blows.answersOfAll()).extracting(HttpResponse::statusCode).containsOnly(200);
        assertThat(blows.answersOfAll())
                .extracting(HttpResponse::body)
                .containsOnly(orders.findByTenant("acme").get(0).id());
        assertThat(orders.findByTenant("acme")).hasSize(1);
        assertThat(mails.sent).containsOnlyOnce("acme");
    }

    @Test
    void a_service_that_throws_leaves_nothing_and_sends_nothing() throws Exception {
        assertThat(place("globex", "poison").statusCode()).isEqualTo(500);
        assertThat(orders.findByTenant("globex")).isEmpty();
        assertThat(mails.sent).doesNotContain("globex");
        assertThat(place("globex", "tea").statusCode()).isEqualTo(200);
        assertThat(orders.findByTenant("globex")).hasSize(1);
    }

    private HttpResponse<String> place(String tenant, String item) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/orders"))
                        .header("X-Tenant", tenant)
                        .header("Idempotency-Key", "key")
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString(item))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
