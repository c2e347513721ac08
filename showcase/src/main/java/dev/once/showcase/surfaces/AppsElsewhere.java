package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;
import dev.once.showcase.launch.Apps;
import dev.once.showcase.launch.Ports;
import java.util.List;

/** Apps that somebody else has started: they can be tried, but not killed, for nobody here would start them again. */
final class AppsElsewhere implements Apps {

    private final Ports ports;

    AppsElsewhere(Ports ports) {
        this.ports = ports;
    }

    @Override
    public List<App> all() {
        return List.of(App.values());
    }

    @Override
    public State state(App app) {
        return ports.stateOf(app);
    }

    @Override
    public boolean kill9(App app) {
        return false;
    }
}
