package dev.once.web;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What the web apps have in common.
 *
 * @param title the app's name on its pages; by default spring.application.name
 * @param publicUrl the address that others know the app by, such as https://pay.example.com; required outside the demo
 * @param proxies the addresses of the proxies in front, as a regular expression; only their X-Forwarded-For is believed
 * @param maxBodySize larger bodies are refused with 413
 * @param bodies how long and how many requests may wait for their bodies
 * @param problemTypes where the problems are described, such as /problems/; a problem's type is this and its slug
 * @param programs where the addresses begin that are for programs only, such as /api: their problems are never pages
 * @param links the other apps, in the header of each page
 */
@ConfigurationProperties("once.web")
public record WebProperties(
        @Nullable String title,
        @Nullable URI publicUrl,
        @DefaultValue("") String proxies,
        @DefaultValue("1MB") DataSize maxBodySize,
        @DefaultValue Bodies bodies,
        @DefaultValue("") String problemTypes,
        @DefaultValue("") String programs,
        @DefaultValue List<Link> links) {

    /**
     * Bodies that do not come along with their headers.
     *
     * @param within all of a body must have arrived this long after the app began to wait for it
     * @param waiting how many requests may wait at once; each holds one of server.tomcat.threads.max
     * @param waitingPerClient how many of them may be one client's: by its name, or by its address if it has none
     */
    public record Bodies(
            @DefaultValue("30s") Duration within,
            @DefaultValue("150") int waiting,
            @DefaultValue("40") int waitingPerClient) {}

    /**
     * A link to another app.
     *
     * @param name what the link says
     * @param url where it goes
     */
    public record Link(String name, String url) {}
}
