package dev.once.api.effects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.ApiTest;
import dev.once.api.Caller.Answered;
import dev.once.core.outbox.OutboxMessage;
import dev.once.core.support.Uuids;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** Nobody relays here but the test, so the order of service is what it measures. */
@TestPropertySource(
        properties = {
            "once.outbox.enabled=false",
            "once.api.export-chunk=2",
            "once.api.exports-at-once=4",
            "once.api.stored-answers-per-client=20KB"
        })
@DirtiesContext
class ExportsInTurnTest extends ApiTest {

    private static final Database DATABASE = TestPostgres.shared().newDatabase();

    @Autowired
    ExportHandler handler;

    @DynamicPropertySource
    static void ownDatabase(DynamicPropertyRegistry settings) {
        settings.add("spring.datasource.url", DATABASE::jdbcUrl);
        settings.add("spring.datasource.username", DATABASE::username);
        settings.add("spring.datasource.password", DATABASE::password);
    }

    @Test
    void a_small_export_does_not_wait_for_all_that_somebody_else_has_asked_for() {
        for (int i = 0; i < 9; i++) {
            acme.post("/api/invoices", newKey(), invoice("Many " + i));
        }
        globex.post("/api/invoices", newKey(), invoice("One"));
        List<String> asked = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            asked.add(export(acme.post("/api/exports", newKey(), null)));
        }
        String small = export(globex.post("/api/exports", newKey(), null));

        Answered fifth = acme.post("/api/exports", newKey(), null);
        assertThat(fifth.status()).isEqualTo(429);
        assertThat(fifth.problem()).isEqualTo("too-many-requests");
        assertThat(fifth.header("Retry-After")).isEqualTo("10");

        handle("acme", asked.get(0));

        assertThat(chunksBeforeTheEndOf(small))
                .as("chunks of acme's that were made before")
                .isLessThanOrEqualTo(2);
        asked.forEach(id -> handle("acme", id));
        handle("globex", small);
        assertThat(reads.query("select count(*) from api.exports where finished_at is null")
                        .count())
                .isZero();
        assertThat(reads.query("select count(*) from api.export_chunks where client_id = 'acme'")
                        .count())
                .isEqualTo(4 * 5);
    }

    @Test
    void stored_answers_have_so_much_room_by_client_and_a_repeat_is_answered_all_the_same() {
        String key = newKey();
        Answered first = globex.post("/api/invoices", key, invoice("Kept"));
        Answered last = first;
        for (int i = 0; i < 100 && last.status() == 201; i++) {
            last = globex.post("/api/invoices", newKey(), invoice("Full " + i));
        }
        assertThat(last.status()).isEqualTo(429);
        assertThat(last.header("Retry-After")).isEqualTo("3600");
        assertThat(globex.post("/api/invoices", key, invoice("Kept")).body()).isEqualTo(first.body());
        assertThat(acme.post("/api/invoices", newKey(), invoice("Another's")).status())
                .isEqualTo(201);
    }

    private long chunksBeforeTheEndOf(String export) {
        return reads.query(
                        """
                        select count(*) from api.export_chunks chunk, api.exports small
                        where chunk.client_id = 'acme' and small.id = cast(:id as uuid)
                          and chunk.created_at < coalesce(small.finished_at, 'infinity')
                        """)
                .param("id", export)
                .count();
    }

    private void handle(String client, String export) {
        handler.handle(new OutboxMessage(
                Uuids.next(),
                Exports.TOPIC,
                "{\"clientId\":\"%s\",\"exportId\":\"%s\"}".formatted(client, export),
                null,
                null,
                1));
    }

    private static String export(Answered asked) {
        assertThat(asked.status()).isEqualTo(202);
        return asked.json().get("id").asText();
    }
}
