package dev.once.webhooks;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import dev.once.test.OnceRules;

/** No write without a {@code Write}. */
@AnalyzeClasses(packages = "dev.once.webhooks", importOptions = ImportOption.DoNotIncludeTests.class)
class FencesTest {

    @ArchTest
    static final ArchTests once = ArchTests.in(OnceRules.class);
}
