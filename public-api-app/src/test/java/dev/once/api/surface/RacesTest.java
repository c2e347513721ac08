package dev.once.api.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.api.ApiTest;
import dev.once.api.Caller;
import dev.once.api.Caller.Answered;
import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.CuttingProxy;
import dev.once.faults.Hammer;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RacesTest extends ApiTest {

    @Test
    void fifty_parallel_posts_of_one_key_make_one_invoice() {
        String key = newKey();
        var answers = Hammer.of(50)
                .strike(i -> acme.post("/api/invoices", key, invoice("Fifty " + key)))
                .answersOfAll();
        assertThat(invoicesOf("Fifty " + key)).isEqualTo(1);
        assertThat(answers).extracting(Answered::status).isSubsetOf(201, 409).contains(201);
        assertThat(answers.stream().filter(answer -> answer.status() == 201).map(Answered::body))
                .containsOnly(
                        acme.post("/api/invoices", key, invoice("Fifty " + key)).body());
        assertThat(answers.stream()
                        .filter(answer -> answer.status() == 201 && answer.header("Idempotent-Replayed") == null))
                .hasSize(1);
    }

    @Test
    void a_client_whose_connection_is_cut_after_the_commit_sends_again_and_gets_the_same() throws Exception {
        String key = newKey();
        try (CuttingProxy proxy = CuttingProxy.inFrontOf(port)) {
            Caller client = new Caller("http://127.0.0.1:" + proxy.port(), acme.token());
            CompletableFuture<byte[]> lost = proxy.swallowAnswerWith("HTTP/1.1 201");
            assertThatThrownBy(() -> client.post("/api/invoices", key, invoice("Cut " + key)))
                    .isInstanceOf(UncheckedIOException.class);
            String lostAnswer = new String(lost.get(10, TimeUnit.SECONDS), java.nio.charset.StandardCharsets.UTF_8);
            assertThat(invoicesOf("Cut " + key)).isEqualTo(1);

            Answered again = client.post("/api/invoices", key, invoice("Cut " + key));
            assertThat(again.status()).isEqualTo(201);
            assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
            assertThat(lostAnswer).endsWith("\r\n\r\n" + again.body());
            assertThat(invoicesOf("Cut " + key)).isEqualTo(1);
        }
    }

    @Test
    void while_the_first_is_running_the_second_is_told_when_to_come_back() {
        String key = newKey();
        var spot = protocol.parkAt(
                ProtocolStep.WORKED, attempt -> attempt.key().value().equals(key));
        CompletableFuture<Answered> first =
                CompletableFuture.supplyAsync(() -> acme.post("/api/invoices", key, invoice("Slow")));
        spot.awaitParked();
        Answered second = acme.post("/api/invoices", key, invoice("Slow"));
        assertThat(second.status()).isEqualTo(409);
        assertThat(second.problem()).isEqualTo("still-running");
        assertThat(second.header("Retry-After")).isEqualTo("2");
        assertThat(globex.post("/api/invoices", key, invoice("Not blocked")).status())
                .isEqualTo(201);
        spot.release();
        assertThat(first.join().status()).isEqualTo(201);
        assertThat(acme.post("/api/invoices", key, invoice("Slow")).body())
                .isEqualTo(first.join().body());
    }

    @RepeatedTest(5)
    void of_twenty_that_race_for_an_expired_key_one_wins() {
        String key = newKey();
        Answered old = acme.post("/api/invoices", key, invoice("Old " + key));
        expire(key);
        var answers = Hammer.of(20)
                .strike(i -> acme.post("/api/invoices", key, invoice("New " + key)))
                .answersOfAll();
        assertThat(answers).extracting(Answered::status).isSubsetOf(201, 409);
        assertThat(answers.stream()
                        .filter(answer -> answer.status() == 201 && answer.header("Idempotent-Replayed") == null))
                .hasSize(1);
        assertThat(answers).extracting(Answered::body).doesNotContain(old.body());
        assertThat(invoicesOf("Old " + key)).isEqualTo(1);
        assertThat(invoicesOf("New " + key)).isEqualTo(1);
    }

    @Test
    void lines_appended_by_racing_clients_are_all_there() {
        String invoice = acme.post("/api/invoices", newKey(), invoice("Busy")).header("Location");
        var answers = Hammer.of(20)
                .strike(i -> acme.patch(
                        invoice,
                        newKey(),
                        """
                        {"description":"Line %d","quantity":1,"unit_amount_cents":1}"""
                                .formatted(i)))
                .answersOfAll();
        assertThat(answers).extracting(Answered::status).containsOnly(200);
        assertThat(acme.get(invoice).json().get("lines")).hasSize(21);
        assertThat(acme.get(invoice).json().get("total_cents").asLong()).isEqualTo(9920);
    }
}
