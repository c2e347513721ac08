package dev.once.webhooks.pages;

import java.util.UUID;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Sends one event many times at once, and shows what came of it. */
@Controller
@Profile("demo")
class SamplePage {

    private static final int MOST = 200;

    private final SampleSender sender;
    private final RecentEvents recent;

    SamplePage(SampleSender sender, RecentEvents recent) {
        this.sender = sender;
        this.recent = recent;
    }

    @PostMapping("/samples")
    String send(
            @RequestParam SampleEvent sample,
            @RequestParam(defaultValue = "25") int copies,
            @RequestParam(defaultValue = "") String number,
            Model model) {
        String event = number.matches("[0-9a-f]{1,32}")
                ? number
                : UUID.randomUUID().toString().replace("-", "").substring(0, 12);
        int most = Math.max(1, Math.min(MOST, copies));
        model.addAttribute("answers", sender.send(sample, event, most));
        model.addAttribute("sample", sample);
        model.addAttribute("number", event);
        model.addAttribute("copies", most);
        model.addAttribute("credits", recent.creditsOf(sample.provider, sample.object(event)));
        model.addAttribute("pays", sample.pays());
        return "samples";
    }
}
