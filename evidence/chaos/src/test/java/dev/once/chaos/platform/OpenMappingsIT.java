package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Everything that an app maps is asked for without a credential; what is open is on a list that somebody has read. */
class OpenMappingsIT {

    private static final Path LIST = Path.of("src", "test", "resources", "open-mappings.txt");
    private static final List<String> ALL = List.of("GET", "POST", "PUT", "PATCH", "DELETE");

    private record Mapping(String method, String path) {}

    @Test
    void nothing_is_open_without_a_credential_that_is_not_on_the_list() throws Exception {
        Platform platform = Platform.shared();
        platform.heal();
        TreeSet<String> open = new TreeSet<>();
        for (App app : App.values()) {
            String address = platform.of(app).get(0).directAddress();
            for (Mapping mapping : mappings(address, platform.secrets().viewer())) {
                if (isOpen(address, mapping)) {
                    open.add(app.module() + " " + mapping.method() + " " + mapping.path());
                }
            }
        }
        if (System.getProperty("mappings.fix") != null) {
            Files.write(LIST, open);
        }
        assertThat(open).containsExactlyElementsOf(Files.readAllLines(LIST));
    }

    /** Refused is 401, 403, or the way to the sign-in. */
    private static boolean isOpen(String address, Mapping mapping) throws Exception {
        String path =
                mapping.path().replace("/**", "/x").replaceAll("\\{[^}]*}", "0198c0de-0000-7000-8000-000000000000");
        try (RawHttp http = new RawHttp(address)) {
            http.write(mapping.method() + " " + path
                    + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            String answer = http.all();
            return !answer.startsWith("HTTP/1.1 401")
                    && !answer.startsWith("HTTP/1.1 403")
                    && !answer.contains("\r\nLocation: /sign-in\r\n");
        }
    }

    private static List<Mapping> mappings(String address, String viewer) throws Exception {
        JsonNode document = new ObjectMapper()
                .readTree(Web.send(Web.get(address + "/actuator/mappings")
                                .header("Authorization", Web.basic("viewer", viewer)))
                        .body());
        List<Mapping> found = new ArrayList<>();
        for (JsonNode mapping : document.findValues("dispatcherServlets").get(0).get("dispatcherServlet")) {
            JsonNode conditions = mapping.at("/details/requestMappingConditions");
            if (conditions.isMissingNode()) {
                found.addAll(of(mapping.get("predicate").asText().replaceAll("ResourceHttp.*", "/**")));
                continue;
            }
            List<String> methods = new ArrayList<>();
            conditions.get("methods").forEach(method -> methods.add(method.asText()));
            for (JsonNode pattern : conditions.get("patterns")) {
                (methods.isEmpty() ? ALL : methods).forEach(method -> found.add(new Mapping(method, pattern.asText())));
            }
        }
        return found;
    }

    private static List<Mapping> of(String pattern) {
        return pattern.startsWith("/") ? List.of(new Mapping("GET", pattern)) : List.of();
    }
}
