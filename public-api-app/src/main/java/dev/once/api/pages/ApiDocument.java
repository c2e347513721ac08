package dev.once.api.pages;

import dev.once.api.effects.NewInvoice;
import dev.once.api.surface.Answers;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** The published contract. Paths come from the controllers; {@link DocumentedOperations} adds what they have in common. */
@Configuration(proxyBeanMethods = false)
class ApiDocument {

    private static final String TOKEN = "token";

    @Bean
    OpenAPI contract() throws IOException {
        return new OpenAPI()
                .info(new Info()
                        .title("Once: public API")
                        .version("1.0.0")
                        .description(new ClassPathResource("contract.md").getContentAsString(StandardCharsets.UTF_8))
                        .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
                .servers(List.of(new Server().url("/").description("Where this document came from")))
                .tags(List.of(
                        tag("Invoices", "Twice would hurt: creating one or adding a line needs a key."),
                        tag("Customers", "Unique by nature: no key is needed."),
                        tag("Exports", "Longer work: asked for once, then looked after.")))
                .addSecurityItem(new SecurityRequirement().addList(TOKEN))
                .components(new Components()
                        .addSecuritySchemes(
                                TOKEN,
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer")
                                        .description("A client's token."))
                        .addSchemas("Problem", problem()));
    }

    /** The controllers deal in bytes, so what the bytes mean is read off their {@link Answers}. */
    @Bean
    OpenApiCustomizer schemas(@Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping controllers) {
        return document -> controllers.getHandlerMethods().values().stream()
                .map(method -> method.getMethodAnnotation(Answers.class))
                .flatMap(answers -> answers == null ? Stream.empty() : Stream.of(answers.takes(), answers.body()))
                .filter(type -> type != Void.class && type != String.class)
                .forEach(type -> ModelConverters.getInstance(true)
                        .readAll(type)
                        .forEach((name, schema) -> document.getComponents().addSchemas(name, complete(name, schema))));
    }

    /** What we answer is always complete; what is asked may leave out what is not required. */
    private static Schema<?> complete(String name, Schema<?> schema) {
        Map<?, ?> properties = schema.getProperties();
        if (name.equals("NewInvoice")) {
            currency(schema).setEnum(NewInvoice.CURRENCIES.stream().sorted().toList());
        }
        if (name.startsWith("New") || name.equals("Line") || name.equals("Memo")) {
            // What is asked and not known is refused.
            schema.setAdditionalProperties(false);
        } else if (properties != null) {
            schema.setRequired(properties.keySet().stream().map(String::valueOf).toList());
        }
        return schema;
    }

    @SuppressWarnings("unchecked")
    private static Schema<String> currency(Schema<?> invoice) {
        return (Schema<String>) Objects.requireNonNull(invoice.getProperties().get("currency"));
    }

    private static Schema<?> problem() {
        return object().description("RFC 9457. The type leads to a page that says what happened and what to do.")
                .required(List.of("type", "title", "status", "detail", "retryable", "new_key_safe"))
                .addProperty(
                        "type",
                        text("https://api.example.com/problems/key-reused").format("uri"))
                .addProperty("title", text("Key reused"))
                .addProperty("status", DocumentedOperations.type("integer").example(422))
                .addProperty("detail", text("This key was used for another request."))
                .addProperty("instance", text("urn:uuid:01a1e255-4230-7861-9eac-de0ab3c7fbbb"))
                .addProperty(
                        "retryable",
                        flag("Whether the same request, with the same key, may have another answer later."))
                .addProperty(
                        "new_key_safe",
                        flag(
                                "Whether it is certain that nothing was done under this key. If not, a new key could do the"
                                        + " same a second time."))
                .addProperty(
                        "errors",
                        DocumentedOperations.type("array")
                                .items(object().addProperty("pointer", text("#/lines/0/quantity"))
                                        .addProperty("parameter", text("limit"))
                                        .addProperty("detail", text("must be a whole number from 1 to 200"))));
    }

    private static Schema<?> object() {
        return DocumentedOperations.type("object");
    }

    private static Schema<?> flag(String description) {
        return DocumentedOperations.type("boolean").description(description);
    }

    private static Schema<?> text(String example) {
        return DocumentedOperations.type("string").example(example);
    }

    private static Tag tag(String name, String description) {
        return new Tag().name(name).description(description);
    }
}
