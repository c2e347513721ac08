package dev.once.forms;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.once.browser.Chromium;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The same, and what needs scripts to be tested: axe, and the pending button. */
class WithJavaScriptIT extends BrowserContract {

    WithJavaScriptIT() {
        super(true);
    }

    @Test
    void axe_finds_nothing_on_any_page() {
        openAndFill(page);
        seen("form");
        save(page).click();
        page.waitForURL(AN_INVOICE);
        seen("invoice");
        for (String path : List.of("/invoices", "/customers", "/invoices/new")) {
            page.navigate(home() + path);
            seen(path.equals("/invoices") ? "list" : "");
        }
        page.navigate(home() + "/invoices/01900000-0000-7000-8000-000000000000");
        seen("");
        page.locator("form[action='/sign-out'] button, a.button").first().click();
        context.clearCookies();
        page.navigate(home() + "/sign-in?error");
        seen("sign-in");
    }

    @Test
    void on_a_phone_no_page_scrolls_sideways() {
        page.setViewportSize(360, 740);
        openAndFill(page);
        assertFits();
        save(page).click();
        page.waitForURL(AN_INVOICE);
        assertFits();
        page.navigate(home() + "/invoices");
        assertFits();
    }

    @Test
    void the_button_says_that_it_heard_you() {
        openAndFill(page);
        page.evaluate("document.querySelector('#save').form.addEventListener('submit', e => e.preventDefault())");
        save(page).click();
        assertThat(save(page).textContent()).isEqualTo("Saving …");
        assertThat(save(page).getAttribute("aria-disabled")).isEqualTo("true");
    }

    @Override
    void seen(String name) {
        Chromium.assertAccessible(page);
        String folder = System.getProperty("once.screenshots");
        if (folder != null && !name.isEmpty()) {
            page.screenshot(new Page.ScreenshotOptions()
                    .setPath(Path.of(folder, "forms-" + name + ".png"))
                    .setFullPage(!name.equals("list")));
        }
    }

    private void assertFits() {
        assertThat(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo(true);
    }
}
