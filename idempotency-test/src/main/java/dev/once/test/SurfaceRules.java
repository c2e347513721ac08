package dev.once.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * For an application in the shape of the four surfaces: its packages depend one way only, so that {@code surface},
 * {@code sameness} and {@code provenance} can be taken along without the rest.
 *
 * <pre>{@code
 *     @ArchTest
 *     static final ArchTests shape = ArchTests.in(SurfaceRules.class);
 * }</pre>
 */
public final class SurfaceRules {

    @ArchTest
    static final ArchRule provenance_asks_nobody_else = noClasses()
            .that()
            .resideInAPackage("..provenance..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..sameness..", "..surface..", "..effects..", "..pages..")
            .because("who sends something is asked before anything else");

    @ArchTest
    static final ArchRule sameness_asks_provenance_alone = noClasses()
            .that()
            .resideInAPackage("..sameness..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..surface..", "..effects..", "..pages..")
            .because("a key is made of who asks and what they ask");

    @ArchTest
    static final ArchRule the_surface_knows_no_business = noClasses()
            .that()
            .resideInAPackage("..surface..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..effects..", "..pages..", "..operations..", "..runtime..", "..work..", "..vendor..")
            .because("it reaches its effects through an interface of its own");

    @ArchTest
    static final ArchRule effects_know_no_pages = noClasses()
            .that()
            .resideInAPackage("..effects..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..pages..", "..runtime..")
            .because("pages show effects, and not the other way round");

    private SurfaceRules() {}
}
