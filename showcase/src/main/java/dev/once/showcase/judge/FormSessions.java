package dev.once.showcase.judge;

import dev.once.showcase.surfaces.FormBrowser;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;

/** Where a form is judged: somebody signed in for each tenant, the form's hidden fields, and the cookies to send. */
final class FormSessions {

    private record Session(Map<String, String> fields, String cookies) {}

    private final Settings settings;
    private final URI url;
    private final Map<Boolean, Session> open = new HashMap<>();

    FormSessions(Settings settings, URI url) {
        this.settings = settings;
        this.url = url;
    }

    Map<String, String> fields(boolean otherTenant) {
        return isUsed() ? session(otherTenant).fields() : Map.of();
    }

    Map<String, String> headers(boolean otherTenant) {
        return isUsed() ? Map.of("Cookie", session(otherTenant).cookies()) : Map.of();
    }

    private boolean isUsed() {
        return !settings.text("form.page", "").isEmpty();
    }

    private synchronized Session session(boolean otherTenant) {
        return open.computeIfAbsent(otherTenant, any -> {
            String user = settings.required(otherTenant ? "form.other-user" : "form.user");
            FormBrowser browser = new FormBrowser(user, settings.required("form.password"));
            try {
                return new Session(browser.openForm(url, settings.required("form.page")), browser.cookieHeader());
            } catch (IOException e) {
                throw new CannotJudge(
                        "%s cannot be reached: %s".formatted(url, e.getMessage()), "Start it, and try again.");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while signing in.", e);
            }
        });
    }
}
