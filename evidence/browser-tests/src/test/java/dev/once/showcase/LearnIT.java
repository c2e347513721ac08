package dev.once.showcase;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.once.browser.Chromium;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.ActiveProfiles;

/** The whole path in a real browser: predicted, run, answered, remembered; and read without JavaScript. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@ActiveProfiles("demo")
class LearnIT {

    private static final int LESSONS = 13;
    private static final int DESK = 1440;
    private static final int PHONE = 390;

    private static Chromium chromium;

    @LocalServerPort
    private int port;

    @BeforeAll
    static void launch() {
        chromium = Chromium.launch();
    }

    @AfterAll
    static void close() {
        chromium.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {DESK, PHONE})
    void the_whole_path_is_clicked_through_in_light_and_dark(int width) {
        List<String> complaints = new ArrayList<>();
        String look = width == DESK ? "desk" : "phone";
        try (BrowserContext context = chromium.browser()
                .newContext(new Browser.NewContextOptions()
                        .setViewportSize(width, 900)
                        .setReducedMotion(ReducedMotion.REDUCE))) {
            Page page = context.newPage();
            page.onConsoleMessage(message -> {
                if (message.type().equals("error")) {
                    complaints.add(message.text());
                }
            });
            page.onPageError(complaints::add);
            page.navigate("http://localhost:" + port + "/learn");
            assertLooksRight(page, "path-begun-" + look);
            page.locator(".path a").first().click();
            for (int lesson = 1; lesson <= LESSONS; lesson++) {
                assertThat(page.locator("h1")).containsText(lesson + ". ");
                answer(page);
                predict(page);
                if (width == DESK || lesson == 3) {
                    run(page);
                }
                assertLooksRight(page, "lesson-" + lesson + "-" + look);
                if (lesson < LESSONS) {
                    page.locator("nav[aria-label=Path] a", new Page.LocatorOptions().setHasText("Next"))
                            .click();
                }
            }
            page.navigate("http://localhost:" + port + "/learn");
            assertThat(page.locator(".path .badge.good")).hasCount(LESSONS);
            assertThat(page.locator("#path-progress")).containsText("13 of 13 lessons");
            assertLooksRight(page, "path-done-" + look);
        }
        assertThat(complaints).as("what the browser complained about").isEmpty();
    }

    /** Answers wrongly, then rightly, and finds it remembered. */
    private static void answer(Page page) {
        Locator answers = page.locator(".lesson details strong");
        Locator questions = page.locator("fieldset.ask:not(.predict fieldset)");
        assertThat(questions).hasCount(answers.count());
        for (int i = 0; i < questions.count(); i++) {
            int right = Integer.parseInt(answers.nth(i).textContent().replaceAll("\\..*", "")) - 1;
            Locator options = questions.nth(i).locator("input");
            options.nth((right + 1) % options.count()).check();
            assertThat(page.locator(".because.bad")).hasCount(1);
            options.nth(right).check();
            assertThat(page.locator(".because.bad")).hasCount(0);
        }
        page.reload();
        assertThat(page.locator("[data-progress]"))
                .hasText(answers.count() + " of " + answers.count() + " questions answered");
    }

    private static void predict(Page page) {
        Locator first = page.locator(".run button").first();
        assertThat(first).hasAttribute("aria-disabled", "true");
        page.locator(".predict input").first().check();
        assertThat(first).not().hasAttribute("aria-disabled", "true");
    }

    /** The first one, and sees what the text says. */
    private static void run(Page page) {
        Locator run = page.locator(".run").first();
        run.locator("button").first().click();
        assertThat(run.locator(".run-result .figure").first())
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(30_000));
        assertThat(run.locator(".run-result .because")).containsText("You said");
        assertThat(run.locator("pre[data-run]").textContent())
                .contains("broken: " + run.locator(".wrong .figure").textContent() + " ")
                .contains("right: " + run.locator(".right .figure").textContent() + " ");
    }

    @Test
    void without_javascript_the_text_and_the_answers_can_be_read() {
        try (BrowserContext context =
                chromium.browser().newContext(new Browser.NewContextOptions().setJavaScriptEnabled(false))) {
            Page page = context.newPage();
            for (int lesson = 1; lesson <= LESSONS; lesson++) {
                page.navigate("http://localhost:" + port + "/learn");
                page.locator(".path a").nth(lesson - 1).click();
                assertThat(page.locator("h1")).containsText(lesson + ". ");
                assertThat(page.locator("blockquote").first()).containsText("Predict.");
                assertThat(page.locator("pre[data-run]").first()).containsText("broken: ");
                for (Locator answer : page.locator("details").all()) {
                    answer.locator("summary").click();
                    assertThat(answer.locator("p").first()).isVisible();
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"glossary", "four-surfaces", "broken-variants", "teaching"})
    void the_pages_beside_the_path_look_right_too(String slug) {
        try (BrowserContext context =
                chromium.browser().newContext(new Browser.NewContextOptions().setViewportSize(PHONE, 850))) {
            Page page = context.newPage();
            page.navigate("http://localhost:" + port + "/learn/" + slug);
            assertLooksRight(page, slug);
        }
    }

    /** Everything in light; what colours can spoil in dark, too. */
    private static void assertLooksRight(Page page, String name) {
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        Chromium.assertAccessible(page);
        assertThat((Boolean) page.evaluate("document.documentElement.scrollWidth <= innerWidth"))
                .as("no sideways scrolling on %s", page.url())
                .isTrue();
        assertThat((Boolean)
                        page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth > 0)"))
                .as("every picture is there")
                .isTrue();
        takePicture(page, name + "-light");
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertThat(new AxeBuilder(page)
                        .withRules(List.of("color-contrast"))
                        .analyze()
                        .getViolations())
                .isEmpty();
        takePicture(page, name + "-dark");
    }

    private static void takePicture(Page page, String name) {
        if (name.startsWith("lesson-3-")) {
            page.evaluate("document.querySelector('.lesson pre').scrollIntoView()");
            Screenshots.of(page, name.replace("-3", ""));
        }
        if (Boolean.getBoolean("screenshots")) {
            Screenshots.whole(page, name);
        }
    }
}
