package dev.once.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.deque.html.axecore.results.Rule;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** A real browser: Chromium from the PATH, else one that Playwright can download, else a loud skip; CI must have one. */
public final class Chromium implements AutoCloseable {

    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium(Playwright playwright, Browser browser) {
        this.playwright = playwright;
        this.browser = browser;
    }

    public static Chromium launch() {
        Optional<Path> installed = onThePath();
        if (installed.isEmpty() && !download()) {
            skip();
        }
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        BrowserType.LaunchOptions options = new BrowserType.LaunchOptions().setArgs(FLAGS);
        installed.ifPresent(options::setExecutablePath);
        return new Chromium(playwright, playwright.chromium().launch(options));
    }

    public Browser browser() {
        return browser;
    }

    /** A new page that notes down whatever its console complains about: a script that fails, a style that is blocked. */
    public Page page(List<String> complaints) {
        Page page = browser.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        return page;
    }

    /** Everybody can use the page as it is now, as far as axe can tell. */
    public static void assertAccessible(Page page) {
        assertThat(new AxeBuilder(page).analyze().getViolations())
                .extracting(Rule::getId, rule -> rule.getNodes().toString())
                .isEmpty();
    }

    @Override
    public void close() {
        playwright.close();
    }

    private static Optional<Path> onThePath() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean download() {
        try {
            Process install = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            "com.microsoft.playwright.CLI",
                            "install",
                            "chromium")
                    .inheritIO()
                    .start();
            boolean ended = install.waitFor(5, TimeUnit.MINUTES);
            if (!ended) {
                install.destroyForcibly();
            }
            return ended && install.exitValue() == 0;
        } catch (Exception e) {
            return false;
        }
    }

    private static void skip() {
        String words =
                """

                ==================================================================================
                BROWSER TESTS ARE SKIPPED: no Chromium on the PATH, and none could be downloaded.
                Install chromium or google-chrome to run them. With CI=true this is a failure.
                ==================================================================================
                """;
        if ("true".equals(System.getenv("CI"))) {
            throw new AssertionError(words);
        }
        System.err.println(words);
        Assumptions.abort(words);
    }
}
