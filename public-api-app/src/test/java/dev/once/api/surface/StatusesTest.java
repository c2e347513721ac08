package dev.once.api.surface;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.ApiTest;
import dev.once.api.Caller;
import dev.once.api.Caller.Answered;
import dev.once.api.pages.ProblemType;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatusesTest extends ApiTest {

    private void assertProblem(Answered answer, int status, String problem) {
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.problem()).isEqualTo(problem);
        assertThat(answer.json().get("status").asInt()).isEqualTo(status);
        assertThat(answer.json().get("retryable").isBoolean()).isTrue();
        assertThat(answer.json().get("new_key_safe").isBoolean()).isTrue();
        assertThat(answer.header("X-Request-Id")).isNotEmpty();
        // The type is an address that works as it is.
        Caller nobody = new Caller("", null);
        assertThat(nobody.get(answer.json().get("type").asText(), "Accept", "text/html")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void without_a_token_401() {
        Caller nobody = new Caller(acme.address(), null);
        Answered answer = nobody.get("/api/invoices");
        assertProblem(answer, 401, "unauthorized");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"once\"");
        assertProblem(nobody.post("/api/invoices", "k", invoice("Nobody")), 401, "unauthorized");
        assertProblem(nobody.get("/api/nowhere"), 401, "unauthorized");
        Answered wrong = new Caller(acme.address(), "wrong").get("/api/invoices");
        assertProblem(wrong, 401, "unauthorized");
        assertThat(wrong.header("WWW-Authenticate")).contains("error=\"invalid_token\"");
        assertProblem(
                nobody.get("/api/invoices", "Authorization", "Basic YWNtZTphY21lLWRlbW8tdG9rZW4="),
                401,
                "unauthorized");
        assertProblem(acme.get("/api/invoices", "Authorization", "Bearer globex-demo-token"), 401, "unauthorized");
    }

    @Test
    void the_token_comes_before_the_size_and_the_size_before_the_key() {
        byte[] large = new byte[1024 * 1024 + 1];
        assertProblem(
                new Caller(acme.address(), "wrong").sendBytes("POST", "/api/invoices", large), 401, "unauthorized");
        assertProblem(acme.sendBytes("POST", "/api/invoices", large), 413, "body-too-large");
        assertProblem(acme.sendBytes("POST", "/api/customers", large, "Idempotency-Key", "k"), 413, "body-too-large");
        assertProblem(acme.send("POST", "/api/invoices", "{", "Content-Type", "text/plain"), 400, "key-missing");
    }

    @Test
    void nothing_there_404() {
        assertProblem(acme.get("/api/nowhere"), 404, "not-found");
        assertProblem(acme.get("/api/invoices/7"), 404, "not-found");
        assertProblem(acme.get("/api"), 404, "not-found");
    }

    @Test
    void no_such_operation_405() {
        Answered answer = acme.send("PUT", "/api/invoices", "{}");
        assertProblem(answer, 405, "method-not-allowed");
        assertThat(answer.header("Allow")).contains("GET").contains("POST");
    }

    @Test
    void another_form_of_answer_406() {
        assertProblem(acme.get("/api/invoices", "Accept", "text/csv"), 406, "not-acceptable");
        assertProblem(acme.get("/api/invoices", "Accept", "text/html"), 406, "not-acceptable");
        assertThat(acme.get("/api/invoices", "Accept", "text/html, */*;q=0.1").status())
                .isEqualTo(200);
    }

    @Test
    void another_form_of_request_415() {
        for (String type : new String[] {
            "", "text/plain", "application/x-www-form-urlencoded", "nonsense", "application/json;charset=latin1"
        }) {
            assertProblem(
                    acme.send(
                            "POST", "/api/invoices", invoice("Ada"), "Idempotency-Key", newKey(), "Content-Type", type),
                    415,
                    "unsupported-media-type");
        }
    }

    @Test
    void what_is_not_json_400() {
        byte[] latin1 = invoice("Müller").getBytes(StandardCharsets.ISO_8859_1);
        byte[] utf16 = invoice("Ada").getBytes(StandardCharsets.UTF_16);
        for (byte[] body : new byte[][] {
            latin1,
            utf16,
            "".getBytes(),
            "{}{}".getBytes(),
            "{\"customer\":\"a\",\"customer\":\"b\"}".getBytes(),
            "[".repeat(100_000).getBytes()
        }) {
            assertProblem(
                    acme.sendBytes("POST", "/api/invoices", body, "Idempotency-Key", newKey()), 400, "malformed-json");
        }
    }

    @ParameterizedTest
    @EnumSource(ProblemType.class)
    void every_problem_has_a_page(ProblemType problem) {
        Answered page = new Caller(acme.address(), null).get("/problems/" + problem.slug(), "Accept", "text/html");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains(problem.title(), problem.slug(), "What to do");
    }
}
