package dev.once.api.surface;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.api.ApiTest;
import dev.once.api.Caller.Answered;
import org.junit.jupiter.api.Test;

class ExportsTest extends ApiTest {

    @Test
    void an_export_is_asked_for_once_and_becomes_a_file() {
        globex.post("/api/invoices", newKey(), invoice("=cmd, \\\"quoted\\\""));
        globex.post("/api/invoices", newKey(), invoice("Müller"));
        String key = newKey();
        Answered first = globex.post("/api/exports", key, null);
        assertThat(first.status()).isEqualTo(202);
        assertThat(first.json().get("status").asText()).isEqualTo("waiting");
        String status = first.header("Location");

        await().atMost(10, SECONDS)
                .until(() -> globex.get(status).json().get("status").asText().equals("done"));
        Answered again = globex.post("/api/exports", key, null);
        assertThat(again.bytes()).isEqualTo(first.bytes());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");

        Answered done = globex.get(status);
        assertThat(done.json().get("exported_invoices")).isEqualTo(done.json().get("invoices"));
        Answered file = globex.get(done.json().get("file").asText());
        assertThat(file.status()).isEqualTo(200);
        assertThat(file.header("Content-Type")).isEqualTo("text/csv;header=present;charset=UTF-8");
        assertThat(file.body())
                .startsWith("id,customer,currency,total_cents,due_date,created_at\r\n")
                .contains(",\"'=cmd, \"\"quoted\"\"\",EUR,9900,,")
                .contains(",Müller,EUR,")
                .endsWith("Z\r\n");
        assertThat(reads.query("select count(*) from api.exports where idempotency_key = :key")
                        .param("key", key)
                        .count())
                .isEqualTo(1);
        assertThat(acme.get(status).status()).isEqualTo(404);
        assertThat(acme.get(status + "/file").status()).isEqualTo(404);
    }

    @Test
    void a_file_that_is_not_done_is_not_given_out() {
        String key = newKey();
        String status = globex.post("/api/exports", key, "{}").header("Location");
        await().atMost(10, SECONDS)
                .until(() -> globex.get(status).json().get("status").asText().equals("done"));
        writes.repeatable(write -> write.sql("update api.exports set finished_at = null where idempotency_key = :key")
                .param("key", key)
                .update());
        Answered early = globex.get(status + "/file");
        assertThat(early.status()).isEqualTo(409);
        assertThat(early.problem()).isEqualTo("export-not-ready");
        assertThat(early.header("Retry-After")).isEqualTo("1");
    }

    @Test
    void an_export_told_twice_has_every_chunk_once() {
        String key = newKey();
        String status = globex.post("/api/exports", key, "{}").header("Location");
        await().atMost(10, SECONDS)
                .until(() -> globex.get(status).json().get("status").asText().equals("done"));
        String file = globex.get(status + "/file").body();
        writes.repeatable(
                write -> write.sql("update once.outbox set done_at = null, due_at = now() where idempotency_key = :key")
                        .param("key", key)
                        .update());
        await().atMost(10, SECONDS)
                .until(() -> reads.query(
                                        "select count(*) from once.outbox where idempotency_key = :key and done_at is not null")
                                .param("key", key)
                                .count()
                        == 1);
        assertThat(globex.get(status + "/file").body()).isEqualTo(file);
    }

    @Test
    void an_export_has_nothing_to_choose() {
        assertThat(globex.post("/api/exports", newKey(), "{\"format\":\"xml\"}").problem())
                .isEqualTo("invalid-request");
        assertThat(globex.send("POST", "/api/exports", null).problem()).isEqualTo("key-missing");
    }
}
