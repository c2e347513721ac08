package dev.once.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.once.test.OnceRules;
import dev.once.test.SurfaceRules;

@AnalyzeClasses(packages = "dev.once.jobs", importOptions = ImportOption.DoNotIncludeTests.class)
class FencesTest {

    @ArchTest
    static final ArchTests once = ArchTests.in(OnceRules.class);

    @ArchTest
    static final ArchTests shape = ArchTests.in(SurfaceRules.class);

    @ArchTest
    static final ArchRule jobs_know_nothing_of_the_job_runtime = noClasses()
            .that()
            .resideInAnyPackage(
                    "..surface..", "..sameness..", "..effects..", "..work..", "..vendor..", "..provenance..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jobrunr..")
            .because(
                    "a step is a claim, whichever runtime repeats it; and a runtime that is near a claim gets enqueued into");
}
