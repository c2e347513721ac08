package dev.once.showcase.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/** Who listens where: the usual ports, or those that variables of the environment name. */
public final class Ports {

    private static final int SHOWCASE = 8080;
    private static final int DASHBOARD = 8000;

    private final Map<String, String> environment;

    public Ports(Map<String, String> environment) {
        this.environment = environment;
    }

    public int of(App app) {
        return port(app.portVariable(), app.usualPort());
    }

    public int showcase() {
        return port("ONCE_SHOWCASE_PORT", port("SERVER_PORT", SHOWCASE));
    }

    /** JobRunr's own page. */
    public int dashboard() {
        return port("ONCE_DASHBOARD_PORT", DASHBOARD);
    }

    /** The ways between the apps, for the header of each page, as settings. */
    public Map<String, String> links() {
        Map<String, String> links = new LinkedHashMap<>();
        link(links, 0, "Showcase", showcase());
        for (App app : App.values()) {
            link(links, app.ordinal() + 1, app.title(), of(app));
        }
        return links;
    }

    static URI url(int port) {
        return URI.create("http://localhost:" + port + "/");
    }

    private static void link(Map<String, String> links, int number, String name, int port) {
        links.put("once.web.links[" + number + "].name", name);
        links.put("once.web.links[" + number + "].url", url(port).toString());
    }

    /** An app that somebody else runs: all that can be known of it is whether it answers. */
    public Apps.State stateOf(App app) {
        URI url = url(of(app));
        boolean ready = Http.isOk(url.resolve("/actuator/health/readiness"));
        return new Apps.State(app, url, ready ? Apps.Health.HEALTHY : Apps.Health.DEAD, 0, 1);
    }

    void requireFree(App app) {
        requireFree(of(app), app.key(), app.portVariable());
        if (app == App.JOBS) {
            requireFree(dashboard(), "the job dashboard", "ONCE_DASHBOARD_PORT");
        }
    }

    void requireShowcaseFree() {
        requireFree(showcase(), "the showcase", "ONCE_SHOWCASE_PORT");
    }

    static void requireFree(int port, String who, String variable) {
        try (ServerSocket tried = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            // Free: closed again at once.
        } catch (IOException e) {
            throw new Refusal(
                    "Port %d is taken, and %s wants it.".formatted(port, who),
                    "Stop what uses it (./once stop, if it is an earlier Once), or choose another: %s=%d ./once"
                            .formatted(variable, port + 1000));
        }
    }

    private int port(String variable, int usual) {
        String given = environment.get(variable);
        if (given == null || given.isBlank()) {
            return usual;
        }
        try {
            int port = Integer.parseInt(given.strip());
            if (port > 0 && port < 65536) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new Refusal(
                variable + " is '" + given + "', which is no port.",
                "Set it to a number from 1 to 65535, or leave it out.");
    }
}
