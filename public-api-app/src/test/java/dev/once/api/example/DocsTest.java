package dev.once.api.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.once.api.ApiTest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DocsTest extends ApiTest {

    private static final Path DOCS = Path.of("../docs/api.md");

    @Test
    void the_client_in_the_docs_is_the_one_that_is_tested() throws IOException {
        String source = Files.readString(Path.of("src/test/java/dev/once/api/example/RetryingClient.java"));
        String quoted = source.substring(source.indexOf("/** Sends a request"));
        assertThat(Files.readString(DOCS)).contains(quoted);
    }

    @Test
    void the_client_in_the_docs_gets_the_same_answer_again() throws Exception {
        RetryingClient client = new RetryingClient(URI.create(acme.address()), acme.token(), 3);
        String key = newKey();
        HttpResponse<String> first = client.post("/api/invoices", key, invoice("Ada"));
        assertThat(first.statusCode()).isEqualTo(201);
        assertThat(client.post("/api/invoices", key, invoice("Ada")).body()).isEqualTo(first.body());
        assertThat(client.post("/api/invoices", newKey(), "{}").statusCode()).isEqualTo(422);
    }

    @Test
    void the_curl_in_the_docs_works() throws Exception {
        Matcher script = Pattern.compile("```sh\n(KEY=.*?)```", Pattern.DOTALL).matcher(Files.readString(DOCS));
        assertThat(script.find()).isTrue();
        Process curl = new ProcessBuilder(
                        List.of("sh", "-c", script.group(1).replace("http://localhost:8084", acme.address())))
                .redirectErrorStream(true)
                .start();
        String said = new String(curl.getInputStream().readAllBytes());
        assertThat(curl.waitFor()).as(said).isZero();
        assertThat(said).contains("\"customer\":\"Ada Lovelace\"");
    }
}
