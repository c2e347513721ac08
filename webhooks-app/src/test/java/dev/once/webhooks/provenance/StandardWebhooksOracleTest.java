package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Ours and the Standard Webhooks library say the same of thousands of headers, under both names of them. */
class StandardWebhooksOracleTest {

    private static final int ROUNDS = 20_000;

    private final StandardWebhooks ours = new StandardWebhooks("anybody", Duration.ofDays(30));

    @Test
    void ours_and_theirs_agree() throws Exception {
        long seed = Damage.seed();
        Damage damage = new Damage(new Random(seed));
        int accepted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] key = new byte[24];
            damage.random().nextBytes(key);
            String secret =
                    (damage.oneIn(2) ? "whsec_" : "") + Base64.getEncoder().encodeToString(key);
            String body = damage.body();
            Map<String, String> headers = headers(damage, body, secret);
            boolean theirs = theirs(body, headers, secret);
            String names = damage.oneIn(2) ? "svix-" : "webhook-";
            List<String> ourHeaders = new ArrayList<>();
            headers.forEach((name, value) -> Collections.addAll(ourHeaders, names + name, value));
            // Theirs reads the machine's clock; the sample stays clear of the edges, which the contract has.
            assertThat(ours.isSigned(
                            ProviderContract.delivery(body, ourHeaders.toArray(String[]::new)), secret, Instant.now()))
                    .as("seed %s, round %s, headers %s", seed, round, headers)
                    .isEqualTo(theirs);
            accepted += theirs ? 1 : 0;
        }
        assertThat(accepted).as("both kinds are in the sample").isBetween(ROUNDS / 10, ROUNDS * 9 / 10);
    }

    private static Map<String, String> headers(Damage damage, String body, String secret) throws Exception {
        long now = Instant.now().getEpochSecond();
        long time = now + damage.random().nextInt(560) - 280;
        if (damage.oneIn(6)) {
            time = damage.oneIn(2) ? now - 320 - damage.random().nextInt(10_000) : now + 320;
        }
        String id = "msg_" + damage.word(20);
        List<String> signatures = new ArrayList<>();
        signatures.add(new Webhook(secret).sign(id, time, body));
        if (damage.oneIn(3)) {
            signatures.add(
                    "v1," + Base64.getEncoder().encodeToString(damage.word(32).getBytes()));
        }
        if (damage.oneIn(4)) {
            signatures.add("v1a," + damage.word(40));
        }
        if (damage.oneIn(8)) {
            signatures.set(0, new Webhook(secret).sign(id, time, body + " "));
        }
        if (damage.oneIn(8)) {
            signatures.add(damage.odd(6));
        }
        Collections.shuffle(signatures, damage.random());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("id", id);
        headers.put("timestamp", Long.toString(time));
        headers.put("signature", String.join(damage.oneIn(20) ? "  " : " ", signatures));
        List<String> names = new ArrayList<>(headers.keySet());
        if (damage.oneIn(4)) {
            headers.compute(names.get(damage.random().nextInt(3)), (name, value) -> damage.damaged(value));
        }
        if (damage.oneIn(12)) {
            headers.remove(names.get(damage.random().nextInt(3)));
        }
        // HTTP takes the space around a value away before anybody sees it.
        headers.replaceAll((name, value) -> value.strip());
        return headers;
    }

    private static boolean theirs(String body, Map<String, String> headers, String secret) throws Exception {
        Map<String, List<String>> named = new LinkedHashMap<>();
        headers.forEach((name, value) -> named.put("webhook-" + name, List.of(value)));
        try {
            new Webhook(secret).verify(body, HttpHeaders.of(named, (name, value) -> true));
            return true;
        } catch (WebhookVerificationException e) {
            return false;
        }
    }
}
