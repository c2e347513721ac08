package dev.once.webhooks.provenance;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The one signature that all providers use; they differ in what they sign and how they write it down. */
public final class HmacSha256 {

    private static final String NAME = "HmacSHA256";

    private final byte[] signature;

    private HmacSha256(byte[] signature) {
        this.signature = signature;
    }

    /** The signature of the prefix and the body together. */
    public static HmacSha256 of(byte[] secret, String prefix, byte[] body) {
        try {
            Mac mac = Mac.getInstance(NAME);
            mac.init(new SecretKeySpec(secret, NAME));
            mac.update(prefix.getBytes(UTF_8));
            return new HmacSha256(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + NAME, e);
        }
    }

    public static HmacSha256 of(String secret, String prefix, byte[] body) {
        return of(secret.getBytes(UTF_8), prefix, body);
    }

    public String hex() {
        return HexFormat.of().formatHex(signature);
    }

    public String base64() {
        return Base64.getEncoder().encodeToString(signature);
    }

    /** With the provider's word for the method before it, {@code sha256=} for one, or nothing. */
    public boolean isHex(String prefix, String given) {
        return isEqual(prefix + hex(), given);
    }

    public boolean isBase64(String given) {
        return isEqual(base64(), given);
    }

    /** Takes as long for a wrong signature as for a right one of the same length. */
    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(US_ASCII), given.getBytes(UTF_8));
    }
}
