package dev.once.api.provenance;

import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import dev.once.core.UniqueWrite;
import dev.once.core.Writes;
import dev.once.core.support.Intervals;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Repository;

/** The clients and the digests of their tokens. */
@Repository
class Clients {

    /** A token is unguessable and so is its digest: finding it by an index tells nobody anything. */
    private static final String FIND =
            """
            select client_id, read_only, token_sha256, token_id, last_used_on = current_date as used_today from api.clients
            where token_sha256 = :digest and revoked_at is null and (not demo_only or :demo)
              and (expires_at is null or expires_at > statement_timestamp())
            """;

    /** A name whose tokens are all gone begins again, under an id that nothing was ever made under. */
    private static final String ADD =
            """
            insert into api.clients (client_id, name, token_sha256, token_id, read_only, demo_only, expires_at)
            select coalesce(
                (select client_id from api.clients
                 where coalesce(name, client_id) = :name and revoked_at is null
                   and (expires_at is null or expires_at > statement_timestamp())
                 order by created_at desc limit 1),
                case when exists (select from api.clients where :name in (client_id, name))
                  then left(:name, 218) || '~' || cast(:id as text) else :name end),
              :name, :digest, :id, :read_only, :demo,
              statement_timestamp() + cast(:valid as interval)
            on conflict (token_sha256) do nothing
            returning client_id
            """;

    private static final String LIST =
            """
            select coalesce(name, client_id) as name, client_id, token_id, read_only, created_at, expires_at, last_used_on, revoked_at
            from api.clients where (not demo_only or :demo) order by 1, created_at
            """;

    private static final String REVOKE =
            """
            update api.clients set revoked_at = least(revoked_at, statement_timestamp()) where coalesce(name, client_id) = :name
            """;

    private static final String REVOKE_TOKEN =
            """
            update api.clients set revoked_at = least(revoked_at, statement_timestamp())
            where coalesce(name, client_id) = :name and token_id = :id
            """;

    private static final String USED =
            """
            update api.clients set last_used_on = current_date where token_id = :id
            """;

    private record Found(Client client, byte[] digest, UUID token, boolean usedToday) {}

    /** A token as the operator sees it: everything but itself. */
    record Listed(
            String client,
            String scope,
            UUID token,
            boolean readOnly,
            OffsetDateTime createdAt,
            @Nullable OffsetDateTime expiresAt,
            @Nullable LocalDate lastUsedOn,
            @Nullable OffsetDateTime revokedAt) {}

    private final Reads reads;
    private final Writes writes;
    private final boolean demo;

    Clients(Reads reads, Writes writes, Environment environment) {
        this.reads = reads;
        this.writes = writes;
        this.demo = environment.acceptsProfiles(Profiles.of("demo"));
    }

    Optional<Client> find(Token token) {
        byte[] digest = token.sha256();
        Optional<Found> found = reads.query(FIND)
                .param("digest", digest)
                .param("demo", demo)
                .optional((row, i) -> new Found(
                        new Client(row.getString("client_id"), row.getBoolean("read_only")),
                        row.getBytes("token_sha256"),
                        row.getObject("token_id", UUID.class),
                        row.getBoolean("used_today")))
                .filter(known -> MessageDigest.isEqual(digest, known.digest()));
        found.filter(known -> !known.usedToday())
                .ifPresent(known -> writes.repeatable(write -> used(write, known.token())));
        return found.map(Found::client);
    }

    List<Listed> all() {
        return reads.query(LIST)
                .param("demo", demo)
                .list((row, i) -> new Listed(
                        row.getString("name"),
                        row.getString("client_id"),
                        row.getObject("token_id", UUID.class),
                        row.getBoolean("read_only"),
                        row.getObject("created_at", OffsetDateTime.class),
                        row.getObject("expires_at", OffsetDateTime.class),
                        row.getObject("last_used_on", LocalDate.class),
                        row.getObject("revoked_at", OffsetDateTime.class)));
    }

    /** Empty if there is such a token already. Null: it does not expire. */
    Optional<String> add(
            UniqueWrite write, String name, boolean readOnly, UUID id, Token token, @Nullable Duration validFor) {
        return write.sql(ADD)
                .param("name", name)
                .param("id", id)
                .param("digest", token.sha256())
                .param("read_only", readOnly)
                .param("demo", demo)
                .param("valid", validFor == null ? null : Intervals.of(validFor))
                .query(String.class)
                .optional();
    }

    int revoke(RepeatableWrite write, String name) {
        return write.sql(REVOKE).param("name", name).update();
    }

    int revoke(RepeatableWrite write, String name, UUID token) {
        return write.sql(REVOKE_TOKEN).param("name", name).param("id", token).update();
    }

    int used(RepeatableWrite write, UUID token) {
        return write.sql(USED).param("id", token).update();
    }
}
