package dev.once.proof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The four apps have the same packages and file roles, so that a diff of two shows only what differs. */
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
    }

    @ParameterizedTest
    @EnumSource
    void every_role_is_there(App app) {
        List<String> roles = List.of(
                app.application + "Application",
                app.application + "Properties",
                "surface/" + app.surface + "Surface",
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
    void the_surface_claims_and_folds(App app) {
        assertThat(app.java.resolve("surface/" + app.surface + "Surface.java"))
                .content()
                .contains(".once(", ".fold(");
    }

    @ParameterizedTest
    @EnumSource
    void the_ledger_is_named_like_the_app_and_its_table_is_in_the_apps_schema(App app) {
        assertThat(app.java.resolve("sameness/" + app.surface + "Ledger.java"))
                .content()
                .contains("Ledger.named(\"" + app.owner + "\")", ".table(\"" + app.owner + ".");
        assertThat(Page.ROOT.resolve("migrations/src/main/resources/once/migrations/" + app.owner))
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
