package dev.once.faults.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckerTest {

    private static final Intent ORDER = new Intent("api", "acme", "order-1");

    private final History history = new History();

    @Test
    void one_effect_and_equal_answers_are_clean() {
        heard(Heard.nothing(), Heard.later(503), Heard.yes(201, "invoice-1"), Heard.yes(201, "invoice-1"));

        Verdict verdict = verdict(List.of("invoice-1"));

        assertThat(verdict.isClean()).isTrue();
        assertThat(verdict)
                .hasToString(
                        "1 attempts, 4 sends, 1 acknowledged; 0 doubled, 0 lost, 0 wrong answers, 0 never answered");
    }

    @Test
    void two_effects_are_doubled_even_if_nobody_heard_of_them() {
        heard(Heard.nothing(), Heard.nothing());

        assertThat(verdict(List.of("", "")).findings(Damage.DOUBLED)).hasSize(1);
    }

    @Test
    void a_yes_without_an_effect_is_lost() {
        heard(Heard.yes(200, ""));

        assertThat(verdict(List.of()).findings(Damage.LOST)).hasSize(1);
    }

    @Test
    void silence_without_an_effect_is_not_lost_but_unanswered() {
        heard(Heard.nothing());

        assertThat(verdict(List.of()).findings(Damage.LOST)).isEmpty();
        assertThat(verdict(List.of()).findings(Damage.STUCK)).hasSize(1);
    }

    @Test
    void two_different_answers_are_wrong() {
        heard(Heard.yes(201, "one"), Heard.yes(201, "other"));

        assertThat(verdict(List.of("")).findings(Damage.WRONG_ANSWER)).hasSize(1);
    }

    @Test
    void an_answer_that_names_something_else_is_wrong() {
        heard(Heard.yes(201, "invoice-of-another"));

        assertThat(verdict(List.of("invoice-1")).findings(Damage.WRONG_ANSWER)).hasSize(1);
    }

    @Test
    void refusing_what_was_right_is_wrong() {
        heard(Heard.no(422), Heard.yes(201, ""));

        assertThat(verdict(List.of("")).findings(Damage.WRONG_ANSWER)).hasSize(1);
    }

    @Test
    void believing_a_forgery_is_wrong() {
        history.forgerHears(ORDER, Heard.yes(200, ""));
        heard(Heard.yes(200, ""));

        assertThat(verdict(List.of("")).findings(Damage.WRONG_ANSWER)).hasSize(1);
    }

    @Test
    void an_effect_that_nobody_asked_for_is_one_too_many() {
        assertThat(verdict(List.of("")).findings(Damage.DOUBLED)).hasSize(1);
    }

    @Test
    void whoever_hears_the_answer_of_another_scope_was_shown_a_secret() {
        Intent stranger = new Intent("api", "globex", ORDER.key());
        heard(Heard.yes(201, "receipt of acme"));
        history.sends(stranger);
        history.hears(stranger, Heard.yes(201, "receipt of acme"));

        Verdict verdict = verdict(List.of(""));

        assertThat(verdict.findings(Damage.LEAKED)).hasSize(1);
        assertThat(verdict.has(Damage.LOST)).isFalse();
    }

    @Test
    void whoever_hears_the_answer_to_another_request_of_its_own_was_told_something_wrong() {
        Intent other = new Intent("api", ORDER.scope(), ORDER.key(), "99 EUR");
        heard(Heard.yes(201, "receipt for 25 EUR"));
        history.sends(other);
        history.hears(other, Heard.yes(201, "receipt for 25 EUR"));

        Verdict verdict = verdict(List.of(""));

        assertThat(verdict.findings(Damage.WRONG_ANSWER)).hasSize(1);
        assertThat(verdict.has(Damage.LOST)).isFalse();
    }

    @Test
    void an_answer_that_got_lost_is_compared_with_the_one_that_is_heard() {
        history.sends(ORDER);
        history.loses(ORDER, Heard.yes(201, "booked"));
        heard(Heard.yes(201, "refunded"));

        assertThat(verdict(List.of("")).findings(Damage.WRONG_ANSWER)).hasSize(1);
    }

    @Test
    void what_may_be_refused_is_clean_when_it_is_and_has_no_effect() {
        history.mayBeRefused(ORDER);
        heard(Heard.no(422), Heard.no(422));

        assertThat(verdict(List.of()).isClean()).isTrue();
        assertThat(verdict(List.of("")).has(Damage.DOUBLED)).isTrue();
    }

    @Test
    void effects_outside_are_a_second_number_with_damages_of_its_own() {
        heard(Heard.yes(200, ""));
        Map<Intent, List<String>> effects = Map.of(ORDER, List.of(""));

        assertThat(Checker.verdict(history, effects, effects).isClean()).isTrue();
        assertThat(Checker.verdict(history, effects, Map.of()).has(Damage.LOST)).isTrue();
        Verdict twice = Checker.verdict(history, effects, Map.of(ORDER, List.of("", "")));
        assertThat(twice.has(Damage.DOUBLED)).isTrue();
        assertThat(twice.effects()).isEqualTo(1);
        assertThat(twice.outside()).isEqualTo(2);
    }

    private void heard(Heard... answers) {
        for (Heard answer : answers) {
            history.sends(ORDER);
            history.hears(ORDER, answer);
        }
    }

    private Verdict verdict(List<String> effects) {
        return Checker.verdict(history, effects.isEmpty() ? Map.of() : Map.of(ORDER, effects));
    }
}
