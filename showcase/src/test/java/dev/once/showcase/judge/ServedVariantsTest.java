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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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

    @ParameterizedTest
    @MethodSource("visible")
    void breaks_with_its_own_damage_every_time(Broken broken) throws IOException {
        for (int round = 0; round < ROUNDS; round++) {
            assertBreaks(broken);
        }
    }

    /** From outside nobody can turn a service's clock. */
    @Test
    void the_page_names_those_that_cannot_be_seen_from_outside() throws IOException {
        assertThat(Files.readString(Path.of("../docs/judge.md")))
                .contains(Stream.of(Broken.values())
                        .filter(broken -> !isVisible(broken))
                        .map(Broken::title)
                        .toList());
        assertThat(visible()).hasSizeGreaterThanOrEqualTo(15);
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

    static Stream<Broken> visible() {
        return Stream.of(Broken.values()).filter(ServedVariantsTest::isVisible);
    }

    private static boolean isVisible(Broken broken) {
        return HttpStaging.ORDEALS.containsKey(fromOutside(broken));
    }

    private static Ordeal fromOutside(Broken broken) {
        return switch (broken.ordeal()) {
            case DIES_AFTER_THE_CLAIM, DIES_AFTER_THE_WORK -> Ordeal.KILLED;
            default -> broken.ordeal();
        };
    }

    private void assertBreaks(Broken broken) throws IOException {
        JsonNode report = judged(
                broken.slug(),
                broken == Broken.SWALLOWED_EXCEPTION ? "audit-fails" : "dies",
                "--only=" + fromOutside(broken).slug());
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
