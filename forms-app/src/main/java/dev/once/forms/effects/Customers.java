package dev.once.forms.effects;

import dev.once.core.Reads;
import dev.once.core.UniqueWrite;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Repository;

/** An organisation's customers. The e-mail is a natural key: no other is needed to add one once. */
@Repository
public class Customers {

    /** Somebody to bill. */
    public record Customer(UUID id, String email, String name) {}

    private static final String ADD =
            """
            insert into forms.customers (org_id, email, name) values (:org, :email, :name)
            on conflict (org_id, email) do nothing
            returning id, email, name
            """;

    private static final String BY_EMAIL =
            """
            select id, email, name from forms.customers where org_id = :org and email = :email
            """;

    private static final String LIST =
            """
            select id, email, name from forms.customers where org_id = :org order by email limit 500
            """;

    private final Reads reads;

    Customers(Reads reads) {
        this.reads = reads;
    }

    /** Empty if the organisation has a customer with this e-mail. */
    public Optional<Customer> add(UniqueWrite write, UUID organisation, String email, String name) {
        return write.sql(ADD)
                .param("org", organisation)
                .param("email", email)
                .param("name", name)
                .query(Customer.class)
                .optional();
    }

    /** For a claim's work: the customer is there afterwards, and reading it again needs the same transaction. */
    UUID addOrFind(UniqueWrite write, UUID organisation, String email, String name) {
        return add(write, organisation, email, name)
                .orElseGet(() -> write.sql(BY_EMAIL)
                        .param("org", organisation)
                        .param("email", email)
                        .query(Customer.class)
                        .single())
                .id();
    }

    public Optional<Customer> byEmail(UUID organisation, String email) {
        return reads.query(BY_EMAIL)
                .param("org", organisation)
                .param("email", email)
                .optional((row, i) ->
                        new Customer(row.getObject("id", UUID.class), row.getString("email"), row.getString("name")));
    }

    public List<Customer> of(UUID organisation) {
        return reads.query(LIST)
                .param("org", organisation)
                .list((row, i) ->
                        new Customer(row.getObject("id", UUID.class), row.getString("email"), row.getString("name")));
    }
}
