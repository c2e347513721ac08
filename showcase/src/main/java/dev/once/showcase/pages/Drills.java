package dev.once.showcase.pages;

import java.util.List;

/** Questions with one right answer and a reason. */
final class Drills {

    /** Natural key, explicit key, or none? */
    record Operation(String what, String answer, String because) {}

    private Drills() {}

    static List<Operation> operations() {
        return List.of(
                new Operation(
                        "Charge a card", "explicit", "Two equal charges may both be meant. Only the sender knows."),
                new Operation(
                        "Add a customer by e-mail",
                        "natural",
                        "The e-mail is unique in the organisation: the constraint decides."),
                new Operation("Rename an invoice", "none", "Setting the same name twice lands in the same place."),
                new Operation(
                        "Create an invoice",
                        "explicit",
                        "Two invoices for the same customer and amount are normal. Nothing in them is unique."),
                new Operation("Delete an invoice", "none", "Gone is gone, however often it is asked for."),
                new Operation(
                        "Append a line to an invoice",
                        "explicit",
                        "Adding is not setting: the second time there are two lines."),
                new Operation(
                        "Make the monthly statement of an account",
                        "natural",
                        "Account and month are unique: there is one statement a month."),
                new Operation(
                        "Credit a customer for a Stripe event",
                        "explicit",
                        "The key is the event's id, which the provider owns and the signature covers."),
                new Operation(
                        "Suppress an address that bounced",
                        "natural",
                        "An address is suppressed or it is not: the address itself is the key."),
                new Operation(
                        "Set a subscription to the newest status",
                        "none",
                        "Newer wins, by the provider's time: repeating an update changes nothing."));
    }
}
