package dev.once.faults.verdict;

import java.util.Locale;

/** What happens to the sends of one attempt. Each is a story that really occurs; a lab or the judge makes it occur. */
public enum Ordeal {
    REPEATED(
            "Sent again, one after the other",
            "The same request is sent five times, one after the other, as an impatient program does.",
            "the key is not looked at, or is made anew by the receiver for every request",
            "02-the-key.md"),
    ALL_AT_ONCE(
            "All at once",
            "All sends arrive at once; in the lab, whoever looks first waits until all have looked.",
            "the code looks first and writes later, and between the two there is room for everybody",
            "03-the-constraint.md"),
    A_HUNDRED_AT_ONCE(
            "A hundred at once",
            "The same request is sent a hundred times at once, more often than there are connections to a database.",
            "the code looks first and writes later, or waiting repeats use up every connection",
            "03-the-constraint.md"),
    ANOTHER_KEY_MEANWHILE(
            "Another key meanwhile",
            "While one request runs, others with keys of their own are sent.",
            "one lock for all keys, or keys that are cut or hashed until different ones are the same",
            "03-the-constraint.md"),
    FIRST_ANSWER_IS_LOST(
            "The answer is lost",
            "The work is done, but the answer gets lost; the sender tries again until it hears a yes.",
            "a finished request is refused or done again when it is repeated",
            "08-the-stored-answer.md"),
    REQUEST_IS_CUT(
            "The request is cut in the middle",
            "Half of the request arrives, then the connection ends; the sender tries again until it hears a yes.",
            "the key is claimed before the request has been read, and stays claimed",
            "04-one-commit.md"),
    ANOTHER_BODY(
            "Same key, another body",
            "The same key is sent with another body, as happens when a program makes its keys wrongly.",
            "the key is kept without a fingerprint of what it was used for",
            "08-the-stored-answer.md"),
    TWO_TENANTS(
            "Same key, another tenant",
            "Two tenants choose the same key, as 'order-1' is chosen everywhere.",
            "the key is stored without whose key it is",
            "05-scope.md"),
    ODD_KEYS(
            "Odd keys",
            "The key is missing, empty, very long, quoted or bare, in another case, or has odd characters.",
            "keys are cut, folded or trimmed until different ones are the same, or an odd one is not expected at all",
            "09-natural-explicit-or-none.md#where-natural-keys-end"),
    KEY_IS_FORGOTTEN(
            "The key is forgotten",
            "The client sends no key, and sends again because it heard nothing. Nobody can tell a repeat.",
            "a request without a key is done all the same",
            "09-natural-explicit-or-none.md"),
    EFFECT_CHANGES_BEFORE_THE_REPEAT(
            "The effect changes before the repeat",
            "The answer gets lost; then the payment is refunded. The repeat must hear the first answer.",
            "the answer is built again from what is there today, and not stored with the claim",
            "08-the-stored-answer.md"),
    FIRST_ATTEMPT_FAILS(
            "The first attempt fails",
            "Something fails in the first attempt; the sender tries again until it hears a yes.",
            "the failed attempt leaves its key claimed, or an exception is swallowed and the answer is a yes all the same",
            "04-one-commit.md"),
    FAILS_WHILE_ANOTHER_ARRIVES(
            "The first attempt fails while its repeat arrives",
            "The first attempt is slow. The sender tries again meanwhile; then the first one fails.",
            "a repeat hears a yes before the first attempt has been committed",
            "07-in-flight.md"),
    DIES_AFTER_THE_CLAIM(
            "Dies after the claim",
            "The first worker dies between claim and work; the sender tries again until it hears a yes.",
            "the claim is committed before the work",
            "04-one-commit.md"),
    DIES_AFTER_THE_WORK(
            "Dies after the work",
            "The first worker dies right after the work; the sender tries again until it hears a yes.",
            "the work is committed before the claim, or on another connection",
            "04-one-commit.md"),
    DIES_AFTER_THE_MAIL(
            "Dies after the mail",
            "The first worker dies when its mail has left; the sender tries again until it hears a yes.",
            "a mail is sent inside the transaction, and no rollback brings it back",
            "10-effects-outside.md"),
    DIES_AFTER_THE_COMMIT(
            "Dies after the commit",
            "The first worker dies right after its commit; the sender tries again until it hears a yes.",
            "what follows the commit is not written down inside it",
            "10-effects-outside.md"),
    KILLED(
            "Killed in the middle of the work",
            "The service is killed while it works and is started again; every sender tries again until it hears a yes.",
            "claim and work are not one transaction: one of the two survives without the other",
            "04-one-commit.md"),
    STORM(
            "A storm on one key",
            "One key is sent a hundred times at once, and other senders go on with their own keys.",
            "waiting repeats use up every connection or thread, and others are made to fail",
            "scaling.md#hot-keys"),
    FORGED_FIRST(
            "A forgery comes first",
            "Somebody guesses the event's id and sends a forgery; then the provider delivers.",
            "the key is claimed before the signature has been checked",
            "06-three-questions.md"),
    TEN_MINUTES_PASS_IN_THE_WORK(
            "The work takes ten minutes",
            "The work takes ten minutes, longer than anybody thought; meanwhile it is sent again.",
            "a lock ends by the clock, and the work does not",
            "11-retention.md"),
    THREE_DAYS_LATER(
            "Three days later",
            "The provider delivers once more on the third day, as Stripe does; claims were swept in between.",
            "keys are kept for less time than senders repeat themselves",
            "11-retention.md");

    private final String title;
    private final String story;
    private final String meaning;
    private final String lesson;

    Ordeal(String title, String story, String meaning, String lesson) {
        this.title = title;
        this.story = story;
        this.meaning = meaning;
        this.lesson = lesson;
    }

    public String title() {
        return title;
    }

    public String story() {
        return story;
    }

    /** What a break of it usually means, without the full stop. */
    public String meaning() {
        return meaning;
    }

    /** The page in docs that explains it. */
    public String lesson() {
        return lesson;
    }

    /** What happens outside the database is counted, too: mails. */
    public boolean countsOutside() {
        return this == DIES_AFTER_THE_MAIL || this == DIES_AFTER_THE_COMMIT;
    }

    /** Its name on a command line and in a report. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
