package dev.once.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OnceRulesTest {

    private static final String FIXTURES = "dev.once.test.fixtures.";
    private static final RuleBook BOOK = RuleBook.standard();

    private record Breach(String fixture, Function<RuleBook, ArchRule> rule, int times, String says) {}

    private static final List<Breach> BREACHES = List.of(
            new Breach("DirectUpdate", RuleBook::aMethodThatUpdatesTakesAWriteFirst, 3, "StatementSpec.update()"),
            new Breach("UpdateInLambda", RuleBook::aMethodThatUpdatesTakesAWriteFirst, 2, "UpdateInLambda.take("),
            new Breach("QueryThatInserts", RuleBook::aMethodThatUpdatesTakesAWriteFirst, 1, "Claim.sql("),
            new Breach("UpdateByMethodReference", RuleBook::aMethodThatUpdatesTakesAWriteFirst, 1, "update()"),
            new Breach("SqlByMethodReference", RuleBook::aMethodThatUpdatesTakesAWriteFirst, 1, "Claim.sql("),
            new Breach("TransactionalService", RuleBook::onlyTheCoreBeginsTransactions, 1, "Transactional>"),
            new Breach("JakartaTransactionalService", RuleBook::onlyTheCoreBeginsTransactions, 1, "Transactional>"),
            new Breach("TemplateTransaction", RuleBook::onlyTheCoreBeginsTransactions, 1, "TransactionTemplate"),
            new Breach("RawConnection", RuleBook::onlyTheCoreOpensConnections, 1, "java.sql.Connection"),
            new Breach("InjectedDataSource", RuleBook::onlyTheCoreOpensConnections, 1, "javax.sql.DataSource"),
            new Breach("InjectedTemplates", RuleBook::onlyTheCoreOpensConnections, 1, "NamedParameterJdbcTemplate"),
            new Breach("OwnJdbcClient", RuleBook::onlyTheCoreOpensConnections, 1, "JdbcClient.create("),
            new Breach("InjectedEntityManager", RuleBook::onlyTheCoreOpensConnections, 1, "EntityManager"),
            new Breach("StoredClaim", RuleBook::noFieldHoldsAWrite, 1, "StoredClaim.claim"),
            new Breach("StoredInReference", RuleBook::noFieldHoldsAWrite, 1, "StoredInReference.last"),
            new Breach("HttpClientBesideWrite", RuleBook::whoTakesAWriteKnowsNobodyOutside, 1, "RestClient"),
            new Breach("JdkHttpBesideWrite", RuleBook::whoTakesAWriteKnowsNobodyOutside, 1, "java.net.http.HttpClient"),
            new Breach("MailBesideWrite", RuleBook::whoTakesAWriteKnowsNobodyOutside, 1, "JavaMailSender"),
            new Breach("HttpInTheWork", RuleBook::theWorkCallsNobodyOutside, 1, "RestClient"),
            new Breach("HttpInAnOperation", RuleBook::theWorkCallsNobodyOutside, 1, "RestTemplate"),
            new Breach("HttpInAStep", RuleBook::theWorkCallsNobodyOutside, 3, "HttpInAStep.run"),
            new Breach("HttpInAnEffect", RuleBook::theWorkCallsNobodyOutside, 3, "HttpInAnEffect.effectOf"),
            new Breach("HttpInAWrapper", RuleBook::theWorkCallsNobodyOutside, 5, "HttpInAWrapper.inALambda"),
            new Breach("HttpInAWrapper", RuleBook::theWorkCallsNobodyOutside, 5, "HttpInAWrapper.charge"),
            new Breach("HttpInAWrapper", RuleBook::theWorkCallsNobodyOutside, 5, "HttpInAWrapper.inAVariable"),
            new Breach("HttpInAWrapper", RuleBook::theWorkCallsNobodyOutside, 5, "HttpInAWrapper.throughTwo"),
            new Breach("HttpInAWrapper", RuleBook::theWorkCallsNobodyOutside, 5, "Charging.get"),
            new Breach("HttpBehindAService", RuleBook::theWorkCallsNobodyOutside, 1, "HttpNotifier.tell"),
            new Breach("HttpBehindAService", RuleBook::theWorkCallsNobodyOutside, 1, "Mailer.send"),
            new Breach("OwnKindOfWork", RuleBook::theWorkCallsNobodyOutside, 1, "RestClient"),
            new Breach("OtherWaysOut", RuleBook::theWorkCallsNobodyOutside, 7, "ProcessBuilder"),
            new Breach("OtherWaysOut", RuleBook::theWorkCallsNobodyOutside, 7, "Runtime.exec"),
            new Breach("OtherWaysOut", RuleBook::theWorkCallsNobodyOutside, 7, "URL.openStream"),
            new Breach("OtherWaysOut", RuleBook::theWorkCallsNobodyOutside, 7, "java.net.Socket"),
            new Breach("OtherWaysOut", RuleBook::theWorkCallsNobodyOutside, 7, "SocketChannel.open"),
            new Breach("OtherWaysOut", RuleBook::theWorkCallsNobodyOutside, 7, "Vendor.charge"),
            new Breach("OtherWaysOut", RuleBook::theWorkCallsNobodyOutside, 7, "OwnTemplate.postForLocation"),
            new Breach("EnqueueBesideWrite", RuleBook::nothingIsEnqueuedBesideAClaim, 1, "JobScheduler.enqueue("),
            new Breach("EnqueueInTheWork", RuleBook::nothingIsEnqueuedBesideAClaim, 1, "BackgroundJob.enqueue("),
            new Breach("SaveWithoutAClaim", RuleBook::entitiesAreWrittenInTheWork, 4, "Orders.save>"),
            new Breach("SaveWithoutAClaim", RuleBook::entitiesAreWrittenInTheWork, 4, "Orders.deleteByTenant>"),
            new Breach("SaveWithoutAClaim", RuleBook::entitiesAreWrittenInTheWork, 4, "EntityManager.persist>"),
            new Breach("SaveWithoutAClaim", RuleBook::entitiesAreWrittenInTheWork, 4, "Query.executeUpdate>"),
            new Breach("SaveOnTwoWays", RuleBook::entitiesAreWrittenInTheWork, 1, "Orders.save>"));

    @TestFactory
    Stream<DynamicTest> a_breach_is_seen() {
        return BREACHES.stream()
                .map(breach -> DynamicTest.dynamicTest(breach.fixture() + ": " + breach.says(), () -> {
                    var result = breach.rule().apply(BOOK).evaluate(fixture(breach.fixture()));
                    var details = result.getFailureReport().getDetails();
                    assertThat(details).hasSizeGreaterThanOrEqualTo(breach.times());
                    assertThat(String.join("\n", details)).contains(breach.says());
                }));
    }

    @TestFactory
    Stream<DynamicTest> every_rule_has_a_fixture_that_breaks_it() {
        var everything = new ClassFileImporter().importPackages("dev.once.test.fixtures", "dev.once.core");
        return BOOK.rules().stream()
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> assertThat(
                                rule.evaluate(everything).hasViolation())
                        .isTrue()));
    }

    @Test
    void a_class_in_the_cores_package_that_is_not_the_cores_is_seen() throws Exception {
        var squatter = new ClassFileImporter().importClasses(Class.forName("dev.once.core.Squatter"));
        assertThat(BOOK.nobodyLivesInTheCoresPackage()
                        .evaluate(squatter)
                        .getFailureReport()
                        .getDetails())
                .singleElement()
                .asString()
                .contains("Squatter");
    }

    @Test
    void the_core_itself_is_at_home_and_exempt() {
        assertThatCode(() -> BOOK.all().check(new ClassFileImporter().importPackages(FIXTURES + "clean")))
                .doesNotThrowAnyException();
        assertThat(new ClassesInPackage("dev.once.core")
                        .transform(new ClassFileImporter().importPackages(FIXTURES + "clean")))
                .as("the core was looked at")
                .hasSizeGreaterThan(20);
    }

    @Test
    void clean_code_passes_every_rule() {
        BOOK.all().check(new ClassFileImporter().importPackages(FIXTURES + "clean"));
    }

    @Test
    void production_classes_are_checked_by_package_and_this_modules_own_keep_the_rules() {
        RuleBook.standard().check("dev.once.test");
    }

    @Test
    void no_name_of_a_package_exempts_from_the_rules_but_one_that_is_given() {
        var broken = new ClassFileImporter().importPackages(FIXTURES + "broken");
        assertThat(BOOK.onlyTheCoreOpensConnections().evaluate(broken).hasViolation())
                .isTrue();
        BOOK.exempting("..broken..").all().check(broken);
    }

    @Test
    void an_entity_may_be_saved_in_the_work_of_a_claim() {
        BOOK.entitiesAreWrittenInTheWork().check(fixture("SaveInTheWork"));
    }

    @Test
    void where_entities_join_an_unchanged_service_with_jpa_keeps_all_rules() {
        var service = new ClassFileImporter().importPackages(FIXTURES + "entities");
        BOOK.whereEntitiesJoin().all().check(service);
        assertThat(BOOK.onlyTheCoreOpensConnections().evaluate(service).hasViolation())
                .isTrue();
        assertThat(BOOK.onlyTheCoreBeginsTransactions().evaluate(service).hasViolation())
                .isTrue();
    }

    @Test
    void but_saves_without_a_claim_and_transactions_beside_it_are_seen_there_too() {
        RuleBook joined = BOOK.whereEntitiesJoin();
        assertThat(breaches(joined.entitiesAreWrittenInTheWork(), "SaveWithoutAClaim"))
                .hasSize(4);
        assertThat(breaches(joined.onlyTheCoreBeginsTransactions(), "TransactionOfItsOwn"))
                .hasSize(3)
                .anyMatch(line -> line.contains("TransactionOfItsOwn.beside()"))
                .anyMatch(line -> line.contains("TransactionOfItsOwn.without()"))
                .anyMatch(line -> line.contains("TransactionOfItsOwn.besideToo()"));
        assertThat(breaches(joined.onlyTheCoreBeginsTransactions(), "TemplateTransaction"))
                .isNotEmpty();
        assertThat(breaches(joined.onlyTheCoreOpensConnections(), "InjectedTemplates"))
                .isNotEmpty();
    }

    private static List<String> breaches(ArchRule rule, String fixture) {
        return rule.evaluate(fixture(fixture)).getFailureReport().getDetails();
    }

    @Test
    void infrastructure_is_exempt_from_the_connection_rules_only() throws Exception {
        var infrastructure = new ClassFileImporter().importClasses(MarkedButStoring.class);
        BOOK.onlyTheCoreOpensConnections().check(infrastructure);
        assertThat(BOOK.noFieldHoldsAWrite().evaluate(infrastructure).hasViolation())
                .isTrue();
    }

    @dev.once.core.support.Infrastructure("a test of the exemption")
    record MarkedButStoring(javax.sql.DataSource dataSource, dev.once.core.Claim claim) {}

    private static JavaClasses fixture(String name) {
        try {
            Class<?> type = Class.forName(FIXTURES + name);
            return new ClassFileImporter()
                    .importClasses(Stream.concat(Stream.of(type), Stream.of(type.getDeclaredClasses()))
                            .toList());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
