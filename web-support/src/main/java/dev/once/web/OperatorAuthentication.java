package dev.once.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.once.core.support.StartupRefusedException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;

/** The operator and the viewer. Compares digests, name and password both, so that the time taken tells nothing about either. */
final class OperatorAuthentication implements AuthenticationProvider {

    static final String OPERATOR = "OPERATOR";
    static final String VIEWER = "VIEWER";

    private record Account(String username, String role, byte[] digest) {}

    private final List<Account> accounts = new ArrayList<>();

    OperatorAuthentication(OperatorProperties operator, ViewerProperties viewer) {
        add("once.operator", OPERATOR, operator.username(), operator.password());
        if (viewer.isThere()) {
            add("once.viewer", VIEWER, viewer.username(), viewer.password());
            if (viewer.username().equals(operator.username())) {
                throw new StartupRefusedException(
                        "The operator and the viewer have the same name.", "Choose another once.viewer.username.");
            }
        }
    }

    @Override
    public Authentication authenticate(Authentication attempt) {
        byte[] given = digest(attempt.getName(), String.valueOf(attempt.getCredentials()));
        Account found = null;
        for (Account account : accounts) {
            found = MessageDigest.isEqual(account.digest(), given) ? account : found;
        }
        if (found == null) {
            throw new BadCredentialsException("not the operator");
        }
        return UsernamePasswordAuthenticationToken.authenticated(
                found.username(), null, AuthorityUtils.createAuthorityList("ROLE_" + found.role()));
    }

    @Override
    public boolean supports(Class<?> attempt) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(attempt);
    }

    private void add(String settings, String role, String username, String password) {
        if (username.isBlank() || password.isBlank()) {
            throw new StartupRefusedException(
                    "There is no operator credential, and without one nobody could see the pages and the actuator.",
                    "Set %1$s.username and %1$s.password, or start with the profile 'demo' to try things out on this machine."
                            .formatted(settings));
        }
        if (!LimitedSignIn.isName(username)) {
            throw new StartupRefusedException(
                    "The name in %s.username could never sign in.".formatted(settings),
                    "Use 1 to 254 visible ASCII characters.");
        }
        if (PasswordStrength.isWeak(username, password)) {
            throw new StartupRefusedException(
                    "The password in %s.password can be guessed.".formatted(settings),
                    "Set one with " + PasswordStrength.whatIsNeeded() + ".");
        }
        accounts.add(new Account(username, role, digest(username, password)));
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
