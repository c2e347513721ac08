package dev.once.webhooks.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.Sender;
import dev.once.webhooks.WebhooksTest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PagesTest extends WebhooksTest {

    @Test
    void the_start_page_shows_what_arrived_and_what_it_did() throws Exception {
        String event = unique("evt_");
        assertAnswer(Sender.stripe(Sender.checkout(event, unique("cs_"), 1)), 200, "processed");
        assertAnswer(Sender.stripe("{\"id\":\"%s\",\"type\":\"ping\"}".formatted(unique("evt_"))), 200, "ignored");

        assertThat(page("/").body())
                .contains(event, "credited 42.00 EUR to cus_1", "repeats absorbed", "ignored: no effect is known")
                .doesNotContain("style=", "<script>");
    }

    @ParameterizedTest
    @EnumSource(SampleEvent.class)
    void a_sample_is_delivered_many_times_and_processed_once(SampleEvent sample) throws Exception {
        HttpResponse<String> page = post("sample=" + sample + "&copies=10");

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains(">200 processed<", ">200 duplicate<", "10 deliveries, one event");
        String number = page.body().replaceAll("(?s).*name=\"number\" value=\"([0-9a-f]+)\".*", "$1");
        assertThat(post("sample=" + sample + "&copies=3&number=" + number).body())
                .contains(">200 duplicate<")
                .doesNotContain(">200 processed<");
    }

    @Test
    void the_form_takes_no_nonsense() throws Exception {
        assertThat(post("sample=nothing&copies=10").statusCode()).isEqualTo(400);
        assertThat(post("sample=STRIPE_PAYMENT&copies=many").statusCode()).isEqualTo(400);
    }

    private HttpResponse<String> page(String path) throws Exception {
        return sender.send(
                HttpRequest.newBuilder(URI.create(sender.base() + path)).header("Accept", "text/html"));
    }

    private HttpResponse<String> post(String form) throws Exception {
        return sender.send(HttpRequest.newBuilder(URI.create(sender.base() + "/samples"))
                .header("Accept", "text/html")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }
}
