package dev.once.forms.effects;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;

/** An invoice that somebody asks for, understood and in minor units. */
public record NewInvoice(
        String customerEmail, String customerName, String title, Currency currency, LocalDate dueOn, List<Line> lines) {

    /** So many of something, at a price each. */
    public record Line(String description, int quantity, long unitCents) {

        public long totalCents() {
            return Math.multiplyExact(quantity, unitCents);
        }
    }

    /** All that makes it another invoice. */
    public List<String> fields() {
        List<String> fields = new ArrayList<>(
                List.of(customerEmail, customerName, title, currency.getCurrencyCode(), dueOn.toString()));
        lines.forEach(line -> {
            fields.add(line.description());
            fields.add(String.valueOf(line.quantity()));
            fields.add(String.valueOf(line.unitCents()));
        });
        return fields;
    }

    public long totalCents() {
        return lines.stream().mapToLong(Line::totalCents).reduce(0, Math::addExact);
    }
}
