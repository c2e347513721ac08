package dev.once.api.effects;

import dev.once.api.provenance.Client;
import dev.once.api.sameness.Json;
import dev.once.core.Claim;
import dev.once.core.Reads;
import dev.once.core.RepeatableWrite;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Repository;

/** Invoices: twice would hurt, so adding one or a line to one takes a {@link Claim}; setting and deleting do not. */
@Repository
public class Invoices {

    private static final String ADD =
            """
            insert into api.invoices (client_id, idempotency_key, customer, currency, due_date, total_cents)
            values (:client, :key, :customer, :currency, :due, :total)
            returning id, created_at
            """;

    private static final String ADD_LINES =
            """
            insert into api.invoice_lines
              (client_id, invoice_id, line_no, idempotency_key, request_line, description, quantity, unit_amount_cents)
            select :client, :invoice, :before + place, :key, place, description, quantity, unit_amount_cents
            from unnest(cast(:descriptions as text[]), cast(:quantities as bigint[]), cast(:amounts as bigint[]))
              with ordinality as line (description, quantity, unit_amount_cents, place)
            """;

    private static final String ADD_TO_TOTAL =
            """
            update api.invoices set total_cents = total_cents + :amount where client_id = :client and id = :id
            """;

    private static final String LOCK =
            """
            select total_cents from api.invoices where client_id = :client and id = :id for update
            """;

    private static final String LAST_LINE =
            """
            select coalesce(max(line_no), 0) from api.invoice_lines where client_id = :client and invoice_id = :id
            """;

    /** One statement, so that lines and total are of one moment. */
    private static final String FIND =
            """
            select id, customer, currency, due_date, memo, total_cents, created_at, (
                select coalesce(json_agg(json_build_object(
                  'description', description, 'quantity', quantity, 'unit_amount_cents', unit_amount_cents)
                  order by line_no), '[]')::text
                from api.invoice_lines where client_id = :client and invoice_id = :id) as lines
            from api.invoices where client_id = :client and id = :id
            """;

    private static final String PAGE =
            """
            select id, customer, currency, due_date, total_cents, created_at from api.invoices
            where client_id = :client and id < cast(:after as uuid)
            order by id desc limit :limit
            """;

    private static final String CUSTOMER_NAME =
            """
            select name from api.customers where client_id = :client and email = :email
            """;

    private static final String SET_MEMO =
            """
            update api.invoices set memo = :memo where client_id = :client and id = :id
            """;

    private static final String DELETE =
            """
            delete from api.invoices where client_id = :client and id = :id
            """;

    private static final UUID BEFORE_ALL = new UUID(-1, -1);

    private final Reads reads;

    Invoices(Reads reads) {
        this.reads = reads;
    }

    /** Writes a message to the outbox, which is handled after the commit. */
    public Invoice add(Claim claim, NewInvoice wish) {
        Invoice invoice = claim.sql(ADD)
                .param("client", scope(claim))
                .param("key", claim.attempt().key().value())
                .param("customer", wish.customer())
                .param("currency", wish.currency())
                .param("due", wish.dueDate())
                .param("total", wish.totalCents())
                .query((row, i) -> new Invoice(
                        row.getObject("id", UUID.class),
                        wish.customer(),
                        wish.currency(),
                        wish.dueDate(),
                        "",
                        wish.lines(),
                        wish.totalCents(),
                        instant(row, "created_at")))
                .single();
        addLines(claim, invoice.id(), 0, wish.lines());
        claim.outbox("invoice.created", Json.text(created(claim, invoice)));
        return invoice;
    }

    /** The invoice's total, and nobody else adds to it until this claim has ended. */
    public Optional<Long> lock(Claim claim, UUID id) {
        return claim.sql(LOCK)
                .param("client", scope(claim))
                .param("id", id)
                .query(Long.class)
                .optional();
    }

