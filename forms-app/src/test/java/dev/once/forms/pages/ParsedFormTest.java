package dev.once.forms.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.forms.effects.Money;
import java.time.LocalDate;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.LinkedMultiValueMap;

class ParsedFormTest {

    static final LocalDate TODAY = LocalDate.of(2030, 6, 15);

    @Test
    void a_right_form_is_an_invoice() {
        ParsedForm parsed = parse(Map.of());
        assertThat(parsed.errors()).isEmpty();
        assertThat(parsed.invoice())
                .hasValueSatisfying(invoice -> assertThat(invoice.totalCents()).isEqualTo(2500));
    }

    @ParameterizedTest
    @CsvSource({
        "EUR, 12.50, 1250",
        "EUR, '12,5', 1250",
        "EUR, 0, 0",
        "EUR, 007, 700",
        "EUR, 999999999.99, 99999999999",
        "JPY, 1200, 1200",
        "JPY, 1200.0, 1200"
    })
    void prices_are_minor_units_of_the_currency(String currency, String typed, long minor) {
        assertThat(parse(Map.of("currency", currency, "lineUnitPrice", typed)).invoice())
                .hasValueSatisfying(invoice ->
                        assertThat(invoice.lines().get(0).unitCents()).isEqualTo(minor));
    }

    @ParameterizedTest
    @CsvSource({
        "lineUnitPrice, 12.505",
        "lineUnitPrice, -1",
        "lineUnitPrice, 1e3",
        "lineUnitPrice, '1.000,00'",
        "lineUnitPrice, ٣",
        "lineUnitPrice, 1234567890",
        "lineQuantity, 0",
        "lineQuantity, 1.5",
        "lineQuantity, -1",
        "lineQuantity, 100000",
        "lineQuantity, ''",
        "lineDescription, ''",
        "customerEmail, jane",
        "customerEmail, a b@c.test",
        "customerEmail, jane@home",
        "customerEmail, jäne@home.test",
        "customerName, ' '",
        "title, ''",
        "currency, XXX",
        "currency, ''",
        "dueDate, 2030-02-30",
        "dueDate, tomorrow",
        "dueDate, +12030-01-01",
        "dueDate, 2030-06-14"
    })
    void a_mistake_is_told_at_its_field(String field, String typed) {
        assertThat(parse(Map.of(field, typed)).errors().keySet())
                .containsExactly(field.startsWith("line") ? field + "0" : field);
    }

    @Test
    void an_invoice_that_is_only_late_is_understood_all_the_same() {
        ParsedForm late = parse(Map.of("dueDate", "2030-06-14"));
        assertThat(late.isValid()).isFalse();
        assertThat(late.invoice()).isPresent();
        assertThat(parse(Map.of("dueDate", "2030-06-15")).isValid()).isTrue();
    }

    @Test
    void the_largest_invoice_still_has_a_total() {
        LinkedMultiValueMap<String, String> fields = fields(Map.of());
        for (int i = 1; i < InvoiceForm.MOST_LINES; i++) {
            fields.add("lineDescription", "x");
            fields.add("lineQuantity", "99999");
            fields.add("lineUnitPrice", "999999999.99");
        }
        assertThat(ParsedForm.of(InvoiceForm.of(fields), TODAY).invoice())
                .hasValueSatisfying(invoice -> assertThat(invoice.totalCents()).isPositive());
        fields.put("lineDescription", List.of("x".repeat(3).split("")));
        for (int i = 0; i < 1000; i++) {
            fields.add("lineUnitPrice", "1");
        }
        assertThat(InvoiceForm.of(fields).lines()).hasSize(InvoiceForm.MOST_LINES + 1);
        assertThat(ParsedForm.of(InvoiceForm.of(fields), TODAY).isValid()).isFalse();
    }

    @Test
    void a_form_without_fields_is_only_wrong() {
        ParsedForm parsed = ParsedForm.of(InvoiceForm.of(new LinkedMultiValueMap<>()), TODAY);
        assertThat(parsed.errors()).hasSize(6);
        assertThat(parsed.invoice()).isEmpty();
    }

    @Test
    void money_is_written_as_its_currency_does() {
        assertThat(new Money(123456789, Currency.getInstance("EUR"))).hasToString("EUR 1,234,567.89");
        assertThat(new Money(1200, Currency.getInstance("JPY"))).hasToString("JPY 1,200");
        assertThat(new Money(5, Currency.getInstance("USD"))).hasToString("USD 0.05");
    }

    private static ParsedForm parse(Map<String, String> changes) {
        return ParsedForm.of(InvoiceForm.of(fields(changes)), TODAY);
    }

    private static LinkedMultiValueMap<String, String> fields(Map<String, String> changes) {
        LinkedMultiValueMap<String, String> fields = new LinkedMultiValueMap<>();
        fields.setAll(Map.of(
                "customerEmail", "jane@customer.test",
                "customerName", "Jane",
                "title", "Website",
                "currency", "EUR",
                "dueDate", "2030-07-01",
                "lineDescription", "Design",
                "lineQuantity", "2",
                "lineUnitPrice", "12.50"));
        fields.setAll(changes);
        return fields;
    }
}
