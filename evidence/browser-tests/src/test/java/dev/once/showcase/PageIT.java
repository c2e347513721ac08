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
    void the_console_gives_one_row_and_then_none() {
        page.click("#run-sql");
        assertThat(page.locator("#sql-answer .figure")).hasText("1 row", patiently());
        page.click("#run-sql");
        assertThat(page.locator("#sql-answer .figure")).hasText("0 rows", patiently());
        page.click("text=Another tenant");
        assertThat(page.locator("#sql-answer .figure")).hasText("1 row", patiently());
        page.click("text=Without on conflict");
        assertThat(page.locator("#sql-answer .error"))
                .containsText("23505", new LocatorAssertions.ContainsTextOptions().setTimeout(20_000));
        Screenshots.of(page.locator("#drill-console"), "console");
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
