package dev.once.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.faults.CuttingProxy;
import dev.once.faults.Faults;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that openapi-generator makes of the published document call every operation, on a network that loses answers. */
@Tag("full")
class GeneratedClientsIT extends ApiTest {

    private static final Path GENERATOR = Path.of("target/openapi-generator-cli.jar");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String TYPESCRIPT = "typescript@5";

    @TempDir
    private Path folder;

    private Tool tool;

    @BeforeEach
    void publish() throws Exception {
        tool = new Tool(folder);
        Files.write(folder.resolve("openapi.json"), acme.get("/v3/api-docs").bytes());
        tool.require(
                "no client was generated",
                JAVA,
                "-jar",
                GENERATOR.toAbsolutePath().toString(),
                "version");
    }

    @Test
    void a_client_in_java() throws Exception {
        generate(
                "java",
                "library=restclient,openApiNullable=false,useJakartaEe=true,invokerPackage=once.client"
                        + ",apiPackage=once.client.api,modelPackage=once.client.model,hideGenerationTimestamp=true");
        copy("JavaClient.java");
        List<String> compile = new ArrayList<>(List.of("-nowarn", "-proc:none", "-cp", classPath(), "-d", "classes"));
        try (Stream<Path> sources = Files.walk(folder.resolve("generated/src/main/java"))) {
            sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(compile::add);
        }
        compile.add("JavaClient.java");
        Files.write(folder.resolve("arguments.txt"), compile);
        tool.mustRun(JAVA + "c", "@arguments.txt");

        callEverything(JAVA, "-cp", "classes" + File.pathSeparator + classPath(), "JavaClient");
    }

    @Test
    void a_client_in_typescript() throws Exception {
        tool.require("the client in TypeScript was not compiled", "npx", "--yes", "-p", TYPESCRIPT, "tsc", "--version");
        generate("typescript-fetch", "supportsES6=true");
        copy("client.ts");
        tool.mustRun(
                "npx",
                "--yes",
                "-p",
                TYPESCRIPT,
                "tsc",
                "--strict",
                "--module",
                "commonjs",
                "--target",
                "es2022",
                "--lib",
                "es2022,dom,dom.iterable",
                "--outDir",
                "compiled",
                "client.ts");

        callEverything("node", "compiled/client.js");
    }

    private void generate(String language, String properties) throws Exception {
        tool.mustRun(
                JAVA,
                "-jar",
                GENERATOR.toAbsolutePath().toString(),
                "generate",
                "-i",
                "openapi.json",
                "-g",
                language,
                "-o",
                "generated",
                "--additional-properties",
                properties);
    }

    private void callEverything(String... client) throws Exception {
        try (CuttingProxy network = CuttingProxy.inFrontOf(port)) {
            network.randomly(42, Faults.none().answerLost(0.3));
            String[] command = Stream.concat(
                            Stream.of(client), Stream.of("http://127.0.0.1:" + network.port(), acme.token()))
                    .toArray(String[]::new);
            assertThat(tool.mustRun(command)).contains("every operation was called");
            assertThat(network.traffic().swallowed()).isPositive();
        }
    }

    private void copy(String name) throws Exception {
        try (InputStream source = getClass().getResourceAsStream("/clients/" + name)) {
            Files.copy(source, folder.resolve(name));
        }
    }

    private static String classPath() {
        return System.getProperty("java.class.path");
    }
}
