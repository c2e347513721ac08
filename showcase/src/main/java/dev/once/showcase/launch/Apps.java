package dev.once.showcase.launch;

import java.net.URI;
import java.util.List;

/** The apps as the page sees them. */
public interface Apps {

    /** How an app is doing. */
    enum Health {
        STARTING,
        HEALTHY,
        DEAD
    }

    /**
     * One app now.
     *
     * @param starts how often it was started; more than once, and it has died in between
     */
    record State(App app, URI url, Health health, long process, int starts) {}

    List<App> all();

    State state(App app);

    /** Ends its process as a power cut would; whoever started it starts it again. False where nobody would. */
    boolean kill9(App app);

    default URI url(App app) {
        return state(app).url();
    }
}
