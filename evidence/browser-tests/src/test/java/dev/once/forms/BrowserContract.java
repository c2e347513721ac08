package dev.once.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.BoundingBox;
import dev.once.browser.Chromium;
import dev.once.browser.PackagedApp;
import dev.once.faults.CuttingProxy;
import dev.once.localpostgres.Database;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people do to a form in a real browser; each makes one invoice. */
abstract class BrowserContract {

    static final Pattern AN_INVOICE = Pattern.compile(".*/invoices/[0-9a-f]{8}-[0-9a-f-]+$");

    static Chromium chromium;
    static PackagedApp app;

    private final boolean javaScript;

    BrowserContext context;
    Page page;

    BrowserContract(boolean javaScript) {
        this.javaScript = javaScript;
    }

    @BeforeAll
    static void launch() {
        chromium = Chromium.launch();
        app = PackagedApp.start("forms-app");
    }

    @AfterAll
    static void close() {
        if (app != null) {
            app.close();
        }
        chromium.close();
    }

    @BeforeEach
    void sign_in() {
        context = chromium.browser().newContext(new Browser.NewContextOptions().setJavaScriptEnabled(javaScript));
        context.setDefaultTimeout(15_000);
        page = context.newPage();
        page.navigate(home() + "/invoices");
        signIn(page);
        assertThat(page.url()).endsWith("/invoices");
    }

    @AfterEach
    void end() {
        context.close();
    }

    @Test
    void a_double_click() throws SQLException {
        String key = openAndFill(page);
        save(page).dblclick();
        assertOneInvoice(key);
    }

    @Test
    void ten_fast_clicks() throws SQLException {
        String key = openAndFill(page);
        save(page).click(new Locator.ClickOptions().setClickCount(10));
        assertOneInvoice(key);
    }

    @Test
    void enter_held_down() throws SQLException {
        String key = openAndFill(page);
        page.locator("#title").focus();
        for (int i = 0; i < 20; i++) {
            page.keyboard().down("Enter");
        }
        page.keyboard().up("Enter");
        assertOneInvoice(key);
    }

    @Test
    void back_and_submit_again() throws SQLException {
        String key = openAndFill(page);
        save(page).click();
        page.waitForURL(AN_INVOICE);
        page.goBack();
        // The browser asks again for a page that must not be stored, and a used key shows its invoice.
        page.waitForURL(AN_INVOICE);
        page.navigate(home() + "/invoices/new/" + key);
        assertOneInvoice(key);
    }

    @Test
    void reload_of_the_result() throws SQLException {
        String key = openAndFill(page);
        save(page).click();
        page.waitForURL(AN_INVOICE);
        page.reload();
        page.reload();
        assertOneInvoice(key);
    }

    @Test
    void two_tabs_of_one_form() throws SQLException {
        String key = openAndFill(page);
        Page other = context.newPage();
        other.navigate(page.url());
        assertThat(fill(other)).isEqualTo(key);
        save(page).click();
        page.waitForURL(AN_INVOICE);
        save(other).click();
        other.waitForURL(AN_INVOICE);
        assertThat(other.url()).isEqualTo(page.url());
        assertOneInvoice(key);
    }

    @Test
    void two_honest_forms_are_two_invoices() throws SQLException {
        String one = openAndFill(page);
        save(page).click();
        page.waitForURL(AN_INVOICE);
        String first = page.url();
        String two = openAndFill(page);
        save(page).click();
        page.waitForURL(AN_INVOICE);
        assertThat(two).isNotEqualTo(one);
        assertThat(page.url()).isNotEqualTo(first);
        assertThat(invoices(one) + invoices(two)).isEqualTo(2);
    }

    @Test
    void an_answer_that_the_network_lost() throws SQLException {
        try (CuttingProxy network = CuttingProxy.inFrontOf(app.port())) {
            page.navigate("http://127.0.0.1:" + network.port() + "/invoices/new");
            String form = page.url();
            String key = fill(page);
            var lost = network.swallowAnswer(
                    bytes -> new String(bytes, StandardCharsets.ISO_8859_1).startsWith("HTTP/1.1 303"));
            try {
                save(page).click();
            } catch (PlaywrightException nothingCameBack) {
                // That is what it looks like.
            }
            assertThat(new String(lost.join(), StandardCharsets.ISO_8859_1)).contains("/invoices/");
            assertThat(invoices(key)).isOne();

            page.navigate(form);
            if (page.locator("#save").count() > 0) {
                fill(page);
                save(page).click();
            }
            assertOneInvoice(key);
        }
    }

