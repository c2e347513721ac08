import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import once.client.*;
import once.client.api.*;
import once.client.model.*;
import org.springframework.http.ResponseEntity;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;

/** Calls every operation with the generated client, over a network that loses answers. */
public class JavaClient {

    public static void main(String[] args) throws Exception {
        ApiClient client = new ApiClient().setBasePath(args[0]);
        client.setBearerToken(args[1]);
        InvoicesApi invoices = new InvoicesApi(client);
        CustomersApi customers = new CustomersApi(client);
        ExportsApi exports = new ExportsApi(client);

        Line line = new Line().description("Engine").quantity(2L).unitAmountCents(4950L);
        NewInvoice wish = new NewInvoice()
                .customer("Ada, generated in Java")
                .currency(NewInvoice.CurrencyEnum.EUR)
                .dueDate(LocalDate.of(2099, 12, 31))
                .lines(List.of(line));
        String key = "\"java " + UUID.randomUUID() + "\"";
        Invoice invoice = retried(() -> invoices.createInvoiceWithHttpInfo(key, wish)).getBody();
        ResponseEntity<Invoice> again = replayed(() -> invoices.createInvoiceWithHttpInfo(key, wish));
        expect(again.getBody().equals(invoice), "the same invoice");
        expect(again.getHeaders().containsKey("Idempotency-Key-Expires"), "the key's expiry");
        refused(422, () -> invoices.createInvoiceWithHttpInfo(key, wish.customer("Somebody else")));

        UUID id = invoice.getId();
        String appended = UUID.randomUUID().toString();
        retried(() -> invoices.appendLineWithHttpInfo(id, appended, line));
        replayed(() -> invoices.appendLineWithHttpInfo(id, appended, line));
        retried(() -> invoices.setMemoWithHttpInfo(id, new Memo().memo("Paid")));
        Invoice now = retried(() -> invoices.getInvoiceWithHttpInfo(id)).getBody();
        expect(now.getLines().size() == 2 && now.getMemo().equals("Paid"), "one line more and a memo");
        expect(
                retried(() -> invoices.listInvoicesWithHttpInfo(200, null)).getBody().getInvoices().stream()
                        .anyMatch(one -> one.getId().equals(id)),
                "the invoice in the list");

        NewCustomer ada = new NewCustomer().email("java-" + UUID.randomUUID() + "@example.com").name("Ada");
        Customer customer = retried(() -> customers.createCustomerWithHttpInfo(ada)).getBody();
        expect(retried(() -> customers.createCustomerWithHttpInfo(ada)).getBody().equals(customer), "one customer");
        retried(() -> customers.getCustomerWithHttpInfo(customer.getId()));

        String exported = UUID.randomUUID().toString();
        UUID export = retried(() -> exports.createExportWithHttpInfo(exported, Map.of())).getBody().getId();
        replayed(() -> exports.createExportWithHttpInfo(exported, Map.of()));
        while (retried(() -> exports.getExportWithHttpInfo(export)).getBody().getStatus() != Export.StatusEnum.DONE) {
            Thread.sleep(100);
        }
        expect(retried(() -> exports.getExportFileWithHttpInfo(export)).getBody().contains(id.toString()), "the file");

        retried(() -> invoices.deleteInvoiceWithHttpInfo(id));
        retried(() -> invoices.deleteInvoiceWithHttpInfo(id));
        refused(404, () -> invoices.getInvoiceWithHttpInfo(id));
        System.out.println("every operation was called");
    }

    /** A failure without a status is an answer that was lost: the same again, with the same key. */
    static <T> ResponseEntity<T> retried(Supplier<ResponseEntity<T>> call) {
        for (int tries = 1; ; tries++) {
            try {
                return call.get();
            } catch (ResourceAccessException lost) {
                if (tries == 50) {
                    throw lost;
                }
            }
        }
    }

    static <T> ResponseEntity<T> replayed(Supplier<ResponseEntity<T>> call) {
        ResponseEntity<T> answer = retried(call);
        expect("true".equals(answer.getHeaders().getFirst("Idempotent-Replayed")), "a replay");
        return answer;
    }

    static <T> void refused(int status, Supplier<ResponseEntity<T>> call) {
        try {
            retried(call);
        } catch (RestClientResponseException e) {
            expect(e.getStatusCode().value() == status, status + ", not " + e);
            expect(e.getResponseBodyAsString().contains("\"retryable\":"), "a problem");
            return;
        }
        throw new AssertionError("not refused with " + status);
    }

    static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("expected " + what);
        }
    }
}
