package dev.once.api.sameness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.once.api.ApiTest;
import dev.once.api.Caller;
import dev.once.api.Caller.Answered;
import dev.once.core.retention.Retention;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class PersonalDataTest extends ApiTest {

    @Autowired
    private Retention retention;

    @Test
    void a_key_is_kept_for_24_hours() {
        String key = newKey();
        acme.post("/api/invoices", key, invoice("Ada"));
        String kept = reads.query(
                        "select (expires_at - created_at)::text from api.idempotency_keys where idempotency_key = :key")
                .param("key", key)
                .single((row, i) -> row.getString(1));
        assertThat(kept).isEqualTo("1 day");
    }

    @Test
    void stored_answers_are_swept_when_they_have_expired() {
        String old = newKey();
        String young = newKey();
        acme.post("/api/invoices", old, invoice("Ada"));
        acme.post("/api/invoices", young, invoice("Ada"));
        expire(old);
        retention.sweep();
        assertThat(claimsOf(old)).isZero();
        assertThat(claimsOf(young)).isEqualTo(1);
        assertThat(acme.post("/api/invoices", old, invoice("Ada")).header("Idempotent-Replayed"))
                .isNull();
    }

    @Test
    void old_exports_are_swept_and_young_ones_are_not() {
        String old = acme.post("/api/exports", newKey(), null).header("Location");
        String young = acme.post("/api/exports", newKey(), null).header("Location");
        // A sweep leaves out what somebody is writing.
        for (String export : List.of(old, young)) {
            await().until(() -> acme.get(export).json().get("status").asText().equals("done"));
        }
        writes.repeatable(write -> write.sql(
                        "update api.exports set created_at = created_at - interval '8 days' where :path like '%' || id")
                .param("path", old)
                .update());

        retention.sweep();

        assertThat(acme.get(old).status()).isEqualTo(404);
        assertThat(acme.get(young).status()).isEqualTo(200);
    }

    @Test
    void one_clients_answers_are_erased_and_nothing_is_done_again() {
        String key = newKey();
        Caller operator = new Caller(acme.address(), null);
        String token = operator.send("POST", "/actuator/clients/forgetful", "{}")
                .json()
                .get("token")
                .asText();
        Caller forgetful = new Caller(acme.address(), token);
        String others = newKey();
        acme.post("/api/invoices", others, invoice("Kept"));
        forgetful.post("/api/invoices", key, invoice("Forget me"));

        Answered erased = operator.send("DELETE", "/actuator/once/api?scope=forgetful", null);
        assertThat(erased.json().get("erasedAnswers").asInt()).isEqualTo(1);
        assertThat(reads.query(
                                "select count(*) from api.idempotency_keys where client_id = 'forgetful' and body is not null")
                        .count())
                .isZero();
        Answered again = forgetful.post("/api/invoices", key, invoice("Forget me"));
        assertThat(again.status()).isEqualTo(410);
        assertThat(again.problem()).isEqualTo("answer-erased");
        assertThat(invoicesOf("Forget me")).isEqualTo(1);
        assertThat(acme.post("/api/invoices", others, invoice("Kept")).status()).isEqualTo(201);
    }

    @Test
    void neither_bodies_nor_tokens_are_logged(CapturedOutput output) {
        String key = newKey();
        acme.post("/api/invoices", key, invoice("Very Personal"));
        acme.post("/api/invoices", key, invoice("Very Personal"));
        acme.post("/api/invoices", newKey(), "{\"customer\":\"Very Personal\"");
        acme.post("/api/invoices", newKey(), "{\"customer\":\"Very Personal\"}");
        assertThat(output.getAll()).contains(key).doesNotContain("Very Personal", "acme-demo-token");
    }
}
