package dev.once.showcase.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.faults.verdict.Ordeal;
import dev.once.showcase.broken.Broken;
import dev.once.showcase.launch.Home;
import dev.once.showcase.launch.Ports;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;

/** The broken variants behind HTTP: the judge knows nothing of them but their address, and names the damage of each. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
class ServedVariantsTest {

    private static final int ROUNDS = Integer.getInteger("once.judge.rounds", 1);

    @LocalServerPort
    private int port;

    /** Left out: two need ten minutes and three days, two send mails, one has no key to send, one needs a refund. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "TTL_EXPIRES_MID_WORK",
                "RETENTION_UNDER_THE_HORIZON",
                "MAIL_INSIDE_THE_CLAIM",
                "ENQUEUED_AFTER_THE_COMMIT",
                "OPTIONAL_KEY",
                "ANSWER_BUILT_AGAIN"
            })
    void breaks_with_its_own_damage_every_time(Broken broken) throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            assertBreaks(broken);
        }
    }

    @Test
    void the_right_one_holds_in_every_ordeal_that_applies() throws IOException {
        JsonNode report = judged(
                "right",
                "dies",
                "--answers.same=body",
                "--key.required=true",
                "--effects.within=2",
                "--limits.patience=8",
                "--skip.another-body=The provider signs an event's id together with its body.");
        assertThat(report.path("exit_code").asInt()).as(report.toPrettyString()).isZero();
    }

    private void assertBreaks(Broken broken) throws IOException {
        Ordeal ordeal =
                switch (broken.ordeal()) {
                    case DIES_AFTER_THE_CLAIM, DIES_AFTER_THE_WORK -> Ordeal.KILLED;
                    default -> broken.ordeal();
                };
        JsonNode report = judged(
                broken.slug(),
                broken == Broken.SWALLOWED_EXCEPTION ? "audit-fails" : "dies",
                "--only=" + ordeal.slug());
        assertThat(report.at("/ordeals/0/damages"))
                .as(report.toPrettyString())
                .extracting(JsonNode::asText)
                .contains(broken.damage().label());
    }

    private JsonNode judged(String slug, String failure, String... more) throws IOException {
        String url = "http://127.0.0.1:" + port;
        List<String> flags = new ArrayList<>(List.of(
                "--url=" + url,
                "--request.path=/variants/" + slug + "/payments",
                "--request.headers.Lab-Tenant=acme",
                "--request.headers.Content-Type=application/json",
                "--request.body={\"id\":\"{key}\",\"pending_webhooks\":{send}}",
                "--other-body={\"id\":\"{key}\",\"amount_cents\":9900}",
                "--other-tenant.headers.Lab-Tenant=globex",
                "--sign.header=Lab-Signature",
                "--sign.secret=whsec_lab",
                "--failing.headers.Lab-Work=" + failure,
                "--restart.headers.Lab-Work=slow",
                "--restart.command=curl -sS -X POST " + url + "/variants/kill",
                "--effects.get=/variants/payments?event={key}",
                "--effects.pointer=/payments",
                "--effects.within=0.2",
                "--limits.patience=0.5",
                "--answers.same=none",
                "--json"));
        flags.addAll(List.of(more));
        var said = new ByteArrayOutputStream();
        new JudgeCommand(
                        new Home(Path.of("")),
                        new Ports(Map.of()),
                        Map.of(),
                        new PrintStream(said, true, StandardCharsets.UTF_8))
                .run(flags);
        return new ObjectMapper().readTree(said.toString(StandardCharsets.UTF_8));
    }
}
