package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.once.browser.Chromium;
import dev.once.browser.PackagedApp;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages in a real browser: nothing is blocked, nothing fails. */
class BrowserIT {

    @Test
    void the_pages_show_without_an_error() throws Exception {
        try (Chromium chromium = Chromium.launch();
                PackagedApp app = PackagedApp.start("public-api-app")) {
            String home = "http://127.0.0.1:" + app.port();
            createInvoice(home);
            List<String> complaints = new ArrayList<>();
            Page page = chromium.page(complaints);

            page.navigate(home + "/");
            assertThat(page.content()).contains("Ada in the browser");
            Chromium.assertAccessible(page);
            page.click("text=Problems explained");
            page.click("text=key-reused");
            assertThat(page.textContent("h1")).isEqualTo("Key reused");
            Chromium.assertAccessible(page);
            page.click("text=The contract");
            assertThat(page.textContent("#contract")).contains("Send a request again as often");
            Chromium.assertAccessible(page);

            List<String> elsewhere = new ArrayList<>();
            page.onRequest(request -> {
                if (!request.url().startsWith(home)) {
                    elsewhere.add(request.url());
                }
            });
            page.reload();
            page.click("text=Send it twice");
            page.waitForSelector("text=The same bytes as the first answer to this key.");
            assertThat(page.locator("#answers h3").allTextContents())
                    .containsExactly("201 POST /api/invoices", "201 POST /api/invoices");
            assertThat(page.textContent("#answers pre")).contains("Idempotent-Replayed: true");
            page.locator("details").evaluateAll("all => all.forEach(one => one.open = true)");
            Chromium.assertAccessible(page);
            page.selectOption("#operation", "appendLine");
            assertThat(page.inputValue("#path")).startsWith("/api/invoices/").doesNotContain("{id}");
            page.click("text=Send it twice");
            page.waitForSelector("text=200 PATCH");
            page.waitForSelector("#answers section:nth-child(4)");
            assertThat(elsewhere).isEmpty();
            assertThat(complaints).isEmpty();
        }
    }

    private static void createInvoice(String home) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(home + "/api/invoices"))
                .header("Authorization", "Bearer acme-demo-token")
                .header("Idempotency-Key", "in-the-browser")
                .header("Content-Type", "application/json")
                .POST(
                        HttpRequest.BodyPublishers.ofString(
                                """
                                {"customer":"Ada in the browser","currency":"EUR",
                                 "lines":[{"description":"Engine","quantity":2,"unit_amount_cents":4950}]}
                                """))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(201);
    }
}
