package dev.once.forms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.BoundingBox;
import dev.once.test.Chromium;
import dev.once.test.CuttingProxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.session.FindByIndexNameSessionRepository;
import org.springframework.session.Session;

/** What people do to a form in a real browser; each makes one invoice. */
@FormsTest
abstract class BrowserContract {

    static final Pattern AN_INVOICE = Pattern.compile(".*/invoices/[0-9a-f]{8}-[0-9a-f-]+$");

    static Chromium chromium;

    @LocalServerPort
    int port;

    @Autowired
    FormsTest.Ledgers ledgers;

    @Autowired
    FindByIndexNameSessionRepository<? extends Session> sessions;

    private final boolean javaScript;

    BrowserContext context;
    Page page;

    BrowserContract(boolean javaScript) {
        this.javaScript = javaScript;
    }

    @BeforeAll
    static void launch() {
        chromium = Chromium.launch();
    }

    @AfterAll
    static void close() {
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
    void a_double_click() {
        String key = openAndFill(page);
        save(page).dblclick();
        assertOneInvoice(key);
    }

    @Test
    void ten_fast_clicks() {
        String key = openAndFill(page);
        save(page).click(new Locator.ClickOptions().setClickCount(10));
        assertOneInvoice(key);
    }

    @Test
    void enter_held_down() {
        String key = openAndFill(page);
        page.locator("#title").focus();
        for (int i = 0; i < 20; i++) {
            page.keyboard().down("Enter");
        }
        page.keyboard().up("Enter");
        assertOneInvoice(key);
    }

    @Test
    void back_and_submit_again() {
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
    void reload_of_the_result() {
        String key = openAndFill(page);
        save(page).click();
        page.waitForURL(AN_INVOICE);
        page.reload();
        page.reload();
        assertOneInvoice(key);
    }

    @Test
    void two_tabs_of_one_form() {
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
    void two_honest_forms_are_two_invoices() {
        String one = openAndFill(page);
        save(page).click();
        page.waitForURL(AN_INVOICE);
        String first = page.url();
        String two = openAndFill(page);
        save(page).click();
        page.waitForURL(AN_INVOICE);
        assertThat(two).isNotEqualTo(one);
        assertThat(page.url()).isNotEqualTo(first);
        assertThat(ledgers.invoices(one) + ledgers.invoices(two)).isEqualTo(2);
    }

    @Test
    void an_answer_that_the_network_lost() {
        try (CuttingProxy network = CuttingProxy.inFrontOf(port)) {
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
            assertThat(ledgers.invoices(key)).isOne();

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
        try (Connection slow = ledgers.slowDown()) {
            click.run();
            await().until(ledgers::waiting, waiting -> waiting == 1);
            click.run();
            page.waitForSelector("text=Your invoice is being saved");
            seen("saving");
            assertThat(ledgers.invoices(key)).isZero();
        }
        assertOneInvoice(key);
    }

    @Test
    void a_session_that_ended_while_typing() {
        String key = openAndFill(page);
        sessions.findByPrincipalName("alice@acme.test").keySet().forEach(sessions::deleteById);
        save(page).click();
        signIn(page);
        assertThat(page.locator("input[name=idempotencyKey]").inputValue()).isEqualTo(key);
        assertThat(page.locator("#title").inputValue()).isEqualTo("Website");
        assertThat(ledgers.invoices(key)).isZero();
        save(page).dblclick();
        assertOneInvoice(key);
    }

    @Test
    void rows_come_and_go_and_enter_saves() {
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
    void mistakes_come_back_with_what_was_typed() {
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
        return "http://127.0.0.1:" + port;
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

    void assertOneInvoice(String key) {
        page.waitForURL(AN_INVOICE);
        assertThat(page.locator("code").first().textContent()).isEqualTo(key);
        assertThat(ledgers.invoices(key)).isOne();
    }
}
