package dev.once.chaos.platform;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.util.StringUtils;

/**
 * docs/settings.md is what the modules' metadata says. After a change that was meant, {@code -Ddocs.fix} writes it again.
 */
class SettingsPageTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path PAGE = ROOT.resolve("docs/settings.md");
    private static final List<String> MODULES = List.of(
            "idempotency-core",
            "migrations",
            "web-support",
            "webhooks-app",
            "forms-app",
            "jobs-app",
            "public-api-app",
            "local-postgres",
            "showcase");

    /** Settings that the code reads without a class that binds them. */
    private static final Pattern READ_BY_NAME =
            Pattern.compile("(?:\\$\\{|ConditionalOnProperty\\((?:name = )?\")(once\\.[a-z.-]+)");

    private record Setting(String name, String type, String initial, String meaning) {

        static Setting of(JsonNode node) {
            JsonNode initial = node.path("defaultValue");
            return new Setting(
                    node.path("name").asText(),
                    node.path("type").asText().replaceAll("\\w+[.$](?=\\w)", "").replace(",", ", "),
                    initial.isArray() ? String.join(", ", texts(initial)) : initial.asText(),
                    StringUtils.capitalize(node.path("description").asText().replaceAll("\\{@code (.*?)}", "`$1`")));
        }

        String row() {
            return "| `%s` | `%s` | %s | %s |"
                    .formatted(name, type, initial.isEmpty() ? "" : "`" + initial + "`", meaning.replace("|", "\\|"));
        }
    }

    @Test
    void the_page_has_each_setting_with_its_default_and_meaning() throws Exception {
        List<String> page = new ArrayList<>(List.of(
                "# Settings",
                "",
                "Every setting of Once, from the metadata that an editor completes them with. A"
                        + " [test](../evidence/chaos/src/test/java/dev/once/chaos/platform/SettingsPageTest.java) compares"
                        + " this page with it, and `-Ddocs.fix` writes it again."));
        for (String module : MODULES) {
            page.addAll(List.of("", "## " + module, "", "| setting | type | default | meaning |", "|---|---|---|---|"));
            settingsOf(module).forEach(setting -> page.add(setting.row()));
        }
        if (System.getProperty("docs.fix") != null) {
            Files.write(PAGE, page);
        }
        assertThat(PAGE).hasContent(String.join("\n", page));
    }

    @Test
    void each_setting_says_what_it_means() {
        assertThat(MODULES.stream().flatMap(module -> settingsOf(module).stream()))
                .isNotEmpty()
                .allSatisfy(setting ->
                        assertThat(setting.meaning()).as(setting.name()).isNotBlank());
    }

    @Test
    void what_the_code_reads_by_name_is_on_the_page_too() throws Exception {
        TreeSet<String> read = new TreeSet<>();
        for (String module : MODULES) {
            try (Stream<Path> sources = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
                for (Path source : sources.filter(Files::isRegularFile).toList()) {
                    READ_BY_NAME.matcher(Files.readString(source)).results().forEach(found -> read.add(found.group(1)));
                }
            }
        }
        String page = Files.readString(PAGE);
        assertThat(read).isNotEmpty().allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    private static List<Setting> settingsOf(String module) {
        Path metadata = ROOT.resolve(module).resolve("target/classes/META-INF/spring-configuration-metadata.json");
        Path byHand = ROOT.resolve(module)
                .resolve("src/main/resources/META-INF/additional-spring-configuration-metadata.json");
        try {
            JsonNode properties = new ObjectMapper()
                    .readTree((Files.exists(metadata) ? metadata : byHand).toFile())
                    .path("properties");
            return stream(properties)
                    .map(Setting::of)
                    .filter(setting -> setting.name().startsWith("once."))
                    .sorted(Comparator.comparing(Setting::name))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> texts(JsonNode array) {
        return stream(array).map(JsonNode::asText).toList();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        List<JsonNode> nodes = new ArrayList<>();
        array.forEach(nodes::add);
        return nodes.stream();
    }
}
