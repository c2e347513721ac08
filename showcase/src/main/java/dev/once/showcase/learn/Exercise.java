package dev.once.showcase.learn;

import static dev.once.faults.verdict.Ordeal.ALL_AT_ONCE;
import static dev.once.faults.verdict.Ordeal.DIES_AFTER_THE_CLAIM;
import static dev.once.faults.verdict.Ordeal.DIES_AFTER_THE_COMMIT;
import static dev.once.faults.verdict.Ordeal.DIES_AFTER_THE_WORK;
import static dev.once.faults.verdict.Ordeal.FIRST_ANSWER_IS_LOST;
import static dev.once.faults.verdict.Ordeal.THREE_DAYS_LATER;
import static dev.once.faults.verdict.Ordeal.TWO_TENANTS;

import dev.once.faults.verdict.Ordeal;
import dev.once.showcase.broken.Broken;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is to be repaired, in the order of the lessons. A start is a broken variant, and fails in that variant's ordeal; the
 * other ordeals see to it that the repair breaks nothing else. What comes in a later lesson is not asked for yet.
 */
public enum Exercise {
    A_SET_IN_MEMORY(1, "webhooks", Broken.IN_MEMORY_SET, DIES_AFTER_THE_CLAIM),
    A_KEY_MADE_BY_THE_SERVER(2, "forms", Broken.KEY_MINTED_BY_THE_SERVER, DIES_AFTER_THE_WORK),
    LOOK_THEN_WRITE(3, "webhooks", Broken.CHECK_THEN_INSERT, FIRST_ANSWER_IS_LOST),
    THE_CLAIM_AFTER_THE_WORK(4, "webhooks", Broken.CLAIM_AFTER_THE_WORK, FIRST_ANSWER_IS_LOST),
    STILL_PROCESSING(4, "jobs", Broken.CLAIM_BEFORE_THE_WORK, ALL_AT_ONCE, FIRST_ANSWER_IS_LOST),
    TWO_CONNECTIONS(4, "jobs", Broken.WORK_ON_ANOTHER_CONNECTION, ALL_AT_ONCE, DIES_AFTER_THE_CLAIM),
    A_SWALLOWED_ERROR(4, "jobs", Broken.SWALLOWED_EXCEPTION, ALL_AT_ONCE, DIES_AFTER_THE_WORK),
    WHOSE_KEY(5, "forms", Broken.UNSCOPED_KEY, ALL_AT_ONCE, DIES_AFTER_THE_WORK),
    A_FORGERY_COMES_FIRST(6, "webhooks", Broken.CLAIM_BEFORE_THE_SIGNATURE, FIRST_ANSWER_IS_LOST),
    A_YES_TOO_EARLY(7, "webhooks", Broken.IN_FLIGHT_ANSWERED_200, DIES_AFTER_THE_WORK, FIRST_ANSWER_IS_LOST),
    TWICE_IS_NOT_AN_ERROR(8, "public API", Broken.DUPLICATE_ANSWERED_500, DIES_AFTER_THE_WORK),
    THE_SAME_ANSWER(8, "public API", Broken.ANSWER_BUILT_AGAIN, ALL_AT_ONCE, DIES_AFTER_THE_WORK),
    ANOTHER_REQUEST_SAME_KEY(8, "public API", Broken.NO_FINGERPRINT, ALL_AT_ONCE, TWO_TENANTS, DIES_AFTER_THE_WORK),
    NO_KEY_NO_WORK(9, "public API", Broken.OPTIONAL_KEY, ALL_AT_ONCE, DIES_AFTER_THE_WORK),
    A_MAIL_INSIDE(10, "jobs", Broken.MAIL_INSIDE_THE_CLAIM, ALL_AT_ONCE, DIES_AFTER_THE_COMMIT),
    A_MAIL_AFTERWARDS(10, "jobs", Broken.ENQUEUED_AFTER_THE_COMMIT, ALL_AT_ONCE, DIES_AFTER_THE_WORK),
    SWEPT_TOO_EARLY(11, "webhooks", Broken.RETENTION_UNDER_THE_HORIZON, ALL_AT_ONCE, DIES_AFTER_THE_WORK),
    A_LOCK_WITH_A_CLOCK(11, "jobs", Broken.TTL_EXPIRES_MID_WORK, FIRST_ANSWER_IS_LOST, THREE_DAYS_LATER),
    FROM_AN_EMPTY_FILE(13, "all four", null, Broken.ordeals().toArray(Ordeal[]::new));

    private final int lesson;
    private final String surface;
    private final @Nullable Broken start;
    private final Set<Ordeal> ordeals = EnumSet.noneOf(Ordeal.class);

    Exercise(int lesson, String surface, @Nullable Broken start, Ordeal... others) {
        this.lesson = lesson;
        this.surface = surface;
        this.start = start;
        Stream.concat(Stream.ofNullable(start).map(Broken::ordeal), Stream.of(others))
                .forEach(ordeals::add);
    }

    static Optional<Exercise> numbered(String number) {
        return Stream.of(values())
                .filter(one -> String.valueOf(one.number()).equals(number))
                .findFirst();
    }

    public int number() {
        return ordinal() + 1;
    }

    public int lesson() {
        return lesson;
    }

    public String surface() {
        return surface;
    }

    /** What it begins with; nothing for the last one. */
    Optional<Broken> start() {
        return Optional.ofNullable(start);
    }

    /** In the order in which they are tried: the one that the start fails comes first. */
    Set<Ordeal> ordeals() {
        return Stream.concat(start().map(Broken::ordeal).stream(), ordeals.stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    public String title() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Its name in files. */
    String slug() {
        return "%02d-%s".formatted(number(), name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
}
