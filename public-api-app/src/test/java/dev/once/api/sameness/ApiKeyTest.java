package dev.once.api.sameness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeyTest {

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
                "a,b:c/d{e}~!|a,b:c/d{e}~!",
                "'x'|'x'"
            })
    void quoted_or_bare_the_same_characters_are_the_same_key(String header, String key) {
        assertThat(ApiKey.of(header).value()).isEqualTo(key);
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
                "\"a b\"",
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
        assertThatIllegalArgumentException().isThrownBy(() -> ApiKey.of(header));
    }

    @Test
    void a_key_has_up_to_255_characters_after_unquoting() {
        String longest = "k".repeat(255);
        assertThat(ApiKey.of(longest).value()).isEqualTo(longest);
        assertThat(ApiKey.of("\"" + longest + "\"").value()).isEqualTo(longest);
        assertThat(ApiKey.of("\"" + "\\\\".repeat(255) + "\"").value()).isEqualTo("\\".repeat(255));
        assertThatIllegalArgumentException().isThrownBy(() -> ApiKey.of(longest + "k"));
        assertThatIllegalArgumentException().isThrownBy(() -> ApiKey.of("\"" + longest + "k\""));
    }
}
