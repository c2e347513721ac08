package dev.once.showcase.judge;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What the judge is told, by a file and by flags of the same names. Times are seconds, and may have decimals. */
record Settings(
        @DefaultValue("") String url,
        @DefaultValue Request request,
        @DefaultValue("") String otherBody,
        @DefaultValue Change otherTenant,
        @DefaultValue Change failing,
        @DefaultValue Key key,
        @DefaultValue Sign sign,
        @DefaultValue Answers answers,
        @DefaultValue Effects effects,
        @DefaultValue Restart restart,
        @DefaultValue Limits limits,
        @DefaultValue Map<String, String> skip,
        @DefaultValue List<String> only,
        @DefaultValue("0") long seed,
        @DefaultValue("false") boolean remote,
        @DefaultValue("false") boolean draft,
        @Nullable String json,
        @Nullable String junit) {

    static final String KEY = "{key}";

    /** What is sent, with {@code {key}} and {@code {send}} to be filled in. */
    record Request(
            @DefaultValue("POST") String method,
            @DefaultValue("") String path,
            @DefaultValue Map<String, String> headers,
            @DefaultValue("") String body) {

        Request with(Change change) {
            Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            all.putAll(headers);
            all.putAll(change.headers);
            return new Request(method, path, all, change.body.isEmpty() ? body : change.body);
        }

        /** Without the header, and without the field of a JSON object or of a form, that is the key. */
        Request withoutKey() {
            Map<String, String> others = new HashMap<>(headers);
            others.values().removeIf(value -> value.contains(KEY));
            String json = "\"[^\"]*\"\\s*:\\s*\"\\{key}\"";
            String form = "[^&=]+=\\{key}(?=&|$)";
            String rest = body.replaceAll("%1$s\\s*,|,?\\s*%1$s|%2$s&|&?%2$s".formatted(json, form), "");
            return new Request(method, path, others, rest);
        }

        Request spelled(String spelling) {
            Map<String, String> all = new HashMap<>(headers);
            all.replaceAll((name, value) -> value.replace('"' + KEY + '"', KEY).replace(KEY, spelling));
            return new Request(method, path, all, body);
        }

        boolean hasKeyInHeader() {
            return headers.values().stream().anyMatch(value -> value.contains(KEY));
        }
    }

    /** How another request differs. */
    record Change(@DefaultValue Map<String, String> headers, @DefaultValue("") String body) {

        boolean isGiven() {
            return !headers.isEmpty() || !body.isEmpty();
        }
    }

    record Key(@DefaultValue("text") String kind, @DefaultValue("") String required) {}

    record Sign(@DefaultValue("") String header, @DefaultValue("") String secret) {}

    record Answers(@DefaultValue("2\\d\\d.*") String accepted, @DefaultValue("body") String same) {}

    record Effects(
            @DefaultValue("") String get,
            @DefaultValue("") String pointer,
            @DefaultValue Map<String, String> headers,
            @DefaultValue("") String sql,
            @DefaultValue("") String jdbc,
            @DefaultValue("") String user,
            @DefaultValue("") String password,
            @DefaultValue("") String command,
            @DefaultValue("2") double within) {}

    record Restart(
            @DefaultValue("") String command,
            @DefaultValue Map<String, String> headers,
            @DefaultValue("120") double within) {}

    record Limits(
            @DefaultValue("3000") long requests,
            @DefaultValue("300") double seconds,
            @DefaultValue("10") double answer,
            @DefaultValue("8") double patience) {}

    /** With its port, and without a slash at its end. */
    URI address() {
        try {
            URI given = URI.create(required("url", url));
            if (given.getHost() == null || !List.of("http", "https").contains(given.getScheme())) {
                throw new IllegalArgumentException("no host");
            }
            int port = given.getPort() > 0 ? given.getPort() : given.getScheme().equals("https") ? 443 : 80;
            String path = given.getRawPath().replaceAll("/$", "");
            return URI.create("%s://%s:%d%s".formatted(given.getScheme(), given.getHost(), port, path));
        } catch (IllegalArgumentException e) {
            throw new CannotJudge("'%s' is no address of a service.".formatted(url), "Write http://host:port.");
        }
    }

    static String required(String name, String value) {
        if (value.isBlank()) {
            throw new CannotJudge(
                    "The setting '%s' is missing.".formatted(name),
                    "Add it to the file, or give --%s=.. ; ./once judge --example shows all.".formatted(name));
        }
        return value;
    }

    /** Where the person is: ./once itself works in the project's folder. */
    static Path here() {
        return Path.of(System.getProperty("once.from", "")).toAbsolutePath();
    }
}
