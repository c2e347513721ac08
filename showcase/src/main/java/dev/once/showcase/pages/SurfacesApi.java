package dev.once.showcase.pages;

import dev.once.showcase.launch.App;
import dev.once.showcase.surfaces.Labs;
import dev.once.showcase.surfaces.LiveColumns;
import dev.once.showcase.surfaces.Shown;
import dev.once.web.ProblemException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The columns as they are now, and what the buttons in them do. */
@RestController
@Profile("demo")
class SurfacesApi {

    private static final int MOST = 50;

    private final LiveColumns columns;
    private final Labs labs;

    SurfacesApi(LiveColumns columns, Labs labs) {
        this.columns = columns;
        this.labs = labs;
    }

    @GetMapping("/surfaces")
    List<LiveColumns.Live> now() {
        return columns.now();
    }

    @PostMapping("/surfaces/{name}/attempts")
    Shown attempts(@PathVariable String name, @RequestParam(defaultValue = "25") int times)
            throws InterruptedException {
        try {
            return labs.sendAtOnce(app(name), Math.max(1, Math.min(times, MOST)));
        } catch (IOException e) {
            throw away(name);
        }
    }

    @PostMapping("/surfaces/{name}/lost-answer")
    Shown lostAnswer(@PathVariable String name) throws InterruptedException {
        try {
            return labs.loseTheAnswer(app(name));
        } catch (IOException e) {
            throw away(name);
        }
    }

    @PostMapping("/surfaces/{name}/kill")
    Map<String, Boolean> kill(@PathVariable String name) {
        if (!labs.kill(app(name))) {
            throw ProblemException.of(HttpStatus.CONFLICT, "It is being killed already. Watch it heal first.");
        }
        return Map.of("begun", true);
    }

    private static App app(String name) {
        return App.named(name).orElseThrow(() -> ProblemException.of(HttpStatus.NOT_FOUND, "There is no such app."));
    }

    private static RuntimeException away(String name) {
        return ProblemException.of(
                HttpStatus.SERVICE_UNAVAILABLE, "The app " + name + " does not answer at the moment.");
    }
}
