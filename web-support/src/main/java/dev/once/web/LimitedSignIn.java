package dev.once.web;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.authentication.LockedException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.WebAuthenticationDetails;

/** Looks at a password only as long as {@link SignInAttempts} allows it, and tells the log of each that is wrong. */
public final class LimitedSignIn implements AuthenticationProvider {

    private static final Logger log = LoggerFactory.getLogger(LimitedSignIn.class);

    /** What is no name is neither looked up nor remembered. */
    private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,254}");

    private final AuthenticationProvider passwords;
    private final SignInAttempts attempts;
    private final UnaryOperator<String> normal;

    /** The last one makes one name of the spellings of a name. */
    public LimitedSignIn(AuthenticationProvider passwords, SignInAttempts attempts, UnaryOperator<String> normal) {
        this.passwords = passwords;
        this.attempts = attempts;
        this.normal = normal;
    }

    /** False for a name that can never sign in. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    @Override
    public Authentication authenticate(Authentication given) {
        String user = normal.apply(given.getName());
        String address = ClientAddress.of(
                given.getDetails() instanceof WebAuthenticationDetails details ? details.getRemoteAddress() : "");
        if (!isName(user)) {
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
        } catch (BadCredentialsException wrong) {
            log.warn("a wrong password for {} from {}", LogText.of(user), address);
            throw wrong;
        }
    }

    @Override
    public boolean supports(Class<?> given) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(given);
    }
}
