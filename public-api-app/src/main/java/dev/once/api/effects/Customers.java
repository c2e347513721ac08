package dev.once.api.effects;

import dev.once.api.provenance.Client;
import dev.once.core.Reads;
import dev.once.core.UniqueWrite;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Repository;

/** Customers: their e-mail address is unique by nature, so the constraint decides and nobody needs a key. */
@Repository
public class Customers {

    private static final String ADD =
            """
            insert into api.customers (client_id, email, name) values (:client, :email, :name)
            on conflict (client_id, email) do nothing
            returning id, email, name, created_at
            """;

    private static final String BY_EMAIL =
            """
            select id, email, name, created_at from api.customers where client_id = :client and email = :email
            """;

    private static final String BY_ID =
            """
            select id, email, name, created_at from api.customers where client_id = :client and id = :id
            """;

    private final Reads reads;

    Customers(Reads reads) {
        this.reads = reads;
    }

    /** Empty if there is one with this address. */
    public Optional<Customer> add(UniqueWrite write, Client client, NewCustomer wish) {
        return write.sql(ADD)
                .param("client", client.id())
                .param("email", wish.email())
                .param("name", wish.name())
                .query(Customers::customer)
                .optional();
    }

    public Optional<Customer> find(Client client, String email) {
        return reads.query(BY_EMAIL)
                .param("client", client.id())
                .param("email", email)
                .optional(Customers::customer);
    }

    public Optional<Customer> find(Client client, UUID id) {
        return reads.query(BY_ID).param("client", client.id()).param("id", id).optional(Customers::customer);
    }

    private static Customer customer(ResultSet row, int i) throws SQLException {
        return new Customer(
                row.getObject("id", UUID.class),
                row.getString("email"),
                row.getString("name"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }
}
