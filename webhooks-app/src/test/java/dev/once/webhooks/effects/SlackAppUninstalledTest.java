package dev.once.webhooks.effects;

import static dev.once.webhooks.Sender.slack;
import static org.assertj.core.api.Assertions.assertThat;

import dev.once.webhooks.Sender.Signed;
import dev.once.webhooks.WebhooksTest;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class SlackAppUninstalledTest extends WebhooksTest {

    @Test
    void a_workspace_that_removed_the_app_gets_no_more_however_often_it_is_told() throws Exception {
        String event = unique("Ev");
        String workspace = unique("T").toUpperCase(Locale.ROOT);
        String body = uninstalled(event, workspace);

        assertAnswer(slack(body), 200, "processed");
        assertAnswer(retry(slack(body, Instant.now().minusSeconds(60))), 200, "duplicate");
        assertAnswer(slack(body.replace("\"A0\"", "\"A0\" ")), 200, "duplicate");

        assertThat(claims(event)).isEqualTo(1);
        String reason = value(
                "select reason from webhooks.suppressed_addresses where provider = 'slack' and upper(address) = :value",
                workspace);
        assertThat(reason).isEqualTo("uninstalled");
    }

    @Test
    void nobody_in_particular_is_ignored() throws Exception {
        assertAnswer(slack(uninstalled(unique("Ev"), "")), 200, "ignored");
    }

    private static Signed retry(Signed signed) {
        return signed.header("X-Slack-Retry-Num", "1").header("X-Slack-Retry-Reason", "http_timeout");
    }

    private static String uninstalled(String event, String workspace) {
        return """
                {"type":"event_callback","event_id":"%s","event_time":1750000000,"team_id":"%s","api_app_id":"A0",\
                "event":{"type":"app_uninstalled"}}"""
                .formatted(event, workspace);
    }
}
