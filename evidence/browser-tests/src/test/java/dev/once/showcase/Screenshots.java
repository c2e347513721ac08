package dev.once.showcase;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;

/** Kept in docs/images when asked for with -Dscreenshots=true, else only made in the target folder. */
final class Screenshots {

    private static final Path FOLDER = Boolean.getBoolean("screenshots")
            ? Path.of("..", "..", "docs", "images")
            : Path.of("target", "screenshots");

    private Screenshots() {}

    static void of(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(FOLDER.resolve("showcase-" + name + ".png")));
    }

    /** From top to bottom, to be looked at and not kept. */
    static void whole(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setPath(Path.of("target", "screenshots", "whole-" + name + ".png")));
    }

    static void of(Locator part, String name) {
        part.screenshot(new Locator.ScreenshotOptions().setPath(FOLDER.resolve("showcase-" + name + ".png")));
    }
}
