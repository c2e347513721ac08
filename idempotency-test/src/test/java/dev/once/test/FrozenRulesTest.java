package dev.once.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

    @Test
    void a_new_save_is_seen_beside_a_repository_that_was_there() throws Exception {
        var old = new ClassFileImporter()
                .importClasses(
                        Class.forName("dev.once.test.fixtures.SaveInTheWork"),
                        Class.forName("dev.once.test.fixtures.SaveInTheWork$Orders"),
                        Class.forName("dev.once.test.fixtures.SaveInTheWork$Service"));
        var more = new ClassFileImporter()
                .importClasses(
                        Class.forName("dev.once.test.fixtures.SaveInTheWork"),
                        Class.forName("dev.once.test.fixtures.SaveInTheWork$Orders"),
                        Class.forName("dev.once.test.fixtures.SaveInTheWork$Service"),
                        Class.forName("dev.once.test.fixtures.NewSave"));

        RuleBook.standard().frozen().check(old);
        assertThatThrownBy(() -> RuleBook.standard().frozen().check(more))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("NewSave.place")
                .hasMessageNotContaining("Service");
    }

    @Test
    void a_new_save_is_seen_in_a_method_that_saved_before() throws Exception {
        var service = new ClassFileImporter()
                .importClasses(
                        Class.forName("dev.once.test.fixtures.SaveTwice"),
                        Class.forName("dev.once.test.fixtures.SaveInTheWork$Orders"));
        RuleBook.standard().whereEntitiesJoin().frozen().check(service);
        assertThat(frozen()).hasSize(2);
        takeBack("call 2");
        assertThat(frozen()).hasSize(1);
        assertThatThrownBy(
                        () -> RuleBook.standard().whereEntitiesJoin().frozen().check(service))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("SaveTwice.place");
    }

    @Test
    void where_entities_join_the_list_becomes_empty() throws Exception {
        var old = new ClassFileImporter()
                .importClasses(
                        Class.forName("dev.once.test.fixtures.entities.OrderService"),
                        Class.forName("dev.once.test.fixtures.entities.OrderService$Orders"));
        var repaired = new ClassFileImporter().importPackages("dev.once.test.fixtures.entities");
        RuleBook.standard().whereEntitiesJoin().frozen().check(old);
        assertThat(frozen()).hasSize(2);
        RuleBook.standard().whereEntitiesJoin().frozen().check(repaired);
        assertThat(frozen()).isEmpty();
    }

    private List<String> frozen() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path list : lists()) {
            lines.addAll(Files.readAllLines(list));
        }
        return lines;
    }

    /** As if the call had not been there when the rules were frozen. */
    private void takeBack(String call) throws IOException {
        for (Path list : lists()) {
            List<String> lines = Files.readAllLines(list);
            lines.removeIf(line -> line.contains(call));
            Files.write(list, lines);
        }
    }

    private List<Path> lists() throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.filter(file -> !file.endsWith("stored.rules")).toList();
        }
    }
}
