package dev.once.jobs.vendor;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.jobs.JobsProperties;
import dev.once.jobs.surface.Vendor;
import dev.once.jobs.surface.VendorAnswer;
import dev.once.jobs.surface.VendorRefusedException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Set;
import org.springframework.stereotype.Component;

/** One POST with a key. */
@Component
class HttpVendor implements Vendor {

    /** Says nothing about whether it was done: timeout, in progress, too early, too many. */
    private static final Set<Integer> ASK_AGAIN = Set.of(408, 409, 425, 429);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(3))
            .build();

    private final String base;
    private final String secret;
    private final Duration timeout;
    private final ObjectMapper json;

    HttpVendor(JobsProperties properties, ObjectMapper json) {
        this.base = properties.requireVendorUrl().toString().replaceAll("/+$", "");
        this.secret = properties.requireVendorSecret();
        this.timeout = properties.vendorTimeout();
        this.json = json;
    }

    @Override
    public VendorAnswer post(String path, String key, String body) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(timeout)
                .header("Authorization", "Bearer " + secret)
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> response = send(path, request);
        int status = response.statusCode();
        if (status / 100 == 2) {
            return answer(path, response.body());
        }
        if (ASK_AGAIN.contains(status) || status >= 500) {
            throw new VendorSilentException("The vendor answered " + path + " with status " + status + ".", null);
        }
        throw new VendorRefusedException(path, status);
    }

    private HttpResponse<String> send(String path, HttpRequest request) {
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new VendorSilentException(
                    "The vendor did not answer " + path + ": " + e.getClass().getSimpleName() + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new VendorSilentException("The worker stops while the vendor is asked for " + path + ".", e);
        }
    }

    /** It is done, whatever the body says: without a name for it we ask again, and the key keeps it from being done again. */
    private VendorAnswer answer(String path, String body) {
        try {
            String reference = json.readTree(body).path("id").asText();
            if (!reference.isEmpty()) {
                return new VendorAnswer(reference);
            }
        } catch (JsonProcessingException e) {
            throw new VendorSilentException("The vendor's answer to " + path + " is no JSON.", e);
        }
        throw new VendorSilentException("The vendor's answer to " + path + " has no id.", null);
    }
}
