package dev.once.api.effects;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
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
        String safe = looksLikeFormula(text) ? "'" + text : text;
        boolean quoted = safe.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
        return quoted ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }

    /** Full-width signs count, and what stands before a sign and is not seen: a tab, a line break, a space. */
    private static boolean looksLikeFormula(String text) {
        String seen = text.strip();
        return !text.isEmpty() && "\t\r\n".indexOf(text.charAt(0)) >= 0
                || !seen.isEmpty() && "=+-@".contains(Normalizer.normalize(seen.substring(0, 1), Normalizer.Form.NFKC));
    }
}
