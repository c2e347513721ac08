package dev.once.jobs;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions.ContainsTextOptions;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import dev.once.test.Chromium;
import dev.once.test.FreePort;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The page in a real browser: nothing is blocked, nothing fails. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.DEFINED_PORT)
@ActiveProfiles("demo")
@DirtiesContext
class BrowserIT {

    private static final int PORT = FreePort.find();
    private static final int DASHBOARD = FreePort.find();
    private static final Database DATABASE = TestPostgres.shared().newDatabase();

    /** The demo's worker looks for work every few seconds, and the page for news every two. */
    private static final ContainsTextOptions SOON = new ContainsTextOptions().setTimeout(60_000);

    @DynamicPropertySource
    static void settings(DynamicPropertyRegistry registry) {
        registry.add("server.port", () -> PORT);
        registry.add("jobrunr.dashboard.port", () -> DASHBOARD);
        registry.add("spring.datasource.url", DATABASE::jdbcUrl);
        registry.add("spring.datasource.username", DATABASE::username);
        registry.add("spring.datasource.password", DATABASE::password);
    }

    @Test
    void whoever_asks_twice_for_a_statement_watches_one_run_succeed() {
        List<String> complaints = new ArrayList<>();
        try (Chromium chromium = Chromium.launch()) {
            Page page = chromium.page(complaints);
            page.navigate("http://localhost:" + PORT + "/");
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
