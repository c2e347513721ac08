package dev.once.api.operations;

import dev.once.api.effects.Invoice;
import dev.once.api.effects.Invoices;
import dev.once.api.effects.Line;
import dev.once.api.effects.NewInvoice;
import dev.once.api.effects.TextPatterns;
import dev.once.api.provenance.ApiProvenance;
import dev.once.api.provenance.Client;
import dev.once.api.sameness.Answer;
import dev.once.api.sameness.ApiRequest;
import dev.once.api.surface.Answers;
import dev.once.api.surface.ApiEffects;
import dev.once.api.surface.ApiSurface;
import dev.once.api.surface.KeyRequired;
import dev.once.core.Claim;
import dev.once.core.Writes;
import dev.once.web.ProblemException;
import dev.once.web.ProblemWriter;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/api/invoices", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Invoices")
class InvoiceController {

    private final ApiSurface surface;
    private final Writes writes;
    private final Invoices invoices;
    private final ProblemWriter problems;
    private final Clock clock;

    InvoiceController(ApiSurface surface, Writes writes, Invoices invoices, ProblemWriter problems, Clock clock) {
        this.surface = surface;
        this.writes = writes;
        this.invoices = invoices;
        this.problems = problems;
        this.clock = clock;
    }

    @PostMapping
    @KeyRequired
    @Operation(operationId = "createInvoice", summary = "Create an invoice")
    @Answers(status = 201, body = Invoice.class, takes = NewInvoice.class)
    ResponseEntity<byte[]> create(HttpServletRequest request) throws IOException {
        return surface.once(request, ApiEffects.of(asked -> Checks.invoice(asked, today()), (claim, wish) -> {
            Invoice invoice = invoices.add(claim, wish);
            return Answer.json(201, invoice).with(HttpHeaders.LOCATION, "/api/invoices/" + invoice.id());
        }));
    }

    @PatchMapping("/{id}")
    @KeyRequired
    @Operation(
            operationId = "appendLine",
            summary = "Append a line to an invoice",
            description = "Not idempotent by nature: a line appended twice would be there twice. So it needs a key.")
    @Answers(status = 200, body = Invoice.class, takes = Line.class, refuses = 404)
    ResponseEntity<byte[]> append(@PathVariable String id, HttpServletRequest request) throws IOException {
        return surface.once(request, ApiEffects.of(Checks::line, (claim, line) -> Ids.of(id)
                .map(invoice -> append(claim, invoice, line, request))
                .orElseGet(() -> refusal(request, ApiProblems.notFound("invoice")))));
    }

    /** A refusal is an answer like any other, stored and replayed: so it is decided before the first write. */
    private Answer append(Claim claim, UUID id, Line line, HttpServletRequest request) {
        Long total = invoices.lock(claim, id).orElse(null);
        if (total == null) {
            return refusal(request, ApiProblems.notFound("invoice"));
        }
        if (total + line.amountCents() > NewInvoice.MOST_TOTAL) {
            return refusal(request, ApiProblems.totalTooLarge());
        }
        return Answer.json(200, invoices.append(claim, id, line));
    }

    private Answer refusal(HttpServletRequest request, ProblemException problem) {
        return Answer.of(
                problem.getStatusCode().value(),
                MediaType.APPLICATION_PROBLEM_JSON_VALUE,
                problems.json(request, problem));
    }

    @GetMapping
    @Operation(operationId = "listInvoices", summary = "List invoices, newest first")
    @Answers(status = 200, body = Invoice.Page.class, refuses = 422)
    ResponseEntity<byte[]> list(
            @Parameter(
                            description = "How many at most.",
                            schema = @Schema(type = "integer", minimum = "1", maximum = "200", defaultValue = "50"))
                    @RequestParam(required = false)
                    @Nullable
                    String limit,
            @Parameter(
                            description = "The id of the last invoice of the page before.",
                            schema = @Schema(type = "string", format = "uuid"))
                    @RequestParam(required = false)
                    @Nullable
                    String after,
            HttpServletRequest request) {
        if (limit != null && !limit.matches("[1-9][0-9]?|1[0-9]{2}|200")) {
            throw invalid("limit", "must be a whole number from 1 to 200");
        }
        UUID last = after == null
                ? null
                : Ids.of(after).orElseThrow(() -> invalid("after", "must be the id of an invoice"));
        return Answer.json(
                        200,
                        invoices.page(ApiProvenance.of(request), last, limit == null ? 50 : Integer.parseInt(limit)))
                .sent();
    }

    @GetMapping("/{id}")
    @Operation(operationId = "getInvoice", summary = "Get an invoice as it is now")
    @Answers(status = 200, body = Invoice.class, refuses = 404)
    ResponseEntity<byte[]> get(@PathVariable String id, HttpServletRequest request) {
        Client client = ApiProvenance.of(request);
        return Ids.of(id)
                .flatMap(known -> invoices.find(client, known))
                .map(invoice -> Answer.json(200, invoice).sent())
                .orElseThrow(() -> ApiProblems.notFound("invoice"));
    }

    @PutMapping(path = "/{id}/memo", produces = MediaType.ALL_VALUE)
    @Operation(
            operationId = "setMemo",
            summary = "Set an invoice's memo",
            description = "Idempotent by nature: setting it again sets the same. It takes no key.")
    @Answers(
            status = 204,
            takes = Memo.class,
            refuses = {404, 422})
    ResponseEntity<byte[]> setMemo(@PathVariable String id, HttpServletRequest request) throws IOException {
        Client client = ApiProvenance.of(request);
        String memo = Checks.memo(ApiRequest.of(request));
        boolean found = Ids.of(id)
                .map(known -> writes.repeatable(write -> invoices.setMemo(write, client, known, memo)))
                .orElse(false);
        if (!found) {
            throw ApiProblems.notFound("invoice");
        }
        return Answer.empty(204).sent();
    }

    @DeleteMapping(path = "/{id}", produces = MediaType.ALL_VALUE)
    @Operation(
            operationId = "deleteInvoice",
            summary = "Delete an invoice",
            description = "Idempotent by nature: afterwards there is none, however often it is sent. It takes no key."
                    + " 404 is for what cannot be the id of an invoice.")
    @Answers(status = 204, refuses = 404)
    ResponseEntity<byte[]> delete(@PathVariable String id, HttpServletRequest request) {
        Client client = ApiProvenance.of(request);
        UUID known = Ids.of(id).orElseThrow(() -> ApiProblems.notFound("invoice"));
        writes.repeatable(write -> {
            invoices.delete(write, client, known);
            return known;
        });
        return Answer.empty(204).sent();
    }

    /** For the document only. */
    @Schema(description = "A note on an invoice.")
    record Memo(
            @Schema(
                            example = "Paid by bank transfer",
                            maxLength = 1000,
                            pattern = TextPatterns.PLAIN,
                            requiredMode = Schema.RequiredMode.REQUIRED)
                    String memo) {}

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private static RuntimeException invalid(String parameter, String what) {
        return ApiProblems.invalid(List.of(Map.of("parameter", parameter, "detail", what)));
    }
}
