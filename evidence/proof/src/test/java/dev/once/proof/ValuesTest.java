package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.Attempt;
import dev.once.core.Fingerprint;
import dev.once.core.IdempotencyKey;
import dev.once.core.Ledger;
import dev.once.core.Scope;
import dev.once.core.support.Uuids;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
                " a",
                "a ",
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
    void a_space_between_visible_characters_is_a_part_of_a_key_and_of_no_scope() {
        assertThat(new IdempotencyKey("a b").value()).isEqualTo("a b");
        assertThatThrownBy(() -> new Scope("a b")).hasMessageContaining("character 2 is not one");
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

    @Test
    void a_finished_ledger_stays_as_it_is() {
        Ledger.Builder builder = Ledger.named("claims");
        Ledger<?> claims = builder.claimOnly();
        assertThatThrownBy(() -> builder.table("others")).isInstanceOf(IllegalStateException.class);
        assertThat(claims.table()).isEqualTo("claims");
    }

    @Test
    void the_details_of_an_attempt_are_its_own() {
        Map<String, @Nullable Object> given = new HashMap<>();
        given.put("channel", null);
        Attempt attempt = new Attempt(Lab.SCOPE, new IdempotencyKey("key"), Fingerprint.none(), given);
        given.put("typo", "later");

        assertThat(attempt.details()).containsOnlyKeys("channel");
        assertThatThrownBy(() -> attempt.details().put("typo", "later"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> attempt.with("channel", "web").details().clear())
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
