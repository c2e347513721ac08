package dev.once.forms.effects;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;

/** An amount in the minor unit of its currency, and how people write it. */
public record Money(long minor, Currency currency) {

    @Override
    public String toString() {
        int digits = currency.getDefaultFractionDigits();
        return String.format(
                Locale.ROOT, "%s %,." + digits + "f", currency.getCurrencyCode(), BigDecimal.valueOf(minor, digits));
    }
}
