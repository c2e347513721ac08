package dev.once.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may see the pages and the actuator outside the demo profile.
 *
 * @param username the operator's name
 * @param password the operator's password; the app does not start without one
 */
@ConfigurationProperties("once.operator")
public record OperatorProperties(@DefaultValue("operator") String username, @DefaultValue("") String password) {

    boolean isMissing() {
        return username.isBlank() || password.isBlank();
    }

    @Override
    public String toString() {
        return "OperatorProperties[username=" + username + "]";
    }
}
