package dev.once.api.provenance;

import dev.once.core.Writes;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Component;

/** {@code /actuator/clients/{name}}: the operator adds a token and revokes a client. A token is shown once, here. */
@Component
@Endpoint(id = "clients")
class ClientsEndpoint {

    private static final Logger log = LoggerFactory.getLogger(ClientsEndpoint.class);

    private final Clients clients;
    private final Writes writes;

    ClientsEndpoint(Clients clients, Writes writes) {
        this.clients = clients;
        this.writes = writes;
    }

    @WriteOperation
    WebEndpointResponse<Map<String, Object>> add(@Selector String name, @Nullable Boolean readOnly) {
        if (!name.matches("[!-~]{1,255}")) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        Client client = new Client(name, Boolean.TRUE.equals(readOnly));
        Token token = Token.random();
        writes.unique(write -> clients.add(write, client, token), Optional::empty);
        log.info("Operator: added a token of client {}", name);
        return new WebEndpointResponse<>(Map.of("client", name, "token", token.value(), "readOnly", client.readOnly()));
    }

    @DeleteOperation
    WebEndpointResponse<Map<String, Object>> revoke(@Selector String name) {
        int tokens = writes.repeatable(write -> clients.revoke(write, name));
        log.info("Operator: revoked {} tokens of a client", tokens);
        return new WebEndpointResponse<>(Map.of("client", name, "revokedTokens", tokens));
    }
}
