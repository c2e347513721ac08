package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;
import dev.once.showcase.launch.Apps;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/** What changes about the surfaces while one looks: health, newest rows, counters, and a story that is being told. */
@Component
@Profile("demo")
public class LiveColumns {

    public record Live(
            String app,
            String health,
            int starts,
            List<SurfaceLab.LedgerRow> rows,
            Map<String, Long> counters,
            KillStory.@Nullable Now story) {}

    private final Apps apps;
    private final List<SurfaceLab> labs;
    private final Counters counters;
    private final Labs stories;

    LiveColumns(Apps apps, List<SurfaceLab> labs, Counters counters, Labs stories) {
        this.apps = apps;
        this.labs = labs;
        this.counters = counters;
        this.stories = stories;
    }

    public List<Live> now() {
        return labs.stream().map(this::live).toList();
    }

    private Live live(SurfaceLab lab) {
        App app = lab.app();
        Apps.State state = apps.state(app);
        boolean healthy = state.health() == Apps.Health.HEALTHY;
        return new Live(
                app.key(),
                state.health().name(),
                state.starts(),
                lab.newest(),
                healthy ? counters.of(app) : Map.of(),
                stories.story(app).orElse(null));
    }
}
