package dev.once.core.autoconfigure;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The core's settings.
 *
 * @param fenceRequired whether to refuse to start when the application's connections are not read only by default
 * @param connectionsPerScope the most connections that one scope may use at once; 0 is half of the pool
 * @param waitersPerKey the most callers of one key that wait in memory; those beyond get 'in flight' at once
 * @param waitersPerLedger the most callers of one ledger that wait in memory
 * @param ledgers by the ledger's name: its wait and its retention
 */
@ConfigurationProperties("once")
public record OnceProperties(
        @DefaultValue("true") boolean fenceRequired,
        @DefaultValue("0") int connectionsPerScope,
        @DefaultValue("50") int waitersPerKey,
        @DefaultValue("100") int waitersPerLedger,
        @DefaultValue Map<String, LedgerSettings> ledgers) {

    /**
     * What an operator may change of a ledger.
     *
     * @param waitAtMost how long an attempt waits for a running one of the same key
     * @param keepFor how long a claim is kept; never less than its owner may send it again
     */
    public record LedgerSettings(@Nullable Duration waitAtMost, @Nullable Duration keepFor) {}
}
