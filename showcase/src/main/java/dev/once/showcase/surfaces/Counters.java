package dev.once.showcase.surfaces;

import dev.once.showcase.launch.App;
import dev.once.showcase.launch.Apps;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/** An app's own count of its claims since it started, from its metrics. */
@Component
class Counters {

    private static final Pattern CLAIMS =
            Pattern.compile("^once_claims_total\\{(?<labels>[^}]*)}\\s+(?<count>[0-9.E+]+)$", Pattern.MULTILINE);
    private static final Pattern DISPOSITION = Pattern.compile("disposition=\"([a-z_]+)\"");

    private final Apps apps;

    Counters(Apps apps) {
        this.apps = apps;
    }

    /** By disposition; empty while the app is away. */
    Map<String, Long> of(App app) {
        URI url = apps.url(app).resolve("/actuator/prometheus");
        try {
            return parsed(Web.get(url));
        } catch (IOException e) {
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }

    static Map<String, Long> parsed(String metrics) {
        Map<String, Long> counts = new LinkedHashMap<>();
        Matcher lines = CLAIMS.matcher(metrics);
        while (lines.find()) {
            Matcher disposition = DISPOSITION.matcher(lines.group("labels"));
            if (disposition.find()) {
                counts.merge(disposition.group(1), (long) Double.parseDouble(lines.group("count")), Long::sum);
            }
        }
        return counts;
    }
}
