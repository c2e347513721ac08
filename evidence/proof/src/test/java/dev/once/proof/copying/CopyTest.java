package dev.once.proof.copying;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the copy command refuses, and that it says why. */
class CopyTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "payments, com.acme, There is no app",
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
    void a_folder_with_spaces_will_do() throws Exception {
        Path copy = folder.resolve("my payments");
        assertThat(copy("webhooks", copy, "com.acme.pay_ments").exit()).isZero();
        assertThat(copy.resolve("webhooks-app/src/main/java/com/acme/pay_ments/WebhooksApplication.java"))
                .content()
                .startsWith("package com.acme.pay_ments;");
        assertThat(copy.resolve("migrations/src/main/resources/once/migrations"))
                .isDirectoryContaining("glob:**/core")
                .isDirectoryContaining("glob:**/webhooks")
                .isDirectoryNotContaining("glob:**/jobs");
        assertThat(copy.resolve("evidence"))
                .isDirectoryContaining("glob:**/fault-kit")
                .isDirectoryNotContaining(folder -> !folder.endsWith("fault-kit"));
        assertThat(copy.resolve("pom.xml"))
                .content()
                .contains("<module>evidence/fault-kit</module>")
                .doesNotContain("<module>evidence/proof</module>", "<module>showcase</module>");
    }

    private static Ran copy(String app, Path to, String packageName) throws Exception {
        return Ran.of(Path.of("..", ".."), "sh", "once", "copy", app, to.toString(), "--package", packageName);
    }
}
