package dev.once.forms.provenance;

import dev.once.core.Scope;
import java.io.Serial;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.CredentialsContainer;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.UserDetails;

/** Somebody who has signed in, and the organisation for which they act. Sessions keep it, without the password. */
public final class Member implements UserDetails, CredentialsContainer {

    @Serial
    private static final long serialVersionUID = 1L;

    private final UUID id;
    private final UUID organisation;
    private final String organisationName;
    private final String email;
    private @Nullable String passwordHash;

    public Member(UUID id, UUID organisation, String organisationName, String email, String passwordHash) {
        this.id = id;
        this.organisation = organisation;
        this.organisationName = organisationName;
        this.email = email;
        this.passwordHash = passwordHash;
    }

    public UUID id() {
        return id;
    }

    public UUID organisation() {
        return organisation;
    }

    /** The organisation's, so that none can see, block or replay another's claims. */
    public Scope scope() {
        return new Scope(organisation.toString());
    }

    public String getOrganisationName() {
        return organisationName;
    }

    @Override
    public String getUsername() {
        return email;
    }

    @Override
    public @Nullable String getPassword() {
        return passwordHash;
    }

    @Override
    public void eraseCredentials() {
        passwordHash = null;
    }

    @Override
    public List<GrantedAuthority> getAuthorities() {
        return List.of();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Member that && id.equals(that.id);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "member " + id;
    }
}
