package dev.once.forms.sameness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.MalformedKeyException;
import dev.once.forms.effects.NewInvoice;
import dev.once.forms.provenance.Member;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormKeyTest {

    private static final Member MEMBER =
            new Member(UUID.randomUUID(), UUID.randomUUID(), "Acme", "alice@acme.test", "");

    static final NewInvoice INVOICE = new NewInvoice(
            "jane@customer.test",
            "Jane",
            "Website",
            Currency.getInstance("EUR"),
            LocalDate.of(2035, 1, 31),
            List.of(new NewInvoice.Line("Design", 2, 1250)));

    @Test
    void a_minted_key_is_read_back_in_either_case() {
        FormKey key = FormKey.mint();
        assertThat(FormKey.parse(key.toString())).contains(key);
        assertThat(FormKey.parse(key.toString().toUpperCase())).contains(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "1-2-7003-4-5",
                "0f8fad5b-d9cb-469f-a165-70867728950e",
                "019a8b00-0000-7000-8000-00000000000"
            })
    void anything_else_is_no_key(String text) {
        assertThat(FormKey.parse(text)).isEmpty();
        assertThatThrownBy(() -> FormKey.of(MEMBER, text, List.of())).isInstanceOf(MalformedKeyException.class);
    }

    @Test
    void a_key_is_usable_while_its_claim_is_surely_kept() {
        FormKey key = FormKey.mint();
        Duration kept = Duration.ofDays(7);
        assertThat(key.isUsable(kept, Instant.now())).isTrue();
        assertThat(key.isUsable(kept, Instant.now().plus(kept).minus(Duration.ofMinutes(6))))
                .isTrue();
        assertThat(key.isUsable(kept, Instant.now().plus(kept).minus(Duration.ofMinutes(4))))
                .isFalse();
        assertThat(key.isUsable(kept, Instant.now().minus(Duration.ofMinutes(6))))
                .isFalse();
    }

    @Test
    void every_business_field_is_part_of_what_was_asked() {
        NewInvoice i = INVOICE;
        NewInvoice.Line line = i.lines().get(0);
        List<NewInvoice> others = List.of(
                new NewInvoice("x", i.customerName(), i.title(), i.currency(), i.dueOn(), i.lines()),
                new NewInvoice(i.customerEmail(), "x", i.title(), i.currency(), i.dueOn(), i.lines()),
                new NewInvoice(i.customerEmail(), i.customerName(), "x", i.currency(), i.dueOn(), i.lines()),
                new NewInvoice(
                        i.customerEmail(),
                        i.customerName(),
                        i.title(),
                        Currency.getInstance("USD"),
                        i.dueOn(),
                        i.lines()),
                new NewInvoice(
                        i.customerEmail(),
                        i.customerName(),
                        i.title(),
                        i.currency(),
                        i.dueOn().plusDays(1),
                        i.lines()),
                withLines(new NewInvoice.Line("x", 2, 1250)),
                withLines(new NewInvoice.Line("Design", 3, 1250)),
                withLines(new NewInvoice.Line("Design", 2, 1251)),
                withLines(line, line));
        String key = FormKey.mint().toString();
        assertThat(others).allSatisfy(other -> assertThat(FormKey.of(MEMBER, key, other.fields()))
                .isNotEqualTo(FormKey.of(MEMBER, key, INVOICE.fields())));
        assertThat(FormKey.of(MEMBER, key, withLines(line).fields()))
                .isEqualTo(FormKey.of(MEMBER, key, INVOICE.fields()));
    }

    private static NewInvoice withLines(NewInvoice.Line... lines) {
        return new NewInvoice(
                INVOICE.customerEmail(),
                INVOICE.customerName(),
                INVOICE.title(),
                INVOICE.currency(),
                INVOICE.dueOn(),
                List.of(lines));
    }
}
