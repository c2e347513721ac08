package dev.once.showcase.judge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.core.io.ByteArrayResource;
import org.yaml.snakeyaml.error.YAMLException;

/** Collects settings from files and flags, the later ones first, and binds them. */
final class SettingsReader {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Map<String, String> secrets = new TreeMap<>();
    private final Map<String, String> environment;

    SettingsReader(Map<String, String> environment) {
        this.environment = environment;
    }

    void readFile(String name) {
        try {
            readText(Files.readString(Settings.here().resolve(name)));
        } catch (IOException e) {
            throw new CannotJudge(
                    "'%s' cannot be read.".formatted(name), "./once judge --example prints a file to begin with.");
        }
    }

    void readText(String yaml) {
        var flat = new YamlPropertiesFactoryBean();
        flat.setResources(new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        try {
            Objects.requireNonNull(flat.getObject()).forEach((name, value) -> set(name.toString(), value.toString()));
        } catch (YAMLException e) {
            throw new CannotJudge("The file is not YAML: " + e.getMessage(), "Correct it, and try again.");
        }
    }

    void set(String name, String value) {
        values.put(name, value);
    }

    String get(String name) {
        return values.getOrDefault(name, "");
    }

    /** Says so where a setting is not known: a misspelt one would be an ordeal that is silently left out. */
    Settings bind() {
        var source = new MapConfigurationPropertySource();
        // A header's name is kept as it is written.
        values.forEach((name, value) -> source.put(name.replaceFirst("(?<=headers)\\.(.+)", "[$1]"), value));
        try {
            return new Binder(List.of(source), value -> value instanceof String text ? resolved(text) : value)
                    .bindOrCreate(
                            "", Bindable.of(Settings.class), new NoUnboundElementsBindHandler(BindHandler.DEFAULT));
        } catch (BindException e) {
            if (e.getCause() instanceof CannotJudge sentence) {
                throw sentence;
            }
            if (e.getCause() instanceof UnboundConfigurationPropertiesException unknown) {
                String name = unknown.getUnboundProperties()
                        .iterator()
                        .next()
                        .getName()
                        .toString();
                throw new CannotJudge("There is no setting '%s'.".formatted(name), "./once judge --example shows all.");
            }
            String name = e.getName().toString();
            throw new CannotJudge("The setting '%s' cannot be '%s'.".formatted(name, get(name)));
        }
    }

    /** What came from the environment is not printed. */
    String hide(String text) {
        String hidden = text;
        for (var secret : secrets.entrySet()) {
            hidden = hidden.replace(secret.getKey(), "${" + secret.getValue() + "}");
        }
        return hidden;
    }

    private String resolved(String text) {
        return VARIABLE.matcher(text).replaceAll(this::resolved);
    }

    private String resolved(MatchResult variable) {
        String name = variable.group(1);
        String value = environment.get(name);
        if (value == null) {
            throw new CannotJudge("The environment has no %s.".formatted(name), "Set it, and try again.");
        }
        if (!value.isBlank()) {
            secrets.put(value, name);
        }
        return Matcher.quoteReplacement(value);
    }
}
