package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No statement of the core or of an app has a shape that Citus refuses. Which tables are distributed, its script says. */
class SqlShapesTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final List<String> MODULES =
            List.of("idempotency-core", "web-support", "webhooks-app", "forms-app", "jobs-app", "public-api-app");

    private static final Pattern SQL = Pattern.compile(
            "\"\"\"\\s*\\n(.*?)\"\"\"|\"((?:select|insert into|update|delete from) [^\"\\n]*)\"", Pattern.DOTALL);
    private static final Pattern TABLE = Pattern.compile("\\b(once|webhooks|forms|jobs|api)\\.([a-z_]+)\\b");

    private static final String TIME =
            "(?:now|statement_timestamp|transaction_timestamp|clock_timestamp)\\s*\\(|\\bcurrent_(?:date|timestamp)\\b";
    private static final Pattern CHANGES = Pattern.compile("\\b(update|delete from)\\b");
    private static final Pattern VOLATILE =
            Pattern.compile("\\b(clock_timestamp|timeofday|random|gen_random_uuid|uuidv7|nextval)\\s*\\(");
    private static final Pattern TIME_ON_CONFLICT =
            Pattern.compile("\\bdo update set\\b.*?(" + TIME + ")", Pattern.DOTALL);
    private static final Pattern TIME_IN_CHOICE = Pattern.compile(
            "\\bset\\b.*?\\b(coalesce\\s*\\([^)]*(" + TIME + ")|case\\b.*?(" + TIME + ").*?\\bend\\b)", Pattern.DOTALL);
    private static final Pattern LOCKS = Pattern.compile("\\bfor (no key )?(update|share)\\b");

    private static final Map<String, String> DISTRIBUTED = named("distribute\\('([a-z_.]+)', '([a-z_]+)'");
    private static final Set<String> REFERENCE = named("refer\\('([a-z_.]+)'()").keySet();

    @Test
    void none_has_a_shape_that_citus_refuses() throws IOException {
        List<String> refused = new ArrayList<>();
        int statements = 0;
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    for (String sql : statementsOf(Files.readString(file))) {
                        statements++;
                        refusals(sql).forEach(why -> refused.add(file.getFileName() + ": " + why + "\n" + sql));
                    }
                }
            }
        }
        assertThat(statements).isGreaterThan(80);
        assertThat(refused).isEmpty();
    }

    /** Each was once in the code, and failed on a cluster. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "update api.idempotency_keys set body = null where client_id = ? and expires_at <= clock_timestamp()",
                "insert into webhooks.subscriptions (provider) values (?) on conflict (provider) do update set updated_at = now()",
                "update api.exports set finished_at = coalesce(finished_at, now()) where client_id = ? and id = ?",
                "update jobs.runs set ended_at = case when ended_at is null then now() else ended_at end where id = ?",
                "with held as (update {table} set {stored} returning 1) select 1 from held where current_setting('once.claim') <> ''",
                "delete from api.exports where id in (select id from api.exports limit 9 for update skip locked)",
                "select id from jobs.runs where not exists (select 1 from once.outbox where outbox.id = runs.id)",
                "select id from jobs.runs where not exists (select 1 from {once}.outbox where outbox.id = runs.id)"
            })
    void a_shape_that_citus_refuses_is_found(String sql) {
        assertThat(refusals(sql)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update api.exports set finished_at = least(finished_at, statement_timestamp()) where client_id = ?",
                "select total_cents from api.invoices where client_id = :client and id = :id for update",
                "select id from once.outbox where due_at <= statement_timestamp() for update skip locked",
                "select 1 from jobs.statement_runs join jobs.charges using (run_id)"
            })
    void what_works_is_let_be(String sql) {
        assertThat(refusals(sql)).isEmpty();
    }

    private static List<String> refusals(String text) {
        String sql = text.replace("{once}", "once");
        List<String> refusals = new ArrayList<>();
        if (CHANGES.matcher(sql).find() && VOLATILE.matcher(sql).find()) {
            refusals.add("a volatile function in an update or delete");
        }
        if (TIME_ON_CONFLICT.matcher(sql).find()) {
            refusals.add("a time in 'do update set': take it from 'excluded'");
        }
        if (CHANGES.matcher(sql).find() && TIME_IN_CHOICE.matcher(sql).find()) {
            refusals.add("a time in coalesce or case: least and greatest skip nulls");
        }
        Set<String> tables =
                TABLE.matcher(sql).results().map(MatchResult::group).collect(Collectors.toSet());
        List<String> distributed =
                tables.stream().filter(DISTRIBUTED::containsKey).toList();
        if (LOCKS.matcher(sql).find()
                && distributed.stream()
                        .anyMatch(table -> !sql.matches("(?s).*\\b" + DISTRIBUTED.get(table) + " = [:?].*"))) {
            refusals.add("row locks over several shards");
        }
        if (sql.contains("current_setting(") && (!distributed.isEmpty() || sql.contains("{table}"))) {
            refusals.add("a setting that a worker does not know");
        }
        boolean local =
                tables.stream().anyMatch(table -> !DISTRIBUTED.containsKey(table) && !REFERENCE.contains(table));
        if (local && !distributed.isEmpty()) {
            refusals.add("a distributed and a local table in one statement");
        }
        return refusals;
    }

    private static List<String> statementsOf(String source) {
        return SQL.matcher(source)
                .results()
                .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                .toList();
    }

    private static Map<String, String> named(String pattern) {
        try {
            return Pattern.compile(pattern)
                    .matcher(Files.readString(ROOT.resolve("migrations/scripts/citus.sql")))
                    .results()
                    .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
