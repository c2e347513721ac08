package dev.once.test;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.Priority;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import com.tngtech.archunit.library.freeze.FreezingArchRule;
import dev.once.core.support.Infrastructure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules of {@link OnceRules} with exemptions, as one rule, or frozen. */
public final class RuleBook {

    private static final String CORE = "dev.once.core..";

    private final List<String> exempt;
    private final boolean entitiesJoin;

    private RuleBook(List<String> exempt, boolean entitiesJoin) {
        this.exempt = exempt;
        this.entitiesJoin = entitiesJoin;
    }

    /** Nobody is exempt but the core. */
    public static RuleBook standard() {
        return new RuleBook(List.of(), false);
    }

    /** These packages, in ArchUnit's notation, are exempt from all rules too. */
    public RuleBook exempting(String... packages) {
        return new RuleBook(Stream.concat(exempt.stream(), Stream.of(packages)).toList(), entitiesJoin);
    }

    /**
     * For a service with JPA, where claims run in the transactions of its own manager ({@code once.transactions}):
     * repositories, entity managers and {@code @Transactional} join the claim above them, so they are allowed. That there is
     * one above each call that writes is what {@link #entitiesAreWrittenInTheWork} looks at.
     */
    public RuleBook whereEntitiesJoin() {
        return new RuleBook(exempt, true);
    }

    /** All rules as one. */
    public ArchRule all() {
        return CompositeArchRule.of(rules());
    }

    /** Checks all rules at once, for tests without ArchUnit's own runner: the production classes of these packages. */
    public void check(String... packages) {
        all().check(new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(packages));
    }

    /**
     * All rules as one, with what breaks them today let pass: ArchUnit writes it down, and the list can only shrink. Commit
     * the list. Where it is kept, and that it may be created, is said in {@code archunit.properties}:
     *
     * <pre>{@code
     * freeze.store.default.path=src/test/resources/frozen
     * freeze.store.default.allowStoreCreation=true
     * }</pre>
     */
    public ArchRule frozen() {
        return CompositeArchRule.of(
                rules().stream().<ArchRule>map(FreezingArchRule::freeze).toList());
    }

    public List<ArchRule> rules() {
        return List.of(
                onlyTheCoreOpensConnections(),
                onlyTheCoreBeginsTransactions(),
                aMethodThatUpdatesTakesAWriteFirst(),
                noFieldHoldsAWrite(),
                whoTakesAWriteKnowsNobodyOutside(),
                theWorkCallsNobodyOutside(),
                nothingIsEnqueuedBesideAClaim(),
                entitiesAreWrittenInTheWork(),
                nobodyLivesInTheCoresPackage());
    }

    public ArchRule onlyTheCoreOpensConnections() {
        return noClasses()
                .that(fenced().and(notInfrastructure()))
                .should()
                .dependOnClassesThat(suspects(Suspects.OPEN_CONNECTIONS))
                .allowEmptyShould(true)
                .as("Only the core opens connections")
                .because(
                        "a write that reaches the database by another way has no key: read through Reads, write through a"
                                + " Write, and mark infrastructure of its own with @Infrastructure and the reason");
    }

    public ArchRule onlyTheCoreBeginsTransactions() {
        return classes()
                .that(fenced().and(notInfrastructure()))
                .should(ArchConditions.never(ArchConditions.dependOnClassesThat(suspects(Suspects.BEGIN_TRANSACTIONS)))
                        .and(Conditions.leaveNoTransaction()))
                .allowEmptyShould(true)
                .as("Only the core begins transactions")
                .because("claim and work commit together or not at all, and claims do not nest: let once(..) begin it");
    }

    public ArchRule aMethodThatUpdatesTakesAWriteFirst() {
        return fencedShould(Conditions.takeAWriteFirstWhereTheyUpdate())
                .as("A method that updates takes a Write as its first parameter")
                .because("its signature then says why it is safe to run twice");
    }

    public ArchRule noFieldHoldsAWrite() {
        return fencedShould(Conditions.holdNoWrite())
                .as("No field holds a Write")
                .because("a Write is dead when its transaction has ended: hand it on as a parameter");
    }

    public ArchRule whoTakesAWriteKnowsNobodyOutside() {
        return noClasses()
                .that(fenced().and(Conditions.TAKE_A_WRITE))
                .should()
                .dependOnClassesThat(Suspects.REACH_OUTSIDE)
                .allowEmptyShould(true)
                .as("A class that takes a Write knows no HTTP, mail, queue or job client")
                .because("what is sent cannot be rolled back: leave it to the outbox");
    }

    /**
     * Follows the work from where a {@code Write} is taken, and from what is handed to a method that runs it in such work,
     * through the calls of the analysed classes. It does not see through other libraries, reflection, fields that hold a
     * function of a JDK type, or work that another thread does; at run time {@code once.fence} looks at Spring's clients too.
     */
    public ArchRule theWorkCallsNobodyOutside() {
        return fencedShould(Conditions.callNobodyOutsideInTheWork())
                .as("The work of a claim calls no HTTP, mail, queue or job client")
                .because(
                        "what is sent cannot be rolled back: call before or after the claim, or leave it to the outbox");
    }

    public ArchRule nothingIsEnqueuedBesideAClaim() {
        return fencedShould(Conditions.enqueueNothingBesideAClaim())
                .as("No job is enqueued where a Write is taken or a claim is made")
                .because(
                        "a job runtime commits for itself, before or without the claim: enqueue from an outbox handler");
    }

    /**
     * Each call of a repository's or entity manager's writing method, by itself: a frozen list grows with none of them. The
     * calls that are looked at are those of the analysed classes; what a method that nobody of them calls does is done
     * without a claim.
     */
    public ArchRule entitiesAreWrittenInTheWork() {
        return fencedShould(Conditions.writeEntitiesInTheWorkOnly())
                .as("Entities are written in the work of a claim")
                .because("what is saved outside of it is saved again when the same request comes again");
    }

    public ArchRule nobodyLivesInTheCoresPackage() {
        return ArchRule.Factory.create(
                        new ClassesInPackage("dev.once.core"), Conditions.comeWithTheCore(), Priority.MEDIUM)
                .allowEmptyShould(true)
                .as("Nobody lives in the core's package")
                .because("from there the core's package-private parts are in reach: it could make a Write for itself");
    }

    private DescribedPredicate<JavaClass> suspects(DescribedPredicate<JavaClass> all) {
        return entitiesJoin ? Suspects.thatDoNotJoin(all) : all;
    }

    private ArchRule fencedShould(ArchCondition<JavaClass> condition) {
        return classes().that(fenced()).should(condition).allowEmptyShould(true);
    }

    private DescribedPredicate<JavaClass> fenced() {
        return DescribedPredicate.not(resideInAnyPackage(
                Stream.concat(Stream.of(CORE), exempt.stream()).toArray(String[]::new)));
    }

    private static DescribedPredicate<JavaClass> notInfrastructure() {
        return DescribedPredicate.describe("are not infrastructure", type -> {
            for (var at = Optional.of(type); at.isPresent(); at = at.get().getEnclosingClass()) {
                if (at.get().isAnnotatedWith(Infrastructure.class)) {
                    return false;
                }
            }
            return true;
        });
    }
}
