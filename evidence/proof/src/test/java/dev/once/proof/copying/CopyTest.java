package dev.once.proof.copying;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the copy command makes, what it refuses, and that it says why. */
class CopyTest {

    private static final Path ROOT = Path.of("..", "..");

    /** The library's version in a copy means its bytes: a commit, or their sum where there are changes. */
    private static final String LIBRARY_VERSION = "[0-9.]+-([0-9a-f]{10,}|local-\\d+)";

    private static final Pattern ARTIFACT =
            Pattern.compile("<groupId>(.*?)</groupId>\\s*<artifactId>(.*?)</artifactId>\\s*<version>(.*?)</version>");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "payments, com.acme, There is no app",
        "'webhooks,webhooks', com.acme, is there twice",
        "api, Com.Acme, is no package name",
        "api, acme, is no package name",
        "api, com..acme, is no package name",
        "api, dev.once.mine, namespace",
        "api, com.acme; rm, is no package name"
    })
    void what_cannot_be_copied_is_refused_with_a_sentence(String app, String packageName, String sentence)
            throws Exception {
        Ran ran = copy(app, folder.resolve("new"), packageName);
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.output()).contains(sentence);
        assertThat(folder.resolve("new")).doesNotExist();
    }

    @Test
    void nothing_is_overwritten() throws Exception {
        Files.writeString(folder.resolve("mine.txt"), "mine");
        assertThat(copy("api", folder, "com.acme").output()).contains("exists and is not empty");
        assertThat(folder).isDirectoryNotContaining(file -> !file.endsWith("mine.txt"));
    }

    @Test
    void a_copy_has_the_app_its_sql_and_what_is_needed_to_operate_it() throws Exception {
        Path copy = copied("webhooks", "com.acme.pay_ments", "my payments");
        assertThat(copy.resolve("webhooks-app/src/main/java/com/acme/pay_ments/WebhooksApplication.java"))
                .content()
                .startsWith("package com.acme.pay_ments;");
        assertThat(copy.resolve("webhooks-app/src/main/resources/once/migrations/webhooks"))
                .isDirectoryContaining("glob:**V1__webhooks.sql");
        assertThat(copy.resolve("docs/operations"))
                .isDirectoryContaining("glob:**alerts.yml")
                .isDirectoryContaining("glob:**grafana-dashboard.json");
        assertThat(copy.resolve("docs/operating.md")).content().doesNotContain("](../", "evidence/");
        assertThat(copy.resolve("README.md")).content().contains("nobody here handles `email.welcome`");
        try (Stream<Path> top = Files.list(copy).filter(Files::isDirectory)) {
            assertThat(top.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("docs", "once", "web-support", "webhooks-app");
        }
    }

    /** Counted like the rest of the project: Java, SQL, pages, styles and settings, without the poms and the docs. */
    @Test
    void little_comes_along_that_is_not_the_app() throws Exception {
        Path copy = copied("forms", "com.acme.payments", "copy");
        long lines = 0;
        for (Path file : files(copy, ".*\\.(java|sql|html|css|js|yml|properties|imports|factories)")) {
            if (!file.startsWith(copy.resolve("forms-app"))) {
                lines += Files.readAllLines(file).size();
            }
        }
        assertThat(lines).isBetween(1000L, 5500L);
    }

    @Test
    void two_copies_have_no_artifact_in_common_but_the_library_of_the_same_bytes() throws Exception {
        List<String> one = artifacts(copied("webhooks", "com.acme.payments", "one"));
        List<String> other = artifacts(copied("webhooks", "com.acme.billing", "other"));
        assertThat(one).anyMatch(artifact -> artifact.startsWith("com.acme.payments:once-parent:"));
        assertThat(Stream.concat(one.stream(), other.stream()))
                .allMatch(artifact -> artifact.matches("(org\\.springframework|com\\.acme\\.).*")
                        || artifact.matches("dev\\.once:.*:(" + LIBRARY_VERSION + "|\\$\\{once\\.version})"));
        assertThat(one).filteredOn(artifact -> artifact.startsWith("com.acme")).doesNotContainAnyElementsOf(other);
    }

    @Test
    void apps_that_are_copied_together_have_a_package_each_and_handle_each_others_topics() throws Exception {
        Path copy = copied("webhooks,jobs", "com.acme.billing", "copy");
        assertThat(copy.resolve("webhooks-app/src/main/java/com/acme/billing/webhooks/WebhooksApplication.java"))
                .exists();
        assertThat(copy.resolve("jobs-app/src/main/java/com/acme/billing/jobs/JobsApplication.java"))
                .content()
                .startsWith("package com.acme.billing.jobs;");
        assertThat(copy.resolve("README.md")).content().contains("each topic that is written here is handled here");
    }

    @Test
    void apps_become_modules_of_a_project_that_exists() throws Exception {
        Path pom = folder.resolve("pom.xml");
        Files.writeString(pom, "<project>\n  <modules>\n    <module>shop</module>\n  </modules>\n</project>\n");
        Ran ran = copy("forms", folder, "com.acme.forms");
        assertThat(ran.exit()).as(ran.output()).isZero();
        assertThat(pom)
                .content()
                .containsSubsequence("<module>shop", "<module>once<", "<module>web-support<", "<module>forms-app<");
        assertThat(folder.resolve("README.md")).doesNotExist();
        assertThat(folder.resolve("once/README.md")).exists();
        assertThat(copy("webhooks", folder, "com.acme.hooks").output()).contains("There is a web-support in");
    }

    @ParameterizedTest
    @CsvSource({
        "<modules><module>forms-app</module></modules>, There is a forms-app in",
        "<packaging>jar</packaging>, lists no modules"
    })
    void a_project_with_no_place_for_it_stays_as_it_is(String pom, String sentence) throws Exception {
        Files.writeString(folder.resolve("pom.xml"), pom);
        Ran ran = copy("forms", folder, "com.acme.forms");
        assertThat(ran.exit()).isEqualTo(1);
        assertThat(ran.output()).contains(sentence);
        assertThat(folder.resolve("pom.xml")).hasContent(pom);
        assertThat(folder).isDirectoryNotContaining(file -> !file.endsWith("pom.xml"));
    }

    @Test
    void a_diff_shows_in_the_copys_names_what_has_changed_and_can_be_applied() throws Exception {
        Path original = originalWithHistory();
        Path copy = folder.resolve("copy");
        run(original, "sh", "once", "copy", "webhooks", copy.toString(), "--package", "com.acme.payments");
        Path mine = copy.resolve("webhooks-app/src/main/java/com/acme/payments/WebhooksApplication.java");
        String before = Files.readString(mine);

        Path theirs = original.resolve("webhooks-app/src/main/java/dev/once/webhooks/WebhooksApplication.java");
        Files.writeString(theirs, Files.readString(theirs) + "// dev.once.webhooks was corrected\n");
        run(original, "git", "commit", "-qam", "Correct it");

        Ran diff = run(original, "sh", "once", "copy", "--diff", copy.toString());
        assertThat(diff.output())
                .contains("+// com.acme.payments was corrected")
                .doesNotContain("dev.once.webhooks");
        Path patch = Files.writeString(folder.resolve("fix.patch"), diff.output());
        run(copy, "git", "apply", patch.toString());
        assertThat(mine).hasContent(before + "// com.acme.payments was corrected\n");
    }

    @Test
    void a_library_of_other_bytes_has_another_version() throws Exception {
        Path original = originalWithHistory();
        Path copy = folder.resolve("copy");
        run(original, "sh", "once", "copy", "webhooks", copy.toString(), "--package", "com.acme.payments");
        String first = Files.readString(copy.resolve("once/pom.xml"));

        Files.writeString(
                original.resolve("idempotency-core/target").resolve(jar("idempotency-core", ".jar")), "other");
        Files.writeString(original.resolve("LICENSE"), "not committed");
        run(original, "sh", "once", "copy", "--library", copy.toString());
        assertThat(copy.resolve("once/pom.xml"))
                .content()
                .isNotEqualTo(first)
                .containsPattern("<once.version>[0-9.]+-local-");
        assertThat(copy.resolve("once/repository/dev/once/idempotency-core")).isDirectoryContaining("glob:**-local-*");
    }

    /** This project's files in a repository of their own, with jars that need no building. */
    private Path originalWithHistory() throws Exception {
        Path original = Files.createDirectories(folder.resolve("original"));
        List<String> library =
                List.of("idempotency-core", "idempotency-test", "migrations", "local-postgres", "evidence/fault-kit");
        String poms = library.stream().map(module -> module + "/pom.xml").collect(Collectors.joining(" "));
        run(
                ROOT,
                "sh",
                "-c",
                "tar cf - --exclude=target --exclude=.once " + poms
                        + " pom.xml LICENSE .editorconfig .gitignore once tools"
                        + " docs/operating.md docs/operations migrations/app-migrations web-support webhooks-app | tar xf - -C '"
                        + original + "'");
        for (String module : library) {
            Files.createDirectories(original.resolve(module).resolve("src/main"));
        }
        for (String command :
                List.of("init -q", "config user.name once", "config user.email once@example.com", "add .")) {
            run(original, ("git " + command).split(" "));
        }
        run(original, "git", "commit", "-qm", "As it was");
        for (String module : library) {
            Path target = Files.createDirectories(original.resolve(module).resolve("target"));
            for (String ending : List.of(".jar", "-sources.jar")) {
                Files.writeString(target.resolve(jar(module, ending)), module);
            }
        }
        return original;
    }

    private static String jar(String module, String ending) throws IOException {
        return Path.of(module).getFileName() + "-" + PublishedLibrary.version() + ending;
    }

    private Path copied(String apps, String packageName, String name) throws Exception {
        Path copy = folder.resolve(name);
        Ran ran = copy(apps, copy, packageName);
        assertThat(ran.exit()).as(ran.output()).isZero();
        return copy;
    }

    private static Ran copy(String apps, Path to, String packageName) throws Exception {
        return Ran.of(ROOT, "sh", "once", "copy", apps, to.toString(), "--package", packageName);
    }

    private static Ran run(Path where, String... command) throws Exception {
        Ran ran = Ran.of(where, command);
        assertThat(ran.exit()).as(ran.output()).isZero();
        return ran;
    }

    /** Everything with coordinates in the poms of a copy, its own and the library's. */
    private static List<String> artifacts(Path copy) throws IOException {
        return files(copy, ".*(pom\\.xml|\\.pom)").stream()
                .flatMap(CopyTest::artifactsIn)
                .distinct()
                .filter(artifact -> artifact.startsWith("com.acme") || artifact.startsWith("dev.once"))
                .filter(artifact -> !artifact.contains("${project.version}"))
                .toList();
    }

    private static Stream<String> artifactsIn(Path pom) {
        try {
            return ARTIFACT
                    .matcher(Files.readString(pom))
                    .results()
                    .map(found -> found.group(1) + ":" + found.group(2) + ":" + found.group(3))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(Path folder, String name) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(
                            file -> Files.isRegularFile(file) && file.toString().matches(name))
                    .toList();
        }
    }
}
