package dev.once.showcase.surfaces;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The users that the lab calls the apps as. The values are the apps' own demo credentials, and only the demo profile has them.
 *
 * @param stripeSecret signs the deliveries to webhooks
 * @param formsUser signs in to forms
 * @param formsPassword the password of that user
 * @param apiToken the bearer token for the public API
 */
@ConfigurationProperties("once.showcase")
public record ShowcaseProperties(
        @DefaultValue("") String stripeSecret,
        @DefaultValue("") String formsUser,
        @DefaultValue("") String formsPassword,
        @DefaultValue("") String apiToken) {}
