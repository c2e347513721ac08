package dev.once.chaos.platform;

import dev.once.faults.CuttingProxy;
import dev.once.localpostgres.Database;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A database that somebody has set up: a Citus cluster, or what stands before a primary and its standbys. */
record GivenDatabase(Database database, int port) implements Platform.Place {

    /** By environment variables: NAME_URL with host and port, and NAME_USERNAME and NAME_PASSWORD of a superuser. */
    static GivenDatabase of(String name) {
        Map<String, String> environment = System.getenv();
        String url = environment.get(name + "_URL");
        Matcher port = Pattern.compile("//[^/:]+:(\\d+)/").matcher(String.valueOf(url));
        if (!port.find()) {
            throw new IllegalArgumentException("No host and port in " + name + "_URL: " + url);
        }
        Database database = new Database(
                url,
                environment.getOrDefault(name + "_USERNAME", "postgres"),
                environment.getOrDefault(name + "_PASSWORD", ""));
        return new GivenDatabase(database, Integer.parseInt(port.group(1)));
    }

    @Override
    public List<Integer> ports() {
        return List.of(port);
    }

    @Override
    public String url(List<CuttingProxy> proxies) {
        return proxies.get(0).through(database.jdbcUrl());
    }

    @Override
    public void close() {}
}
