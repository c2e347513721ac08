package dev.once.api.provenance;

import dev.once.api.ApiProperties;
import dev.once.core.Reads;
import dev.once.core.Scope;
import dev.once.core.Writes;
import dev.once.core.support.StartupRefusedException;
import dev.once.core.support.Uuids;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** The clients of the settings are in the database when the first request comes; a revoked one stays revoked. */
@Component
class ClientsAtStart implements ApplicationRunner {

    private static final Logger log = LoggerFactory.getLogger(ClientsAtStart.class);

    private final Clients clients;
    private final Writes writes;
    private final Reads reads;
    private final ApiProperties properties;

    ClientsAtStart(Clients clients, Writes writes, Reads reads, ApiProperties properties) {
        this.clients = clients;
        this.writes = writes;
        this.reads = reads;
        this.properties = properties;
        properties.clients().forEach(ClientsAtStart::check);
    }

    @Override
    public void run(ApplicationArguments arguments) {
        properties.clients().forEach((id, token) -> add(id, new Token(token)));
        if (reads.query("select count(*) from api.clients where revoked_at is null")
                        .count()
                == 0) {
            log.warn("There is no client yet: POST /actuator/clients/<name> makes one and shows its token");
        }
    }

    private void add(String name, Token token) {
        writes.unique(write -> clients.add(write, name, false, Uuids.next(), token, null), () -> Optional.of(name));
    }

    private static void check(String id, String token) {
        try {
            new Scope(id);
        } catch (IllegalArgumentException e) {
            throw new StartupRefusedException(
                    "A client's name in once.api.clients is not usable: " + e.getMessage(), "Rename it.");
        }
        if (Token.in("Bearer " + token).isEmpty() || token.length() < 15) {
            throw new StartupRefusedException(
                    "The token of client '" + id + "' in once.api.clients is too short or has characters no token has.",
                    "Use 15 to 512 letters, digits or any of - . _ ~ + /, made at random.");
        }
    }
}
