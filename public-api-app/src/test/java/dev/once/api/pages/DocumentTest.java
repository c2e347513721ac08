package dev.once.api.pages;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.once.api.ApiTest;
import dev.once.api.Caller;
import dev.once.api.Caller.Answered;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DocumentTest extends ApiTest {

    private Caller nobody;

    @BeforeEach
    void withoutToken() {
        nobody = new Caller(acme.address(), null);
    }

    @Test
    void the_document_publishes_the_contract() {
        JsonNode document = nobody.get("/v3/api-docs").json();
        assertThat(document.at("/info/description").asText())
                .contains("1 to 255 visible ASCII", "24 hours", "What is stored, and what is not", "RFC 9110");
        assertThat(document.get("paths").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "/api/invoices",
                        "/api/invoices/{id}",
                        "/api/invoices/{id}/memo",
                        "/api/customers",
                        "/api/customers/{id}",
                        "/api/exports",
                        "/api/exports/{id}",
                        "/api/exports/{id}/file");
    }

    @Test
    void the_document_asks_for_a_key_exactly_where_one_is_used() {
        JsonNode document = nobody.get("/v3/api-docs").json();
        document.get("paths")
                .fields()
                .forEachRemaining(path -> path.getValue().fields().forEachRemaining(operation -> {
                    boolean keyed =
                            operation.getValue().path("parameters").toString().contains("Idempotency-Key");
                    boolean works = operation.getKey().equals("patch")
                            || (operation.getKey().equals("post")
                                    && !path.getKey().equals("/api/customers"));
                    assertThat(keyed)
                            .as(operation.getKey() + " " + path.getKey())
                            .isEqualTo(works);
                }));
    }

    @Test
    void the_document_allows_nothing_that_the_server_refuses() {
        JsonNode document = nobody.get("/v3/api-docs").json();
        assertThat(document.at("/components/schemas/NewInvoice/properties/lines/maxItems")
                        .asInt())
                .isEqualTo(1000);
        for (String asked : new String[] {"NewInvoice", "NewCustomer", "NewExport", "Line", "Memo"}) {
            assertThat(document.at("/components/schemas/" + asked + "/additionalProperties")
                            .toString())
                    .as(asked)
                    .isEqualTo("false");
        }
        String key = "";
        for (JsonNode parameter : document.at("/paths/~1api~1invoices/post/parameters")) {
            key = parameter.at("/schema/pattern").asText();
        }
        assertThat("a".repeat(255)).matches(key);
        assertThat("\"" + "\\\"".repeat(255) + "\"").matches(key);
        assertThat("\"a b\"").matches(key);
        for (String refused :
                new String[] {"", "a".repeat(256), "a;b", "a\"b", "\"a", "\"\"", "\"" + "a".repeat(256) + "\""}) {
            assertThat(refused).doesNotMatch(key);
            if (!refused.isEmpty()) {
                assertThat(acme.post("/api/invoices", refused, invoice("Refused"))
                                .problem())
                        .as(refused)
                        .isEqualTo("key-malformed");
            }
        }
    }

    @Test
    void the_documentation_is_at_docs() {
        Answered page = nobody.get("/docs", "Accept", "text/html");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.header("Content-Security-Policy"))
                .contains("default-src 'self'")
                .doesNotContain("unsafe-inline");
        assertThat(page.body())
                .contains(
                        "<h2>The key</h2>",
                        "<table>",
                        "POST /api/invoices",
                        "1 to 1000 elements",
                        "Idempotency-Key-Expires")
                .doesNotContain("src=\"http");
        nobody.get("/v3/api-docs")
                .json()
                .at("/paths")
                .findValuesAsText("operationId")
                .forEach(operation -> assertThat(page.body()).contains("id=\"" + operation + "\""));
    }

    @Test
    void the_start_page_shows_what_was_made_and_no_stored_answer() {
        String key = newKey();
        acme.post("/api/invoices", key, invoice("<b>Bobby</b>"));
        Answered page = nobody.get("/", "Accept", "text/html");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains(key, "&lt;b&gt;Bobby&lt;/b&gt;", "99.00 EUR", "acme-demo-token", "curl");
        assertThat(page.body()).doesNotContain("unit_amount_cents\":4950,");
    }

    @Test
    void claims_are_counted_for_this_surface() {
        acme.post("/api/invoices", newKey(), invoice("Counted"));
        assertThat(nobody.get("/actuator/prometheus").body())
                .containsPattern("once_claims[a-z_]*\\{[^}]*surface=\"api\"")
                .contains("once_duplicate_effects{");
    }
}
