package dev.once.webhooks.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.WebhooksTest;
import dev.once.webhooks.provenance.Provider;
import dev.once.webhooks.provenance.WebhookProvenance;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** The classes are the only list of providers; whatever else names them has all of them. */
class ProvidersAreListedTest extends WebhooksTest {

    @Autowired
    private List<Provider> providers;

    @Autowired
    private WebhookProvenance provenance;

    @Test
    void each_can_be_tried_in_the_demo() {
        assertThat(providers).extracting(Provider::name).allSatisfy(name -> {
            assertThat(provenance.names())
                    .as("a secret in application-demo.yml")
                    .contains(name);
            assertThat(Arrays.stream(SampleEvent.values()).map(sample -> sample.provider))
                    .as("a sample to send")
                    .contains(name);
        });
    }

    @Test
    void each_is_on_the_start_page() throws Exception {
        String page = sender.send(
                        HttpRequest.newBuilder(URI.create(sender.base() + "/")).header("Accept", "text/html"))
                .body();
        assertThat(providers).allSatisfy(provider -> assertThat(page).contains("<h3>" + provider.name() + "</h3>"));
    }

    @Test
    void each_has_its_row_in_the_readme_with_its_horizon() throws Exception {
        List<String> readme = Files.readAllLines(Path.of("README.md"));
        assertThat(providers).allSatisfy(provider -> assertThat(readme).anySatisfy(row -> assertThat(row)
                .contains("| `" + provider.name() + "` |")
                .endsWith("| " + provider.horizon().toDays() + " days |")));
    }
}
