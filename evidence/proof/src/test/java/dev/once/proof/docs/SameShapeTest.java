package dev.once.proof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.MethodTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The four apps have the same packages, roles and signatures, so that a diff of two shows only what differs. */
class SameShapeTest {

    enum App {
        WEBHOOKS("webhooks-app", "webhooks", "Webhooks", "Webhook"),
        FORMS("forms-app", "forms", "Forms", "Form"),
        JOBS("jobs-app", "jobs", "Jobs", "Job"),
        API("public-api-app", "api", "Api", "Api");

        final Path main;
        final Path java;
        final String owner;
        final String application;
        final String surface;

        App(String module, String owner, String application, String surface) {
            this.main = Page.ROOT.resolve(module).resolve("src/main");
            this.java = main.resolve("java/dev/once").resolve(owner);
            this.owner = owner;
            this.application = application;
            this.surface = surface;
        }

        JavaSource source(String folder, String role) {
            return JavaSource.of(java.resolve(folder).resolve(surface + role + ".java"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_role_is_there(App app) {
        List<String> roles = List.of(
                app.application + "Application",
                app.application + "Properties",
                "surface/" + app.surface + "Surface",
                "surface/" + app.surface + "Effects",
                "provenance/" + app.surface + "Provenance",
                "sameness/" + app.surface + "Key",
                "sameness/" + app.surface + "Ledger");
        assertThat(roles).allSatisfy(role -> assertThat(app.java.resolve(role + ".java"))
                .as("the %s of %s", role, app)
                .exists());
        assertThat(List.of("effects", "pages")).allSatisfy(role -> assertThat(app.java.resolve(role))
                .as("the %s of %s", role, app)
                .isDirectoryContaining(file -> !file.endsWith("package-info.java")));
    }

    @ParameterizedTest
    @EnumSource
    void every_package_says_what_it_is(App app) throws IOException {
        try (Stream<Path> folders = Files.walk(app.java)) {
            assertThat(folders.filter(Files::isDirectory))
                    .allSatisfy(folder -> assertThat(folder.resolve("package-info.java"))
                            .exists()
                            .content()
                            .startsWith("/**")
                            .contains("@NullMarked"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_fence_is_up(App app) {
        assertThat(app.main.resolve("resources/application.yml"))
                .content()
                .containsPattern("(?m)^once:\n  fence: enforce$");
    }

    @ParameterizedTest
    @EnumSource
    void the_surface_reads_in_four_steps(App app) {
        assertThat(app.java.resolve("surface/" + app.surface + "Surface.java"))
                .content()
                .containsSubsequence(
                        "// who are you", "// what is the key", "// once", ".once(", "// answer", ".fold(");
    }

    @ParameterizedTest
    @EnumSource
    void who_sends_it_comes_from_provenance_and_has_a_scope(App app) {
        JavaSource provenance = app.source("provenance", "Provenance");
        assertThat(provenance.declaration()).isEqualTo("public final class");
        assertThat(provenance.visible("of")).hasSize(1);
        JavaSource who = JavaSource.of(app.java.resolve("provenance").resolve(who(app) + ".java"));
        assertThat(who.methods("scope")).extracting(JavaSource::signature).containsExactly("public Scope scope");
    }

    @ParameterizedTest
    @EnumSource
    void the_key_makes_an_attempt_of_who_sends_it_and_of_what(App app) {
        JavaSource key = app.source("sameness", "Key");
        assertThat(key.declaration()).isIn("public final class", "public record");
        assertThat(key.visible("of"))
                .singleElement()
                .satisfies(of -> assertThat(JavaSource.signature(of)).isEqualTo("public static Attempt of"))
                .satisfies(of -> assertThat(JavaSource.firstParameter(of)).isEqualTo(who(app)));
    }

    @ParameterizedTest
    @EnumSource
    void the_ledger_is_one_bean_that_the_surface_is_given(App app) {
        JavaSource ledger = app.source("sameness", "Ledger");
        assertThat(ledger.declaration()).isEqualTo("class");
        MethodTree bean = ledger.methods("idempotency").findFirst().orElseThrow();
        assertThat(bean.getReturnType().toString()).startsWith("Idempotency<");
        assertThat(JavaSource.firstParameter(bean)).isEqualTo("Idempotencies");

        JavaSource surface = app.source("surface", "Surface");
        assertThat(surface.declaration()).isEqualTo("public class");
        assertThat(surface.fields()).contains("private final " + bean.getReturnType() + " idempotency");
        assertThat(app.source("surface", "Effects").declaration()).isEqualTo("public interface");
    }

    @ParameterizedTest
    @EnumSource
    void the_application_and_its_settings_are_declared_alike(App app) {
        JavaSource application = JavaSource.of(app.java.resolve(app.application + "Application.java"));
        assertThat(application.declaration()).isEqualTo("public class");
        assertThat(application.annotations())
                .containsSubsequence("@SpringBootApplication", "@ConfigurationPropertiesScan");
        JavaSource settings = JavaSource.of(app.java.resolve(app.application + "Properties.java"));
        assertThat(settings.declaration()).isEqualTo("public record");
        assertThat(settings.annotations()).startsWith("@ConfigurationProperties(\"once");
    }

    private static String who(App app) {
        return app.source("provenance", "Provenance")
                .visible("of")
                .get(0)
                .getReturnType()
                .toString();
    }

    @ParameterizedTest
    @EnumSource
    void the_ledger_is_named_like_the_app_and_its_table_is_in_the_apps_schema(App app) {
        assertThat(app.java.resolve("sameness/" + app.surface + "Ledger.java"))
                .content()
                .contains("Ledger.named(\"" + app.owner + "\")", ".table(\"" + app.owner + ".");
        assertThat(Page.ROOT.resolve("migrations/app-migrations/src/main/resources/once/migrations/" + app.owner))
                .isDirectoryContaining("glob:**V1__" + app.owner + ".sql");
    }

    @ParameterizedTest
    @EnumSource
    void effects_are_declared_so_that_duplicates_are_counted(App app) throws IOException {
        try (Stream<Path> files = Files.walk(app.java)) {
            assertThat(files.filter(Files::isRegularFile).map(Page::read).map(Page::text))
                    .anyMatch(text -> text.contains("EffectTable.of(") || text.contains("new EffectTable("));
        }
    }

    @ParameterizedTest
    @EnumSource
    void the_demo_has_settings_of_its_own(App app) {
        assertThat(app.main.resolve("resources"))
                .isDirectoryContaining("glob:**application.{yml,properties}")
                .isDirectoryContaining("glob:**application-demo.{yml,properties}");
    }
}
