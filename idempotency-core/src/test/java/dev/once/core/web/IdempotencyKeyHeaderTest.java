package dev.once.core.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.MalformedKeyException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code Idempotency-Key} header of the IETF draft, and bare keys as most clients send them. */
class IdempotencyKeyHeaderTest {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\0',
            delimiter = '|',
            value = {
                "abc|abc",
                "\"abc\"|abc",
                "8e03978e-40d5-43e8-bc93-6894a57f9324|8e03978e-40d5-43e8-bc93-6894a57f9324",
                "\"a\\\"b\\\\c\"|a\"b\\c",
                "\"a;b=c\"|a;b=c",
                "\"a b\"|a b",
                "a,b:c/d{e}~!|a,b:c/d{e}~!",
                "'x'|'x'"
            })
    void quoted_or_bare_the_same_characters_are_the_same_key(String header, String key) {
        assertThat(IdempotencyKeyHeader.parse(header).value()).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"\"",
                "\"",
                "\"abc",
                "abc\"",
                "a\"b",
                "a\\b",
                "a b",
                "\" a\"",
                "\"a \"",
                "\"a\";p=1",
                "\"a\" ",
                "\"a\", \"b\"",
                "a;p=1",
                "a, b",
                "\"a\\nb\"",
                "\"a\\",
                "\u00e4",
                "\"\u00e4\"",
                "a\tb",
                "a\u007fb"
            })
    void what_is_not_one_key_is_refused(String header) {
        assertThatThrownBy(() -> IdempotencyKeyHeader.parse(header))
                .isInstanceOf(MalformedKeyException.class)
                .hasMessageEndingWith(".");
    }

    @Test
    void a_key_has_up_to_255_characters_after_unquoting() {
        String longest = "k".repeat(255);
        assertThat(IdempotencyKeyHeader.parse(longest).value()).isEqualTo(longest);
        assertThat(IdempotencyKeyHeader.parse("\"" + longest + "\"").value()).isEqualTo(longest);
        assertThat(IdempotencyKeyHeader.parse("\"" + "\\\\".repeat(255) + "\"").value())
                .isEqualTo("\\".repeat(255));
        assertThatExceptionOfType(MalformedKeyException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.parse(longest + "k"));
        assertThatExceptionOfType(MalformedKeyException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.parse("\"" + longest + "k\""));
    }

    @Test
    void none_is_missing_and_two_are_malformed() {
        assertThatExceptionOfType(MissingKeyException.class).isThrownBy(() -> IdempotencyKeyHeader.parse(List.of()));
        assertThatExceptionOfType(MalformedKeyException.class)
                .isThrownBy(() -> IdempotencyKeyHeader.parse(List.of("a", "a")))
                .withMessage("The request has 2 of them.");
    }
}
