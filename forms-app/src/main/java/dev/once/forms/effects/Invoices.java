package dev.once.forms.effects;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.once.core.Claim;
import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Repository;

/** An organisation's invoices. Each method that changes them says by its first parameter why it may run twice. */
@Repository
public class Invoices {

    /** The outbox topic of a created invoice; its payload has the invoice, the customer and the total. */
    public static final String CREATED = "invoice.created";

    public static final int PAGE = 50;

    private static final String ADD =
            """
            insert into forms.invoices (org_id, idempotency_key, customer_id, customer_email, customer_name, title,
              currency, due_on, total_cents, created_by)
            values (:org, :key, :customer, :email, :name, :title, :currency, :due, :total, :member)
            returning id
            """;

    private static final String ADD_LINE =
            """
            insert into forms.invoice_lines (org_id, invoice_id, position, description, quantity, unit_cents)
            values (:org, :invoice, :position, :description, :quantity, :unit)
            """;

    private static final String RENAME =
            """
            update forms.invoices set title = :title where org_id = :org and id = :id
            """;

    private static final String VOID =
            """
            update forms.invoices set status = 'void' where org_id = :org and id = :id
            """;

    private static final String DELETE =
            """
            delete from forms.invoices where org_id = :org and id = :id and status = 'void'
            """;

    private static final String PAGE_OF =
            """
            select * from forms.invoices where org_id = :org and id < :before order by id desc limit :page
            """;

    private static final String ONE =
            """
            select * from forms.invoices where org_id = :org and id = :id
            """;

    private static final String LINES_OF =
            """
            select description, quantity, unit_cents from forms.invoice_lines
            where org_id = :org and invoice_id = :id order by position
            """;

    private static final String COUNT =
            """
            select count(*) from forms.invoices where org_id = :org
            """;

    private final Reads reads;
    private final Customers customers;
    private final ObjectMapper json;

    Invoices(Reads reads, Customers customers, ObjectMapper json) {
        this.reads = reads;
        this.customers = customers;
        this.json = json;
    }

    /** Nothing about an invoice is unique by nature, and two of them would hurt: so it takes a claimed key. */
    public UUID add(Claim claim, UUID organisation, UUID member, NewInvoice asked) {
        UUID customer = customers.addOrFind(claim.unique(), organisation, asked.customerEmail(), asked.customerName());
        UUID invoice = claim.sql(ADD)
                .param("org", organisation)
                .param("key", claim.attempt().key().value())
                .param("customer", customer)
                .param("email", asked.customerEmail())
                .param("name", asked.customerName())
                .param("title", asked.title())
                .param("currency", asked.currency().getCurrencyCode())
                .param("due", asked.dueOn())
                .param("total", asked.totalCents())
                .param("member", member)
                .query(UUID.class)
                .single();
        int position = 0;
        for (NewInvoice.Line line : asked.lines()) {
            claim.sql(ADD_LINE)
                    .param("org", organisation)
                    .param("invoice", invoice)
                    .param("position", ++position)
                    .param("description", line.description())
                    .param("quantity", line.quantity())
                    .param("unit", line.unitCents())
                    .update();
        }
        claim.outbox(CREATED, created(organisation, invoice, asked));
        return invoice;
    }

    public void rename(RepeatableWrite write, UUID organisation, UUID invoice, String title) {
        write.sql(RENAME)
                .param("org", organisation)
                .param("id", invoice)
                .param("title", title)
                .update();
    }

    public void makeVoid(RepeatableWrite write, UUID organisation, UUID invoice) {
        write.sql(VOID).param("org", organisation).param("id", invoice).update();
    }

    /** Only a void invoice goes; one that is gone already stays gone. */
    public void delete(RepeatableWrite write, UUID organisation, UUID invoice) {
        write.sql(DELETE).param("org", organisation).param("id", invoice).update();
    }

    /** The newest first, since ids of version 7 are in the order of time. */
    public List<Invoice> before(UUID organisation, UUID before) {
        return reads.query(PAGE_OF)
                .param("org", organisation)
                .param("before", before)
                .param("page", PAGE)
                .list(Invoices::invoice);
    }

    public Optional<Invoice> find(UUID organisation, UUID id) {
        return reads.query(ONE).param("org", organisation).param("id", id).optional(Invoices::invoice);
    }

    public List<NewInvoice.Line> linesOf(UUID organisation, UUID invoice) {
        return reads.query(LINES_OF)
                .param("org", organisation)
                .param("id", invoice)
                .list((row, i) -> new NewInvoice.Line(
                        row.getString("description"), row.getInt("quantity"), row.getLong("unit_cents")));
    }

    public long count(UUID organisation) {
        return reads.query(COUNT).param("org", organisation).count();
    }

    private static Invoice invoice(ResultSet row, int number) throws SQLException {
        return new Invoice(
                row.getObject("id", UUID.class),
                row.getString("idempotency_key"),
                row.getString("customer_email"),
                row.getString("customer_name"),
                row.getString("title"),
                Currency.getInstance(row.getString("currency")),
                row.getObject("due_on", LocalDate.class),
                row.getLong("total_cents"),
                row.getString("status").equals("void"),
                row.getObject("created_at", OffsetDateTime.class).toInstant());
    }

    private String created(UUID organisation, UUID invoice, NewInvoice asked) {
        Map<String, Object> payload = new LinkedHashMap<>();
        payload.put("invoiceId", invoice);
        payload.put("orgId", organisation);
        payload.put("customerEmail", asked.customerEmail());
        payload.put("customerName", asked.customerName());
        payload.put("totalCents", asked.totalCents());
        payload.put("currency", asked.currency().getCurrencyCode());
        try {
            return json.writeValueAsString(payload);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("Strings, numbers and UUIDs are always JSON.", e);
        }
    }
}
