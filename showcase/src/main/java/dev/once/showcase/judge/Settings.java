package dev.once.showcase.judge;

import dev.once.faults.verdict.Ordeal;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ByteArrayResource;
import org.yaml.snakeyaml.error.YAMLException;

/** The judge's file, flat: {@code request.path} and so on. A flag {@code --request.path=..} sets the same. */
final class Settings {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private static final List<String> KNOWN = List.of(
            """
            url request.method request.path request.body request.headers.*
            other-body other-tenant.headers.* failing.body failing.headers.*
            key.kind key.required sign.header sign.scheme sign.secret answers.accepted answers.same
            effects.get effects.pointer effects.headers.* effects.sql effects.jdbc effects.user effects.password
            effects.command effects.within restart.command restart.headers.* restart.within
            limits.requests limits.seconds limits.answer limits.patience
            form.page form.user form.password form.other-user skip.*"""
                    .split("\\s+"));

    private final Map<String, String> all = new LinkedHashMap<>();
    private final Map<String, String> secrets = new TreeMap<>();
    private final Map<String, String> environment;

    Settings(Map<String, String> environment) {
        this.environment = environment;
    }

    /** Where the person is: ./once itself works in the project's folder. */
    static Path here() {
        return Path.of(System.getProperty("once.from", "")).toAbsolutePath();
    }

    Settings read(Path file) {
        try {
            return readText(Files.readString(file));
        } catch (IOException e) {
            throw new CannotJudge(
                    "'%s' cannot be read.".formatted(file), "./once judge --example prints a file to begin with.");
        }
    }

    Settings readText(String yaml) {
        var flat = new YamlPropertiesFactoryBean();
        flat.setResources(new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        try {
            Objects.requireNonNull(flat.getObject()).forEach((name, value) -> set(name.toString(), value.toString()));
            return this;
        } catch (YAMLException e) {
            throw new CannotJudge("The file is not YAML: " + e.getMessage(), "Correct it, and try again.");
        }
    }

    /** Says so where a setting is not known: a misspelt one would be an ordeal that is silently left out. */
    Settings set(String name, String value) {
        if (KNOWN.stream()
                .noneMatch(known -> known.equals(name)
                        || known.endsWith("*") && name.startsWith(known.substring(0, known.length() - 1)))) {
            throw new CannotJudge(
                    "There is no setting '%s'.".formatted(name), "The settings are: " + String.join(", ", KNOWN) + ".");
        }
        all.put(name, VARIABLE.matcher(value).replaceAll(this::resolved));
        return this;
    }

    String text(String name, String otherwise) {
        return all.getOrDefault(name, otherwise);
    }

    String required(String name) {
        String value = text(name, "");
        if (value.isBlank()) {
            throw new CannotJudge(
                    "The setting '%s' is missing.".formatted(name),
                    "Add it to the file, or give --%s=.. ; ./once judge --example shows all.".formatted(name));
        }
        return value;
    }

    Duration seconds(String name, long otherwise) {
        return Duration.ofMillis(Math.round(decimal(name, otherwise) * 1000));
    }

    long number(String name, long otherwise) {
        return Math.round(decimal(name, otherwise));
    }

    Map<String, String> under(String prefix) {
        return all.entrySet().stream()
                .filter(one -> one.getKey().startsWith(prefix + "."))
                .collect(Collectors.toMap(one -> one.getKey().substring(prefix.length() + 1), Map.Entry::getValue));
    }

    /** Why these ordeals do not apply, in the words of the file. */
    Map<Ordeal, String> skipped() {
        return under("skip").entrySet().stream()
                .collect(Collectors.toMap(one -> ordeal(one.getKey()), Map.Entry::getValue));
    }

    static Ordeal ordeal(String slug) {
        return HttpStaging.ORDEALS.stream()
                .filter(ordeal -> ordeal.slug().equals(slug))
                .findFirst()
                .orElseThrow(() -> new CannotJudge(
                        "There is no ordeal '%s'.".formatted(slug),
                        "The ordeals are: "
                                + HttpStaging.ORDEALS.stream().map(Ordeal::slug).collect(Collectors.joining(", "))
                                + "."));
    }

    /** What came from the environment is not printed. */
    String hide(String text) {
        String hidden = text;
        for (var secret : secrets.entrySet()) {
            hidden = hidden.replace(secret.getKey(), "${" + secret.getValue() + "}");
        }
        return hidden;
    }

    URI url() {
        try {
            URI url = URI.create(required("url"));
            if (url.getHost() == null || !List.of("http", "https").contains(url.getScheme())) {
                throw new IllegalArgumentException("no host");
            }
            int port = url.getPort() > 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80;
            return URI.create("%s://%s:%d%s"
                    .formatted(
                            url.getScheme(),
                            url.getHost(),
                            port,
                            url.getRawPath().replaceAll("/$", "")));
        } catch (IllegalArgumentException e) {
            throw new CannotJudge(
                    "'%s' is no address of a service.".formatted(text("url", "")), "Write http://host:port.");
        }
    }

    private double decimal(String name, long otherwise) {
        try {
            return Double.parseDouble(text(name, String.valueOf(otherwise)));
        } catch (NumberFormatException e) {
            throw new CannotJudge(
                    "The setting '%s' is no number: %s".formatted(name, text(name, "")), "Give a number.");
        }
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