    /** Only for an invoice that is locked. */
    public Invoice append(Claim claim, UUID id, Line line) {
        int last = claim.sql(LAST_LINE)
                .param("client", scope(claim))
                .param("id", id)
                .query(Integer.class)
                .single();
        addLines(claim, id, last, List.of(line));
        claim.sql(ADD_TO_TOTAL)
                .param("amount", line.amountCents())
                .param("client", scope(claim))
                .param("id", id)
                .update();
        return find(claim, id);
    }

    /** False if there is no such invoice. */
    public boolean setMemo(RepeatableWrite write, Client client, UUID id, String memo) {
        return write.sql(SET_MEMO)
                        .param("memo", memo)
                        .param("client", client.id())
                        .param("id", id)
                        .update()
                == 1;
    }

    /** Also when there is none: gone is gone. */
    public void delete(RepeatableWrite write, Client client, UUID id) {
        write.sql(DELETE).param("client", client.id()).param("id", id).update();
    }

    public Optional<Invoice> find(Client client, UUID id) {
        return reads.query(FIND).param("client", client.id()).param("id", id).optional(Invoices::invoice);
    }

    public Invoice.Page page(Client client, @Nullable UUID after, int limit) {
        List<Invoice.Summary> found = reads.query(PAGE)
                .param("client", client.id())
                .param("after", after == null ? BEFORE_ALL : after)
                .param("limit", limit + 1)
                .list(Invoices::summary);
        List<Invoice.Summary> shown = found.subList(0, Math.min(limit, found.size()));
        return new Invoice.Page(
                shown,
                found.size() > limit
                        ? "/api/invoices?limit=" + limit + "&after="
                                + shown.get(limit - 1).id()
                        : null);
    }

    private void addLines(Claim claim, UUID invoice, int before, List<Line> lines) {
        claim.sql(ADD_LINES)
                .param("client", scope(claim))
                .param("invoice", invoice)
                .param("before", before)
                .param("key", claim.attempt().key().value())
                .param("descriptions", lines.stream().map(Line::description).toArray(String[]::new))
                .param("quantities", lines.stream().map(Line::quantity).toArray(Long[]::new))
                .param("amounts", lines.stream().map(Line::unitAmountCents).toArray(Long[]::new))
                .update();
    }

    private Invoice find(Claim claim, UUID id) {
        return claim.sql(FIND)
                .param("client", scope(claim))
                .param("id", id)
                .query(Invoices::invoice)
                .single();
    }

    private static Map<String, Object> created(Claim claim, Invoice invoice) {
        Map<String, Object> event = new LinkedHashMap<>();
        event.put("invoiceId", invoice.id());
        event.put("clientId", scope(claim));
        if (NewCustomer.isEmail(invoice.customer())) {
            event.put("customerEmail", NewCustomer.normalised(invoice.customer()));
        }
        event.put("customerName", customerName(claim, invoice.customer()));
        event.put("totalCents", invoice.totalCents());
        event.put("currency", invoice.currency());
        return event;
    }

    private static String customerName(Claim claim, String customer) {
        return claim.sql(CUSTOMER_NAME)
                .param("client", scope(claim))
                .param("email", NewCustomer.normalised(customer))
                .query(String.class)
                .optional()
                .orElse(customer);
    }

    private static String scope(Claim claim) {
        return claim.attempt().scope().value();
    }

    private static Invoice invoice(ResultSet row, int i) throws SQLException {
        return new Invoice(
                row.getObject("id", UUID.class),
                row.getString("customer"),
                row.getString("currency"),
                row.getObject("due_date", LocalDate.class),
                row.getString("memo"),
                List.of(Json.own(row.getString("lines"), Line[].class)),
                row.getLong("total_cents"),
                instant(row, "created_at"));
    }

    private static Invoice.Summary summary(ResultSet row, int i) throws SQLException {
        return new Invoice.Summary(
                row.getObject("id", UUID.class),
                row.getString("customer"),
                row.getString("currency"),
                row.getObject("due_date", LocalDate.class),
                row.getLong("total_cents"),
                instant(row, "created_at"));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
