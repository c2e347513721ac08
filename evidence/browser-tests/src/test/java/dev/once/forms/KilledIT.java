package dev.once.forms;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.once.browser.Chromium;
import dev.once.browser.PackagedApp;
import dev.once.core.protocol.ProtocolStep;
import dev.once.faults.FileParkingObserver;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An app that dies while it saves: the form is sent again, and there is one invoice. Whoever was signed in still is. */
@Tag("full")
class KilledIT {

    static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path folder;

    @ParameterizedTest(name = "killed at {0}, JavaScript {1}")
    @CsvSource({"WORKED, true", "WORKED, false", "COMMITTED, true"})
    void killed_while_saving_and_submitted_again_is_one_invoice(ProtocolStep step, boolean javaScript)
            throws Exception {
        try (Chromium chromium = Chromium.launch();
                PackagedApp app = PackagedApp.start(
                        "forms-app",
                        Map.of(FileParkingObserver.STEP, step.name(), FileParkingObserver.FOLDER, folder.toString()))) {
            String home = "http://127.0.0.1:" + app.port();
            Page page = chromium.browser()
                    .newContext(new Browser.NewContextOptions().setJavaScriptEnabled(javaScript))
                    .newPage();
            page.navigate(home + "/invoices/new");
            BrowserContract.signIn(page);
            String form = page.url();
            String key = BrowserContract.fill(page);
            BrowserContract.save(page).click(new Locator.ClickOptions().setNoWaitAfter(true));
            FileParkingObserver.awaitParked(folder, step, PATIENCE);
            app.killAndRestart();

            page.navigate(form);
            if (step != ProtocolStep.COMMITTED) {
                assertThat(BrowserContract.invoices(app.database(), key)).isZero();
                assertThat(BrowserContract.fill(page))
                        .as("still signed in, still the same form")
                        .isEqualTo(key);
                BrowserContract.save(page).dblclick();
            }
            page.waitForURL(BrowserContract.AN_INVOICE);
            assertThat(BrowserContract.invoices(app.database(), key)).isOne();
        }
    }
}
