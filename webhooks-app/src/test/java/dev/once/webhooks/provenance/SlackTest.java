package dev.once.webhooks.provenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.MalformedKeyException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SlackTest extends ProviderContract {

    @Override
    Provider provider() {
        return new Slack();
    }

    @Override
    String body() {
        return """
                {"type":"event_callback","event_id":"Ev1","event_time":1750000000,"team_id":"T1",\
                "event":{"type":"message","channel":"C1"}}""";
    }

    @Override
    String prefix(long seconds) {
        return "v0:" + seconds + ":";
    }

    @Override
    Map<String, String> headers(long seconds, byte[] signature) {
        return Map.of("X-Slack-Request-Timestamp", Long.toString(seconds), "X-Slack-Signature", "v0=" + hex(signature));
    }

    @Override
    Map<String, String> unsignedHeaders() {
        return Map.of("X-Slack-Retry-Num", "1", "X-Slack-Retry-Reason", "http_timeout");
    }

    @Test
    void the_published_example() {
        Delivery delivery = delivery(
                "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
                        + "&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
                        + "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554"
                        + "%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
                "X-Slack-Request-Timestamp",
                "1531420618",
                "X-Slack-Signature",
                "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503");

        assertThat(new Slack()
                        .isSigned(delivery, "8f742231b10e8888abcd99yyyzzz85a5", Instant.ofEpochSecond(1531420618)))
                .isTrue();
    }

    @Test
    void the_question_whether_the_address_is_ours_is_no_event() {
        assertThatThrownBy(
                        () -> new Slack().event(delivery("{\"type\":\"url_verification\",\"challenge\":\"3eZbrw1a\"}")))
                .isInstanceOfSatisfying(UrlVerificationException.class, asked -> assertThat(asked.challenge())
                        .isEqualTo("3eZbrw1a"));
        assertThatThrownBy(() -> new Slack().event(delivery("{\"type\":\"url_verification\",\"challenge\":{}}")))
                .isInstanceOf(MalformedKeyException.class);
    }

    @Test
    void what_has_no_id_is_known_by_its_body() {
        String limited = "{\"type\":\"app_rate_limited\",\"team_id\":\"T1\",\"minute_rate_limited\":1518467820}";

        Event event = new Slack().event(delivery(limited));

        assertThat(event.type()).isEqualTo("app_rate_limited");
        assertThat(new Slack().event(delivery(limited)).id()).isEqualTo(event.id());
        assertThat(new Slack().event(delivery(limited.replace("820", "880"))).id())
                .isNotEqualTo(event.id());
    }
}
