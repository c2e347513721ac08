package dev.once.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.password=for-this-test",
            "once.web.public-url=http://localhost",
            "once.web.problem-types=/problems/",
            "once.web.programs=/open/fails/erased"
        })
@ExtendWith(OutputCaptureExtension.class)
class ProblemsTest {

    @LocalServerPort
    int port;

    Http http;

    @BeforeEach
    void connect() {
        http = new Http(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"no-connection", "no-transaction", "resource", "timeout", "wrapped"})
    void a_database_that_is_away_is_503_and_worth_a_retry(String how) throws Exception {
        HttpResponse<String> answer = http.get("/open/fails/" + how);

        assertProblem(answer, 503, "service-unavailable");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.body()).doesNotContain("secret");
    }

    @Test
    void an_erased_answer_is_gone() throws Exception {
        assertProblem(http.get("/open/fails/erased"), 410, "answer-erased");
    }

    @Test
    void a_refusal_keeps_its_kind_its_headers_and_its_members() throws Exception {
        HttpResponse<String> answer = http.get("/open/fails/refused");

        assertProblem(answer, 409, "still-running");
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(answer.body()).contains("\"title\":\"Still running\"", "\"running\":true");
    }

    @Test
    void a_fault_tells_an_id_and_nothing_else(CapturedOutput log) throws Exception {
        HttpResponse<String> answer = http.get("/open/fails/badly");

        assertProblem(answer, 500, "internal-server-error");
        assertThat(answer.body()).doesNotContain("secret", "IllegalState", "at dev.once");
        String id = answer.headers().firstValue("X-Request-Id").orElseThrow();
        assertThat(answer.body()).contains("\"instance\":\"urn:uuid:" + id + "\"");
        assertThat(log).containsPattern("\\[" + id + "\\].*answered 500").contains("a secret that must not get out");
    }

    @Test
    void an_id_that_the_caller_sends_is_not_taken_over() throws Exception {
        assertThat(http.get("/open/number?n=1", "X-Request-Id", "mine")
                        .headers()
                        .firstValue("X-Request-Id"))
                .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f-]{36}"));
    }

    @Test
    void what_spring_mvc_refuses_is_a_problem_with_its_own_status() throws Exception {
        byte[] order = "{\"quantity\":1}".getBytes();
        assertProblem(http.get("/open/number?n=many"), 400, "bad-request");
        assertProblem(http.get("/open/number"), 400, "bad-request");
        assertProblem(http.post("/open/order", "{".getBytes(), "Content-Type", "application/json"), 400, "bad-request");
        assertProblem(http.post("/open/order", order, "Content-Type", "text/csv"), 415, "unsupported-media-type");
        assertProblem(http.get("/open/number?n=1", "Accept", "image/png"), 406, "not-acceptable");
        assertProblem(http.get("/open/nothing-here"), 404, "not-found");
        HttpResponse<String> wrongMethod = http.get("/open/order");
        assertProblem(wrongMethod, 405, "method-not-allowed");
        assertThat(wrongMethod.headers().firstValue("Allow")).hasValue("POST");
    }

    @Test
    void a_browser_gets_a_page_with_the_same_status() throws Exception {
        HttpResponse<String> answer =
                http.get("/open/fails/timeout", "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
        assertThat(answer.body()).contains("<h1>Service unavailable</h1>", "Try again", "/once.css");
    }

    @Test
    void a_page_that_fails_halfway_is_replaced_by_the_problem_with_its_own_status() throws Exception {
        assertProblem(http.get("/open/fails/halfway", "Accept", "text/html"), 403, "forbidden");
    }

    @Test
    void a_page_of_the_application_that_fails_halfway_is_replaced_too() throws Exception {
        HttpResponse<String> json = http.get("/open/half");
        assertThat(json.statusCode()).isEqualTo(503);
        assertThat(json.headers().firstValue("Content-Type")).hasValue("application/problem+json;charset=UTF-8");
        assertThat(json.body()).startsWith("{").contains("\"status\":503").endsWith("}");

        HttpResponse<String> page = http.get("/open/half", "Accept", "text/html");
        assertThat(page.statusCode()).isEqualTo(503);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=UTF-8");
        assertThat(page.body()).contains("<h1>Service unavailable</h1>").doesNotContain("half a page");
    }

    @Test
    void refusals_of_security_are_problems_too() throws Exception {
        assertProblem(http.get("/"), 401, "unauthorized");
        HttpResponse<String> api = http.get("/api/anything");
        assertProblem(api, 401, "unauthorized");
        assertThat(api.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertThat(http.get("/", "Accept", "text/html").body()).contains("<h1>Unauthorized</h1>");
    }

    @Test
    void what_tomcat_and_the_firewall_refuse_is_a_problem_too() throws Exception {
        for (String request : new String[] {
            "GET /open/a|b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /open/%2e%2e;/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /open//x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            "GET /open HTTP/1.1\r\nConnection: close\r\n\r\n",
            "POST /open/raw HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\nno chunk",
            "POST /open/raw HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
            "GET /open HTTP/1.1\r\nHost: localhost\r\nX: " + "y".repeat(20_000) + "\r\nConnection: close\r\n\r\n",
        }) {
            assertThat(http.raw(request))
                    .startsWith("HTTP/1.1 400")
                    .contains("application/problem+json", "\"status\":400", "\"retryable\":false", "X-Request-Id: ")
                    .doesNotContain("Tomcat", "<html");
        }
    }

    @Test
    void an_address_for_programs_never_answers_with_a_page() throws Exception {
        assertProblem(http.get("/open/fails/erased", "Accept", "text/html"), 410, "answer-erased");
    }

    @Test
    void a_head_request_gets_the_status_without_a_body() throws Exception {
        HttpResponse<String> answer =
                http.send(http.request("/open/fails/timeout").method("HEAD", HttpRequest.BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body()).isEmpty();
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String slug) {
        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body())
                .contains(
                        // Of the public URL, whatever address was called.
                        "\"type\":\"http://localhost/problems/" + slug + "\"",
                        "\"status\":" + status,
                        "\"retryable\":"
                                + (status >= 500
                                        || answer.headers()
                                                .firstValue("Retry-After")
                                                .isPresent()),
                        "\"new_key_safe\":false");
        assertThat(answer.headers().firstValue("X-Request-Id")).isPresent();
    }
}
