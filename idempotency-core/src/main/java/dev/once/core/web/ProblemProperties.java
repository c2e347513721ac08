package dev.once.core.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How the core's refusals are told to the callers of an HTTP API.
 *
 * @param enabled whether the core's refusals are problem details (RFC 9457) out of the box
 * @param baseUrl what stands before {@code /problems/..} in a problem's type, such as {@code https://api.example.com}
 */
@ConfigurationProperties("once.problems")
public record ProblemProperties(@DefaultValue("true") boolean enabled, @DefaultValue("") String baseUrl) {}
