package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.once.core.Idempotency;
import dev.once.core.Writes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** The work calls nobody outside: what is sent cannot be rolled back. */
@ExtendWith(OutputCaptureExtension.class)
class OutsideCallsTest {

    private static final String SENTENCE = "The work of a claim must not call POST ";

    private final Lab lab = Lab.open();
    private final AtomicInteger calls = new AtomicInteger();
    private HttpServer vendor;
    private String charges;

    @BeforeEach
    void open() throws IOException {
        vendor = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        vendor.createContext("/", exchange -> {
            calls.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        vendor.start();
        charges = "http://127.0.0.1:" + vendor.getAddress().getPort() + "/charges";
    }

    @AfterEach
    void close() {
        vendor.stop(0);
        lab.close();
    }

    /** Every kind of client that Spring makes a bean of, or makes from a bean. */
    static class Clients {

        @Bean
        RestTemplate template() {
            return new RestTemplate();
        }

        @Bean
        RestClient client() {
            return RestClient.create();
        }

        @Bean
        RestClient built(RestClient.Builder builder) {
            return builder.build();
        }

        @Bean
        Pay pay(
                Idempotency<String> idempotency,
                Writes writes,
                RestTemplate template,
                RestClient client,
                RestClient built,
                RestClient.Builder builder) {
            return new Pay(idempotency, writes, template, List.of(client, built, builder.build()));
        }
    }

    record Pay(Idempotency<String> idempotency, Writes writes, RestTemplate template, List<RestClient> clients) {

        Stream<Consumer<String>> ways() {
            return Stream.concat(
                    Stream.of(address -> template.postForLocation(address, "10")),
                    clients.stream()
                            .map(client -> address -> client.post()
                                    .uri(address)
                                    .body("10")
                                    .retrieve()
                                    .toBodilessEntity()));
        }
    }

    @Test
    void enforced_a_call_in_the_work_is_refused_before_anything_is_sent_and_nothing_is_kept() {
        start("enforce", pay -> pay.ways().forEach(way -> {
            assertThatThrownBy(() -> pay.idempotency().once(Lab.attempt("key"), claim -> {
                        Lab.effect(claim);
                        way.accept(charges + "?secret=1");
                        return "charged";
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(SENTENCE + charges + ":");
            assertThatThrownBy(() -> pay.writes().repeatable(write -> {
                        way.accept(charges);
                        return "charged";
                    }))
                    .hasMessageStartingWith(SENTENCE);
        }));
        assertThat(calls).hasValue(0);
        assertThat(lab.effects("key")).isZero();
    }

    @Test
    void enforced_a_call_before_and_after_the_work_goes_through() {
        start("enforce", pay -> pay.ways().forEach(way -> {
            way.accept(charges);
            assertThatThrownBy(() -> pay.writes().repeatable(write -> {
                        throw new IllegalStateException("too bad");
                    }))
                    .hasMessage("too bad");
            way.accept(charges);
            pay.idempotency().once(Lab.attempt("key"), Lab::effect);
            way.accept(charges);
        }));
        assertThat(calls).hasValue(12);
    }

    @Test
    void warned_a_call_in_the_work_goes_through_and_is_logged_once_for_each_place(CapturedOutput output) {
        start("warn", pay -> pay.ways().forEach(way -> {
            for (int run = 0; run < 3; run++) {
                pay.writes().repeatable(write -> {
                    way.accept(charges + "?secret=1");
                    return "charged";
                });
            }
        }));
        assertThat(calls).hasValue(12);
        assertThat(output.getOut().lines().filter(line -> line.contains(SENTENCE + charges + ":")))
                .as("one for the template's line, one for the clients'")
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("WARN", "OutsideCallsTest.java:"));
        assertThat(output).doesNotContain("secret=1");
    }

    @Test
    void off_nothing_is_said(CapturedOutput output) {
        start("off", pay -> pay.ways().forEach(way -> pay.writes().repeatable(write -> {
            way.accept(charges);
            return "charged";
        })));
        assertThat(calls).hasValue(4);
        assertThat(output).doesNotContain(SENTENCE);
    }

    private void start(String fence, Consumer<Pay> use) {
        try (var context = new SpringApplicationBuilder(PayApplication.class, Clients.class)
                .profiles("demo")
                .web(WebApplicationType.NONE)
                .run(
                        "--once.fence=" + fence,
                        "--spring.datasource.url=" + lab.database.jdbcUrl(),
                        "--spring.datasource.username=" + lab.database.username(),
                        "--spring.datasource.password=" + lab.database.password())) {
            use.accept(context.getBean(Pay.class));
        }
    }
}
