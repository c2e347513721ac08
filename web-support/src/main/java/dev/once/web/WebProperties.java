package dev.once.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What the web apps have in common.
 *
 * @param title the app's name on its pages; by default spring.application.name
 * @param maxBodySize larger bodies are refused with 413
 * @param problemTypes where the problems are described, such as /problems/; a problem's type is this and its slug
 * @param programs where the addresses begin that are for programs only, such as /api: their problems are never pages
 * @param links the other apps, in the header of each page
 */
@ConfigurationProperties("once.web")
public record WebProperties(
        @Nullable String title,
        @DefaultValue("1MB") DataSize maxBodySize,
        @DefaultValue("") String problemTypes,
        @DefaultValue("") String programs,
        @DefaultValue List<Link> links) {

    /**
     * A link to another app.
     *
     * @param name what the link says
     * @param url where it goes
     */
    public record Link(String name, String url) {}
}
