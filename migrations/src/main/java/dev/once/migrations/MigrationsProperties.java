package dev.once.migrations;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who owns the tables that this application needs.
 *
 * @param enabled whether to migrate at start; switch it off where another process does it
 * @param only whether to migrate and end: a step of a deployment, before the application itself starts
 * @param owners folders of migrations, in order
 * @param username a role that may change tables, where the application's own may not; by default the application's
 * @param password the password of that role
 */
@ConfigurationProperties("once.migrations")
public record MigrationsProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("false") boolean only,
        @DefaultValue("core") List<String> owners,
        @Nullable String username,
        @Nullable String password) {}
