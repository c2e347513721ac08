package dev.once.forms.effects;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Currency;
import java.util.UUID;

/** An invoice that exists. */
public record Invoice(
        UUID id,
        String key,
        String customerEmail,
        String customerName,
        String title,
        Currency currency,
        LocalDate dueOn,
        long totalCents,
        boolean isVoid,
        Instant createdAt) {

    public Money total() {
        return new Money(totalCents, currency);
    }
}
