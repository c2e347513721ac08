package dev.once.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may look at the pages and the actuator and change nothing, such as a scraper of metrics. Nobody, by default.
 *
 * @param username the viewer's name
 * @param password the viewer's password; without one there is no viewer
 */
@ConfigurationProperties("once.viewer")
public record ViewerProperties(@DefaultValue("viewer") String username, @DefaultValue("") String password) {

    boolean isThere() {
        return !password.isEmpty();
    }

    @Override
    public String toString() {
        return "ViewerProperties[username=" + username + "]";
    }
}
