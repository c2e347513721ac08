package dev.once.api.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.ApiTest;
import dev.once.api.Caller;
import dev.once.api.Caller.Answered;
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
