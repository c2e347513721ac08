package dev.once.webhooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.once.core.support.StartupRefusedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.NestedExceptionUtils;

/** Better not to start than to start wrong. */
@ExtendWith(OutputCaptureExtension.class)
class StartTest {

    @Test
    void outside_the_demo_profile_there_must_be_a_secret(CapturedOutput output) {
        assertRefused(
                "No provider has a secret",
                "--once.operator.password=for-this-test",
                "--once.web.public-url=http://localhost");
        assertThat(output).contains("APPLICATION FAILED TO START", "once.webhooks.<provider>.secrets");
    }

    @Test
    void outside_the_demo_profile_there_must_be_an_operator(CapturedOutput output) {
        assertRefused(
                "operator credential", "--once.webhooks.github.secrets=s", "--once.web.public-url=http://localhost");
        assertThat(output).contains("APPLICATION FAILED TO START", "once.operator.password");
    }

    @Test
    void events_are_not_forgotten_before_a_provider_may_send_them_again() {
        assertRefused(
                "30 days",
                "--once.operator.password=for-this-test",
                "--once.web.public-url=http://localhost",
                "--once.webhooks.stripe.secrets=s",
                "--once.ledgers.webhooks.keep-for=29d");
    }

    @Test
    void a_replay_after_ninety_days_and_its_retries_are_covered() {
        assertRefused(
                "93 days",
                "--once.operator.password=for-this-test",
                "--once.web.public-url=http://localhost",
                "--once.webhooks.paddle.secrets=s",
                "--once.ledgers.webhooks.keep-for=92d");
    }

    @Test
    void a_sender_by_settings_alone_says_how_long_it_repeats_itself() {
        assertRefused(
                "40 days",
                "--once.operator.password=for-this-test",
                "--once.web.public-url=http://localhost",
                "--once.webhooks.clerk.scheme=standard-webhooks",
                "--once.webhooks.clerk.secrets=whsec_c2VjcmV0",
                "--once.webhooks.clerk.horizon=40d",
                "--once.ledgers.webhooks.keep-for=39d");
    }

    @Test
    void a_shorter_memory_is_fine_where_the_provider_has_one() {
        SpringApplication.run(
                        WebhooksApplication.class,
                        "--server.port=0",
                        "--once.operator.password=for-this-test",
                        "--once.web.public-url=http://localhost",
                        "--once.webhooks.github.secrets=s",
                        "--once.ledgers.webhooks.keep-for=7d")
                .close();
    }

    private static void assertRefused(String sentence, String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 1);
        all[args.length] = "--server.port=0";
        Throwable refused = catchThrowable(() -> SpringApplication.run(WebhooksApplication.class, all));
        assertThat(NestedExceptionUtils.getRootCause(refused))
                .isInstanceOf(StartupRefusedException.class)
                .hasMessageContaining(sentence);
    }
}
