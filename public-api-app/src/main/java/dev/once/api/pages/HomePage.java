package dev.once.api.pages;

import dev.once.core.Reads;
import java.math.BigDecimal;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

/** What this is, a request to try, and what has come of those that were sent. Stored answers are never shown. */
@Controller
class HomePage {

    private static final String INVOICES =
            """
            select client_id, customer, currency, total_cents, idempotency_key,
              to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as created
            from api.invoices order by created_at desc limit 10
            """;

    private static final String KEYS =
            """
            select client_id, idempotency_key, status, octet_length(body) as bytes,
              to_char(created_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as created,
              expires_at <= now() as expired
            from api.idempotency_keys order by created_at desc limit 10
            """;

    private final Reads reads;

    HomePage(Reads reads) {
        this.reads = reads;
    }

    public record RecentInvoice(String client, String customer, String total, String key, String created) {}

    public record RecentKey(
            String client, String key, @Nullable Integer status, int bytes, String created, boolean expired) {}

    @GetMapping("/")
    String home(Model model) {
        model.addAttribute(
                "address",
                ServletUriComponentsBuilder.fromCurrentContextPath().build().toUriString());
        model.addAttribute("invoices", invoices());
        model.addAttribute("keys", keys());
        return "home";
    }

    private List<RecentInvoice> invoices() {
        return reads.query(INVOICES)
                .list((row, i) -> new RecentInvoice(
                        row.getString("client_id"),
                        row.getString("customer"),
                        total(row.getString("currency"), row.getLong("total_cents")),
                        row.getString("idempotency_key"),
                        row.getString("created")));
    }

    private List<RecentKey> keys() {
        return reads.query(KEYS)
                .list((row, i) -> new RecentKey(
                        row.getString("client_id"),
                        row.getString("idempotency_key"),
                        row.getObject("status", Integer.class),
                        row.getInt("bytes"),
                        row.getString("created"),
                        row.getBoolean("expired")));
    }

    /** Not every currency has cents. */
    private static String total(String currency, long smallestUnits) {
        int digits = Currency.getInstance(currency).getDefaultFractionDigits();
        return BigDecimal.valueOf(smallestUnits, digits).toPlainString() + " " + currency;
    }
}
