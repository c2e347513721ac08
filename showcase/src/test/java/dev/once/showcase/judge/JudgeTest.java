package dev.once.showcase.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judge before services of a few lines: each mistake is found by its name, and the right one holds. */
class JudgeTest {

    private static final String NO_KILL = "--skip.killed=It is a part of this test.";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    @Test
    void the_right_one_holds_in_every_ordeal_that_applies() {
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            assertThat(judge(
                            shop,
                            NO_KILL,
                            "--skip.forged-first=Nothing is signed.",
                            "--skip.fails-while-another-arrives=It fails at once."))
                    .as(said())
                    .isZero();
            assertThat(said()).contains("11 hold, 0 break, 0 unknown, 3 skipped");
            assertThat(shop.judges).hasSize(1).allMatch(name -> name.startsWith("judge-"));
        }
    }

    @Test
    void a_second_run_with_the_same_seed_makes_the_same_choices_with_keys_of_its_own() throws IOException {
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            for (int run = 0; run < 2; run++) {
                assertThat(judge(shop, "--only=odd-keys", "--seed=3"))
                        .as(said())
                        .isZero();
            }
        }
        List<String> keys = Files.readAllLines(folder.resolve("log"));
        assertThat(keys).hasSizeGreaterThan(10).doesNotHaveDuplicates();
        List<String> choices = keys.stream()
                .filter(key -> key.length() > 300)
                .map(key -> key.substring("judge-00000000".length()))
                .toList();
        assertThat(choices.subList(0, choices.size() / 2))
                .isEqualTo(choices.subList(choices.size() / 2, choices.size()));
    }

    @Test
    void requests_and_time_are_bounded() {
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            assertThat(judge(shop, "--limits.requests=60", "--only=repeated,all-at-once,repeated"))
                    .isEqualTo(2);
            assertThat(said()).contains("The limit of 60 requests or 300 seconds is reached", "2 hold", "1 unknown");
            assertThat(shop.requests.get()).isLessThanOrEqualTo(60);
            assertSays(shop, "The limit of 3000 requests or 0 seconds", "--limits.seconds=0");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "IGNORES_THE_KEY, repeated, doubled",
        "IGNORES_THE_KEY, all-at-once, doubled",
        "IGNORES_THE_KEY, first-answer-is-lost, doubled",
        "IGNORES_THE_KEY, storm, doubled",
        "IGNORES_THE_KEY, another-body, doubled",
        "FORGETS_THE_TENANT, two-tenants, leaked",
        "FORGETS_THE_TENANT_AND_SAYS_OK, two-tenants, lost",
        "REFUSES_REPEATS_WITH_500, repeated, error in the way",
        "REFUSES_REPEATS_WITH_500, first-answer-is-lost, stuck",
        "CLAIMS_BEFORE_THE_BODY, request-is-cut, stuck",
        "REPLAYS_WHATEVER_THE_BODY, another-body, wrong answer",
        "ANSWERS_A_NEW_NUMBER, repeated, wrong answer",
        "CUTS_KEYS_AT_255, odd-keys, lost",
        "FOLDS_CASE, odd-keys, lost",
        "FAILS_ON_ODD_KEYS, odd-keys, error in the way"
    })
    void each_mistake_is_found_by_its_name(Shop.Mistake mistake, String ordeal, String damage) throws IOException {
        try (Shop shop = new Shop(mistake, folder.resolve("log"))) {
            assertThat(judge(shop, "--json=" + folder.resolve("report.json"), "--only=" + ordeal))
                    .isEqualTo(1);
        }
        JsonNode found = report().at("/ordeals/0");
        assertThat(found.path("outcome").asText()).isEqualTo("breaks");
        assertThat(found.path("damages")).extracting(JsonNode::asText).contains(damage);
        assertThat(said())
                .contains(
                        "usually   ",
                        "lesson    docs/",
                        "again     ",
                        "curl -si -X POST",
                        "effects   ",
                        "sent      ",
                        "heard     ",
                        " ms ");
    }

    @ParameterizedTest
    @CsvSource({"key.place=header", "key.place=json", "key.place=form", "key.place=path"})
    void the_key_may_travel_anywhere(String place) {
        List<String> request =
                switch (place.substring(place.indexOf('=') + 1)) {
                    case "json" ->
                        List.of(
                                "--request.body={\"id\":\"{key}\"}",
                                "--request.headers.Idempotency-Key=none",
                                "--request.headers.Content-Type=application/json");
                    case "form" ->
                        List.of(
                                "--request.body=key={key}&item=tea",
                                "--request.headers.Idempotency-Key=none",
                                "--request.headers.Content-Type=application/x-www-form-urlencoded");
                    case "path" -> List.of("--request.path=/orders/{key}", "--request.headers.Idempotency-Key=none");
                    default -> List.of();
                };
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            List<String> flags = new ArrayList<>(request);
            flags.add("--only=repeated,all-at-once,another-key-meanwhile,odd-keys");
            assertThat(judge(shop, flags.toArray(String[]::new))).as(said()).isZero();
        }
    }

    @Test
    void effects_are_counted_by_a_command_that_knows_the_key() {
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            assertThat(judge(
                            shop,
                            "--only=repeated",
                            "--effects.command=grep -c -- \"$KEY\" " + folder.resolve("log") + " || true"))
                    .as(said())
                    .isZero();
        }
    }

    @Test
    void what_cannot_be_tried_is_unknown_and_never_holds() throws IOException {
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            assertThat(judge(shop, "--only=killed,forged-first", "--junit=" + folder.resolve("report.xml")))
                    .isEqualTo(2);
        }
        assertThat(said()).contains("unknown  Killed", "No command is given", "0 hold, 0 break, 2 unknown");
        assertThat(Files.readString(folder.resolve("report.xml"))).contains("<skipped message=\"No command is given");
    }

    @Test
    void a_request_without_a_key_that_is_accepted_is_unknown_until_somebody_says_what_is_meant() {
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            String[] pathless = {
                "--only=odd-keys",
                "--request.body={\"id\":\"{key}\"}",
                "--request.headers.Content-Type=application/json"
            };
            // The header keeps a key when the body's is left out.
            assertThat(judge(shop, with(pathless, "--request.headers.Idempotency-Key=fallback", "--key.required=")))
                    .isEqualTo(2);
            assertThat(said()).contains("say whether that is meant");
            assertThat(judge(
                            shop,
                            with(pathless, "--request.headers.Idempotency-Key=fallback-2", "--key.required=true")))
                    .isEqualTo(1);
        }
    }

    @Test
    void programs_read_json_and_junit_and_secrets_are_in_neither() throws IOException {
        try (Shop shop = new Shop(Shop.Mistake.IGNORES_THE_KEY, folder.resolve("log"))) {
            assertThat(judge(shop, "--only=repeated", "--seed=7", "--json", "--junit=" + folder.resolve("report.xml")))
                    .isEqualTo(1);
        }
        JsonNode json = new ObjectMapper().readTree(said());
        assertThat(json.path("seed").asLong()).isEqualTo(7);
        assertThat(json.path("exit_code").asInt()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("report.xml"))).contains("failures=\"1\"", "message=\"doubled");
        assertThat(said()).contains("Bearer ${TOKEN}").doesNotContain("s3cret");
    }

    @Test
    void what_is_wrong_is_said_in_a_sentence() {
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            assertSays(shop, "does not answer", "--url=http://127.0.0.1:1", "--effects.command=echo 0");
            assertSays(shop, "refuses the credentials", "--request.headers.Authorization=none");
            assertSays(shop, "is not answered with a yes", "--request.body=too much");
            assertSays(shop, "cannot be counted", "--effects.get=/nonsense");
            assertSays(shop, "cannot be counted", "--effects.get=/nowhere");
            assertSays(shop, "went up by 0", "--effects.command=echo 4");
            assertSays(shop, "is not on this machine", "--url=http://192.0.2.1");
            assertSays(shop, "cannot be counted by SQL", "--effects.sql=select 1", "--effects.jdbc=jdbc:none:");
            assertSays(shop, "'echo ${TOKEN}; false' failed: ${TOKEN}", "--effects.command=echo ${TOKEN}; false");
            assertSays(shop, "'seven' is no number", "--effects.command=echo seven");
            assertSays(shop, "There is no host", "--url=http://nowhere.invalid");
            assertSays(shop, "is no address of a service", "--url=ftp://127.0.0.1");
            assertSays(shop, "nothing.yaml' cannot be read", "nothing.yaml");
            assertSays(shop, "The environment has no NOBODY", "--request.body=${NOBODY}");
            assertSays(shop, "The setting 'limits.answer' cannot be 'long'", "--limits.answer=long");
            assertSays(shop, "The setting 'seed' cannot be 'seven'", "--seed=seven");
            assertSays(shop, "There is no flag --loud", "--loud");
            assertSays(shop, "'books' is none of our apps", "--ours=books");
            assertSays(shop, "There is no setting 'request.pth'", "--request.pth=/");
            assertSays(shop, "There is no ordeal 'rain'", "--only=rain");
            assertSays(shop, "Nothing in the request holds the key", "--request.headers.Idempotency-Key=none");
            shop.restless = true;
            assertSays(shop, "The effects move by themselves");
        }
    }

    @Test
    void an_app_of_ours_that_does_not_run_is_to_be_started() {
        assertThat(command().run(List.of("--ours", "api"))).isEqualTo(2);
        assertThat(said()).contains("api does not answer on", "Start it in another terminal: ./once api");
    }

    @Test
    void the_draft_is_gone_through_clause_by_clause() throws IOException {
        try (Shop shop = new Shop(Shop.Mistake.NONE, folder.resolve("log"))) {
            assertThat(judge(
                            shop,
                            "--draft",
                            "--json=" + folder.resolve("report.json"),
                            "--junit=" + folder.resolve("report.xml")))
                    .isEqualTo(1);
        }
        assertThat(said())
                .contains(
                        "holds    2.1 The value is a string in quotes",
                        "holds    2.7 The key with another payload is answered with 422",
                        "BREAKS   2.1 A value without quotes",
                        "docs/api.md")
                .as("effects are not counted here")
                .doesNotContain(" effects");
        assertThat(report().path("ordeals"))
                .filteredOn(clause -> clause.path("outcome").asText().equals("breaks"))
                .extracting(clause -> clause.path("ordeal").asText())
                .contains("draft-2.1-bare");
        assertThat(Files.readString(folder.resolve("report.xml"))).contains("name=\"draft-2.1-bare\"><failure");
    }

    @Test
    void the_example_and_our_own_files_have_no_setting_that_is_not_known() {
        assertThat(command().run(List.of("--example"))).isZero();
        assertThat(said()).contains("{key} goes where the key travels", "effects:", "restart:");
        for (String name : List.of("example", "api", "webhooks", "forms", "jobs")) {
            SettingsReader reader = new SettingsReader(Map.of("TOKEN", "a", "OTHER_TOKEN", "b"));
            reader.readText(JudgeCommand.resource(name));
            Settings settings = reader.bind();
            assertThat(settings.request().path()).startsWith("/");
            settings.skip().keySet().forEach(HttpStaging::named);
        }
    }

    private void assertSays(Shop shop, String sentence, String... flags) {
        said.reset();
        assertThat(judge(shop, flags)).isEqualTo(2);
        assertThat(said()).contains(sentence);
    }

    private int judge(Shop shop, String... flags) {
        List<String> arguments = new ArrayList<>(List.of(
                "--url=" + shop.url(),
                "--request.path=/orders",
                "--request.headers.Authorization=Bearer ${TOKEN}",
                "--request.headers.Idempotency-Key={key}",
                "--request.body={\"item\":\"tea\"}",
                "--other-body={\"item\":\"coffee\"}",
                "--other-tenant.headers.Authorization=Bearer other",
                "--failing.body={\"item\":\"too much\"}",
                "--effects.get=/count",
                "--effects.pointer=/orders",
                "--effects.within=0.15",
                "--limits.patience=0.2",
                "--key.required=true"));
        arguments.addAll(List.of(flags));
        return command().run(arguments);
    }

    private JudgeCommand command() {
        return new JudgeCommand(
                new Home(folder),
                new Ports(Map.of("ONCE_API_PORT", "1")),
                Map.of("TOKEN", "s3cret"),
                new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    private static String[] with(String[] flags, String... more) {
        return Stream.concat(Stream.of(flags), Stream.of(more)).toArray(String[]::new);
    }

    private JsonNode report() throws IOException {
        return new ObjectMapper().readTree(folder.resolve("report.json").toFile());
    }

    private String said() {
        return said.toString(StandardCharsets.UTF_8);
    }
}
