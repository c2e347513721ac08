package dev.once.webhooks.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.once.core.MalformedKeyException;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpHeaders;

/**
 * What is true of every provider, whatever it signs. A provider's own test says how its signature is made, in words that
 * are not the provider's code, and adds the published example.
 */
abstract class ProviderContract {

    static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");
    private static final Duration A_YEAR = Duration.ofDays(365);

    abstract Provider provider();

    /** A genuine event. */
    abstract String body();

    /** The same event as a retry or a replay brings it. */
    String bodyOfARetry() {
        return body();
    }

    /** What is signed before the body. */
    abstract String prefix(long seconds);

    /** What the provider sends along, with the signature in it. */
    abstract Map<String, String> headers(long seconds, byte[] signature);

    /** What it sends along and does not sign. */
    Map<String, String> unsignedHeaders() {
        return Map.of();
    }

    String secret() {
        return "a secret of the provider";
    }

    byte[] key(String secret) {
        return secret.getBytes(UTF_8);
    }

    @Test
    void a_signature_made_by_openssl_is_right() throws Exception {
        assumeTrue(OpenSsl.isThere(), "openssl is not on the path");
        Damage damage = new Damage(new Random());
        for (int round = 0; round < 10; round++) {
            byte[] body = (round == 0 ? body() : damage.body()).getBytes(UTF_8);
            byte[] signature = OpenSsl.hmacSha256(key(secret()), message(NOW.getEpochSecond(), body));
            assertThat(isSigned(new Delivery(named(headers(NOW.getEpochSecond(), signature)), body), NOW))
                    .isTrue();
        }
    }

    @Test
    void the_signature_of_another_body_or_with_another_secret_is_not() {
        Delivery right = signed(body(), NOW);
        assertThat(isSigned(right, NOW)).isTrue();
        assertThat(isSigned(new Delivery(right.headers(), (body() + " ").getBytes(UTF_8)), NOW))
                .isFalse();
        assertThat(isSigned(new Delivery(right.headers(), new byte[0]), NOW)).isFalse();
        String other = Base64.getEncoder().encodeToString("another".getBytes(UTF_8));
        assertThat(provider().isSigned(right, other, NOW)).isFalse();
    }

    @Test
    void one_character_changed_anywhere_in_the_headers_is_enough_to_refuse() {
        Map<String, String> right = headersOf(body(), NOW);
        right.forEach((name, value) -> {
            for (int i = 0; i < value.length(); i++) {
                String changed = value.substring(0, i) + (value.charAt(i) == '1' ? '2' : '1') + value.substring(i + 1);
                Map<String, String> headers = new LinkedHashMap<>(right);
                headers.put(name, changed);
                assertThat(isSigned(new Delivery(named(headers), body().getBytes(UTF_8)), NOW))
                        .as("%s: %s", name, changed)
                        .isFalse();
            }
        });
    }

    @Test
    void a_header_that_is_missing_or_sent_twice_is_refused() {
        Map<String, String> right = headersOf(body(), NOW);
        for (String name : right.keySet()) {
            HttpHeaders without = named(right);
            without.remove(name);
            assertThat(isSigned(new Delivery(without, body().getBytes(UTF_8)), NOW))
                    .as("without %s", name)
                    .isFalse();
            HttpHeaders twice = named(right);
            twice.add(name, right.get(name));
            assertThat(isSigned(new Delivery(twice, body().getBytes(UTF_8)), NOW))
                    .as("twice %s", name)
                    .isFalse();
        }
    }

    /** Where no time is signed, only the ledger stands against a replay: that is why its key is of signed material. */
    @Test
    void a_signed_time_may_be_five_minutes_off_either_way_and_no_more() {
        boolean signsTheTime = !prefix(1).equals(prefix(2));
        for (int off : List.of(-300, 300)) {
            assertThat(isSigned(signed(body(), NOW.plusSeconds(off)), NOW)).isTrue();
        }
        for (long off : List.of(-301L, 301L, -A_YEAR.toSeconds(), A_YEAR.toSeconds())) {
            assertThat(isSigned(signed(body(), NOW.plusSeconds(off)), NOW))
                    .as("%s seconds off", off)
                    .isEqualTo(!signsTheTime);
        }
    }

