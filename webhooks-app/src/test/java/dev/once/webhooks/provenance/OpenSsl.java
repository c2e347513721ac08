package dev.once.webhooks.provenance;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HexFormat;
import java.util.List;

/** A second opinion: the signature as another program computes it. */
final class OpenSsl {

    private OpenSsl() {}

    static boolean isThere() {
        try {
            return run(List.of("openssl", "version"), new byte[0]).length > 0;
        } catch (IOException e) {
            return false;
        }
    }

    static byte[] hmacSha256(byte[] key, byte[] message) throws IOException {
        return run(
                List.of(
                        "openssl",
                        "dgst",
                        "-sha256",
                        "-mac",
                        "HMAC",
                        "-macopt",
                        "hexkey:" + HexFormat.of().formatHex(key),
                        "-binary"),
                message);
    }

    private static byte[] run(List<String> command, byte[] input) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input);
        }
        return process.getInputStream().readAllBytes();
    }
}
