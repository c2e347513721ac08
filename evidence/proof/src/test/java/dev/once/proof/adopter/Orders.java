package dev.once.proof.adopter;

import dev.once.core.Claim;
import org.springframework.stereotype.Component;

@Component
class Orders {

    private static final String ADD =
            """
            insert into orders (tenant, idempotency_key, item) values (:tenant, :key, :item) returning id::text
            """;

    /** The first parameter is the permission to write, and the connection to write on. */
    String add(Claim claim, String item) {
        return claim.sql(ADD)
                .param("tenant", claim.attempt().scope().value())
                .param("key", claim.attempt().key().value())
                .param("item", item)
                .query(String.class)
                .single();
    }
}
