package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The pages in a real browser: nothing is blocked, nothing fails. */
class BrowserIT extends ApiTest {

    @Test
    void the_pages_show_without_an_error() {
        acme.post("/api/invoices", newKey(), invoice("Ada in the browser"));
        try (Playwright playwright = Playwright.create(
                        new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(chromium())
                                .setArgs(List.of(
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--disable-quic",
                                        "--no-first-run",
                                        "--disable-background-networking",
                                        "--disable-component-update",
                                        "--disable-sync")))) {
            Page page = browser.newPage();
            List<String> complaints = new ArrayList<>();
            page.onConsoleMessage(message -> {
                if (message.type().equals("error")) {
                    complaints.add(message.text());
                }
            });
            page.onPageError(complaints::add);

            page.navigate(acme.address() + "/");
            assertThat(page.content()).contains("Ada in the browser");
            page.click("text=Problems explained");
            page.click("text=key-reused");
            assertThat(page.textContent("h1")).isEqualTo("Key reused");
            page.click("text=The contract");
            page.waitForSelector("#operations-Invoices-createInvoice");
            assertThat(page.textContent(".information-container")).contains("Send a request again as often");
            assertThat(complaints).isEmpty();
        }
    }

    private static Path chromium() {
        Optional<Path> found = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (found.isEmpty() && !"true".equals(System.getenv("CI"))) {
            System.err.println("SKIPPED: no chromium on the PATH, the pages were not looked at");
            Assumptions.abort("no chromium on the PATH");
        }
        return found.orElseThrow(() -> new AssertionError("CI needs a chromium on the PATH."));
    }
}
