package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;
import java.util.List;

/** The grid: four surfaces, one idea. */
public final class Columns {

    private Columns() {}

    public static List<Column> all() {
        return List.of(
                new Column(
                        App.WEBHOOKS,
                        "the provider",
                        "in the provider's event: its id, which the signature covers",
                        "the provider",
                        "a redelivery, a lost 200",
                        "200, disposition duplicate",
                        "2 s, then 503 + Retry-After",
                        "WebhookSurface.java",
                        Excerpt.central("webhooks/WebhookSurface.java"),
                        "deliveries"),
                new Column(
                        App.FORMS,
                        "the form render",
                        "when the form is rendered: a UUID in a hidden field",
                        "the organisation",
                        "a double click, back and submit again",
                        "a redirect to what was created",
                        "3 s, then a page that resolves itself",
                        "FormSurface.java",
                        Excerpt.central("forms/FormSurface.java"),
                        "form posts"),
                new Column(
                        App.JOBS,
                        "the job runtime",
                        "in the job runtime: the run's id, and the step's name in it",
                        "the run",
                        "a retry after a crash or a timeout",
                        "the step's stored output",
                        "1 s, then the runtime retries",
                        "JobSurface.java",
                        Excerpt.central("jobs/JobSurface.java"),
                        "requests"),
                new Column(
                        App.API,
                        "the client",
                        "in the client's program: the Idempotency-Key header",
                        "the client",
                        "a timeout, a reset connection",
                        "the stored status, headers and bytes",
                        "2 s, then 409 + Retry-After",
                        "ApiSurface.java",
                        Excerpt.central("api/ApiSurface.java"),
                        "calls"));
    }
}
