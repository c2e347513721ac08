package dev.once.webhooks.provenance;

import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;

/** What arrived, as it arrived: nothing of it is believed before the signature is. */
public record Delivery(HttpHeaders headers, byte[] body) {

    /** A header that was sent exactly once, or nothing: two of them would leave a choice to whoever added the second. */
    public String header(String name) {
        List<String> values = headers.getOrEmpty(name);
        return values.size() == 1 ? values.get(0) : "";
    }

    /** A header that nobody signed: good enough to be shown, and nothing is decided by it. */
    Optional<String> unsigned(String name) {
        return Optional.of(header(name)).filter(value -> value.matches("[\\x21-\\x7e]{1,100}"));
    }
}
