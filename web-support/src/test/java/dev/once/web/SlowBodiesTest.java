package dev.once.web;

import static dev.once.web.Http.basic;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

/** With ten threads and a Tomcat that would wait for two minutes, a single thread that is held is one too many. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.username=ops",
            "once.operator.password=a-password-for-this-test",
            "once.web.public-url=http://localhost",
            "spring.threads.virtual.enabled=false",
            "server.tomcat.threads.max=10",
            "server.tomcat.connection-timeout=120s",
            "once.web.bodies.within=2s",
            "once.web.bodies.waiting=8",
            "once.web.bodies.waiting-per-client=4"
        })
@ExtendWith(OutputCaptureExtension.class)
class SlowBodiesTest {

    private static final String FORM = "Content-Type: application/x-www-form-urlencoded";

    @LocalServerPort
    int port;

    private final List<SlowSocket> slow = new ArrayList<>();
    private Http http;

    @BeforeEach
    void connect() {
        http = new Http(port);
    }

    @AfterEach
    void hangUp() throws Exception {
        for (SlowSocket socket : slow) {
            socket.close();
        }
    }

    @Test
    void what_is_refused_without_its_body_is_not_read_to_its_end() throws Exception {
        open(30, "/change");

        assertThat(http.get("/open/number?n=1").statusCode()).isEqualTo(200);
        for (SlowSocket socket : slow) {
            assertThat(socket.answer()).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void what_is_answered_without_its_body_is_not_read_to_its_end_either() throws Exception {
        open(30, "/open/fails/erased");
        open(30, "/open/nothing-here", "Transfer-Encoding: chunked");

        assertThat(http.get("/open/number?n=1").statusCode()).isEqualTo(200);
        for (SlowSocket socket : slow) {
            assertThat(socket.answer()).startsWith("HTTP/1.1 40");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Transfer-Encoding: chunked", "Content-Type: text/plain"})
    void an_answer_that_needed_no_body_is_given_as_it_is(String header) throws Exception {
        open(1, "/open/elsewhere", header);
        slow.get(0).write("{");

        assertThat(slow.get(0).answer())
                .startsWith("HTTP/1.1 302")
                .contains("Location: /open/where", "Connection: close");
    }

    @Test
    void an_answer_that_needed_no_body_is_given_as_it_is_when_its_sender_has_hung_up() throws Exception {
        for (int i = 0; i < 300; i++) {
            assertThat(http.raw(
                            "POST /open/elsewhere HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n{"))
                    .startsWith("HTTP/1.1 302");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/open/raw", "/open/form"})
    void a_client_waits_for_few_bodies_at_once_and_the_others_are_served(String path) throws Exception {
        open(30, path, path.endsWith("form") ? FORM : "Content-Type: text/plain");

        assertThat(http.get("/open/number?n=1").statusCode()).isEqualTo(200);
        assertThat(http.post("/read", new byte[9000], "Authorization", basic("ops", "a-password-for-this-test"))
                        .body())
                .isEqualTo("{\"bytes\":9000}");
        List<String> answers = new ArrayList<>();
        for (SlowSocket socket : slow) {
            answers.add(socket.drip(500));
        }
        assertThat(answers)
                .filteredOn(answer -> answer.startsWith("HTTP/1.1 429"))
                .hasSizeGreaterThanOrEqualTo(20);
        assertThat(answers)
                .filteredOn(answer -> answer.startsWith("HTTP/1.1 429"))
                .allSatisfy(answer -> assertThat(answer).contains("Retry-After: 1", "Connection: close"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/open/raw", "/open/form", "/open/order"})
    void all_of_a_body_must_have_arrived_in_time_however_regularly_its_bytes_come(String path) throws Exception {
        open(1, path, path.endsWith("form") ? FORM : "Content-Type: application/json");

        assertThat(slow.get(0).drip(300)).startsWith("HTTP/1.1 408").contains("\"status\":408");
    }

    @Test
    void a_chunk_is_no_way_around_the_deadline() throws Exception {
        open(1, "/open/raw", "Transfer-Encoding: chunked");
        slow.get(0).write("1;");

        assertThat(slow.get(0).drip(300)).startsWith("HTTP/1.1 4");
    }

    @Test
    void a_body_that_is_cut_anywhere_gets_a_4xx_or_nothing_and_no_page_of_log(CapturedOutput log) throws Exception {
        String head = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        for (String request : List.of(
                "POST /open/form " + head + FORM + "\r\nContent-Length: 10\r\n\r\nname=abcde",
                "POST /change " + head + FORM + "\r\nContent-Length: 10\r\n\r\nname=abcde",
                "POST /open/raw " + head + "Content-Length: 10\r\n\r\n0123456789",
                "POST /open/order " + head
                        + "Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"quantity\":1}",
                "POST /open/raw " + head + "Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n")) {
            for (int cut = 1; cut < request.length(); cut++) {
                String answer = http.raw(request.substring(0, cut));
                assertThat(answer.isEmpty() || answer.startsWith("HTTP/1.1 4"))
                        .as("cut after %d of %s: %s", cut, request, answer)
                        .isTrue();
            }
        }
        assertThat(log).doesNotContain("\tat ", "ERROR");
    }

    private void open(int sockets, String path, String... headers) throws Exception {
        for (int i = 0; i < sockets; i++) {
            slow.add(new SlowSocket(port, path, headers));
        }
    }
}
