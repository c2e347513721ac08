package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GitHubTest extends ProviderContract {

    @Override
    Provider provider() {
        return new GitHub();
    }

    @Override
    String body() {
        return """
                {"action":"created","sponsorship":{"node_id":"S_1","sponsor":{"login":"linus"}},\
                "organization":{"login":"kernel"}}""";
    }

    @Override
    String prefix(long seconds) {
        return "";
    }

    @Override
    Map<String, String> headers(long seconds, byte[] signature) {
        return Map.of("X-Hub-Signature-256", "sha256=" + hex(signature));
    }

    @Override
    Map<String, String> unsignedHeaders() {
        return Map.of("X-GitHub-Delivery", "72d3162e", "X-GitHub-Event", "sponsorship");
    }

    @Test
    void the_published_example() {
        Delivery delivery = delivery(
                "Hello, World!",
                "X-Hub-Signature-256",
                "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");

        assertThat(new GitHub().isSigned(delivery, "It's a Secret to Everybody", NOW))
                .isTrue();
    }
}
