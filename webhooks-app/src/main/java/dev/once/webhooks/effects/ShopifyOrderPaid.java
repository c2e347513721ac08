package dev.once.webhooks.effects;

import dev.once.webhooks.effects.Credits.Payment;
import dev.once.webhooks.provenance.Content;
import dev.once.webhooks.provenance.Event;
import dev.once.webhooks.surface.Effect;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;

/** An order that is paid. Shopify says so in several events; whichever comes first adds the credit. */
@Component
final class ShopifyOrderPaid implements EventType {

    private final Credits credits;

    ShopifyOrderPaid(Credits credits) {
        this.credits = credits;
    }

    @Override
    public boolean covers(Event event) {
        return event.provider().equals("shopify") && event.type().equals("order.paid");
    }

    @Override
    public Effect effectOf(Event event) {
        Content content = event.content();
        if (content.isTrue("test")) {
            return Effect.none("a test order");
        }
        Optional<String> email = content.text("email");
        Optional<String> currency = content.text("currency");
        return credits.of(
                event,
                new Payment(
                        "order",
                        content.text("customer", "id").or(() -> email),
                        email,
                        minorUnits(content.text("total_price"), currency),
                        currency));
    }

    /** {@code "19.90"} of a currency with two digits is 1990. */
    private static OptionalLong minorUnits(Optional<String> price, Optional<String> currency) {
        try {
            int digits = Currency.getInstance(currency.orElse("").toUpperCase(Locale.ROOT))
                    .getDefaultFractionDigits();
            return price.filter(text -> digits >= 0 && text.matches("\\d{1,12}(\\.\\d{1,6})?"))
                    .map(text -> new BigDecimal(text).setScale(digits, RoundingMode.UNNECESSARY))
                    .map(amount -> OptionalLong.of(amount.unscaledValue().longValueExact()))
                    .orElse(OptionalLong.empty());
        } catch (IllegalArgumentException | ArithmeticException noAmountOfThatCurrency) {
            return OptionalLong.empty();
        }
    }
}
