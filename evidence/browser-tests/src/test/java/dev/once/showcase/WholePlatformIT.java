package dev.once.showcase;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ReducedMotion;
import dev.once.browser.Chromium;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** One command, four apps, a real browser, a kill -9, and nothing left running. */
@Tag("full")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WholePlatformIT {

    private static final double LONG = Duration.ofMinutes(3).toMillis();

    @TempDir
    private static Path home;

    private static Chromium chromium;
    private static Platform platform;
    private static Page page;

    @BeforeAll
    static void start() {
        chromium = Chromium.launch();
        platform = Platform.start(home);
        page = chromium.browser()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(1600, 1000)
                        .setReducedMotion(ReducedMotion.REDUCE))
                .newPage();
        page.navigate(platform.url().toString());
    }

    @AfterAll
    static void end() {
        if (platform != null) {
            platform.close();
        }
        chromium.close();
    }

    @Test
    @Order(0)
    void the_first_button_shows_one_payment_and_twenty_five_above_four_running_apps() {
        for (String app : List.of("webhooks", "forms", "jobs", "api")) {
            assertThat(column(app).locator("[data-health]"))
                    .not()
                    .containsText("down", new LocatorAssertions.ContainsTextOptions().setTimeout(LONG));
        }
        page.click("#send-25");
        assertThat(page.locator("[data-side=right] [data-number]")).hasText("1", patiently());
        assertThat(page.locator("[data-side=wrong] [data-number]")).hasText("25");
        Screenshots.of(page, "first-button");
    }

    @Test
    @Order(1)
    void each_surface_has_one_effect_of_twenty_five_sends() {
        for (String app : List.of("webhooks", "forms", "jobs", "api")) {
            Locator column = column(app);
            column.locator("[data-do=attempts]").click();
            assertThat(column.locator("[data-outcome] .figure")).hasText("1", patiently());
            assertThat(column.locator("[data-outcome] .dots li")).hasCount(25);
        }
    }

    @Test
    @Order(2)
    void an_answer_is_lost_and_the_second_send_changes_nothing() {
        for (String app : List.of("webhooks", "forms", "jobs", "api")) {
            Locator column = column(app);
            column.locator("[data-do=lost-answer]").click();
            assertThat(column.locator("[data-outcome] .dots li"))
                    .hasCount(2, new LocatorAssertions.HasCountOptions().setTimeout(LONG));
            assertThat(column.locator("[data-outcome] .figure")).hasText("1", patiently());
            assertThat(column.locator("[data-outcome] .dots li.none")).hasText("cut");
            assertThat(column.locator("[data-ledger] li").count()).isPositive();
        }
        Screenshots.of(page.locator("#columns"), "columns");
    }

    @Test
    @Order(3)
    void axe_finds_nothing_in_the_live_columns() {
        Chromium.assertAccessible(page);
    }

    @Test
    @Order(4)
    void a_killed_app_comes_back_and_heals() {
        for (String app : List.of("webhooks", "forms", "api", "jobs")) {
            column(app).locator("[data-do=kill]").click();
        }
        for (String app : List.of("webhooks", "forms", "api", "jobs")) {
            assertThat(column(app).locator("[data-story]"))
                    .containsText(
                            "None lost, none twice", new LocatorAssertions.ContainsTextOptions().setTimeout(LONG));
            assertThat(column(app).locator("[data-health]")).containsText("start 2");
        }
        Screenshots.of(page.locator("#columns"), "healed");
    }

    @Test
    @Order(5)
    void the_end_leaves_nothing_running() {
        List<ProcessHandle> family = platform.family();
        assertThat(family.size()).as("the four apps").isGreaterThanOrEqualTo(4);
        assertThat(platform.launcher().stop(Duration.ofMinutes(1))).isZero();
        assertThat(family).noneMatch(ProcessHandle::isAlive);
        assertThat(platform.launcher().output()).last().isEqualTo("Everything has ended.");
        assertThat(ProcessHandle.allProcesses()
                        .flatMap(process -> process.info().commandLine().stream())
                        .filter(line -> line.contains(home.toString())))
                .as("PostgreSQL too")
                .isEmpty();
    }

    private static Locator column(String app) {
        return page.locator("[data-app=" + app + "]");
    }

    private static LocatorAssertions.HasTextOptions patiently() {
        return new LocatorAssertions.HasTextOptions().setTimeout(LONG);
    }
}
