package dev.once.webhooks.pages;

import dev.once.core.Reads;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What the page shows of the ledger and of the effects. */
@Component
class RecentEvents {

    private static final String EVENTS =
            """
            select e.provider, e.event_id, e.event_type, e.ignored_because, e.received_at,
                   c.amount_cents, c.currency, c.customer
            from webhooks.processed_events e
            left join webhooks.credit_entries c
              on c.provider = e.provider and c.object_id = coalesce(e.object_id, e.event_id) and c.event_id = e.event_id
            where e.received_at > statement_timestamp() - interval '1 day'
            order by e.received_at desc
            limit 20
            """;

    private static final String SUBSCRIPTIONS =
            """
            select subscription_id, customer, status, deleted
            from webhooks.subscriptions order by updated_at desc limit 10
            """;

    private static final String ADDRESSES =
            """
            select address, reason from webhooks.suppressed_addresses order by created_at desc limit 10
            """;

    private static final String CREDITS_OF =
            """
            select count(*) from webhooks.credit_entries where provider = :provider and object_id = :object
            """;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);

    private final Reads reads;

    RecentEvents(Reads reads) {
        this.reads = reads;
    }

    record Line(
            String provider,
            String eventId,
            String type,
            @Nullable String ignoredBecause,
            String receivedAt,
            @Nullable String credit) {}

    record Subscription(String id, @Nullable String customer, String status, boolean deleted) {}

    record Address(String address, String reason) {}

    List<Line> events() {
        return reads.query(EVENTS)
                .list((row, i) -> new Line(
                        row.getString("provider"),
                        row.getString("event_id"),
                        row.getString("event_type"),
                        row.getString("ignored_because"),
                        TIME.format(row.getObject("received_at", OffsetDateTime.class)
                                .toInstant()),
                        credit(
                                row.getBigDecimal("amount_cents"),
                                row.getString("currency"),
                                row.getString("customer"))));
    }

    List<Subscription> subscriptions() {
        return reads.query(SUBSCRIPTIONS)
                .list((row, i) -> new Subscription(
                        row.getString("subscription_id"),
                        row.getString("customer"),
                        row.getString("status"),
                        row.getBoolean("deleted")));
    }

    List<Address> addresses() {
        return reads.query(ADDRESSES).list((row, i) -> new Address(row.getString("address"), row.getString("reason")));
    }

    long creditsOf(String provider, String object) {
        return reads.query(CREDITS_OF)
                .param("provider", provider)
                .param("object", object)
                .count();
    }

    private static @Nullable String credit(
            @Nullable BigDecimal minorUnits, @Nullable String currency, @Nullable String customer) {
        return minorUnits == null || currency == null
                ? null
                : "%s %s to %s"
                        .formatted(
                                minorUnits.movePointLeft(digits(currency)),
                                currency.toUpperCase(Locale.ROOT),
                                customer);
    }

    /** A yen has no cents. */
    private static int digits(String currency) {
        try {
            return Math.max(
                    0, Currency.getInstance(currency.toUpperCase(Locale.ROOT)).getDefaultFractionDigits());
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }
}
