package dev.once.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.ApiTest;
import dev.once.api.Caller.Answered;
import dev.once.core.protocol.ProtocolStep;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = "once.api.requests-at-once=1")
class ClientShareTest extends ApiTest {

    @Test
    void what_one_client_has_under_way_takes_nothing_from_another() throws Exception {
        String key = newKey();
        var parked = protocol.parkAt(
                ProtocolStep.CLAIMED, attempt -> attempt.key().value().equals(key));
        CompletableFuture<Answered> slow =
                CompletableFuture.supplyAsync(() -> acme.post("/api/invoices", key, invoice("Slow")));
        parked.awaitParked();

        Answered second = acme.get("/api/invoices");
        assertThat(second.status()).isEqualTo(429);
        assertThat(second.problem()).isEqualTo("too-many-requests");
        assertThat(second.header("Retry-After")).isEqualTo("1");
        assertThat(globex.get("/api/invoices").status()).isEqualTo(200);

        protocol.release();
        assertThat(slow.get().status()).isEqualTo(201);
        assertThat(acme.get("/api/invoices").status()).isEqualTo(200);
    }
}
