package dev.once.api.provenance;

import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import dev.once.core.UniqueWrite;
import java.security.MessageDigest;
import java.util.Optional;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;
import org.springframework.stereotype.Repository;

/** The clients and the digests of their tokens. */
@Repository
class Clients {

    /** A token is unguessable and so is its digest: finding it by an index tells nobody anything. */
    private static final String FIND =
            """
            select client_id, read_only, token_sha256 from api.clients
            where token_sha256 = :digest and revoked_at is null and (not demo_only or :demo)
            """;

    private static final String ADD =
            """
            insert into api.clients (client_id, token_sha256, read_only, demo_only)
            values (:client, :digest, :read_only, :demo)
            on conflict (token_sha256) do nothing
            returning client_id
            """;

    private static final String REVOKE =
            """
            update api.clients set revoked_at = coalesce(revoked_at, now()) where client_id = :client
            """;

    private record Found(Client client, byte[] digest) {}

    private final Reads reads;
    private final boolean demo;

    Clients(Reads reads, Environment environment) {
        this.reads = reads;
        this.demo = environment.acceptsProfiles(Profiles.of("demo"));
    }

    Optional<Client> find(Token token) {
        byte[] digest = token.sha256();
        return reads.query(FIND)
                .param("digest", digest)
                .param("demo", demo)
                .optional((row, i) -> new Found(
                        new Client(row.getString("client_id"), row.getBoolean("read_only")),
                        row.getBytes("token_sha256")))
                .filter(found -> MessageDigest.isEqual(digest, found.digest()))
                .map(Found::client);
    }

    Optional<String> add(UniqueWrite write, Client client, Token token) {
        return write.sql(ADD)
                .param("client", client.id())
                .param("digest", token.sha256())
                .param("read_only", client.readOnly())
                .param("demo", demo)
                .query(String.class)
                .optional();
    }

    int revoke(RepeatableWrite write, String clientId) {
        return write.sql(REVOKE).param("client", clientId).update();
    }
}
