package dev.once.api.effects;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Comma-separated values as RFC 4180 has them, and safe to open in a spreadsheet. */
public final class Csv {

    private static final byte[] HEADER =
            "id,customer,currency,total_cents,due_date,created_at\r\n".getBytes(StandardCharsets.UTF_8);

    private Csv() {}

    public static byte[] header() {
        return HEADER.clone();
    }

    static byte[] rows(List<Invoice.Summary> invoices) {
        StringBuilder csv = new StringBuilder();
        for (Invoice.Summary invoice : invoices) {
            csv.append(invoice.id())
                    .append(',')
                    .append(field(invoice.customer()))
                    .append(',')
                    .append(invoice.currency())
                    .append(',')
                    .append(invoice.totalCents())
                    .append(',')
                    .append(invoice.dueDate() == null ? "" : invoice.dueDate())
                    .append(',')
                    .append(invoice.createdAt())
                    .append("\r\n");
        }
        return csv.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A spreadsheet takes a text that begins like a formula for one; an apostrophe makes it text again. */
    static String field(String text) {
        String safe = !text.isEmpty() && "=+-@\t\r".indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
