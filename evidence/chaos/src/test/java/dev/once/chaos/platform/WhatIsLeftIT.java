package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.verdict.Heard;
import dev.once.faults.verdict.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Comes last: reads every line that every process of this run has written, and looks through the tables. */
class WhatIsLeftIT {

    /** What is in the bodies that senders send. */
    private static final List<String> OF_BODIES =
            List.of("confidential-4711", "jane@customer.test", "monthly_price_in_cents", "pending_webhooks");

    @Test
    void no_line_holds_a_secret_a_token_or_a_body() throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        var programs = new Senders.Programs(platform, "logged");
        Intent intent = programs.intent(1, new SplittableRandom(1));
        Waiting.until("an attempt is logged", Instance.START, () -> programs.send(intent, 0)
                .isYes());
        assertThat(programs.send(intent, 0)).extracting(Heard::kind).isEqualTo(Heard.Kind.YES);
        List<String> lines =
                platform.all().flatMap(instance -> instance.lines().stream()).toList();
        assertThat(lines).as("attempts are logged at all").anyMatch(line -> line.contains(intent.key()));

        List<String> forbidden = new ArrayList<>(platform.secrets().all());
        forbidden.addAll(OF_BODIES);
        forbidden.add("Bearer ");
        forbidden.add("once-forms=");
        for (String secret : forbidden) {
            assertThat(lines.stream().filter(line -> line.contains(secret)).limit(3))
                    .isEmpty();
        }
        Report.shared().note("log lines read", "%,d, none with a secret, a token or a body".formatted(lines.size()));
    }

    /** Where something was away, the answer is 503; a 500 is a fault of ours. */
    @Test
    void nobody_was_answered_500() throws Exception {
        assertThat(Platform.shared().answered500()).isEmpty();
    }

    @Test
    void no_registered_effect_is_there_twice_and_nothing_was_given_up() throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        Waiting.until("every job has ended", Platform.UNTIL_IDLE, platform::isIdle);
        try (Sql sql = new Sql(platform.connect())) {
            List<String> tables = new ArrayList<>();
            for (String[] effects : sql.list("select table_name, attempt_columns from once.effects", row ->
                    new String[] {row.getString(1), row.getString(2)})) {
                tables.add(effects[0]);
                assertThat(sql.count(
                                "select count(*) from (select 1 from %s where (%s) is not null group by %s having count(*) > 1) as doubled"
                                        .formatted(effects[0], effects[1], effects[1])))
                        .as("duplicates in " + effects[0])
                        .isZero();
            }
            assertThat(tables).hasSizeGreaterThan(5);
            assertThat(sql.count("select count(*) from once.outbox where parked_at is not null"))
                    .as("parked")
                    .isZero();
            assertThat(sql.list(
                            "select kind || ': ' || reason from jobs.runs where status in ('failed', 'unknown')",
                            row -> row.getString(1)))
                    .as("runs that need an operator")
                    .isEmpty();
            Report.shared().note("effect tables searched for duplicates", tables.size() + ", none found");
        }
    }
}
