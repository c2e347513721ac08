package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.once.core.StartupRefusedException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Better not to start than to start wrong: and a sentence says why. */
@ExtendWith(OutputCaptureExtension.class)
class StartTest {

    private final Lab lab = Lab.open();

    @AfterEach
    void close() {
        lab.close();
    }

    @Test
    void the_fence_is_up_and_reported_in_one_line(CapturedOutput output) {
        start(Map.of());
        assertThat(output).contains("Fence: connections are read only by default");
    }

    @Test
    void without_the_fence_it_does_not_start(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("spring.datasource.hikari.connection-init-sql", "select 1")))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("can write by default", "once.fence-required=false");
    }

    @Test
    void unless_told_so_explicitly(CapturedOutput output) {
        start(Map.of("spring.datasource.hikari.connection-init-sql", "select 1", "once.fence-required", "false"));
        assertThat(output).contains("Fence: off");
    }

    @Test
    void without_a_database_it_says_which_setting_is_missing(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("once.local-postgres.enabled", "false", "spring.datasource.url", "")))
                .isInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("There is no database", "Set spring.datasource.url (SPRING_DATASOURCE_URL)");
    }

    @Test
    void a_ledgers_settings_come_from_its_name(CapturedOutput output) {
        assertThatThrownBy(() -> start(Map.of("once.ledgers.answers.keep-for", "-1s")))
                .hasRootCauseInstanceOf(StartupRefusedException.class);
        assertThat(output).contains("Set once.ledgers.answers.keep-for to");
    }

    private void start(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "spring.datasource.url", lab.database.jdbcUrl(),
                "spring.datasource.username", lab.database.username(),
                "spring.datasource.password", lab.database.password(),
                "logging.level.dev.once.core", "INFO"));
        all.putAll(settings);
        new SpringApplicationBuilder(PayApplication.class)
                .profiles("demo")
                .web(WebApplicationType.NONE)
                .run(all.entrySet().stream()
                        .map(setting -> "--" + setting.getKey() + "=" + setting.getValue())
                        .toArray(String[]::new))
                .close();
    }
}
