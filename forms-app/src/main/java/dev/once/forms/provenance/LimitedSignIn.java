package dev.once.forms.provenance;

import java.util.regex.Pattern;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** Looks at a password only as long as {@link SignInAttempts} allows it. */
final class LimitedSignIn implements AuthenticationProvider {

    /** What is no name is neither looked up nor remembered. */
    private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,254}");

    private final AuthenticationProvider passwords;
    private final SignInAttempts attempts;

    LimitedSignIn(AuthenticationProvider passwords, SignInAttempts attempts) {
        this.passwords = passwords;
        this.attempts = attempts;
    }

    @Override
    public Authentication authenticate(Authentication given) {
        String user = Members.normal(given.getName());
        String address =
                given.getDetails() instanceof WebAuthenticationDetails details ? details.getRemoteAddress() : "";
        if (!NAME.matcher(user).matches()) {
            throw new BadCredentialsException("nobody's name");
        }
        if (!attempts.begin(user, address)) {
            throw new LockedException("too many attempts");
        }
        try {
            Authentication signedIn = passwords.authenticate(given);
            attempts.succeeded(user, address);
            return signedIn;
        } catch (InternalAuthenticationServiceException nobodyLooked) {
            attempts.succeeded(user, address);
            throw nobodyLooked;
        }
    }

    @Override
    public boolean supports(Class<?> given) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(given);
    }
}
