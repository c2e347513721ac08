package dev.once.forms.pages;

import dev.once.forms.effects.NewInvoice;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a form means, and what is wrong with it, by the field. An invoice that is understood but not allowed today has both:
 * it may be the repeat of one that was allowed.
 */
record ParsedForm(Optional<NewInvoice> invoice, Map<String, String> errors) {

    static final List<String> CURRENCIES = List.of("EUR", "USD", "GBP", "CHF", "JPY");

    private static final Pattern AMOUNT = Pattern.compile("\\d{1,9}([.,]\\d{1,3})?");
    private static final Pattern QUANTITY = Pattern.compile("\\d{1,5}");

    /** For a form that is valid. */
    public NewInvoice understood() {
        return invoice.orElseThrow();
    }

    public boolean isValid() {
        return errors.isEmpty();
    }

    public static ParsedForm of(InvoiceForm form, LocalDate today) {
        return new Parser(form).parse(today);
    }

    private static final class Parser {

        private final InvoiceForm form;
        private final Fields fields = new Fields();

        Parser(InvoiceForm form) {
            this.form = form;
        }

        ParsedForm parse(LocalDate today) {
            String email = fields.email("customerEmail", form.customerEmail());
            String name = fields.text("customerName", form.customerName(), "Who is the customer?");
            String title = fields.text("title", form.title(), "What is the invoice for?");
            Currency currency = currency();
            LocalDate due = due();
            List<NewInvoice.Line> lines = lines(currency);
            if (!fields.errors().isEmpty() || due == null) {
                return new ParsedForm(Optional.empty(), fields.errors());
            }
            if (due.isBefore(today)) {
                fields.wrong("dueDate", "The due date is in the past.");
            }
            return new ParsedForm(
                    Optional.of(new NewInvoice(email, name, title, currency, due, lines)), fields.errors());
        }

        private Currency currency() {
            if (!CURRENCIES.contains(form.currency())) {
                fields.wrong("currency", "Choose one of the currencies.");
                return Currency.getInstance(CURRENCIES.get(0));
            }
            return Currency.getInstance(form.currency());
        }

        private @Nullable LocalDate due() {
            try {
                LocalDate due = LocalDate.parse(form.dueDate().strip());
                if (due.getYear() <= 9999) {
                    return due;
                }
            } catch (DateTimeParseException noDate) {
                // Said below.
            }
            fields.wrong("dueDate", "This is not a date, such as 2030-12-31.");
            return null;
        }

        private List<NewInvoice.Line> lines(Currency currency) {
            List<NewInvoice.Line> lines = new ArrayList<>();
            for (int i = 0; i < form.lines().size(); i++) {
                InvoiceForm.Line typed = form.lines().get(i);
                if (!typed.isEmpty()) {
                    lines.add(new NewInvoice.Line(
                            fields.text("lineDescription" + i, typed.description(), "What is this line for?"),
                            quantity("lineQuantity" + i, typed.quantity()),
                            unitCents("lineUnitPrice" + i, typed.unitPrice(), currency)));
                }
            }
            if (lines.isEmpty()) {
                fields.wrong("lineDescription0", "An invoice has at least one line.");
            } else if (form.lines().size() > InvoiceForm.MOST_LINES) {
                fields.wrong("lineDescription0", "An invoice has at most " + InvoiceForm.MOST_LINES + " lines.");
            }
            return lines;
        }

        private int quantity(String field, String typed) {
            if (!QUANTITY.matcher(typed.strip()).matches() || Integer.parseInt(typed.strip()) == 0) {
                fields.wrong(field, "A whole number from 1 to 99999.");
                return 0;
            }
            return Integer.parseInt(typed.strip());
        }

        private long unitCents(String field, String typed, Currency currency) {
            String amount = typed.strip();
            int digits = currency.getDefaultFractionDigits();
            if (AMOUNT.matcher(amount).matches()) {
                BigDecimal price = new BigDecimal(amount.replace(',', '.'));
                if (price.stripTrailingZeros().scale() <= digits) {
                    return price.movePointRight(digits).longValueExact();
                }
            }
            fields.wrong(
                    field,
                    digits == 0
                            ? "An amount in " + currency.getCurrencyCode() + " has no decimals, such as 1200."
                            : "An amount in " + currency.getCurrencyCode() + ", such as 12.50.");
            return 0;
        }
    }
}
