package dev.once.forms.pages;

import jakarta.servlet.http.HttpServletRequest;
import java.io.Serializable;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;

/** The form as it was typed: text, right or wrong, so that it can be shown again. Lines are fields of the same name, in order. */
record InvoiceForm(
        String idempotencyKey,
        String renderedFor,
        String seal,
        String customerEmail,
        String customerName,
        String title,
        String currency,
        String dueDate,
        ArrayList<Line> lines)
        implements Serializable {

    static final int MOST_LINES = 50;

    /** One line as it was typed. */
    public record Line(String description, String quantity, String unitPrice) implements Serializable {

        static final Line EMPTY = new Line("", "1", "");

        /** A row that nobody has filled in; its quantity is there from the start. */
        boolean isEmpty() {
            return description.isBlank() && unitPrice.isBlank();
        }
    }

    public static InvoiceForm of(MultiValueMap<String, String> fields) {
        List<String> descriptions = all(fields, "lineDescription");
        List<String> quantities = all(fields, "lineQuantity");
        List<String> prices = all(fields, "lineUnitPrice");
        int rows = Math.max(descriptions.size(), Math.max(quantities.size(), prices.size()));
        ArrayList<Line> lines = new ArrayList<>();
        // One more than allowed, so that too many are noticed and a mad form stays small.
        for (int i = 0; i < Math.min(rows, MOST_LINES + 1); i++) {
            lines.add(new Line(at(descriptions, i), at(quantities, i), at(prices, i)));
        }
        return new InvoiceForm(
                first(fields, "idempotencyKey"),
                first(fields, "renderedFor"),
                first(fields, "seal"),
                first(fields, "customerEmail"),
                first(fields, "customerName"),
                first(fields, "title"),
                first(fields, "currency"),
                first(fields, "dueDate"),
                lines);
    }

    public static InvoiceForm of(HttpServletRequest request) {
        LinkedMultiValueMap<String, String> fields = new LinkedMultiValueMap<>();
        request.getParameterMap().forEach((name, values) -> fields.addAll(name, Arrays.asList(values)));
        return of(fields);
    }

    static InvoiceForm empty(LocalDate due) {
        return new InvoiceForm("", "", "", "", "", "", "EUR", due.toString(), new ArrayList<>(List.of(Line.EMPTY)));
    }

    InvoiceForm withKey(String key, String member, String newSeal) {
        return new InvoiceForm(key, member, newSeal, customerEmail, customerName, title, currency, dueDate, lines);
    }

    InvoiceForm withOneMoreLine() {
        ArrayList<Line> more = new ArrayList<>(lines);
        if (more.size() < MOST_LINES) {
            more.add(Line.EMPTY);
        }
        return with(more);
    }

    InvoiceForm withoutLine(int index) {
        ArrayList<Line> fewer = new ArrayList<>(lines);
        if (index >= 0 && index < fewer.size()) {
            fewer.remove(index);
        }
        return with(fewer);
    }

    private InvoiceForm with(ArrayList<Line> others) {
        ArrayList<Line> atLeastOne = others.isEmpty() ? new ArrayList<>(List.of(Line.EMPTY)) : others;
        return new InvoiceForm(
                idempotencyKey, renderedFor, seal, customerEmail, customerName, title, currency, dueDate, atLeastOne);
    }

    private static List<String> all(MultiValueMap<String, String> fields, String name) {
        return fields.getOrDefault(name, Collections.emptyList());
    }

    private static String first(MultiValueMap<String, String> fields, String name) {
        return at(all(fields, name), 0);
    }

    private static String at(List<String> values, int index) {
        return index < values.size() ? values.get(index) : "";
    }
}
