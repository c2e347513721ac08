package dev.once.proof.web;

import dev.once.core.IdempotencyKey;
import dev.once.core.NotGenuineException;
import dev.once.core.web.OnceOperations;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.web.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** A service of somebody else's, running: one table of its own, a service that is older than the core, and a controller. */
final class WebShop implements AutoCloseable {

    record NewOrder(String item, int pieces) {}

    record Order(UUID id, String item, int pieces) {}

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import({OrderService.class, OrderController.class})
    static class Application {}

    /** The same service without the one line that asks for {@link OnceOperations}. */
    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(OrderService.class)
    static class ApplicationBefore {}

    static class OrderService {

        static final Semaphore GATE = new Semaphore(0);

        private final JdbcClient jdbc;

        OrderService(JdbcClient jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        public Order place(String tenant, NewOrder order) {
            if (order.item().equals("slow")) {
                GATE.acquireUninterruptibly();
            }
            Order placed = new Order(UUID.randomUUID(), order.item(), order.pieces());
            jdbc.sql("insert into orders (id, tenant, item) values (?, ?, ?)")
                    .params(placed.id(), tenant, order.item())
                    .update();
            if (order.item().equals("poison")) {
                throw new IllegalArgumentException("not for sale");
            }
            return placed;
        }
    }

    @RestController
    static class OrderController {

        private final OnceOperations once;
        private final OrderService service;

        OrderController(OnceOperations once, OrderService service) {
            this.once = once;
            this.service = service;
        }

        @PostMapping("/orders")
        ResponseEntity<?> place(
                IdempotencyKey key, @RequestBody NewOrder order, @RequestHeader("X-Tenant") String tenant) {
            return once.operation("orders")
                    .scope(tenant)
                    .key(key)
                    .request(order)
                    .created(() -> service.place(tenant, order));
        }

        @PostMapping("/orders/{id}/returns")
        ResponseEntity<?> giveBack(
                @PathVariable UUID id,
                IdempotencyKey key,
                @RequestBody NewOrder order,
                @RequestHeader("X-Tenant") String tenant) {
            return once.operation("returned_orders")
                    .scope(tenant)
                    .key(key)
                    .request(id, order)
                    .answer(claim -> ResponseEntity.created(URI.create("/returns/" + id))
                            .eTag("\"1\"")
                            .header("Set-Cookie", "a=b")
                            .header("Content-Language", "en")
                            .body(claim.sql("insert into orders (id, tenant, item) values (:id, :tenant, 'returned')"
                                            + " returning item")
                                    .param("id", UUID.randomUUID())
                                    .param("tenant", tenant)
                                    .query(String.class)
                                    .single()));
        }

        @PostMapping("/orders/{id}/cancellation")
        ResponseEntity<?> cancel(@PathVariable long id, IdempotencyKey key) {
            return once.operation("cancellations").scope(id).key(key).request().noContent(() -> {});
        }

        @PostMapping("/orders/{id}/badly-named")
        ResponseEntity<?> badlyNamed(@PathVariable String id, IdempotencyKey key) {
            return once.operation("Orders; drop").scope(id).key(key).request().ok(() -> id);
        }

        /** Whose orders cannot prove who sent them. */
        @PostMapping("/forged-orders")
        String forged() {
            throw new NotGenuineException("The signature is not right.");
        }

        /** Nothing to do with the core. */
        @GetMapping("/slow-report")
        String report() {
            throw new QueryTimeoutException("the report takes too long");
        }
    }

    static final String TABLE = "create table orders (id uuid primary key, tenant text not null, item text not null)";

    private static final String NOTHING_ELSE_OF_OURS = String.join(
            ",",
            "dev.once.web.WebSupportAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
            "org.springframework.boot.autoconfigure.security.servlet.UserDetailsServiceAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.security.servlet.ManagementWebSecurityAutoConfiguration",
            "org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.jpa.JpaRepositoriesAutoConfiguration");

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    final ConfigurableApplicationContext context;
    private final int port;

    private WebShop(ConfigurableApplicationContext context) {
        this.context = context;
        this.port = ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    static Database newDatabase() {
        Database database = TestPostgres.shared().newDatabase();
        sql(database).sql(TABLE).update();
        return database;
    }

    static JdbcClient sql(Database database) {
        return JdbcClient.create(
                new DriverManagerDataSource(database.jdbcUrl(), database.username(), database.password()));
    }

    static WebShop open(Database database, Map<String, Object> settings) {
        return open(Application.class, database, settings);
    }

    static WebShop open(Class<?> application, Database database, Map<String, Object> settings) {
        return open(new SpringApplicationBuilder(application), database, settings);
    }

    /** While others start in this process: it leaves its logging, which they share, as it is. */
    static WebShop openBeside(Database database, Map<String, Object> settings) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(Application.class);
        application
                .application()
                .setListeners(application.application().getListeners().stream()
                        .filter(listener -> !(listener instanceof LoggingApplicationListener))
                        .toList());
        return open(application, database, settings);
    }

    private static WebShop open(SpringApplicationBuilder application, Database database, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "spring.datasource.url", database.jdbcUrl(),
                "spring.datasource.username", database.username(),
                "spring.datasource.password", database.password(),
                "spring.autoconfigure.exclude", NOTHING_ELSE_OF_OURS,
                "spring.flyway.enabled", "false",
                "once.migrations.enabled", "false",
                "once.problems.enabled", "true",
                "management.endpoints.web.exposure.include", "once,health,prometheus",
                "server.port", "0"));
        all.putAll(settings);
        return new WebShop(application.run(all.entrySet().stream()
                .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                .toArray(String[]::new)));
    }

    HttpResponse<String> place(String tenant, @Nullable String key, String item) {
        return post("/orders", tenant, key, "{\"item\":\"%s\",\"pieces\":1}".formatted(item));
    }

    HttpResponse<String> post(String path, String tenant, @Nullable String key, String body) {
        return send(path, tenant, key == null ? List.of() : List.of(key), body);
    }

    HttpResponse<String> send(String path, String tenant, List<String> keys, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path))
                .header("X-Tenant", tenant)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        keys.forEach(key -> request.header("Idempotency-Key", key));
        return send(request.build());
    }

    HttpResponse<String> get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    HttpResponse<String> delete(String path) {
        return send(HttpRequest.newBuilder(uri(path)).DELETE().build());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private static HttpResponse<String> send(HttpRequest request) {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
