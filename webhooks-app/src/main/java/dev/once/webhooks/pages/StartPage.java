package dev.once.webhooks.pages;

import dev.once.webhooks.provenance.WebhookProvenance;
import dev.once.webhooks.surface.DeliveryCounts;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** What has arrived, what it did, and how many repeats changed nothing. */
@Controller
class StartPage {

    private final WebhookProvenance provenance;
    private final DeliveryCounts counts;
    private final RecentEvents recent;
    private final Optional<SampleSender> samples;

    StartPage(
            WebhookProvenance provenance, DeliveryCounts counts, RecentEvents recent, Optional<SampleSender> samples) {
        this.provenance = provenance;
        this.counts = counts;
        this.recent = recent;
        this.samples = samples;
    }

    record Figures(String provider, long processed, long duplicates, long ignored) {}

    @GetMapping("/")
    String start(Model model) {
        List<Figures> figures = provenance.names().stream()
                .map(name -> new Figures(name, counts.processed(name), counts.duplicates(name), counts.ignored(name)))
                .toList();
        model.addAttribute("figures", figures);
        model.addAttribute("events", recent.events());
        model.addAttribute("subscriptions", recent.subscriptions());
        model.addAttribute("addresses", recent.addresses());
        model.addAttribute("samples", samples.isPresent() ? SampleEvent.values() : null);
        model.addAttribute("curl", samples.map(SampleSender::curl).orElse(null));
        return "start";
    }
}
