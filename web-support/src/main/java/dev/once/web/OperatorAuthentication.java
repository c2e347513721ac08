package dev.once.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;

/** Compares digests, name and password both, so that the time taken tells nothing about either. */
final class OperatorAuthentication implements AuthenticationProvider {

    static final String ROLE = "OPERATOR";

    private final String username;
    private final byte[] expected;

    OperatorAuthentication(OperatorProperties operator) {
        this.username = operator.username();
        this.expected = digest(operator.username(), operator.password());
    }

    @Override
    public Authentication authenticate(Authentication attempt) {
        byte[] given = digest(attempt.getName(), String.valueOf(attempt.getCredentials()));
        if (!MessageDigest.isEqual(expected, given)) {
            throw new BadCredentialsException("not the operator");
        }
        return UsernamePasswordAuthenticationToken.authenticated(
                username, null, AuthorityUtils.createAuthorityList("ROLE_" + ROLE));
    }

    @Override
    public boolean supports(Class<?> attempt) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(attempt);
    }

    private static byte[] digest(String username, String password) {
        try {
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            sha256.update(sha256.digest(username.getBytes(UTF_8)));
            return sha256.digest(password.getBytes(UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
