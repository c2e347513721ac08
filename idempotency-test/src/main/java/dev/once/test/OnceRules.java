package dev.once.test;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * No write without a {@code Write}, as rules for ArchUnit. An adopter's test is one field:
 *
 * <pre>{@code
 * @AnalyzeClasses(packages = "com.acme", importOptions = ImportOption.DoNotIncludeTests.class)
 * class FencesTest {
 *     @ArchTest
 *     static final ArchTests once = ArchTests.in(OnceRules.class);
 * }
 * }</pre>
 *
 * Code that is older than the rules is frozen as it is and tightened step by step; packages can be exempt:
 *
 * <pre>{@code
 *     @ArchTest
 *     static final ArchRule once = RuleBook.standard().exempting("..legacy..").frozen();
 * }</pre>
 *
 * A service with JPA, where claims run in the transactions of its own manager, lets its entities and its
 * {@code @Transactional} services be:
 *
 * <pre>{@code
 *     @ArchTest
 *     static final ArchRule once = RuleBook.standard().whereEntitiesJoin().all();
 * }</pre>
 *
 * The rules stop mistakes, not malice, and they do not read SQL: the read-only database is the fence behind them.
 */
public final class OnceRules {

    private static final RuleBook RULES = RuleBook.standard();

    @ArchTest
    static final ArchRule only_the_core_opens_connections = RULES.onlyTheCoreOpensConnections();

    @ArchTest
    static final ArchRule only_the_core_begins_transactions = RULES.onlyTheCoreBeginsTransactions();

    @ArchTest
    static final ArchRule a_method_that_updates_takes_a_write_first = RULES.aMethodThatUpdatesTakesAWriteFirst();

    @ArchTest
    static final ArchRule no_field_holds_a_write = RULES.noFieldHoldsAWrite();

    @ArchTest
    static final ArchRule who_takes_a_write_knows_nobody_outside = RULES.whoTakesAWriteKnowsNobodyOutside();

    @ArchTest
    static final ArchRule the_work_calls_nobody_outside = RULES.theWorkCallsNobodyOutside();

    @ArchTest
    static final ArchRule nothing_is_enqueued_beside_a_claim = RULES.nothingIsEnqueuedBesideAClaim();

    @ArchTest
    static final ArchRule entities_are_written_in_the_work = RULES.entitiesAreWrittenInTheWork();

    @ArchTest
    static final ArchRule nobody_lives_in_the_cores_package = RULES.nobodyLivesInTheCoresPackage();

    private OnceRules() {}
}
