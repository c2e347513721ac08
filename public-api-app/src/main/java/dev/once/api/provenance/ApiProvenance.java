package dev.once.api.provenance;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.stereotype.Component;

/** Who calls: the client whose token came with the request. Looked up each time, so a revoked token ends at once. */
@Component
public final class ApiProvenance {

    public static final String MAY_WRITE = "MAY_WRITE";

    private final Clients clients;

    ApiProvenance(Clients clients) {
        this.clients = clients;
    }

    /** The client of an authenticated request; the security chain lets no other through. */
    public static Client of(HttpServletRequest request) {
        if (request.getUserPrincipal() instanceof Authenticated known) {
            return known.client;
        }
        throw new IllegalStateException("A request without a client has passed the security chain.");
    }

    /** Empty where there is no token, or none that is good. */
    public Optional<Authentication> authenticate(HttpServletRequest request) {
        List<String> headers = Collections.list(request.getHeaders("Authorization"));
        return headers.size() == 1
                ? Token.in(headers.get(0)).flatMap(clients::find).<Authentication>map(Authenticated::new)
                : Optional.empty();
    }

    private static final class Authenticated extends AbstractAuthenticationToken {

        private static final long serialVersionUID = 1L;

        private final transient Client client;

        Authenticated(Client client) {
            super(client.readOnly() ? List.of() : AuthorityUtils.createAuthorityList(MAY_WRITE));
            this.client = client;
            setAuthenticated(true);
        }

        @Override
        public Object getCredentials() {
            return "";
        }

        @Override
        public Object getPrincipal() {
            return client;
        }

        @Override
        public String getName() {
            return client.id();
        }
    }
}
