package dev.once.api;

import java.time.Duration;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The public API's settings.
 *
 * @param clients tokens by client, put into the database at start if they are not there; others are added by the operator
 * @param tokensValidFor how long a token that the operator makes is good for, unless they say otherwise
 * @param requestsAtOnce how many requests of one client are worked on at once; more get 429
 * @param exportsAtOnce how many exports of one client may be unfinished; more get 429
 * @param storedAnswersPerClient how much room the stored answers of one client may take; more get 429
 * @param exportChunk how many invoices of an export are written in one transaction
 * @param keepExports how long a requested export and its file are kept
 */
@ConfigurationProperties("once.api")
public record ApiProperties(
        @DefaultValue Map<String, String> clients,
        @DefaultValue("365d") Duration tokensValidFor,
        @DefaultValue("50") int requestsAtOnce,
        @DefaultValue("10") int exportsAtOnce,
        @DefaultValue("256MB") DataSize storedAnswersPerClient,
        @DefaultValue("500") int exportChunk,
        @DefaultValue("7d") Duration keepExports) {

    @Override
    public String toString() {
        return "ApiProperties[clients=" + clients.keySet() + "]";
    }
}
