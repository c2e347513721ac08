package dev.once.proof.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Each module is in a room, knows only what its room may know, and stands so in the graph of docs/architecture.md. */
class ModulesTest {

    private static final Path DOCUMENT = Page.ROOT.resolve("docs/architecture.md");
    private static final String BEGIN = "<!-- modules: written by ModulesTest with -Donce.write-docs=true -->\n";
    private static final String END = "<!-- /modules -->\n";

    private enum Room {
        PRODUCT("idempotency-core", "idempotency-test", "migrations", "bom"),
        SURFACES("webhooks-app", "forms-app", "jobs-app", "public-api-app", "web-support", "migrations/app-migrations"),
        LEARN("showcase", "local-postgres"),
        EVIDENCE();

        private final List<String> modules;

        Room(String... modules) {
            this.modules = List.of(modules);
        }

        static Room of(String path) {
            return Stream.of(values())
                    .filter(room -> room.modules.contains(path))
                    .findFirst()
                    .orElseGet(() -> {
                        assertThat(path)
                                .as("a module outside the evidence is in a room")
                                .startsWith("evidence/");
                        return EVIDENCE;
                    });
        }

        /** In main code. Tests may use the evidence's fault kit. */
        boolean mayKnow(String from, String to) {
            Room other = of(to);
            return switch (this) {
                case PRODUCT -> other == PRODUCT;
                case SURFACES ->
                    other == PRODUCT
                            || List.of("web-support", "migrations/app-migrations", "local-postgres")
                                    .contains(to);
                case LEARN ->
                    from.equals("showcase")
                            && (other != EVIDENCE || to.equals("evidence/fault-kit"))
                            && !to.endsWith("-app");
                case EVIDENCE -> true;
            };
        }
    }

    private record Edge(String from, String to) {}

    @Test
    void a_module_knows_only_what_its_room_may_know() throws Exception {
        List<Edge> wrong = edges().stream()
                .filter(edge -> !Room.of(edge.from()).mayKnow(edge.from(), edge.to()))
                .toList();
        assertThat(wrong).isEmpty();
    }

    @Test
    void the_graph_is_the_one_of_the_poms() throws Exception {
        String page = Files.readString(DOCUMENT);
        String before = page.substring(0, page.indexOf(BEGIN) + BEGIN.length());
        String expected = before + graph() + page.substring(page.indexOf(END));
        if (Boolean.getBoolean("once.write-docs")) {
            Files.writeString(DOCUMENT, expected);
        }
        assertThat(DOCUMENT)
                .content()
                .as("-Donce.write-docs=true writes it anew")
                .isEqualTo(expected);
    }

    private static String graph() throws Exception {
        List<Edge> edges = edges();
        StringBuilder graph = new StringBuilder("```mermaid\nflowchart TD\n");
        for (Room room : Room.values()) {
            graph.append("  subgraph ").append(room.name().toLowerCase()).append("\n");
            modules().stream()
                    .filter(module -> Room.of(module) == room)
                    .forEach(module -> graph.append("    ").append(name(module)).append("\n"));
            graph.append("  end\n");
        }
        edges.stream().filter(edge -> Room.of(edge.from()) != Room.EVIDENCE).forEach(edge -> graph.append("  ")
                .append(name(edge.from()))
                .append(" --> ")
                .append(name(edge.to()))
                .append("\n"));
        return graph.append("```\n").toString();
    }

    private static String name(String module) {
        return module.substring(module.lastIndexOf('/') + 1);
    }

    /** The samples of adopters are services of somebody else's, and are left out. */
    private static List<String> modules() throws Exception {
        return texts(Page.ROOT, "module")
                .filter(module -> !module.startsWith("evidence/samples/"))
                .toList();
    }

    private static List<Edge> edges() throws Exception {
        List<String> modules = modules();
        List<Edge> edges = new ArrayList<>();
        for (String module : modules) {
            elements(Page.ROOT.resolve(module), "dependency")
                    .filter(dependency -> !text(dependency, "scope").equals("test"))
                    .filter(dependency -> text(dependency, "groupId").equals("dev.once"))
                    .flatMap(dependency ->
                            modules.stream().filter(other -> name(other).equals(text(dependency, "artifactId"))))
                    .distinct()
                    .forEach(other -> edges.add(new Edge(module, other)));
        }
        return edges;
    }

    private static Stream<String> texts(Path folder, String tag) throws Exception {
        return elements(folder, tag).map(element -> element.getTextContent().trim());
    }

    private static Stream<Element> elements(Path folder, String tag) throws Exception {
        NodeList found = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("pom.xml").toFile())
                .getElementsByTagName(tag);
        return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
    }

    private static String text(Element element, String tag) {
        NodeList found = element.getElementsByTagName(tag);
        return found.getLength() == 0 ? "" : found.item(0).getTextContent().trim();
    }
}
