package dev.once.core.autoconfigure;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** What is done about a write outside the core, and about a call to the outside in the work of a claim. */
public enum FenceMode {

    /** Nothing, and the application keeps all its settings. */
    OFF,

    /** Nothing but to say what {@link #ENFORCE} would change and refuse. */
    WARN,

    /** Both are refused, and the connections get the settings of {@link DatabaseDefaults}. */
    ENFORCE;

    /** For those who must know before there are beans. */
    static FenceMode of(Environment environment) {
        return Binder.get(environment).bind("once.fence", FenceMode.class).orElse(OFF);
    }
}
