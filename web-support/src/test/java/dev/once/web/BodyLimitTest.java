package dev.once.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.password=for-this-test",
            "once.web.public-url=http://localhost",
            "once.web.max-body-size=1000B"
        })
class BodyLimitTest {

    @LocalServerPort
    int port;

    Http http;

    @BeforeEach
    void connect() {
        http = new Http(port);
    }

    @Test
    void a_body_up_to_the_limit_arrives_whole() throws Exception {
        assertThat(http.post("/open/raw", new byte[1000]).body()).isEqualTo("{\"bytes\":1000}");
        assertThat(chunked("/open/raw", 1000).body()).isEqualTo("{\"bytes\":1000}");
        assertThat(http.post("/open/raw", new byte[0]).body()).isEqualTo("{\"bytes\":0}");
    }

    @Test
    void one_byte_more_is_refused_whether_its_length_was_said_or_not() throws Exception {
        assertTooLarge(http.post("/open/raw", new byte[1001]));
        assertTooLarge(chunked("/open/raw", 1001));
    }

    @Test
    void the_limit_holds_for_parsed_bodies_too() throws Exception {
        byte[] order = ("{\"quantity\":1" + " ".repeat(1000) + "}").getBytes();
        assertTooLarge(http.post("/open/order", order, "Content-Type", "application/json"));
        assertTooLarge(http.send(http.request("/open/order", "Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(order)))));
    }

    @Test
    void forms_are_read_by_the_container_within_the_limit() throws Exception {
        String type = "application/x-www-form-urlencoded";
        assertThat(http.post("/open/form", "name=x".getBytes(), "Content-Type", type)
                        .body())
                .isEqualTo("{\"name\":\"x\"}");
        assertTooLarge(http.post("/open/form", ("name=" + "x".repeat(1000)).getBytes(), "Content-Type", type));
        assertThat(http.send(http.request("/open/form", "Content-Type", type)
                                .POST(HttpRequest.BodyPublishers.ofInputStream(
                                        () -> new ByteArrayInputStream("name=x".getBytes()))))
                        .statusCode())
                .isEqualTo(411);
    }

    /** Spring's parser looks at what is before a quote, also where nothing is. */
    @Test
    void a_media_type_that_begins_with_a_quote_is_400() throws Exception {
        for (String path : new String[] {"/open/order", "/closed", "/nowhere", "/actuator/once/retry"}) {
            assertThat(http.post(path, "{}".getBytes(), "Content-Type", "\"application/json")
                            .statusCode())
                    .as(path)
                    .isEqualTo(400);
            assertThat(http.get(path, "Accept", "text/html,\"text/plain").statusCode())
                    .as(path)
                    .isEqualTo(400);
        }
        assertThat(http.get("/nowhere", "Accept", "text/plain;x=\"y\"").statusCode())
                .isNotEqualTo(400);
    }

    @Test
    void a_body_that_is_compressed_or_of_any_kind_is_415() throws Exception {
        for (String path : new String[] {"/open/raw", "/open/order", "/open/form", "/actuator/once/retry"}) {
            assertThat(http.post(path, new byte[10], "Content-Encoding", "gzip").statusCode())
                    .isEqualTo(415);
            assertThat(http.post(path, "{}".getBytes(), "Content-Type", "*/*").statusCode())
                    .isEqualTo(415);
            assertThat(http.post(path, "{}".getBytes(), "Content-Type", "application/*+json; a=\"*\"")
                            .statusCode())
                    .isEqualTo(415);
        }
        assertThat(http.post("/open/raw", new byte[10], "Content-Encoding", "identity")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void credentials_are_asked_for_before_the_body_is_read() throws Exception {
        assertThat(http.post("/change", new byte[5000]).statusCode()).isEqualTo(401);
    }

    private HttpResponse<String> chunked(String path, int bytes) throws Exception {
        return http.send(http.request(path)
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[bytes]))));
    }

    private static void assertTooLarge(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body()).contains("\"title\":\"Body too large\"", "1000 bytes");
    }
}
