package dev.once.api.operations;

import dev.once.api.ApiProperties;
import dev.once.api.effects.Csv;
import dev.once.api.effects.Export;
import dev.once.api.effects.Exports;
import dev.once.api.provenance.ApiProvenance;
import dev.once.api.provenance.Client;
import dev.once.api.sameness.Answer;
import dev.once.api.surface.Answers;
import dev.once.api.surface.ApiEffects;
import dev.once.api.surface.ApiSurface;
import dev.once.api.surface.KeyRequired;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/exports")
@Tag(name = "Exports")
class ExportController {

    private final ApiSurface surface;
    private final Exports exports;
    private final int exportsAtOnce;

    ExportController(ApiSurface surface, Exports exports, ApiProperties properties) {
        this.surface = surface;
        this.exports = exports;
        this.exportsAtOnce = properties.exportsAtOnce();
    }

    @PostMapping(produces = MediaType.APPLICATION_JSON_VALUE)
    @KeyRequired
    @Operation(
            operationId = "createExport",
            summary = "Export all invoices to a file",
            description = "Answers at once with the address to ask for progress. Sent again with its key, the first"
                    + " answer comes again, however far the export is by then. The body is empty or `{}`.")
    @Answers(status = 202, body = Export.class, takes = NewExport.class, bodyRequired = false)
    ResponseEntity<byte[]> create(HttpServletRequest request) throws IOException {
        return surface.once(request, ApiEffects.of(Checks::export, (claim, fine) -> {
            Export export = exports.add(claim).orElseThrow(() -> ApiProblems.tooManyExports(exportsAtOnce));
            return Answer.json(202, export).with(HttpHeaders.LOCATION, "/api/exports/" + export.id());
        }));
    }

    @GetMapping(path = "/{id}", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(operationId = "getExport", summary = "Ask how far an export is")
    @Answers(status = 200, body = Export.class, refuses = 404)
    ResponseEntity<byte[]> get(@PathVariable String id, HttpServletRequest request) {
        return Answer.json(200, find(ApiProvenance.of(request), id)).sent();
    }

    @GetMapping(path = "/{id}/file", produces = "text/csv")
    @Operation(
            operationId = "getExportFile",
            summary = "Get the file of an export that is done",
            description = "CSV as in RFC 4180, in UTF-8. A text that a spreadsheet would take for a formula begins with"
                    + " an apostrophe.")
    @Answers(
            status = 200,
            body = String.class,
            refuses = {404, 409})
    void file(@PathVariable String id, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Client client = ApiProvenance.of(request);
        Export export = find(client, id);
        if (export.status() != Export.Status.done) {
            throw ApiProblems.exportNotReady();
        }
        response.setContentType("text/csv;header=present;charset=UTF-8");
        response.setHeader(
                HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"invoices-" + export.id() + ".csv\"");
        response.setContentLengthLong(Csv.header().length + exports.size(client, export.id()));
        OutputStream file = response.getOutputStream();
        file.write(Csv.header());
        Optional<byte[]> chunk = exports.content(client, export.id(), 1);
        for (int next = 2; chunk.isPresent(); next++) {
            file.write(chunk.get());
            chunk = exports.content(client, export.id(), next);
        }
    }

    /** For the document only: there is nothing to choose yet. */
    @Schema(description = "An export to be made. There is nothing to choose.")
    record NewExport() {}

    private Export find(Client client, String id) {
        return Ids.of(id)
                .flatMap(known -> exports.find(client, known))
                .orElseThrow(() -> ApiProblems.notFound("export"));
    }
}
