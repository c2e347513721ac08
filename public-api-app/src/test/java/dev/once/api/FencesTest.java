package dev.once.api;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.once.test.OnceRules;
import dev.once.test.SurfaceRules;

@AnalyzeClasses(packages = "dev.once.api", importOptions = ImportOption.DoNotIncludeTests.class)
class FencesTest {

    @ArchTest
    static final ArchTests once = ArchTests.in(OnceRules.class);

    @ArchTest
    static final ArchTests shape = ArchTests.in(SurfaceRules.class);
}