    @Test
    void nonsense_in_the_headers_is_refused_and_never_an_exception() {
        long seed = System.nanoTime();
        Damage damage = new Damage(new Random(seed));
        Map<String, String> ofAnotherBody = headersOf(body() + " ", NOW);
        for (int round = 0; round < 2_000; round++) {
            HttpHeaders headers = new HttpHeaders();
            ofAnotherBody.forEach((name, value) -> {
                for (int copies = damage.oneIn(8) ? damage.random().nextInt(3) : 1; copies > 0; copies--) {
                    headers.add(name, damage.oneIn(3) ? value : damage.damaged(value));
                }
            });
            assertThat(isSigned(new Delivery(headers, body().getBytes(UTF_8)), NOW))
                    .as("seed %s, %s", seed, headers)
                    .isFalse();
        }
    }

    /** Whoever has captured a delivery can choose what is not signed, and cannot make another event of it. */
    @Test
    void a_replay_under_other_unsigned_headers_is_the_same_event() {
        Event event = provider().event(signed(body(), NOW));
        Delivery again = signed(bodyOfARetry(), NOW.plusSeconds(60));
        unsignedHeaders().keySet().forEach(name -> again.headers().set(name, "chosen-by-somebody-else"));
        Event replayed = provider().event(again);

        assertThat(replayed.id()).isEqualTo(event.id());
        assertThat(replayed.type()).isEqualTo(event.type());
        assertThat(replayed.objectId()).isEqualTo(event.objectId());
        assertThat(replayed.accountId()).isEqualTo(event.accountId());
        assertThat(replayed.occurredAt()).isEqualTo(event.occurredAt());
    }

    @Test
    void bytes_that_are_no_event_are_refused_with_a_status_of_their_own() {
        byte[] notUtf8 = {'{', '"', 'a', '"', ':', '"', (byte) 0xff, (byte) 0xc0, '"', '}'};
        for (byte[] bytes : List.of(
                notUtf8,
                "".getBytes(UTF_8),
                "null".getBytes(UTF_8),
                "[]".getBytes(UTF_8),
                "{".getBytes(UTF_8),
                "{} {}".getBytes(UTF_8),
                "{\"id\":1,\"id\":2}".getBytes(UTF_8),
                "payload=%7B%7D".getBytes(UTF_8),
                ("{\"a\":" + "[".repeat(5000)).getBytes(UTF_8),
                ("{\"a\":" + "9".repeat(5000) + "}").getBytes(UTF_8))) {
            assertThatThrownBy(() -> provider().event(new Delivery(named(headersOf("", NOW)), bytes)))
                    .as(new String(bytes, UTF_8))
                    .isInstanceOf(MalformedKeyException.class);
        }
    }

    @Test
    void a_field_that_is_missing_or_of_the_wrong_kind_is_read_or_refused() {
        for (String body : Mutations.of(body())) {
            try {
                assertThat(provider().event(signed(body, NOW)).id()).isNotBlank();
            } catch (MalformedKeyException refused) {
                assertThat(refused).as(body).hasMessageStartingWith("The signature is right, but the event is not");
            }
        }
    }

    final boolean isSigned(Delivery delivery, Instant now) {
        return provider().isSigned(delivery, secret(), now);
    }

    final Delivery signed(String body, Instant when) {
        HttpHeaders headers = named(headersOf(body, when));
        unsignedHeaders().forEach(headers::add);
        return new Delivery(headers, body.getBytes(UTF_8));
    }

    private Map<String, String> headersOf(String body, Instant when) {
        long seconds = when.getEpochSecond();
        String signature = HmacSha256.of(key(secret()), prefix(seconds), body.getBytes(UTF_8))
                .hex();
        return headers(seconds, HexFormat.of().parseHex(signature));
    }

    private byte[] message(long seconds, byte[] body) {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        message.writeBytes(prefix(seconds).getBytes(UTF_8));
        message.writeBytes(body);
        return message.toByteArray();
    }

    static String hex(byte[] signature) {
        return HexFormat.of().formatHex(signature);
    }

    static String base64(byte[] signature) {
        return Base64.getEncoder().encodeToString(signature);
    }

    static Delivery delivery(String body, String... headers) {
        HttpHeaders named = new HttpHeaders();
        for (int i = 0; i < headers.length; i += 2) {
            named.add(headers[i], headers[i + 1]);
        }
        return new Delivery(named, body.getBytes(UTF_8));
    }

    private static HttpHeaders named(Map<String, String> headers) {
        HttpHeaders named = new HttpHeaders();
        headers.forEach(named::add);
        return named;
    }
}
