package dev.once.showcase.pages;

import dev.once.faults.verdict.Step;
import dev.once.showcase.broken.Broken;
import dev.once.showcase.lab.Result;
import dev.once.web.ProblemException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Sends one payment many times, through the right one and through a broken one. */
@RestController
@Profile("demo")
class TrialsApi {

    /** What is shown of one side: the number that matters, and what the senders heard. */
    record Side(long number, long booked, long mails, Map<String, Long> answers, List<Step> timeline) {}

    record Comparison(String damage, String counted, int sends, Side right, Side wrong) {}

    private final Laboratory laboratory;

    TrialsApi(Laboratory laboratory) {
        this.laboratory = laboratory;
    }

    /** The numbers are of so many sends; the timeline is of two, which are enough and can be read. */
    @PostMapping("/trials/{slug}")
    Comparison run(
            @PathVariable String slug,
            @RequestParam(defaultValue = "25") int sends,
            @RequestParam(defaultValue = "true") boolean timeline) {
        Broken broken = Stream.of(Broken.values())
                .filter(one -> one.slug().equals(slug))
                .findFirst()
                .orElseThrow(() -> ProblemException.of(HttpStatus.NOT_FOUND, "There is no such variant."));
        Result right = laboratory.right(broken, sends);
        Result wrong = laboratory.wrong(broken, sends);
        return new Comparison(
                broken.damage().label(),
                broken.counted(),
                right.sends(),
                side(broken, right, timeline ? laboratory.right(broken, 2).timeline() : List.of()),
                side(broken, wrong, timeline ? laboratory.wrong(broken, 2).timeline() : List.of()));
    }

    private static Side side(Broken broken, Result result, List<Step> timeline) {
        return new Side(
                broken.number(result.verdict()),
                result.verdict().effects(),
                result.verdict().outside(),
                result.answers(),
                timeline);
    }
}
