package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaddleTest extends ProviderContract {

    @Override
    Provider provider() {
        return new Paddle();
    }

    @Override
    String body() {
        return """
                {"event_id":"evt_1","event_type":"subscription.updated","occurred_at":"2025-06-01T00:00:00.123456Z",\
                "notification_id":"ntf_1","data":{"id":"sub_1","status":"active"}}""";
    }

    /** A replay by hand is another notification of the same event. */
    @Override
    String bodyOfARetry() {
        return body().replace("ntf_1", "ntf_2");
    }

    @Override
    String prefix(long seconds) {
        return seconds + ":";
    }

    @Override
    Map<String, String> headers(long seconds, byte[] signature) {
        return Map.of("Paddle-Signature", "ts=" + seconds + ";h1=" + hex(signature));
    }

    /** By openssl and, to be sure, by Python. */
    @Test
    void a_vector_from_elsewhere() {
        String signature = "h1=50fda295b19c5649df373fa40fe3f99cb93ca06631ba4d3039be463600ae1dd2";
        String wrong = "h1=" + "0".repeat(64);

        assertThat(isRight("ts=1700000000;" + signature)).isTrue();
        assertThat(isRight("ts=1700000000;" + wrong + ";" + signature))
                .as("while a secret is being replaced")
                .isTrue();
        assertThat(isRight("ts=1700000000;" + wrong)).isFalse();
        assertThat(isRight("ts=1700000001;" + signature)).isFalse();
        assertThat(isRight(signature)).isFalse();
        assertThat(isRight("ts=99999999999999999999;" + signature)).isFalse();
    }

    private static boolean isRight(String header) {
        String body =
                """
                {"event_id":"evt_01h46h1s2zabpkdks7yt4vkgkc","event_type":"subscription.created","data":{"id":"sub_01"}}""";
        return new Paddle()
                .isSigned(
                        delivery(body, "Paddle-Signature", header),
                        "pdl_ntfset_test_secret",
                        Instant.ofEpochSecond(1700000000));
    }
}
