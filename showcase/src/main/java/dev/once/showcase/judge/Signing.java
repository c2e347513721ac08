package dev.once.showcase.judge;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs each send anew, as a provider of webhooks does. */
record Signing(String header, String scheme, String secret) {

    static Signing of(Settings settings) {
        Signing signing = new Signing(
                settings.text("sign.header", ""),
                settings.text("sign.scheme", "stripe"),
                settings.text("sign.secret", ""));
        if (!signing.header.isEmpty() && !signing.scheme.equals("stripe") && !signing.scheme.equals("github")) {
            throw new CannotJudge("There is no scheme '%s'.".formatted(signing.scheme), "Use stripe or github.");
        }
        return signing;
    }

    boolean isUsed() {
        return !header.isEmpty();
    }

    String of(String body, boolean forged) {
        String used = forged ? secret + "-guessed" : secret;
        long now = Instant.now().getEpochSecond();
        return scheme.equals("github")
                ? "sha256=" + hmac(used, body)
                : "t=" + now + ",v1=" + hmac(used, now + "." + body);
    }

    private static String hmac(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every JDK has HMAC-SHA256.", e);
        }
    }
}
