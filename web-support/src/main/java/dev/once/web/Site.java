package dev.once.web;

import java.util.List;

/** What the layout shows on each page: the app's name and the way to the others. Templates know it as `@site`. */
public record Site(String title, List<App> apps, boolean demo) {

    /** One of the apps; the current one is the one that shows the page. */
    public record App(String name, String url, boolean current) {}

    static Site of(String title, List<WebProperties.Link> links, boolean demo) {
        List<App> apps = links.stream()
                .map(link -> new App(link.name(), link.url(), link.name().equals(title)))
                .toList();
        return new Site(title, apps, demo);
    }
}
