package dev.once.test;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;

/** What an adopter writes: one field. */
@AnalyzeClasses(packages = "dev.once.test.fixtures.clean")
class OnceRulesAsAnAdopterTest {

    @ArchTest
    static final ArchTests once = ArchTests.in(OnceRules.class);
}
