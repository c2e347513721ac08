package dev.once.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import dev.once.browser.Chromium;
import dev.once.browser.PackagedApp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page in a real browser: nothing is blocked, nothing fails. */
class BrowserIT {

    /** The demo's worker looks for work every few seconds, and the page for news every two. */
    private static final ContainsTextOptions SOON = new ContainsTextOptions().setTimeout(60_000);

    @Test
    void whoever_asks_twice_for_a_statement_watches_one_run_succeed() {
        List<String> complaints = new ArrayList<>();
        try (Chromium chromium = Chromium.launch();
                PackagedApp app = PackagedApp.start("jobs-app")) {
            Page page = chromium.page(complaints);
            page.navigate("http://localhost:" + app.port() + "/");
            Chromium.assertAccessible(page);

            page.click("[aria-labelledby=ask] button");
            page.click("[aria-labelledby=ask] button");
            assertThat(page.locator("#runs article")).hasCount(1);
            assertThat(page.locator("#runs article")).containsText("succeeded", SOON);
            assertThat(page.locator("#runs li.done")).hasCount(3);
            Chromium.assertAccessible(page);
        }
        assertThat(complaints).isEmpty();
    }
}
