package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.core.outbox.Outbox;
import dev.once.core.support.SchemaName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.test.util.ReflectionTestUtils;

/** How many pages the outbox's own statements touch in a table of 150,000 rows, where few are of interest. */
class OutboxPlansTest {

    private static final String MANY_OTHERS =
            """
            insert into once.outbox (id, topic, payload, attempts, due_at)
            select once.uuidv7(), 'handled', '{}', 3, now() + interval '1 hour' from generate_series(1, 50000);
            insert into once.outbox (id, topic, payload)
            select once.uuidv7(), 'unknown', '{}' from generate_series(1, 50000);
            insert into once.outbox (id, topic, payload, done_at)
            select once.uuidv7(), 'handled', '{}', now() from generate_series(1, 50000);
            """;

    private final OutboxLab box = new OutboxLab();

    @BeforeEach
    void fill() {
        box.lab.run(MANY_OTHERS);
        box.lab.run("vacuum analyze once.outbox");
    }

    @AfterEach
    void close() {
        box.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"force_custom_plan", "force_generic_plan"})
    void a_poll_reads_neither_what_nobody_handles_nor_what_rests_after_a_failure(String planning) throws Exception {
        String lease = statement("LEASE")
                .replace(":time", "$1")
                .replace(":topics", "$2")
                .replace(":batch", "$3");
        String execute = "execute it ('30 seconds', '{handled,another}', 20)";

        assertThat(pages(planning, "(text, text[], int)", lease, execute)).isLessThan(20);

        box.write("handled", 20);
        assertThat(pages(planning, "(text, text[], int)", lease, execute)).isLessThan(500);
        assertThat(box.lab.number("select count(*) from once.outbox where lease = 1"))
                .isEqualTo(20);
    }

    @Test
    void what_the_gauges_ask_for_is_counted_in_an_index() throws Exception {
        box.lab.run("delete from once.outbox where done_at is null");
        box.write("unknown", 100);
        box.lab.run("vacuum analyze once.outbox");

        assertThat(pages("auto", "", statement("STATUS"), "execute it")).isLessThan(20);
        assertThat(pages("auto", "", statement("PARKED_COUNT"), "execute it")).isLessThan(5);
    }

    private static String statement(String name) {
        return SchemaName.ONCE.in(String.valueOf(ReflectionTestUtils.getField(Outbox.class, name)));
    }

    private long pages(String planning, String types, String sql, String execute) throws Exception {
        try (Connection connection = box.lab.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("set plan_cache_mode = " + planning);
            statement.execute("prepare it " + types + " as " + sql);
            ResultSet explained = statement.executeQuery("explain (analyze, buffers, format json) " + execute);
            explained.next();
            JsonNode plan =
                    new ObjectMapper().readTree(explained.getString(1)).get(0).get("Plan");
            return plan.get("Shared Hit Blocks").asLong()
                    + plan.get("Shared Read Blocks").asLong();
        }
    }
}
