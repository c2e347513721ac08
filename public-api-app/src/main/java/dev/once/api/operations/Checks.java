package dev.once.api.operations;

import com.fasterxml.jackson.databind.JsonNode;
import dev.once.api.effects.Line;
import dev.once.api.effects.NewCustomer;
import dev.once.api.effects.NewInvoice;
import dev.once.api.sameness.ApiRequest;
import dev.once.api.sameness.Json;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What may be asked for. Functions of the request and the day alone: nothing here looks at the database. */
final class Checks {

    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Set<String> LINE = Set.of("description", "quantity", "unit_amount_cents");

    private Checks() {}

    static NewInvoice invoice(ApiRequest asked, LocalDate today) {
        return Fields.read(json(asked), Set.of("customer", "currency", "due_date", "dueDate", "lines"), fields -> {
            String customer = fields.text("customer", 1, 200);
            String currency = currency(fields);
            LocalDate dueDate = dueDate(fields, today);
            List<Line> lines = fields.objects("lines", NewInvoice.MOST_LINES, LINE, Checks::line);
            NewInvoice invoice = new NewInvoice(customer, currency, dueDate, lines);
            if (fields.isRight() && invoice.totalCents() > NewInvoice.MOST_TOTAL) {
                fields.wrong("lines", "must not add up to more than " + NewInvoice.MOST_TOTAL);
            }
            return invoice;
        });
    }

    static Line line(ApiRequest asked) {
        return Fields.read(json(asked), LINE, Checks::line);
    }

    static NewCustomer customer(ApiRequest asked) {
        return Fields.read(json(asked), Set.of("email", "name"), fields -> {
            String email = fields.text("email", 3, 254);
            if (fields.isRight() && !NewCustomer.isEmail(email)) {
                fields.wrong("email", "must be an e-mail address");
            }
            return new NewCustomer(NewCustomer.normalised(email), fields.text("name", 1, 200));
        });
    }

    static String memo(ApiRequest asked) {
        return Fields.read(json(asked), Set.of("memo"), fields -> fields.text("memo", 0, 1000));
    }

    /** There is nothing to choose yet. */
    static boolean export(ApiRequest asked) {
        return asked.body().length == 0 || Fields.read(json(asked), Set.of(), Fields::isRight);
    }

    private static JsonNode json(ApiRequest asked) {
        if (!asked.isJson()) {
            throw ApiProblems.notJson();
        }
        try {
            return Json.read(asked.body());
        } catch (Json.MalformedException e) {
            throw ApiProblems.malformedJson(String.valueOf(e.getMessage()));
        }
    }

    private static Line line(Fields fields) {
        Line line = new Line(
                fields.text("description", 1, Line.MOST_TEXT),
                fields.number("quantity", 1, Line.MOST_QUANTITY),
                fields.number("unit_amount_cents", 0, Line.MOST_UNIT_AMOUNT));
        if (line.amountCents() > NewInvoice.MOST_TOTAL) {
            fields.wrong("", "must not come to more than " + NewInvoice.MOST_TOTAL);
        }
        return line;
    }

    private static String currency(Fields fields) {
        String currency = fields.text("currency", 1, 200);
        if (!currency.isEmpty() && !NewInvoice.CURRENCIES.contains(currency)) {
            fields.wrong("currency", "must be a currency's ISO 4217 code, such as EUR");
        }
        return currency;
    }

    private static @Nullable LocalDate dueDate(Fields fields, LocalDate today) {
        // The second name is that of earlier versions, and goes with 2.0.
        String name = fields.has("dueDate") ? "dueDate" : "due_date";
        if (fields.has("dueDate") && fields.has("due_date")) {
            fields.wrong(name, "must not be there beside due_date");
        }
        String text = fields.optionalText(name, 200);
        if (text == null) {
            return null;
        }
        try {
            LocalDate date = DATE.matcher(text).matches() ? LocalDate.parse(text) : LocalDate.MIN;
            if (date.isBefore(today)) {
                fields.wrong(name, "must be a date, written 2099-12-31, and not before today (UTC)");
            }
            return date;
        } catch (DateTimeException e) {
            fields.wrong(name, "must be a date of the calendar, written 2099-12-31");
            return null;
        }
    }
}
