package dev.once.showcase.learn;

import dev.once.web.ProblemException;
import java.util.List;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** The lessons, from the same files that are read as Markdown. */
@Controller
class LearnPages {

    private final Lessons lessons;
    private final boolean demo;

    LearnPages(Lessons lessons, Environment environment) {
        this.lessons = lessons;
        this.demo = environment.acceptsProfiles(Profiles.of("demo"));
    }

    @GetMapping("/learn")
    String path(Model model) {
        model.addAttribute("lessons", lessons.path());
        model.addAttribute("exercises", Exercise.values());
        return "learn";
    }

    @GetMapping("/learn/{slug:[A-Za-z0-9-]+}")
    String lesson(@PathVariable String slug, Model model) {
        Lesson lesson = lessons.named(slug)
                .orElseThrow(() -> ProblemException.of(HttpStatus.NOT_FOUND, "There is no such lesson."));
        List<Lesson> path = lessons.path();
        int at = path.indexOf(lesson);
        model.addAttribute("lesson", lesson);
        model.addAttribute("before", at > 0 ? path.get(at - 1) : null);
        model.addAttribute("after", at >= 0 && at + 1 < path.size() ? path.get(at + 1) : null);
        model.addAttribute("demo", demo);
        return "lesson";
    }
}
