package dev.once.showcase.pages;

import dev.once.showcase.broken.Broken;
import dev.once.showcase.launch.Apps;
import dev.once.showcase.surfaces.Column;
import dev.once.showcase.surfaces.Columns;
import dev.once.showcase.surfaces.Excerpt;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;

/** Everything on one page. */
@Controller
class HomePage {

    /** A broken variant as the page lists it. */
    record Variant(String slug, String title, String damage, String why, String story, String code) {

        static Variant of(Broken broken) {
            String file = "broken/" + broken.file();
            return new Variant(
                    broken.slug(),
                    broken.title(),
                    broken.damage().label(),
                    StringUtils.capitalize(Excerpt.sentenceOf(file).replaceFirst("^[A-Z][a-z]+: ", "")),
                    broken.ordeal().story(),
                    Excerpt.handleOf(file));
        }
    }

    private final Apps apps;
    private final boolean demo;
    private final List<Column> columns = Columns.all();
    private final List<Variant> variants =
            Stream.of(Broken.values()).map(Variant::of).toList();
    private final String right = Excerpt.handleOf("lab/Right.java");

    HomePage(Apps apps, Environment environment) {
        this.apps = apps;
        this.demo = environment.acceptsProfiles(Profiles.of("demo"));
    }

    @GetMapping("/")
    String home(Model model) {
        model.addAttribute("columns", columns);
        model.addAttribute("apps", apps);
        model.addAttribute("variants", variants);
        model.addAttribute("right", right);
        model.addAttribute("operations", Drills.operations());
        model.addAttribute("demo", demo);
        return "showcase";
    }
}
