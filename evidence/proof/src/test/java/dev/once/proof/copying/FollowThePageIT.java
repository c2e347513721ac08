package dev.once.proof.copying;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/**
 * Does what docs/using-the-core.md says, to a service in a folder where nothing of this project is, with the library
 * from a folder that it was deployed to: the service's own tests pass before and after, and the new one passes.
 */
@Tag("full")
class FollowThePageIT {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path WORK = Path.of("target", "followed").toAbsolutePath();
    private static final String SAMPLE = "evidence/samples/jdbc/";

    /** What a page quotes, and from where. */
    private static final Pattern QUOTED =
            Pattern.compile("<!-- from " + SAMPLE + "(\\S+) -->\\n```\\w+\\n(.*?)```", Pattern.DOTALL);

    @Test
    void who_follows_the_page_has_a_protected_endpoint_with_a_test() throws Exception {
        Path service = WORK.resolve("service");
        copy(ROOT.resolve("evidence/samples/before"), service);
        assertBuilds(service);
        Path ownTest = service.resolve("src/test/java/com/example/orders/OrderServiceTest.java");
        String ownTestBefore = Files.readString(ownTest);

        follow(service);
        assertBuilds(service);
        assertThat(ownTest).hasContent(ownTestBefore);
        assertThat(report(service, "OrderServiceTest")).contains("Failures: 0, Errors: 0, Skipped: 0");
        assertThat(report(service, "OrdersContractTest")).contains("Tests run: 9, Failures: 0, Errors: 0, Skipped: 3");
    }

    /** The steps of the page, in its order. */
    private static void follow(Path service) throws IOException {
        Map<String, String> steps = steps();
        assertThat(steps).hasSize(4);
        for (var step : steps.entrySet()) {
            Path file = service.resolve(step.getKey());
            String text = step.getValue();
            if (step.getKey().equals("pom.xml")) {
                String pom = Files.readString(file);
                int end = pom.lastIndexOf("  </dependencies>");
                text = pom.substring(0, end) + text + pom.substring(end);
            } else if (step.getKey().endsWith(".properties")) {
                text = Files.readString(file) + text;
            }
            Files.writeString(file, text);
        }
    }

    private static Map<String, String> steps() throws IOException {
        Map<String, String> steps = new LinkedHashMap<>();
        QUOTED.matcher(Files.readString(ROOT.resolve("docs/using-the-core.md")))
                .results()
                .forEach(block -> steps.put(block.group(1), block.group(2)));
        return steps;
    }

    private static void copy(Path from, Path to) throws IOException {
        FileSystemUtils.deleteRecursively(to);
        Files.createDirectories(to);
        for (String part : List.of("pom.xml", "src")) {
            FileSystemUtils.copyRecursively(from.resolve(part), to.resolve(part));
        }
    }

    private static void assertBuilds(Path service) throws Exception {
        Ran ran = PublishedLibrary.shared().build(service, "verify");
        assertThat(ran.exit()).as(ran.output()).isZero();
    }

    private static String report(Path service, String test) throws IOException {
        try (Stream<Path> reports = Files.list(service.resolve("target/surefire-reports"))) {
            return Files.readString(reports.filter(file -> file.toString().endsWith(test + ".txt"))
                    .findFirst()
                    .orElseThrow());
        }
    }
}
