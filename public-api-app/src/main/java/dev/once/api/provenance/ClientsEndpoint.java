package dev.once.api.provenance;

import dev.once.api.ApiProperties;
import dev.once.core.Writes;
import dev.once.core.support.Uuids;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.lang.Nullable;
import org.springframework.stereotype.Component;

/**
 * {@code /actuator/clients}: the operator lists tokens, adds one to a client, revokes one or all of a client's. A token is
 * shown once, when it is added.
 */
@Component
@Endpoint(id = "clients")
class ClientsEndpoint {

    private final Clients clients;
    private final Writes writes;
    private final ApiProperties properties;

    ClientsEndpoint(Clients clients, Writes writes, ApiProperties properties) {
        this.clients = clients;
        this.writes = writes;
        this.properties = properties;
    }

    @ReadOperation
    Map<String, List<Clients.Listed>> list() {
        return Map.of("tokens", clients.all());
    }

    @WriteOperation
    WebEndpointResponse<Map<String, Object>> add(
            @Selector String name, @Nullable Boolean readOnly, @Nullable Integer validDays) {
        if (!name.matches("[!-}]{1,255}") || validDays != null && (validDays < 1 || validDays > 3650)) {
            return new WebEndpointResponse<>(WebEndpointResponse.STATUS_BAD_REQUEST);
        }
        boolean looking = Boolean.TRUE.equals(readOnly);
        Duration validFor = validDays == null ? properties.tokensValidFor() : Duration.ofDays(validDays);
        Token token = Token.random();
        UUID id = Uuids.next();
        String scope = writes.unique(
                        write -> clients.add(write, name, looking, id, token, validFor), Optional::<String>empty)
                .value();
        return new WebEndpointResponse<>(
                Map.of("client", name, "scope", scope, "id", id, "token", token.value(), "readOnly", looking));
    }

    @DeleteOperation
    WebEndpointResponse<Map<String, Object>> revoke(@Selector String name) {
        int tokens = writes.repeatable(write -> clients.revoke(write, name));
        return new WebEndpointResponse<>(Map.of("client", name, "revokedTokens", tokens));
    }

    @DeleteOperation
    WebEndpointResponse<Map<String, Object>> revokeOne(@Selector String name, @Selector UUID id) {
        int tokens = writes.repeatable(write -> clients.revoke(write, name, id));
        return new WebEndpointResponse<>(Map.of("client", name, "revokedTokens", tokens));
    }
}
