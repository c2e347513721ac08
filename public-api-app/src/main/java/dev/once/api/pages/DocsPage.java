package dev.once.api.pages;

import dev.once.api.sameness.ApiKey;
import dev.once.api.sameness.Json;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.jspecify.annotations.Nullable;
import org.springdoc.webmvc.api.OpenApiWebMvcResource;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The published document for people: the contract, every operation, and a form that sends a request as often as you like. */
@Controller
class DocsPage {

    private static final List<Extension> TABLES = List.of(TablesExtension.create());

    private final OpenApiWebMvcResource published;

    DocsPage(OpenApiWebMvcResource published) {
        this.published = published;
    }

    /** An operation as the page shows it; the example is a body to try, and empty where there is none. */
    public record Shown(
            HttpMethod method, String path, boolean keyed, Operation operation, List<Field> fields, String example) {}

    /** A parameter, or a field of the request's body. */
    public record Field(String name, String place, boolean required, String kind, String description) {}

    @GetMapping("/docs")
    String docs(HttpServletRequest request, Model model) throws IOException {
        byte[] json = published.openapiJson(request, "/v3/api-docs", Locale.ENGLISH);
        OpenAPI document = Json31.mapper().readValue(json, OpenAPI.class);
        List<Shown> operations = new ArrayList<>();
        document.getPaths().forEach((path, item) -> item.readOperationsMap()
                .forEach((method, operation) -> operations.add(shown(document, method, path, operation))));
        model.addAttribute("contract", html(document.getInfo().getDescription()));
        model.addAttribute("operations", operations);
        return "docs";
    }

    private static Shown shown(OpenAPI document, HttpMethod method, String path, Operation operation) {
        List<Field> fields = new ArrayList<>();
        Objects.requireNonNullElse(operation.getParameters(), List.<Parameter>of())
                .forEach(parameter -> fields.add(new Field(
                        parameter.getName(),
                        parameter.getIn(),
                        Boolean.TRUE.equals(parameter.getRequired()),
                        kind(parameter.getSchema()),
                        parameter.getDescription())));
        boolean keyed = fields.stream().anyMatch(field -> field.name().equals(ApiKey.HEADER));
        if (operation.getRequestBody() == null) {
            return new Shown(method, path, keyed, operation, fields, "");
        }
        Schema<?> body = schema(
                document,
                Objects.requireNonNull(operation.getRequestBody().getContent().get("application/json"))
                        .getSchema());
        properties(body)
                .forEach((name, field) -> fields.add(new Field(
                        name,
                        "body",
                        body.getRequired() != null && body.getRequired().contains(name),
                        kind(schema(document, field)),
                        field.getDescription())));
        return new Shown(method, path, keyed, operation, fields, Json.text(example(document, body)));
    }

    private static Object example(OpenAPI document, Schema<?> schema) {
        if (schema.getExample() != null) {
            return schema.getExample();
        }
        if (schema.getItems() != null) {
            return List.of(example(document, schema(document, schema.getItems())));
        }
        Map<String, Object> object = new LinkedHashMap<>();
        properties(schema).forEach((name, field) -> {
            if (!Boolean.TRUE.equals(field.getDeprecated())) {
                object.put(name, example(document, schema(document, field)));
            }
        });
        return object;
    }

    private static Schema<?> schema(OpenAPI document, Schema<?> schema) {
        String name = schema.get$ref();
        return name == null
                ? schema
                : Objects.requireNonNull(
                        document.getComponents().getSchemas().get(name.substring(name.lastIndexOf('/') + 1)));
    }

    @SuppressWarnings("rawtypes")
    private static Map<String, Schema> properties(Schema<?> schema) {
        return Objects.requireNonNullElse(schema.getProperties(), Map.of());
    }

    /** In a few words; the document has all of it. */
    private static String kind(Schema<?> schema) {
        String type = String.join(" or ", new TreeSet<>(Objects.requireNonNullElse(schema.getTypes(), List.of())));
        return type
                + (schema.getFormat() == null ? "" : ", " + schema.getFormat())
                + range(schema.getMinimum(), schema.getMaximum(), "")
                + range(schema.getMinLength(), schema.getMaxLength(), " characters")
                + range(schema.getMinItems(), schema.getMaxItems(), " elements");
    }

    private static String range(@Nullable Number least, @Nullable Number most, String what) {
        return most == null ? "" : ", " + Objects.requireNonNullElse(least, 0) + " to " + most + what;
    }

    private static String html(String markdown) {
        return HtmlRenderer.builder()
                .extensions(TABLES)
                .build()
                .render(Parser.builder().extensions(TABLES).build().parse(markdown));
    }
}
