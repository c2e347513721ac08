package dev.once.web;

import dev.once.core.support.StartupRefusedException;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The one address that people and programs know an app by: required outside the demo profile. */
final class PublicUrl {

    static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]", "0:0:0:0:0:0:0:1", "::1");

    private PublicUrl() {}

    static URI required(@Nullable URI url) {
        if (url == null) {
            throw refused("The app does not know its public URL, and a caller's Host header must not decide it.");
        }
        boolean tls = "https".equals(url.getScheme());
        if (!tls && !"http".equals(url.getScheme())
                || url.getHost() == null
                || url.getRawUserInfo() != null
                || url.getRawQuery() != null
                || url.getRawFragment() != null
                || !Set.of("", "/").contains(url.getRawPath())) {
            throw refused("once.web.public-url is no address of an app: " + url + ".");
        }
        if (!tls && !THIS_MACHINE.contains(url.getHost())) {
            throw refused(
                    "Passwords and tokens would cross the network unencrypted: once.web.public-url is " + url + ".");
        }
        return url;
    }

    /** As browsers write it in the header Origin. */
    static boolean isOrigin(String origin, URI publicUrl) {
        return origin.equalsIgnoreCase(publicUrl.getScheme() + "://" + publicUrl.getRawAuthority());
    }

    private static StartupRefusedException refused(String why) {
        return new StartupRefusedException(
                why,
                "Set once.web.public-url, such as https://pay.example.com, or http://localhost:8084 on this machine:"
                        + " docs/operations/tls-and-proxies.md.");
    }
}
