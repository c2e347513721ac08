package dev.once.core.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpOutputMessage;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.HttpMessageConverter;

/** Writes objects as the application's own message converters do, whichever JSON library they use. */
final class MessageBodies {

    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    private final Supplier<List<HttpMessageConverter<?>>> converters;

    MessageBodies(Supplier<List<HttpMessageConverter<?>>> converters) {
        this.converters = converters;
    }

    /** What was written. */
    record Body(@Nullable MediaType type, byte[] bytes) {}

    /** As the wanted type; without one, text is text, bytes are bytes, and everything else is JSON. */
    Body write(Object value, @Nullable MediaType wanted) {
        MediaType type = wanted != null ? wanted : usual(value);
        for (HttpMessageConverter<?> converter : converters.get()) {
            if (converter.canWrite(value.getClass(), type)) {
                return write(value, type, converter);
            }
        }
        throw new IllegalStateException("The application has no HttpMessageConverter that writes a %s as %s."
                .formatted(value.getClass().getName(), type));
    }

    /** What tells one request from another. Bytes and text go in as they are, everything else as JSON. */
    byte[] fingerprinted(@Nullable Object part) {
        byte[] bytes;
        if (part == null) {
            return new byte[] {0};
        } else if (part instanceof byte[] raw) {
            bytes = raw;
        } else if (part instanceof CharSequence text) {
            bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        } else {
            bytes = write(part, MediaType.APPLICATION_JSON).bytes();
        }
        byte[] marked = new byte[bytes.length + 1];
        marked[0] = 1;
        System.arraycopy(bytes, 0, marked, 1, bytes.length);
        return marked;
    }

    private static MediaType usual(Object value) {
        if (value instanceof byte[]) {
            return MediaType.APPLICATION_OCTET_STREAM;
        }
        if (value instanceof ProblemDetail) {
            return MediaType.APPLICATION_PROBLEM_JSON;
        }
        return value instanceof CharSequence ? TEXT : MediaType.APPLICATION_JSON;
    }

    @SuppressWarnings("unchecked") // It has said that it can.
    private static Body write(Object value, MediaType type, HttpMessageConverter<?> converter) {
        Output output = new Output();
        try {
            ((HttpMessageConverter<Object>) converter).write(value, type, output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Body(output.headers.getContentType(), output.bytes.toByteArray());
    }

    private static final class Output implements HttpOutputMessage {

        private final HttpHeaders headers = new HttpHeaders();
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public OutputStream getBody() {
            return bytes;
        }

        @Override
        public HttpHeaders getHeaders() {
            return headers;
        }
    }
}
