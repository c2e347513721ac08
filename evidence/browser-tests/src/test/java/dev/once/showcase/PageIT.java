package dev.once.showcase;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.once.browser.Chromium;
import dev.once.showcase.broken.Broken;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;

/** The page in a real browser, with the apps away: what needs none of them works without them. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
class PageIT {

    private static Chromium chromium;

    @LocalServerPort
    private int port;

    private final List<String> complaints = new ArrayList<>();
    private BrowserContext context;
    private Page page;

    @BeforeAll
    static void launch() {
        chromium = Chromium.launch();
    }

    @AfterAll
    static void close() {
        chromium.close();
    }

    @BeforeEach
    void open() {
        show(new Browser.NewContextOptions().setViewportSize(1440, 900));
    }

    @AfterEach
    void end() {
        context.close();
        assertThat(complaints).as("what the browser complained about").isEmpty();
    }

    private void show(Browser.NewContextOptions options) {
        if (context != null) {
            context.close();
        }
        context = chromium.browser().newContext(options.setReducedMotion(ReducedMotion.REDUCE));
        page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.navigate("http://localhost:" + port + "/");
    }

    @Test
    void one_button_shows_one_payment_and_twenty_five() {
        page.click("#send-25");
        assertThat(page.locator("[data-side=right] [data-number]")).hasText("1", patiently());
        assertThat(page.locator("[data-side=wrong] [data-number]")).hasText("25");
        assertThat(page.locator("[data-side=wrong] .bar")).hasAttribute("aria-label", "25 of 25");
    }

    @Test
    void every_broken_variant_shows_its_damage_beside_the_right_one_and_a_timeline() {
        page.click("#run-all");
        assertThat(page.locator("#run-all-note"))
                .hasText(
                        "All did their damage; the right one came through clean.",
                        new LocatorAssertions.HasTextOptions().setTimeout(120_000));
        for (Broken broken : Broken.values()) {
            Locator variant = page.locator("#" + broken.slug());
            List<String> numbers = variant.locator("[data-numbers] strong").allTextContents();
            assertThat(numbers).as(broken.slug()).hasSize(2).doesNotHaveDuplicates();
            assertThat(variant.locator(".timeline tbody tr").count())
                    .as(broken.slug())
                    .isGreaterThan(6);
        }
        page.locator("#for-update-on-missing-row summary").first().click();
        Screenshots.of(page.locator("#for-update-on-missing-row"), "broken-variant");
    }

    @Test
    void a_link_to_a_variant_opens_it() {
        page.click("a[href='#claim-before-the-signature']");
        assertThat(page.locator("#claim-before-the-signature [data-run]")).isVisible();
    }

    @Test
    void the_drills_say_yes_no_and_why() {
        Locator first = page.locator("#drill-keys li").first();
        first.locator("input[value=natural]").check();
        assertThat(first.locator(".because")).containsText("No, explicit.");
        first.locator("input[value=explicit]").check();
        assertThat(first.locator(".because")).containsText("Yes.");
        assertThat(page.locator("#drill-keys [data-score]")).containsText("1 of 1 right, 9 to go");
        page.selectOption("#born-forms", "forms");
        assertThat(page.locator("[data-answer=forms] .hint")).hasText("Yes.");
    }

    @Test
    void two_consoles_are_two_workers_and_the_steps_check_themselves() {
        Locator first = page.locator("[data-console=a]");
        Locator second = page.locator("[data-console=b]");
        run(first, claim("req-9b2c"));
        assertThat(first.locator(".figure")).hasText("1 row", patiently());
        run(first, claim("req-7f3a"));
        assertThat(first.locator(".figure")).hasText("0 rows", patiently());
        run(first, "select status, response_body from claims where idempotency_key = 'req-7f3a'");
        assertThat(first.locator("td").first()).hasText("201", patiently());
        for (String[] race : List.of(
                new String[] {"req-c3c3", "commit", "0 rows"}, new String[] {"req-d4d4", "rollback", "1 row"})) {
            first.locator("[data-sql=begin]").click();
            assertThat(first.locator(".answer")).containsText("its transaction is open");
            run(first, claim(race[0]));
            assertThat(first.locator(".figure")).hasText("1 row", patiently());
            run(second, claim(race[0]));
            assertThat(second.locator(".busy")).hasText("It waits …");
            page.waitForTimeout(400);
            Screenshots.of(page.locator("#consoles"), "console");
            first.locator("[data-sql=" + race[1] + "]").click();
            assertThat(second.locator(".figure")).hasText(race[2], patiently());
        }
        for (Locator one : List.of(first, second)) {
            one.locator("[data-sql=begin]").click();
            assertThat(one.locator(".answer")).containsText("its transaction is open");
            run(one, "select * from claims where idempotency_key = 'req-e5e5' for update");
            assertThat(one.locator(".figure")).hasText("0 rows", patiently());
        }
        for (Locator one : List.of(first, second)) {
            one.locator("[data-sql=rollback]").click();
            assertThat(one.locator(".answer")).not().containsText("its transaction is open");
        }
        run(first, "begin isolation level repeatable read");
        assertThat(first.locator(".answer")).containsText("its transaction is open");
        run(first, "select count(*) from claims");
        assertThat(first.locator(".figure")).hasText("1 row", patiently());
        run(second, claim("req-f6f6"));
        assertThat(second.locator(".figure")).hasText("1 row", patiently());
        run(first, claim("req-f6f6"));
        assertThat(first.locator(".error")).containsText("40001");
        first.locator("[data-sql=rollback]").click();
        assertThat(page.locator("#consoles [data-check].done")).hasCount(7);
    }

    private static String claim(String key) {
        return "insert into claims (scope, idempotency_key) values ('acme', '" + key + "') on conflict do nothing";
    }

    /** Types it and waits until the console has taken it. */
    private static void run(Locator console, String sql) {
        console.locator("textarea").fill(sql);
        console.locator("[data-run-sql]").click();
    }

    @Test
    void a_timeline_is_stepped_by_keys_and_buttons() {
        Locator variant = page.locator("#check-then-insert");
        variant.locator("summary").first().click();
        variant.locator("[data-run]").click();
        Locator broken = variant.locator(".wrong");
        broken.locator("input[type=range]").focus();
        page.keyboard().press("Home");
        assertThat(broken.locator("output")).containsText("1 of ");
        assertThat(broken.locator(".knows dd").last()).hasText("0 claims, 0 payments");
        page.keyboard().press("ArrowRight");
        broken.locator("button").last().click();
        assertThat(broken.locator("output")).containsText("3 of ");
        page.keyboard().press("End");
        broken.locator("input[type=range]").focus();
        page.keyboard().press("End");
        assertThat(broken.locator(".knows dd").last()).hasText("2 claims, 2 payments");
    }

    @Test
    void code_in_the_columns_needs_no_sideways_scrolling_at_1280() {
        show(new Browser.NewContextOptions().setViewportSize(1280, 900));
        assertThat((Boolean)
                        page.evaluate("[...document.querySelectorAll('.column pre')].every(pre => pre.scrollWidth <="
                                + " pre.clientWidth)"))
                .isTrue();
        assertThat((Boolean) page.evaluate("[...document.querySelectorAll('.column')].every(one =>"
                        + " one.getBoundingClientRect().right <= innerWidth)"))
                .isTrue();
    }

    @Test
    void axe_finds_nothing_in_light_and_dark_on_a_desk_and_on_a_phone() {
        for (ColorScheme colours : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (int width : List.of(1440, 390)) {
                show(new Browser.NewContextOptions().setViewportSize(width, 850).setColorScheme(colours));
                page.click("#send-25");
                assertThat(page.locator("[data-side=wrong] [data-number]")).hasText("25", patiently());
                Locator variant = page.locator("#check-then-insert");
                variant.locator("summary").first().click();
                variant.locator("[data-run]").click();
                assertThat(variant.locator(".timeline").first())
                        .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(20_000));
                assertThat(new AxeBuilder(page).analyze().getViolations())
                        .as("%s at %d", colours, width)
                        .extracting(PageIT::described)
                        .isEmpty();
                assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                        .as("no sideways scrolling at %d", width)
                        .isTrue();
                page.evaluate("scrollTo(0, 0)");
                String name =
                        (width > 1000 ? "desk-" : "phone-") + colours.name().toLowerCase(Locale.ROOT);
                Screenshots.of(page, name);
                Screenshots.whole(page, name);
            }
        }
    }

    @Test
    void nothing_comes_from_outside() {
        List<String> elsewhere = new ArrayList<>();
        page.onRequest(request -> {
            if (!request.url().startsWith("http://localhost:" + port + "/")) {
                elsewhere.add(request.url());
            }
        });
        page.reload();
        page.waitForLoadState();
        assertThat(elsewhere).isEmpty();
    }

    private static String described(Rule rule) {
        return rule.getId() + ": " + rule.getHelp() + " "
                + rule.getNodes().stream().map(node -> node.getHtml()).limit(3).toList();
    }

    private static LocatorAssertions.HasTextOptions patiently() {
        return new LocatorAssertions.HasTextOptions().setTimeout(20_000);
    }
}
