package dev.once.webhooks.pages;

import dev.once.webhooks.WebhooksProperties;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.springframework.context.annotation.Profile;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Plays the provider: signs a sample and delivers it to this app over HTTP, all copies at once. */
@Component
@Profile("demo")
class SampleSender {

    private static final Pattern DISPOSITION = Pattern.compile("\"disposition\":\"(\\w+)\"");

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final WebhooksProperties properties;
    private final Environment environment;
    private final Clock clock;

    SampleSender(WebhooksProperties properties, Environment environment, Clock clock) {
        this.properties = properties;
        this.environment = environment;
        this.clock = clock;
    }

    /** How often each answer was given. */
    Map<String, Long> send(SampleEvent sample, String number, int copies) {
        List<CompletableFuture<String>> answers = IntStream.range(0, copies)
                .mapToObj(copy -> http.sendAsync(request(sample, number, copy), HttpResponse.BodyHandlers.ofString())
                        .handle((response, failure) -> failure == null ? inWords(response) : "no answer"))
                .toList();
        Map<String, Long> counted = new TreeMap<>();
        answers.forEach(answer -> counted.merge(answer.join(), 1L, Long::sum));
        return counted;
    }

    /** To be pasted into a shell, once or twice: the second time is a duplicate. */
    String curl() {
        return """
                BODY='{"id":"evt_try_1","type":"checkout.session.completed","created":1750000000,"data":{"object":{"id":"cs_try_1","customer":"cus_ada","amount_total":4200,"currency":"eur"}}}'
                T=$(date +%%s)
                SIGNATURE=$(printf '%%s' "$T.$BODY" | openssl dgst -sha256 -hmac '%s' | sed 's/.*= *//')
                curl -i http://localhost:%s/webhooks/stripe -H "Stripe-Signature: t=$T,v1=$SIGNATURE" -H 'Content-Type: application/json' -d "$BODY"
                """
                .formatted(properties.secretsOf("stripe").get(0), port());
    }

    private HttpRequest request(SampleEvent sample, String number, int copy) {
        String body = sample.body(number, copy);
        String secret = properties.secretsOf(sample.provider).get(0);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://localhost:" + port() + "/webhooks/" + sample.provider))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        sample.headers(number, secret, body, clock.instant()).forEach(request::header);
        return request.build();
    }

    private String port() {
        return environment.getProperty("local.server.port", "8081");
    }

    private static String inWords(HttpResponse<String> response) {
        Matcher disposition = DISPOSITION.matcher(response.body());
        return response.statusCode() + (disposition.find() ? " " + disposition.group(1) : "");
    }
}
