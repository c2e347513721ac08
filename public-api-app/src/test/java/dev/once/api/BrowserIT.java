package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.once.test.Chromium;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages in a real browser: nothing is blocked, nothing fails. */
class BrowserIT extends ApiTest {

    @Test
    void the_pages_show_without_an_error() {
        acme.post("/api/invoices", newKey(), invoice("Ada in the browser"));
        try (Chromium chromium = Chromium.launch()) {
            List<String> complaints = new ArrayList<>();
            Page page = chromium.page(complaints);

            page.navigate(acme.address() + "/");
            assertThat(page.content()).contains("Ada in the browser");
            Chromium.assertAccessible(page);
            page.click("text=Problems explained");
            page.click("text=key-reused");
            assertThat(page.textContent("h1")).isEqualTo("Key reused");
            Chromium.assertAccessible(page);
            page.click("text=The contract");
            page.waitForSelector("#operations-Invoices-createInvoice");
            assertThat(page.textContent(".information-container")).contains("Send a request again as often");
            assertThat(complaints).isEmpty();
        }
    }
}
