package dev.once.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What others compile against is written down, so that nobody changes it without seeing it. After a change that was meant,
 * {@code -Dapi.fix} writes it anew; what goes or changes also belongs into docs/UPGRADING.md.
 */
class PublicApiTest {

    @ParameterizedTest
    @ValueSource(strings = {"idempotency-core", "idempotency-test", "migrations"})
    void the_public_api_is_the_one_that_was_written_down(String module) throws Exception {
        Path snapshot = Path.of("src", "test", "resources", "api", module + ".txt");
        List<String> api = apiOf(Path.of("..", "..", module, "target", "classes"));
        if (System.getProperty("api.fix") != null) {
            Files.createDirectories(snapshot.getParent());
            Files.write(snapshot, api);
        }
        assertThat(api).isNotEmpty();
        assertThat(snapshot).hasContent(String.join("\n", api));
    }

    private static List<String> apiOf(Path classes) throws Exception {
        List<String> api = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            List<String> names = files.map(file -> classes.relativize(file).toString())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
                    .map(name -> name.replaceFirst("\\.class$", "").replace('/', '.'))
                    .sorted()
                    .toList();
            for (String name : names) {
                Class<?> type = Class.forName(name, false, PublicApiTest.class.getClassLoader());
                if (isVisible(type)) {
                    api.add(type.toGenericString() + supertypes(type));
                    members(type).forEach(member -> api.add("    " + member));
                }
            }
        }
        return api;
    }

    private static boolean isVisible(Class<?> type) {
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getEnclosingClass)
                .allMatch(each -> isVisible(each.getModifiers()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    /** Who catches or passes one of them relies on what it is. */
    private static String supertypes(Class<?> type) {
        return Stream.concat(Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
                .filter(supertype -> supertype != Object.class && supertype != Record.class)
                .map(supertype -> ", " + supertype.getTypeName())
                .collect(Collectors.joining());
    }

    private static Stream<String> members(Class<?> type) {
        return Stream.of(
                        shown(type.getDeclaredConstructors(), each -> each.toGenericString()),
                        shown(type.getDeclaredFields(), each -> each.toGenericString()),
                        shown(type.getDeclaredMethods(), each -> each.toGenericString()))
                .flatMap(members -> members)
                .sorted();
    }

    private static <M extends Member> Stream<String> shown(M[] members, Function<M, String> text) {
        return Arrays.stream(members)
                .filter(member -> isVisible(member.getModifiers()) && !member.isSynthetic())
                .map(text);
    }
}
