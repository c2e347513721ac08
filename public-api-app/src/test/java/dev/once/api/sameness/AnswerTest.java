package dev.once.api.sameness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class AnswerTest {

    @Test
    void an_answer_comes_back_as_it_was_stored() {
        Answer answer = Answer.json(201, Map.of("text", "ä: b\n")).with("Location", "/api/invoices/1: 2");
        assertThat(Answer.stored(answer.status(), answer.headerLines(), answer.body()))
                .isEqualTo(answer);
    }

    @Test
    void headers_of_the_moment_are_not_taken_up() {
        Answer answer = Answer.json(200, Map.of())
                .with("ETag", "\"1\"")
                .with("Set-Cookie", "a=b")
                .with("Date", "now")
                .with("RateLimit-Remaining", "3");
        assertThat(answer.headers()).containsOnlyKeys("Content-Type", "ETag");
        assertThat(answer.sent().getHeaders()).containsOnlyKeys("Content-Type", "ETag");
    }

    @Test
    void nothing_of_the_body_shows_in_logs() {
        assertThat(Answer.json(200, "secret")).asString().doesNotContain("secret");
    }
}