    @Test
    void a_save_that_takes_long_resolves_by_itself() throws SQLException {
        String key = openAndFill(page);
        // The bare mouse: a locator would wait for the answer that is not coming.
        save(page).scrollIntoViewIfNeeded();
        BoundingBox button = save(page).boundingBox();
        Runnable click = () -> page.mouse().click(button.x + button.width / 2, button.y + button.height / 2);
        try (Connection slow = slowDown()) {
            click.run();
            await().until(BrowserContract::waiting, waiting -> waiting == 1);
            click.run();
            page.waitForSelector("text=Your invoice is being saved");
            seen("saving");
            assertThat(invoices(key)).isZero();
        }
        assertOneInvoice(key);
    }

    @Test
    void a_session_that_ended_while_typing() throws SQLException {
        String key = openAndFill(page);
        endSessions();
        save(page).click();
        signIn(page);
        assertThat(page.locator("input[name=idempotencyKey]").inputValue()).isEqualTo(key);
        assertThat(page.locator("#title").inputValue()).isEqualTo("Website");
        assertThat(invoices(key)).isZero();
        save(page).dblclick();
        assertOneInvoice(key);
    }

    @Test
    void rows_come_and_go_and_enter_saves() throws SQLException {
        String key = openAndFill(page);
        page.getByText("Add a line").click();
        page.locator("#lineDescription1").fill("Hosting");
        page.locator("#lineUnitPrice1").fill("9.90");
        page.getByText("Add a line").click();
        page.locator("#lineDescription2").fill("A mistake");
        page.locator("[name=removeLine]").nth(2).click();
        assertThat(page.locator("#lineDescription2").count()).isZero();
        assertThat(page.locator("#total").textContent()).isEqualTo("EUR 34.90");
        page.locator("#lineUnitPrice1").press("Enter");
        assertOneInvoice(key);
        assertThat(page.content()).contains("Hosting", "EUR 34.90");
    }

    @Test
    void mistakes_come_back_with_what_was_typed() throws SQLException {
        String key = openAndFill(page);
        page.locator("#customerEmail").fill("jane");
        page.locator("#lineUnitPrice0").fill("much");
        save(page).click();
        page.waitForSelector("[role=alert]");
        seen("error");
        assertThat(page.locator("#customerEmail").inputValue()).isEqualTo("jane");
        assertThat(page.locator("input[name=idempotencyKey]").inputValue()).isEqualTo(key);
        fill(page);
        save(page).dblclick();
        assertOneInvoice(key);
    }

    /** A page worth looking at. */
    void seen(String name) {}

    String home() {
        return "http://127.0.0.1:" + app.port();
    }

    static void signIn(Page page) {
        page.locator("#email").fill("alice@acme.test");
        page.locator("#password").fill("demo");
        page.locator("main button").click();
    }

    String openAndFill(Page page) {
        page.navigate(home() + "/invoices/new");
        return fill(page);
    }

    static String fill(Page page) {
        page.locator("#customerEmail").fill("jane@customer.test");
        page.locator("#customerName").fill("Jane Doe");
        page.locator("#title").fill("Website");
        page.locator("#dueDate").fill("2035-01-31");
        page.locator("#lineDescription0").fill("Design");
        page.locator("#lineQuantity0").fill("2");
        page.locator("#lineUnitPrice0").fill("12.50");
        return page.locator("input[name=idempotencyKey]").inputValue();
    }

    static Locator save(Page page) {
        return page.locator("#save");
    }

    void assertOneInvoice(String key) throws SQLException {
        page.waitForURL(AN_INVOICE);
        assertThat(page.locator("code").first().textContent()).isEqualTo(key);
        assertThat(invoices(key)).isOne();
    }

    static long invoices(Database database, String key) throws SQLException {
        try (Connection connection = database.connect();
                PreparedStatement query =
                        connection.prepareStatement("select count(*) from forms.invoices where idempotency_key = ?")) {
            query.setString(1, key);
            return count(query);
        }
    }

    private static long invoices(String key) throws SQLException {
        return invoices(app.database(), key);
    }

    /** Until this is closed, no customer can be added, so no form can be saved: a save that takes long. */
    private static Connection slowDown() throws SQLException {
        Connection lock = app.database().connect();
        lock.setAutoCommit(false);
        lock.createStatement().execute("lock table forms.customers in exclusive mode");
        return lock;
    }

    private static void endSessions() throws SQLException {
        try (Connection connection = app.database().connect()) {
            connection
                    .createStatement()
                    .execute("delete from forms.spring_session where principal_name = 'alice@acme.test'");
        }
    }

    private static long waiting() throws SQLException {
        try (Connection connection = app.database().connect();
                PreparedStatement query = connection.prepareStatement(
                        "select count(*) from pg_locks where relation = 'forms.customers'::regclass and not granted")) {
            return count(query);
        }
    }

    private static long count(PreparedStatement query) throws SQLException {
        try (ResultSet row = query.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
