package dev.once.web;

import static dev.once.web.Http.basic;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "once.operator.password=a-password-for-this-test",
            "once.viewer.password=just-to-look-around",
            "once.web.public-url=http://localhost"
        })
@ExtendWith(OutputCaptureExtension.class)
class GuessedPasswordsTest {

    @LocalServerPort
    int port;

    @Test
    void after_five_wrong_passwords_none_is_looked_at_and_the_log_tells_of_them(CapturedOutput log) throws Exception {
        Http http = new Http(port);
        String right = basic("operator", "a-password-for-this-test");
        for (int i = 0; i < 5; i++) {
            assertThat(http.get("/", "Authorization", basic("operator", "guess " + i))
                            .statusCode())
                    .isEqualTo(401);
        }
        for (String path : new String[] {"/", "/actuator/prometheus", "/actuator/once"}) {
            HttpResponse<String> refused = http.get(path, "Authorization", basic("operator", "guess"));
            assertThat(refused.statusCode()).isEqualTo(429);
            assertThat(refused.headers().firstValue("Retry-After")).hasValue("900");
            assertThat(http.get(path, "Authorization", right).statusCode()).isEqualTo(429);
        }
        assertThat(log.getAll().lines().filter(line -> line.contains("a wrong password for operator from 127.0.0.1")))
                .hasSize(5);
        assertThat(log.getAll().lines().filter(line -> line.contains("too many sign-ins")))
                .hasSize(1);
        assertThat(log).doesNotContain("guess 1");
    }

    @Test
    void requests_of_an_operator_that_come_together_are_no_guesses() throws Exception {
        Http http = new Http(port);
        Stream<Integer> answers = IntStream.range(0, 40)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> {
                    try {
                        return http.get("/actuator/info", "Authorization", basic("viewer", "just-to-look-around"))
                                .statusCode();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }))
                .toList()
                .stream()
                .map(CompletableFuture::join);
        assertThat(answers).hasSize(40).containsOnly(200);
    }
}
