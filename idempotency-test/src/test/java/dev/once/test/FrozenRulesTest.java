package dev.once.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How an adopter starts with old code: what breaks the rules today passes, and nothing new does. */
class FrozenRulesTest {

    @TempDir
    Path store;

    @BeforeEach
    void a_store_of_its_own() {
        // In an adopter's archunit.properties: freeze.store.default.path, and allowStoreCreation for the first run.
        ArchConfiguration.get().setProperty("freeze.store.default.path", store.toString());
        ArchConfiguration.get().setProperty("freeze.store.default.allowStoreCreation", "true");
    }

    @AfterEach
    void back_to_the_defaults() {
        ArchConfiguration.get().reset();
    }

    @Test
    void old_violations_pass_and_new_ones_do_not() throws Exception {
        var old = new ClassFileImporter().importClasses(Class.forName("dev.once.test.fixtures.RawConnection"));
        var more = new ClassFileImporter()
                .importClasses(
                        Class.forName("dev.once.test.fixtures.RawConnection"),
                        Class.forName("dev.once.test.fixtures.InjectedDataSource"));

        RuleBook.standard().frozen().check(old);
        assertThat(Files.list(store)).isNotEmpty();
        RuleBook.standard().frozen().check(old);
        assertThatThrownBy(() -> RuleBook.standard().frozen().check(more))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("InjectedDataSource")
                .hasMessageNotContaining("RawConnection");
    }

    @Test
    void what_was_repaired_cannot_come_back() throws Exception {
        var broken = new ClassFileImporter().importClasses(Class.forName("dev.once.test.fixtures.RawConnection"));
        var repaired = new ClassFileImporter().importPackages("dev.once.test.fixtures.clean");
        RuleBook.standard().frozen().check(broken);
        RuleBook.standard().frozen().check(repaired);
        assertThatThrownBy(() -> RuleBook.standard().frozen().check(broken))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("RawConnection");
    }
}
