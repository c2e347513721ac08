package dev.once.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.once.browser.Chromium;
import dev.once.browser.PackagedApp;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages in a real browser: nothing is blocked, nothing fails. */
class BrowserIT {

    @Test
    void whoever_plays_the_provider_sees_ten_deliveries_become_one_event() {
        List<String> complaints = new ArrayList<>();
        try (Chromium chromium = Chromium.launch();
                PackagedApp app = PackagedApp.start("webhooks-app")) {
            Page page = chromium.page(complaints);
            page.navigate("http://localhost:" + app.port() + "/");
            Chromium.assertAccessible(page);

            page.fill("#copies", "10");
            page.click("text=Deliver it");
            assertThat(page.textContent("h1")).isEqualTo("10 deliveries, one event");
            assertThat(page.textContent("main")).contains("200 processed", "200 duplicate");
            Chromium.assertAccessible(page);

            page.click("text=Send the same event again");
            assertThat(page.textContent("main")).contains("200 duplicate").doesNotContain("200 processed");
            page.click("text=To the events");
            assertThat(page.textContent("#now")).contains("stripe");
        }
        assertThat(complaints).isEmpty();
    }
}
