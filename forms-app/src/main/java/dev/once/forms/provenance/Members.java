package dev.once.forms.provenance;

import dev.once.core.Reads;
import dev.once.core.UniqueWrite;
import dev.once.core.Writes;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.stereotype.Repository;

/** Who may sign in. An e-mail is unique, so adding somebody twice adds them once. */
@Repository
public class Members implements UserDetailsService {

    private static final String BY_EMAIL =
            """
            select users.id, org_id, organisations.name as org_name, email, password_hash
            from forms.users join forms.organisations on organisations.id = org_id
            where email = :email
            """;

    private static final String ADD_ORGANISATION =
            """
            insert into forms.organisations (name) values (:name) on conflict (name) do nothing returning id
            """;

    private static final String ORGANISATION =
            """
            select id from forms.organisations where name = :name
            """;

    private static final String ADD =
            """
            insert into forms.users (org_id, email, password_hash) values (:org, :email, :hash)
            on conflict (email) do nothing
            returning id
            """;

    private final Reads reads;
    private final Writes writes;
    private final PasswordEncoder passwords;

    Members(Reads reads, Writes writes, PasswordEncoder passwords) {
        this.reads = reads;
        this.writes = writes;
        this.passwords = passwords;
    }

    @Override
    public Member loadUserByUsername(String email) {
        return find(email).orElseThrow(() -> new UsernameNotFoundException("nobody of that name"));
    }

    /** False if somebody has this e-mail; they stay as they are. */
    public boolean add(String email, String organisation, String password) {
        UUID organisationId = writes.unique(
                        write -> addOrganisation(write, organisation), () -> organisationNamed(organisation))
                .value();
        String hash = passwords.encode(password);
        return writes.unique(write -> addMember(write, organisationId, normal(email), hash), () -> find(email)
                        .map(Member::id))
                .isNew();
    }

    private Optional<Member> find(String email) {
        return reads.query(BY_EMAIL)
                .param("email", normal(email))
                .optional((row, i) -> new Member(
                        row.getObject("id", UUID.class),
                        row.getObject("org_id", UUID.class),
                        row.getString("org_name"),
                        row.getString("email"),
                        row.getString("password_hash")));
    }

    private Optional<UUID> organisationNamed(String name) {
        return reads.query(ORGANISATION).param("name", name).optional((row, i) -> row.getObject("id", UUID.class));
    }

    private static Optional<UUID> addOrganisation(UniqueWrite write, String name) {
        return write.sql(ADD_ORGANISATION).param("name", name).query(UUID.class).optional();
    }

    private static Optional<UUID> addMember(UniqueWrite write, UUID organisation, String email, String hash) {
        return write.sql(ADD)
                .param("org", organisation)
                .param("email", email)
                .param("hash", hash)
                .query(UUID.class)
                .optional();
    }

    public static String normal(String email) {
        return email.strip().toLowerCase(Locale.ROOT);
    }
}
