package dev.once.web;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may see the pages and the actuator outside the demo profile, and change things there.
 *
 * @param username the operator's name
 * @param password the operator's password; the app does not start without one, nor with a weak one
 * @param signInAttempts how many wrong passwords one address may try for one name within the window
 * @param signInWindow after this long, wrong passwords are forgotten
 */
@ConfigurationProperties("once.operator")
public record OperatorProperties(
        @DefaultValue("operator") String username,
        @DefaultValue("") String password,
        @DefaultValue("5") int signInAttempts,
        @DefaultValue("15m") Duration signInWindow) {

    @Override
    public String toString() {
        return "OperatorProperties[username=" + username + "]";
    }
}
