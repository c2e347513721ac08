package dev.once.api.operations;

import dev.once.api.effects.Customer;
import dev.once.api.effects.Customers;
import dev.once.api.effects.NewCustomer;
import dev.once.api.provenance.ApiProvenance;
import dev.once.api.provenance.Client;
import dev.once.api.sameness.Answer;
import dev.once.api.sameness.ApiRequest;
import dev.once.api.surface.Answers;
import dev.once.core.Writes;
import dev.once.core.Writes.Created;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping(path = "/api/customers", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "Customers")
class CustomerController {

    private final Writes writes;
    private final Customers customers;

    CustomerController(Writes writes, Customers customers) {
        this.writes = writes;
        this.customers = customers;
    }

    @PostMapping
    @Operation(
            operationId = "createCustomer",
            summary = "Create a customer, or find the one with this e-mail address",
            description = "The address is the natural key, so it takes no other: 201 the first time, 200 with the same"
                    + " customer after, 409 if the address is there with other data.")
    @Answers(
            status = {201, 200},
            body = Customer.class,
            takes = NewCustomer.class,
            refuses = {409, 422})
    ResponseEntity<byte[]> create(HttpServletRequest request) throws IOException {
        Client client = ApiProvenance.of(request);
        NewCustomer wish = Checks.customer(ApiRequest.of(request));
        Created<Customer> created =
                writes.unique(write -> customers.add(write, client, wish), () -> customers.find(client, wish.email()));
        Customer customer = created.value();
        if (!customer.name().equals(wish.name())) {
            throw ApiProblems.customerDiffers();
        }
        return Answer.json(created.isNew() ? 201 : 200, customer)
                .with(HttpHeaders.LOCATION, "/api/customers/" + customer.id())
                .sent();
    }

    @GetMapping("/{id}")
    @Operation(operationId = "getCustomer", summary = "Get a customer")
    @Answers(status = 200, body = Customer.class, refuses = 404)
    ResponseEntity<byte[]> get(@PathVariable String id, HttpServletRequest request) {
        Client client = ApiProvenance.of(request);
        return Ids.of(id)
                .flatMap(known -> customers.find(client, known))
                .map(customer -> Answer.json(200, customer).sent())
                .orElseThrow(() -> ApiProblems.notFound("customer"));
    }
}
