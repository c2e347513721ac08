package dev.once.showcase;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.once.core.support.Infrastructure;
import dev.once.showcase.lab.Variant;
import dev.once.test.RuleBook;

/** The showcase keeps the rules it shows, but for the package that is named for breaking them. */
@AnalyzeClasses(packages = "dev.once.showcase", importOptions = ImportOption.DoNotIncludeTests.class)
class FencesTest {

    @ArchTest
    static final ArchRule once =
            RuleBook.standard().exempting("dev.once.showcase.broken..").all();

    @ArchTest
    static final ArchRule broken_code_lives_in_one_place = noClasses()
            .that()
            .resideOutsideOfPackage("..broken..")
            .and()
            .areNotAnnotatedWith(Infrastructure.class)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.sql.Connection")
            .because("a reader who copies from elsewhere copies what is right");

    @ArchTest
    static final ArchRule nobody_builds_on_broken_code = classes()
            .that(resideInAPackage("..broken.."))
            .and()
            .areAssignableTo(Variant.class)
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .should()
            .bePackagePrivate();
}
