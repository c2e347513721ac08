package dev.once.api.provenance;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A bearer token (RFC 6750). Only its digest is ever kept. */
record Token(String value) {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern BEARER =
            Pattern.compile("bearer +([A-Za-z0-9._~+/-]{1,512}=*)", Pattern.CASE_INSENSITIVE);

    static Optional<Token> in(@Nullable String authorization) {
        return Optional.ofNullable(authorization)
                .map(BEARER::matcher)
                .filter(java.util.regex.Matcher::matches)
                .map(bearer -> new Token(bearer.group(1)));
    }

    static Token random() {
        byte[] bits = new byte[32];
        RANDOM.nextBytes(bits);
        return new Token("once_" + Base64.getUrlEncoder().withoutPadding().encodeToString(bits));
    }

    byte[] sha256() {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256.", e);
        }
    }

    @Override
    public String toString() {
        return "Token[..]";
    }
}
