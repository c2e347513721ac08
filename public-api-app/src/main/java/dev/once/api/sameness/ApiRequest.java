package dev.once.api.sameness;

import dev.once.core.Fingerprint;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** What was asked, as it came over the wire. */
public record ApiRequest(String method, String path, String query, String contentType, byte[] body) {

    /** Reads the whole body: a larger one than the limit ends the request here. */
    public static ApiRequest of(HttpServletRequest request) throws IOException {
        return new ApiRequest(
                request.getMethod(),
                request.getRequestURI(),
                Objects.requireNonNullElse(request.getQueryString(), ""),
                Objects.requireNonNullElse(request.getContentType(), ""),
                request.getInputStream().readAllBytes());
    }

    /**
     * The raw bytes, since two spellings of one JSON value are two requests to us: we cannot know what a client means. But no
     * parameter of the content type changes what JSON is, so a library that adds one repeats the same request.
     */
    public Fingerprint fingerprint() {
        String type = isJson() ? MediaType.APPLICATION_JSON_VALUE : contentType;
        return Fingerprint.of(bytes(method), bytes(path), bytes(query), bytes(type), body);
    }

    public boolean isJson() {
        try {
            MediaType type = MediaType.parseMediaType(contentType);
            return type.equalsTypeAndSubtype(MediaType.APPLICATION_JSON)
                    && (type.getCharset() == null || type.getCharset().equals(StandardCharsets.UTF_8));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
