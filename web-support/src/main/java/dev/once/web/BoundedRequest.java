package dev.once.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/** A request whose body is read at most once, at most up to the limit, and can then be read again from memory. */
final class BoundedRequest extends HttpServletRequestWrapper {

    private final long limit;
    private byte @Nullable [] body;

    BoundedRequest(HttpServletRequest request, long limit) {
        super(request);
        this.limit = limit;
    }

    byte[] body() {
        if (body == null) {
            if (getContentLengthLong() > limit) {
                throw tooLarge(limit);
            }
            byte[] read = read();
            if (read.length > limit) {
                throw tooLarge(limit);
            }
            body = read;
        }
        return body;
    }

    private byte[] read() {
        try {
            return getRequest().getInputStream().readNBytes((int) Math.min(limit + 1, Integer.MAX_VALUE - 8));
        } catch (IOException broken) {
            throw brokenOff();
        }
    }

    /** A body that breaks off or is badly chunked is the caller's doing, not a fault of ours. */
    static ProblemException brokenOff() {
        return ProblemException.of(HttpStatus.BAD_REQUEST, "The body could not be read to its end.")
                .header("Connection", "close");
    }

    @Override
    public ServletInputStream getInputStream() {
        return new Replayed(new ByteArrayInputStream(body()));
    }

    @Override
    public BufferedReader getReader() {
        String named = getCharacterEncoding();
        Charset charset = named == null ? StandardCharsets.UTF_8 : Charset.forName(named);
        return new BufferedReader(new InputStreamReader(getInputStream(), charset));
    }

    static ProblemException tooLarge(long limit) {
        return ProblemException.of(
                        HttpStatus.PAYLOAD_TOO_LARGE,
                        "body-too-large",
                        "The body is larger than the %d bytes this app accepts.".formatted(limit))
                .header("Connection", "close");
    }

    private static final class Replayed extends ServletInputStream {

        private final ByteArrayInputStream bytes;

        Replayed(ByteArrayInputStream bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            return bytes.read(target, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("the body is in memory: read it");
        }
    }
}
