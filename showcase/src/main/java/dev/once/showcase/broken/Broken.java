package dev.once.showcase.broken;

import static dev.once.faults.verdict.Damage.DOUBLED;
import static dev.once.faults.verdict.Damage.LEAKED;
import static dev.once.faults.verdict.Damage.LOST;
import static dev.once.faults.verdict.Damage.STUCK;
import static dev.once.faults.verdict.Damage.WRONG_ANSWER;

import dev.once.faults.verdict.Damage;
import dev.once.faults.verdict.Ordeal;
import dev.once.faults.verdict.Verdict;
import dev.once.showcase.lab.Variant;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** All broken variants: what each is called, what damage it does, and the ordeal that brings it out. */
public enum Broken {
    CHECK_THEN_INSERT("Check, then insert", DOUBLED, Ordeal.ALL_AT_ONCE, CheckThenInsert::new),
    CHECK_THEN_INSERT_IN_TRANSACTION(
            "Check, then insert, in a transaction", DOUBLED, Ordeal.ALL_AT_ONCE, CheckThenInsertInTransaction::new),
    FOR_UPDATE_ON_MISSING_ROW("'for update' on a missing row", DOUBLED, Ordeal.ALL_AT_ONCE, ForUpdateOnMissingRow::new),
    IN_MEMORY_SET("A set in memory", DOUBLED, Ordeal.ALL_AT_ONCE, InMemorySet::new),
    CLAIM_AFTER_THE_WORK("Claim after the work", DOUBLED, Ordeal.DIES_AFTER_THE_WORK, ClaimAfterTheWork::new),
    CLAIM_BEFORE_THE_WORK(
            "Claim committed before the work", STUCK, Ordeal.DIES_AFTER_THE_CLAIM, ClaimBeforeTheWork::new),
    WORK_ON_ANOTHER_CONNECTION(
            "Work on another connection", DOUBLED, Ordeal.DIES_AFTER_THE_WORK, WorkOnAnotherConnection::new),
    SWALLOWED_EXCEPTION("Swallowed exception", LOST, Ordeal.FIRST_ATTEMPT_FAILS, SwallowedException::new),
    KEY_MINTED_BY_THE_SERVER("Key minted by the server", DOUBLED, Ordeal.ALL_AT_ONCE, KeyMintedByTheServer::new),
    IN_FLIGHT_ANSWERED_200(
            "In-flight duplicate answered 200", LOST, Ordeal.FAILS_WHILE_ANOTHER_ARRIVES, InFlightAnswered200::new),
    DUPLICATE_ANSWERED_500("Duplicate answered 500", STUCK, Ordeal.FIRST_ANSWER_IS_LOST, DuplicateAnswered500::new),
    TTL_EXPIRES_MID_WORK(
            "Lock with a TTL that expires mid-work",
            DOUBLED,
            Ordeal.TEN_MINUTES_PASS_IN_THE_WORK,
            TtlExpiresMidWork::new),
    RETENTION_UNDER_THE_HORIZON(
            "Retention under the retry horizon", DOUBLED, Ordeal.THREE_DAYS_LATER, RetentionUnderTheHorizon::new),
    BODY_HASH_AS_KEY("Hash of the body as key", DOUBLED, Ordeal.ALL_AT_ONCE, BodyHashAsKey::new),
    UNSCOPED_KEY("Key without a scope", LEAKED, Ordeal.TWO_TENANTS, UnscopedKey::new),
    SIGNATURE_HEADER_AS_KEY("Signature header as key", DOUBLED, Ordeal.ALL_AT_ONCE, SignatureHeaderAsKey::new),
    CLAIM_BEFORE_THE_SIGNATURE("Claim before the signature", LOST, Ordeal.FORGED_FIRST, ClaimBeforeTheSignature::new),
    MAIL_INSIDE_THE_CLAIM("Mail sent inside the claim", DOUBLED, Ordeal.DIES_AFTER_THE_MAIL, MailInsideTheClaim::new),
    ENQUEUED_AFTER_THE_COMMIT(
            "Mail enqueued after the commit", LOST, Ordeal.DIES_AFTER_THE_COMMIT, EnqueuedAfterTheCommit::new),
    NO_FINGERPRINT("Key without a fingerprint", WRONG_ANSWER, Ordeal.ANOTHER_BODY, NoFingerprint::new),
    OPTIONAL_KEY("Optional key", DOUBLED, Ordeal.KEY_IS_FORGOTTEN, OptionalKey::new),
    ANSWER_BUILT_AGAIN(
            "Answer built again", WRONG_ANSWER, Ordeal.EFFECT_CHANGES_BEFORE_THE_REPEAT, AnswerBuiltAgain::new);

    private final String title;
    private final Damage damage;
    private final Ordeal ordeal;
    private final Function<DataSource, PlainJdbc> maker;

    Broken(String title, Damage damage, Ordeal ordeal, Function<DataSource, PlainJdbc> maker) {
        this.title = title;
        this.damage = damage;
        this.ordeal = ordeal;
        this.maker = maker;
    }

    /** Every ordeal that brings one of them out. */
    public static Stream<Ordeal> ordeals() {
        return Stream.of(values()).map(Broken::ordeal).distinct();
    }

    /** Its name in addresses. */
    public String slug() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String title() {
        return title;
    }

    public Damage damage() {
        return damage;
    }

    public Ordeal ordeal() {
        return ordeal;
    }

    /** The number that shows its damage: compare it with the right one's. */
    public long number(Verdict verdict) {
        return ordeal.countsOutside() ? verdict.outside() : verdict.shown(damage);
    }

    /** The words after that number. */
    public String counted() {
        return ordeal.countsOutside() ? "mails sent" : damage.counted();
    }

    /** The source file that it is in. */
    public String file() {
        String[] words = name().split("_");
        return Stream.of(words)
                        .map(word -> word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining())
                + ".java";
    }

    /** Two processes of it: memory is not shared, the database is. */
    public List<Variant> twoInstances(DataSource dataSource) {
        return Stream.<Variant>generate(() -> maker.apply(dataSource)).limit(2).toList();
    }

    public Variant instance(DataSource dataSource) {
        return maker.apply(dataSource);
    }
}
