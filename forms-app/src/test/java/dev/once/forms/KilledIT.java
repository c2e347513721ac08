package dev.once.forms;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.once.core.ProtocolStep;
import dev.once.localpostgres.Database;
import dev.once.localpostgres.TestPostgres;
import dev.once.test.AppProcess;
import dev.once.test.Chromium;
import dev.once.test.FileParkingObserver;
import dev.once.test.FreePort;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
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
        Database database = TestPostgres.shared().newDatabase();
        int port = FreePort.find();
        String home = "http://127.0.0.1:" + port;
        try (Chromium chromium = Chromium.launch();
                AppProcess app = AppProcess.main(FormsApplication.class)
                        .env("SPRING_DATASOURCE_URL", database.jdbcUrl())
                        .env("SPRING_DATASOURCE_USERNAME", database.username())
                        .env("SPRING_DATASOURCE_PASSWORD", database.password())
                        .env("SPRING_PROFILES_ACTIVE", "demo")
                        .env("SERVER_PORT", String.valueOf(port))
                        .env(FileParkingObserver.STEP, step.name())
                        .env(FileParkingObserver.FOLDER, folder.toString())
                        .start()) {
            URI health = URI.create(home + "/actuator/health/readiness");
            app.awaitHttp(health, PATIENCE);
            Page page = chromium.browser()
                    .newContext(new Browser.NewContextOptions().setJavaScriptEnabled(javaScript))
                    .newPage();
            page.navigate(home + "/invoices/new");
            BrowserContract.signIn(page);
            String form = page.url();
            String key = BrowserContract.fill(page);
            BrowserContract.save(page).click(new Locator.ClickOptions().setNoWaitAfter(true));
            FileParkingObserver.awaitParked(folder, step, PATIENCE);
            app.kill9();
            app.restart().awaitHttp(health, PATIENCE);

            page.navigate(form);
            if (step != ProtocolStep.COMMITTED) {
                assertThat(invoices(database, key)).isZero();
                assertThat(BrowserContract.fill(page))
                        .as("still signed in, still the same form")
                        .isEqualTo(key);
                BrowserContract.save(page).dblclick();
            }
            page.waitForURL(BrowserContract.AN_INVOICE);
            assertThat(invoices(database, key)).isOne();
        }
    }

    private static long invoices(Database database, String key) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "select count(*) from forms.invoices where idempotency_key = '" + key + "'")) {
            row.next();
            return row.getLong(1);
        }
    }
}
