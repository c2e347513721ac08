package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ours and stripe-java say the same of thousands of headers, except where theirs is known to be wrong. */
class StripeOracleTest {

    private static final Instant NOW = Instant.parse("2025-06-01T12:00:00Z");
    private static final int ROUNDS = 20_000;

    private final Stripe ours = new Stripe();

    @Test
    void ours_and_stripes_agree() {
        long seed = Damage.seed();
        Damage damage = new Damage(new Random(seed));
        int accepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String body = damage.body();
            String secret = damage.secret();
            String header = header(damage, body, secret);
            if (isInTheFuture(header)) {
                continue;
            }
            boolean theirs = theirs(body, header, secret);
            assertThat(ours.isSigned(ProviderContract.delivery(body, "Stripe-Signature", header), secret, NOW))
                    .as("seed %s, round %s, header '%s'", seed, round, header)
                    .isEqualTo(theirs);
            accepted += theirs ? 1 : 0;
        }
        assertThat(accepted).as("both kinds are in the sample").isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }

    @Test
    void what_stripes_library_answers_with_a_runtime_exception_is_simply_not_signed() {
        for (String header : List.of("t=abc,v1=00", "t,v1=00", "t=" + NOW.getEpochSecond() + ",v1", "t=,v1=")) {
            assertThat(ours.isSigned(ProviderContract.delivery("{}", "Stripe-Signature", header), "secret", NOW))
                    .as(header)
                    .isFalse();
        }
    }

    @Test
    void a_time_in_the_future_is_refused_although_stripes_library_takes_it() {
        long future = NOW.getEpochSecond() + 301;
        String header = "t=" + future + ",v1=" + sign("{}", "secret", future);

        assertThat(theirs("{}", header, "secret")).isTrue();
        assertThat(ours.isSigned(ProviderContract.delivery("{}", "Stripe-Signature", header), "secret", NOW))
                .isFalse();
    }

    private static String header(Damage damage, String body, String secret) {
        long time = NOW.getEpochSecond()
                - (damage.oneIn(5)
                        ? damage.random().nextInt(700)
                        : damage.random().nextInt(300));
        List<String> items = new ArrayList<>(List.of("t=" + time, "v1=" + sign(body, secret, time)));
        if (damage.oneIn(3)) {
            items.add("v1=" + sign(body, damage.secret(), time));
        }
        if (damage.oneIn(4)) {
            items.add("v0=" + damage.word(64));
        }
        if (damage.oneIn(8)) {
            items.add("t=" + (time - damage.random().nextInt(1000)));
        }
        if (damage.oneIn(8)) {
            items.set(1, "v1=" + sign(body + " ", secret, time));
        }
        if (damage.oneIn(8)) {
            items.remove(damage.random().nextInt(items.size()));
        }
        if (damage.oneIn(8)) {
            items.add(damage.odd(5));
        }
        Collections.shuffle(items, damage.random());
        String header = String.join(damage.oneIn(20) ? ", " : ",", items);
        return damage.oneIn(4) ? damage.damaged(header) : header;
    }

    private static boolean theirs(String body, String header, String secret) {
        try {
            return Webhook.Signature.verifyHeader(body, header, secret, 300, Clock.fixed(NOW, ZoneOffset.UTC));
        } catch (SignatureVerificationException | RuntimeException e) {
            return false;
        }
    }

    private static boolean isInTheFuture(String header) {
        for (String item : header.split(",", -1)) {
            if (item.startsWith("t=")) {
                try {
                    return Long.parseLong(item.substring(2)) > NOW.getEpochSecond() + 300;
                } catch (NumberFormatException e) {
                    return false;
                }
            }
        }
        return false;
    }

    private static String sign(String body, String secret, long time) {
        try {
            return Webhook.Util.computeHmacSha256(secret, time + "." + body);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
