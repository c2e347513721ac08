package dev.once.proof.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.zaxxer.hikari.HikariDataSource;
import dev.once.core.Idempotencies;
import dev.once.core.Ledger;
import dev.once.core.operations.OutboxMetrics;
import dev.once.core.outbox.Outbox;
import dev.once.core.outbox.OutboxProperties;
import dev.once.core.outbox.OutboxRelay;
import dev.once.core.protocol.ProtocolObserver;
import dev.once.core.retention.DuplicateEffects;
import dev.once.core.retention.EffectTable;
import dev.once.core.retention.Retention;
import dev.once.localpostgres.TestPostgres;
import dev.once.migrations.Migrations;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.yaml.snakeyaml.Yaml;

/** The alerts and the dashboard ask only for what the core exports, in a shape that Prometheus and Grafana read. */
class OperationsFilesTest {

    private static final Path FOLDER = Path.of("..", "..", "docs", "operations");
    private static final Pattern DURATION = Pattern.compile("\\d+(ms|s|m|h|d|w|y)");
    private static final Pattern LABEL_VALUE = Pattern.compile("disposition=~?\"([^\"]+)\"");

    private static Set<String> metrics = Set.of();
    private static Set<String> labels = Set.of();
    private static String scraped = "";

    @BeforeAll
    static void scrape_a_core_at_work() {
        var database = TestPostgres.shared().newDatabase();
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.jdbcUrl());
            pool.setUsername(database.username());
            pool.setPassword(database.password());
            Migrations.migrate(pool, List.of("core"));
            var meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            Idempotencies core = new Idempotencies(
                    pool, Idempotencies.Limits.forPoolOf(10), UnaryOperator.identity(), meters, ProtocolObserver.NONE);
            new JdbcTemplate(pool)
                    .execute(
                            """
                            create table metered_claims (
                              scope text not null, idempotency_key text not null, created_at timestamptz not null default now(),
                              primary key (scope, idempotency_key))
                            """);
            var claims = core.of(Ledger.named("claims").table("metered_claims").claimOnly());
            Outbox outbox = new Outbox(core.writes(), core.reads());
            OutboxProperties relaying = new OutboxProperties(
                    true,
                    1,
                    1,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(30),
                    1,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofDays(7),
                    Set.of());
            new OutboxMetrics(outbox, new OutboxRelay(outbox, List.of(), relaying)).bindTo(meters);
            new Retention(core, List.of(), 1, meters).sweep();
            EffectTable effects = EffectTable.of(claims, "once.outbox", "scope", "idempotency_key");
            new DuplicateEffects(core.writes(), List.of(effects), meters).check();
            // Of webhooks-app: RefusedDeliveriesTest sees that it counts under this name and these tags.
            meters.counter("once.webhooks.deliveries", "provider", "stripe", "disposition", "refused");
            scraped = meters.scrape();
        }
        List<String> samples =
                scraped.lines().filter(line -> !line.startsWith("#")).toList();
        metrics = samples.stream().map(line -> line.replaceFirst("[{ ].*", "")).collect(Collectors.toSet());
        labels = samples.stream()
                .filter(line -> line.contains("{"))
                .flatMap(line ->
                        Pattern.compile("([a-z_]+)=\"").matcher(line).results().map(label -> label.group(1)))
                .collect(Collectors.toSet());
    }

    @Test
    @SuppressWarnings("unchecked")
    void every_rule_has_what_prometheus_wants_and_asks_for_what_is_there() throws Exception {
        Map<String, Object> file = new Yaml().load(Files.readString(FOLDER.resolve("alerts.yml")));
        assertThat(file).containsOnlyKeys("groups");
        Set<String> names = new HashSet<>();
        for (Map<String, Object> group : (List<Map<String, Object>>) file.get("groups")) {
            assertThat(group).containsOnlyKeys("name", "rules");
            for (Map<String, Object> rule : (List<Map<String, Object>>) group.get("rules")) {
                String name = (String) rule.get("alert");
                assertThat(names.add(name)).as("one rule is named %s", name).isTrue();
                assertThat(rule.keySet()).isSubsetOf("alert", "expr", "for", "labels", "annotations");
                if (rule.containsKey("for")) {
                    assertThat((String) rule.get("for")).matches(DURATION);
                }
                assertThat((Map<String, String>) rule.get("labels")).containsKey("severity");
                assertThat((Map<String, String>) rule.get("annotations")).containsOnlyKeys("summary", "description");
                assertAsksForWhatIsThere((String) rule.get("expr"));
            }
        }
        assertThat(names)
                .contains(
                        "OnceDuplicateEffects",
                        "OnceReplaysSpike",
                        "OnceAttemptsPerEvent",
                        "OnceInFlightAnswers",
                        "OnceDeliveriesRefused",
                        "OnceOutboxBacklogOld");
    }

    /** The number that must be zero, and a number that nobody has counted for two hours, page somebody at once. */
    @Test
    @SuppressWarnings("unchecked")
    void duplicate_effects_page_above_zero_and_so_does_a_check_older_than_two_hours() throws Exception {
        Map<String, Object> file = new Yaml().load(Files.readString(FOLDER.resolve("alerts.yml")));
        Map<String, String> paging = ((List<Map<String, Object>>) file.get("groups"))
                .stream()
                        .flatMap(group -> ((List<Map<String, Object>>) group.get("rules")).stream())
                        .filter(rule ->
                                Map.of("severity", "page").equals(rule.get("labels")) && !rule.containsKey("for"))
                        .collect(Collectors.toMap(
                                rule -> (String) rule.get("alert"), rule -> (String) rule.get("expr")));

        assertThat(paging)
                .containsEntry("OnceDuplicateEffects", "max by (table) (once_duplicate_effects) > 0")
                .containsEntry(
                        "OnceDuplicateEffectsNotCounted",
                        "max by (table) (once_duplicate_effects_check_age_seconds) > "
                                + Duration.ofHours(2).toSeconds());
    }

    @Test
    void every_panel_asks_for_what_is_there_and_has_its_place() throws Exception {
        JsonNode dashboard = new ObjectMapper().readTree(Files.readString(FOLDER.resolve("grafana-dashboard.json")));
        assertThat(dashboard.get("title").asText()).isEqualTo("Once");
        assertThat(dashboard.get("schemaVersion").asInt()).isPositive();
        Set<Integer> ids = new HashSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            String title = panel.get("title").asText();
            assertThat(ids.add(panel.get("id").asInt())).as(title).isTrue();
            assertThat(panel.get("gridPos").get("x").asInt()
                            + panel.get("gridPos").get("w").asInt())
                    .as("the right edge of %s", title)
                    .isLessThanOrEqualTo(24);
            assertThat(panel.get("targets")).as(title).isNotEmpty();
            for (JsonNode target : panel.get("targets")) {
                assertAsksForWhatIsThere(target.get("expr").asText());
                Pattern.compile("\\{\\{(\\w+)}}")
                        .matcher(target.get("legendFormat").asText())
                        .results()
                        .forEach(label -> assertThat(labels).contains(label.group(1)));
            }
        }
    }

    @Test
    void every_metric_of_the_core_is_on_the_dashboard() throws Exception {
        String dashboard = Files.readString(FOLDER.resolve("grafana-dashboard.json"));
        assertThat(metrics)
                .filteredOn(name -> name.startsWith("once_") && !name.startsWith("once_webhooks_"))
                .isNotEmpty()
                .allSatisfy(name -> assertThat(dashboard).contains(name));
    }

    private static void assertAsksForWhatIsThere(String expr) {
        assertThat(balanced(expr)).as(expr).isTrue();
        LABEL_VALUE.matcher(expr).results().forEach(value -> assertThat(scraped)
                .contains("disposition=\"" + value.group(1) + "\""));
        for (var by :
                Pattern.compile("by \\(([^)]*)\\)").matcher(expr).results().toList()) {
            assertThat(labels).contains(by.group(1).split(", "));
        }
        for (var range : Pattern.compile("\\[([^]]*)]|offset (\\w+)")
                .matcher(expr)
                .results()
                .toList()) {
            assertThat(range.group(1) == null ? range.group(2) : range.group(1)).matches(DURATION);
        }
        String bare = expr.replaceAll("\\{[^}]*}|\\[[^]]*]|by \\([^)]*\\)|offset \\w+", " ");
        List<String> asked = new ArrayList<>();
        Pattern.compile("[a-z_][a-z0-9_]*(?!\\w|\\s*\\()")
                .matcher(bare)
                .results()
                .forEach(word -> asked.add(word.group()));
        assertThat(asked).as(expr).isNotEmpty();
        assertThat(metrics).as(expr).containsAll(asked);
    }

    private static boolean balanced(String expr) {
        return List.of("()", "[]", "{}").stream()
                .allMatch(pair -> expr.chars().filter(c -> c == pair.charAt(0)).count()
                        == expr.chars().filter(c -> c == pair.charAt(1)).count());
    }
}
