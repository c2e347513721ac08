package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Fingerprint;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import dev.once.core.Uuids;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values refuse what must never reach the database, each with a sentence. */
class ValuesTest {

    static Stream<String> whatIsNoKey() {
        return Stream.of(
                "",
                " ",
                "a b",
                "a\0b",
                "a\nb",
                "a\tb",
                "\u007f",
                "caf\u00e9",
                "\ud83d",
                "\ud83d\ude00",
                "x".repeat(256));
    }

    @ParameterizedTest
    @MethodSource("whatIsNoKey")
    void a_key_or_scope_of_anything_but_visible_ascii_is_refused_with_a_sentence(String value) {
        assertThatThrownBy(() -> new IdempotencyKey(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("An idempotency key ")
                .hasMessageEndingWith(".");
        assertThatThrownBy(() -> new Scope(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("A scope ");
    }

    @Test
    void every_visible_character_and_every_length_up_to_255_is_a_key() {
        StringBuilder visible = new StringBuilder();
        for (char c = '!'; c <= '~'; c++) {
            visible.append(c);
        }
        assertThatCode(() -> new IdempotencyKey(visible.toString())).doesNotThrowAnyException();
        assertThatCode(() -> new IdempotencyKey("x".repeat(255))).doesNotThrowAnyException();
        assertThatCode(() -> new IdempotencyKey("x")).doesNotThrowAnyException();
    }

    @Test
    void a_byte_that_moves_from_one_part_to_the_next_changes_the_fingerprint() {
        assertThat(Fingerprint.of("ab", "c")).isNotEqualTo(Fingerprint.of("a", "bc"));
        assertThat(Fingerprint.of("ab")).isNotEqualTo(Fingerprint.of("ab", ""));
        assertThat(Fingerprint.of("ab")).isEqualTo(Fingerprint.of("ab".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void a_uuid_of_version_7_is_ordered_by_time_and_tells_it() {
        Instant before = Instant.now().minusMillis(1);
        UUID first = Uuids.next();
        assertThat(first.version()).isEqualTo(7);
        assertThat(first.variant()).isEqualTo(2);
        assertThat(Uuids.madeAt(first)).isBetween(before, Instant.now());
        assertThatThrownBy(() -> Uuids.madeAt(UUID.randomUUID())).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"claims; drop table x", "Claims", "a.b.c", "", "1st", "a b", "a\"b"})
    void a_ledger_takes_only_plain_identifiers(String name) {
        assertThatThrownBy(() -> Ledger.named("fine").table(name)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Ledger.named("fine").scope(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_ledger_keeps_its_description_when_an_operator_changes_wait_and_retention() {
        Ledger<String> changed = Lab.answers().with(Duration.ofSeconds(9), Duration.ofDays(99));
        assertThat(changed.table()).isEqualTo("lab.answers");
        assertThat(changed.waitAtMost()).isEqualTo(Duration.ofSeconds(9));
        assertThat(changed.keepFor()).isEqualTo(Duration.ofDays(99));
        assertThat(Lab.answers().waitAtMost()).isEqualTo(Duration.ofSeconds(2));
    }
}
