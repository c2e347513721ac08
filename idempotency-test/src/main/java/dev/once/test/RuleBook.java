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
import com.tngtech.archunit.library.freeze.FreezingArchRule;
import dev.once.core.Infrastructure;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules of {@link OnceRules} with other exemptions or applications, as one rule, or frozen. */
public final class RuleBook {

    private static final String CORE = "dev.once.core..";

    private final List<String> exempt;
    private final List<String> applications;

    private RuleBook(List<String> exempt, List<String> applications) {
        this.exempt = exempt;
        this.applications = applications;
    }

    /** Exempt are the broken variants, in a package named so; the applications are this project's four. */
    public static RuleBook standard() {
        return new RuleBook(
                List.of("..broken.."), List.of("dev.once.webhooks", "dev.once.forms", "dev.once.jobs", "dev.once.api"));
    }

    /** These packages, in ArchUnit's notation, are exempt from all rules too. */
    public RuleBook exempting(String... packages) {
        return new RuleBook(Stream.concat(exempt.stream(), Stream.of(packages)).toList(), applications);
    }

    /** These packages are applications that must not depend on each other, in place of this project's. */
    public RuleBook applications(String... packages) {
        return new RuleBook(exempt, List.of(packages));
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
                applicationsDoNotDependOnEachOther(),
                nobodyLivesInTheCoresPackage());
    }

    public ArchRule onlyTheCoreOpensConnections() {
        return noClasses()
                .that(fenced().and(notInfrastructure()))
                .should()
                .dependOnClassesThat(Suspects.OPEN_CONNECTIONS)
                .allowEmptyShould(true)
                .as("Only the core opens connections")
                .because(
                        "a write that reaches the database by another way has no key: read through Reads, write through a"
                                + " Write, and mark infrastructure of its own with @Infrastructure and the reason");
    }

    public ArchRule onlyTheCoreBeginsTransactions() {
        return noClasses()
                .that(fenced().and(notInfrastructure()))
                .should()
                .dependOnClassesThat(Suspects.BEGIN_TRANSACTIONS)
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

    public ArchRule applicationsDoNotDependOnEachOther() {
        return fencedShould(Conditions.stayInTheirApplication(applications))
                .as("Applications do not depend on each other")
                .because("each is there to be copied alone");
    }

    public ArchRule nobodyLivesInTheCoresPackage() {
        return ArchRule.Factory.create(
                        new ClassesInPackage("dev.once.core"), Conditions.comeWithTheCore(), Priority.MEDIUM)
                .allowEmptyShould(true)
                .as("Nobody lives in the core's package")
                .because("from there the core's package-private parts are in reach: it could make a Write for itself");
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
