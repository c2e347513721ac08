package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import dev.once.faults.CuttingProxy;
import dev.once.faults.Faults;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.retry.support.RetryTemplate;

/** Libraries that nobody here wrote: the providers' own sign, and clients' own send again. */
@Tag("full")
class OtherPeoplesLibrariesIT {

    private static final long SEED = Long.getLong("network.seed", 20_26_11L);
    private static final int KEYS = 30;
    private static final int TRIES = 40;
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final Set<Integer> AGAIN = Set.of(409, 429, 500, 502, 503, 504);

    @TempDir
    Path folder;

    private Platform platform;

    @BeforeEach
    void everybodyIsWell() throws Exception {
        platform = Platform.shared();
        platform.heal();
    }

    @Test
    void what_the_providers_own_libraries_sign_takes_effect_once() throws Exception {
        String id = AbuseIT.unique("own");
        Secrets secrets = platform.secrets();
        NodeProject node =
                NodeProject.in(folder).with("stripe@20", "svix@1", "standardwebhooks@1", "@octokit/webhooks@14");

        List<String> answers = node.run(
                "providers-own-libraries.mjs",
                platform.of(App.WEBHOOKS).get(0).directAddress(),
                id,
                secrets.stripe(),
                secrets.github(),
                secrets.resend());

        List<String> expected = new ArrayList<>();
        for (String library : List.of("stripe", "octokit", "svix", "standardwebhooks")) {
            expected.add(library + " 200 {\"disposition\":\"processed\"}");
            expected.add(library + " 200 {\"disposition\":\"duplicate\"}");
        }
        assertThat(answers).containsExactlyElementsOf(expected);
        try (Sql sql = new Sql(platform.connect())) {
            String credits = "select count(*) from webhooks.credit_entries where customer = ?";
            assertThat(sql.count(credits, "cus_" + id)).isOne();
            assertThat(sql.count(credits, "octo-" + id)).isOne();
            assertThat(sql.count(
                            "select count(*) from webhooks.suppressed_addresses where address like ?",
                            "%-" + id + "@example.test"))
                    .isEqualTo(2);
        }
    }

    @Test
    void what_clients_for_node_send_again_through_a_cutting_network_is_done_once() throws Exception {
        NodeProject node = NodeProject.in(folder).with("got@14", "axios@1", "axios-retry@4", "p-retry@6");
        throughACuttingNetwork(List.of("got", "axios-retry", "p-retry"), (client, keys, address) -> {
            List<String> answers = node.run(
                    "retrying-clients.mjs", client, address, platform.secrets().acme(), String.join(",", keys));
            assertThat(answers).hasSize(KEYS).allMatch(answer -> answer.equals("201"));
        });
    }

    @Test
    void what_clients_for_java_send_again_through_a_cutting_network_is_done_once() throws Exception {
        throughACuttingNetwork(List.of("failsafe", "resilience4j", "spring-retry"), (client, keys, address) -> {
            for (String key : keys) {
                assertThat(javaClient(client, () -> send(address, key)).statusCode())
                        .isEqualTo(201);
            }
        });
    }

    private interface Call {
        HttpResponse<String> send() throws Exception;
    }

    private static HttpResponse<String> javaClient(String name, Call call) throws Exception {
        return switch (name) {
            case "failsafe" ->
                Failsafe.with(RetryPolicy.<HttpResponse<String>>builder()
                                .handle(IOException.class)
                                .handleResultIf(answer -> AGAIN.contains(answer.statusCode()))
                                .withMaxAttempts(TRIES)
                                .withDelay(PAUSE)
                                .build())
                        .get(call::send);
            case "resilience4j" ->
                Retry.of(
                                name,
                                RetryConfig.<HttpResponse<String>>custom()
                                        .maxAttempts(TRIES)
                                        .intervalFunction(IntervalFunction.of(PAUSE))
                                        .retryExceptions(IOException.class)
                                        .retryOnResult(answer -> AGAIN.contains(answer.statusCode()))
                                        .build())
                        .executeCallable(call::send);
            default ->
                RetryTemplate.builder()
                        .maxAttempts(TRIES)
                        .fixedBackoff(PAUSE.toMillis())
                        .retryOn(IOException.class)
                        .build()
                        .execute(attempt -> {
                            HttpResponse<String> answer = call.send();
                            if (AGAIN.contains(answer.statusCode())) {
                                throw new IOException("answered " + answer.statusCode());
                            }
                            return answer;
                        });
        };
    }

    private HttpResponse<String> send(String address, String key) throws Exception {
        return Web.send(Web.post(address + "/api/invoices", "application/json", Senders.Programs.invoice(key))
                .timeout(Duration.ofSeconds(5))
                .header("Authorization", "Bearer " + platform.secrets().acme())
                .header("Idempotency-Key", key));
    }

    private interface Client {
        void send(String name, List<String> keys, String address) throws Exception;
    }

    private void throughACuttingNetwork(List<String> clients, Client client) throws Exception {
        Faults weather =
                Faults.none().refused(0.05).requestLost(0.1).answerLost(0.15).doubled(0.1);
        String direct = platform.of(App.API).get(0).directAddress();
        for (String name : clients) {
            List<String> keys = new ArrayList<>();
            for (int i = 0; i < KEYS; i++) {
                keys.add(AbuseIT.unique(name + i));
            }
            try (CuttingProxy network = CuttingProxy.inFrontOf(direct)) {
                network.randomly(SEED, weather);
                client.send(name, keys, network.through(direct));
                assertThat(network.traffic().swallowed()).as("%s: lost", name).isPositive();
                assertThat(network.traffic().duplicated())
                        .as("%s: doubled", name)
                        .isPositive();
            }
            try (Sql sql = new Sql(platform.connect())) {
                for (String key : keys) {
                    assertThat(sql.count("select count(*) from api.invoices where idempotency_key = ?", key))
                            .as("%s, seed %d, key %s", name, SEED, key)
                            .isOne();
                }
            }
        }
    }
}
