package dev.once.forms;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the forms.
 *
 * @param signedInFor how long somebody stays signed in without doing anything; it can be a tenth less
 * @param signInAttempts how many wrong passwords one address may try for one user within the window
 * @param signInWindow after this long, wrong passwords are forgotten
 */
@ConfigurationProperties("once.forms")
public record FormsProperties(
        @DefaultValue("8h") Duration signedInFor,
        @DefaultValue("5") int signInAttempts,
        @DefaultValue("15m") Duration signInWindow) {}
