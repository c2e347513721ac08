package dev.once.api.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.once.api.ApiTest;
import dev.once.api.Caller;
import dev.once.api.Caller.Answered;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class ClientsTest extends ApiTest {

    private Caller add(String name, String body) {
        Answered added = new Caller(acme.address(), null).send("POST", "/actuator/clients/" + name, body);
        assertThat(added.status()).isEqualTo(200);
        return new Caller(acme.address(), added.json().get("token").asText());
    }

    @Test
    void the_operator_adds_a_client_and_revokes_it() {
        Caller initech = add("initech", "{}");
        assertThat(initech.get("/api/invoices").status()).isEqualTo(200);
        Caller rotated = add("initech", "{}");
        assertThat(rotated.token()).isNotEqualTo(initech.token());

        String key = newKey();
        Answered first = initech.post("/api/invoices", key, invoice("Ada"));
        assertThat(rotated.post("/api/invoices", key, invoice("Ada")).body()).isEqualTo(first.body());

        Answered revoked = new Caller(acme.address(), null).send("DELETE", "/actuator/clients/initech", null);
        assertThat(revoked.json().get("revokedTokens").asInt()).isEqualTo(2);
        assertThat(initech.get("/api/invoices").status()).isEqualTo(401);
        assertThat(rotated.post("/api/invoices", key, invoice("Ada")).status()).isEqualTo(401);
    }

    private Answered operator(String method, String path) {
        return new Caller(acme.address(), null).send(method, path, null);
    }

    @Test
    void one_token_is_rotated_and_the_others_stay() {
        Answered first = new Caller(acme.address(), null).send("POST", "/actuator/clients/umbrella", "{}");
        Caller old = new Caller(acme.address(), first.json().get("token").asText());
        Caller young = add("umbrella", "{}");
        assertThat(young.get("/api/invoices").status()).isEqualTo(200);

        Answered revoked = operator(
                "DELETE", "/actuator/clients/umbrella/" + first.json().get("id").asText());
        assertThat(revoked.json().get("revokedTokens").asInt()).isEqualTo(1);
        assertThat(old.get("/api/invoices").status()).isEqualTo(401);
        assertThat(young.get("/api/invoices").status()).isEqualTo(200);
    }

    @Test
    void the_list_tells_of_each_token_and_never_the_token() {
        Caller hooli = add("hooli", "{\"validDays\":30}");
        assertThat(tokensOf("hooli").get(0).get("lastUsedOn").isNull()).isTrue();
        hooli.get("/api/invoices");

        Answered list = operator("GET", "/actuator/clients");
        assertThat(list.body()).doesNotContain(hooli.token());
        assertThat(tokensOf("hooli")).singleElement().satisfies(token -> {
            assertThat(token.get("lastUsedOn").asText()).matches("\\d{4}-\\d\\d-\\d\\d");
            assertThat(token.get("expiresAt").isNull()).isFalse();
            assertThat(token.get("revokedAt").isNull()).isTrue();
        });
    }

    @Test
    void a_token_ends_by_itself() {
        Caller soylent = add("soylent", "{\"validDays\":1}");
        assertThat(soylent.get("/api/invoices").status()).isEqualTo(200);
        writes.repeatable(write -> write.sql(
                        "update api.clients set expires_at = expires_at - interval '25 hours' where name = 'soylent'")
                .update());
        assertThat(soylent.get("/api/invoices").status()).isEqualTo(401);
        assertThat(new Caller(acme.address(), null)
                        .send("POST", "/actuator/clients/soylent", "{\"validDays\":0}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_name_that_is_made_again_inherits_nothing() {
        Caller before = add("vandelay", "{}");
        String key = newKey();
        String id = before.post("/api/invoices", key, invoice("Latex"))
                .json()
                .get("id")
                .asText();
        operator("DELETE", "/actuator/clients/vandelay");

        Caller after = add("vandelay", "{}");
        assertThat(after.get("/api/invoices/" + id).status()).isEqualTo(404);
        assertThat(after.get("/api/invoices").body()).doesNotContain("Latex");
        Answered same = after.post("/api/invoices", key, invoice("Latex"));
        assertThat(same.status()).isEqualTo(201);
        assertThat(same.header("Idempotent-Replayed")).isNull();
        Caller beside = add("vandelay", "{}");
        assertThat(beside.post("/api/invoices", key, invoice("Latex")).body()).isEqualTo(same.body());
    }

    private List<JsonNode> tokensOf(String name) {
        return StreamSupport.stream(
                        operator("GET", "/actuator/clients")
                                .json()
                                .get("tokens")
                                .spliterator(),
                        false)
                .filter(token -> token.get("client").asText().equals(name))
                .toList();
    }

    @Test
    void a_client_that_may_only_read_is_refused_with_403() {
        Caller auditor = add("auditor", "{\"readOnly\":true}");
        assertThat(auditor.get("/api/invoices").status()).isEqualTo(200);
        Answered refused = auditor.post("/api/invoices", newKey(), invoice("Ada"));
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.problem()).isEqualTo("forbidden");
    }

    @Test
    void a_token_is_kept_as_a_digest_only() {
        assertThat(reads.query("select count(*) from api.clients where token_sha256 = sha256('acme-demo-token'::bytea)")
                        .count())
                .isEqualTo(1);
        assertThat(reads.query("select count(*) from api.clients c where c::text like '%acme-demo-token%'")
                        .count())
                .isZero();
        assertThat(new Token("secret")).asString().doesNotContain("secret");
    }

    @Test
    void one_client_never_meets_anothers_keys_or_invoices() {
        String key = newKey();
        Answered ours = acme.post("/api/invoices", key, invoice("Ours"));
        Answered theirs = globex.post("/api/invoices", key, invoice("Ours"));
        assertThat(theirs.status()).isEqualTo(201);
        assertThat(theirs.header("Idempotent-Replayed")).isNull();
        assertThat(theirs.header("Location")).isNotEqualTo(ours.header("Location"));
        assertThat(globex.get(ours.header("Location")).status()).isEqualTo(404);
        assertThat(globex.send("DELETE", ours.header("Location"), null).status())
                .isEqualTo(204);
        assertThat(globex.patch(
                                ours.header("Location"),
                                newKey(),
                                """
                {"description":"x","quantity":1,"unit_amount_cents":1}""")
                        .status())
                .isEqualTo(404);
        assertThat(acme.get(ours.header("Location")).body()).isEqualTo(ours.body());
    }
}
