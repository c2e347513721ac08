package dev.once.core.autoconfigure;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The core's settings.
 *
 * @param dataSource the bean name of the data source that has the claims, where there are several and none is primary
 * @param transactions whose transactions the claims run in: the core's (own), those of the manager (application), or auto
 * @param fence off, warn or enforce: what is done about a write outside the core, and about a call to the outside in the work of a claim
 * @param schema create or validate: what is done at start about the core's own tables
 * @param schemaName the schema that the core's own tables are in
 * @param connectionsPerScope the most connections that one scope may use at once; 0 is half of the pool
 * @param waitersPerKey the most callers of one key that wait in memory; those beyond get 'in flight' at once
 * @param waitersPerLedger the most callers of one ledger that wait in memory
 * @param poolerSafe whether a pooler such as PgBouncer between here and the server keeps prepared statements apart
 * @param readiness whether and how often to look if the server can write
 * @param ledgers by the ledger's name: how long an attempt waits for another (wait-at-most), how long a claim is kept (keep-for)
 */
@ConfigurationProperties("once")
public record OnceProperties(
        @Nullable String dataSource,
        @DefaultValue("auto") Transactions transactions,
        @DefaultValue("off") FenceMode fence,
        @DefaultValue("validate") Schema schema,
        @DefaultValue("once") String schemaName,
        @DefaultValue("0") int connectionsPerScope,
        @DefaultValue("50") int waitersPerKey,
        @DefaultValue("100") int waitersPerLedger,
        @DefaultValue("false") boolean poolerSafe,
        @DefaultValue Readiness readiness,
        @DefaultValue Map<String, LedgerSettings> ledgers) {

    /** Boot leaves underscores out of the keys of a map, and ledgers have them in their names. */
    @Nullable
    LedgerSettings settingsOf(String ledger) {
        return ledgers.entrySet().stream()
                .filter(set -> plain(set.getKey()).equals(plain(ledger)))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    private static String plain(String name) {
        return name.replaceAll("[^a-z0-9]", "");
    }

    /** Who begins and commits. */
    public enum Transactions {
        /** The application's manager where it is of another kind than JDBC's, and the core otherwise. */
        AUTO,
        /** The core, on a connection of its own: for an application with nothing but JDBC. */
        OWN,
        /** The application's transaction manager: what joins its transactions, such as entities, joins the claim. */
        APPLICATION
    }

    /** Who makes the core's own tables. */
    public enum Schema {
        /** The core, at start: those that are not there. */
        CREATE,
        /** The application's migrations. The core looks at those that are used, and says which SQL is missing. */
        VALIDATE
    }

    /**
     * When the application says that it takes no traffic.
     *
     * @param enabled whether the application takes no traffic while the server cannot write
     * @param every how often it looks if the server can write
     */
    public record Readiness(@DefaultValue("true") boolean enabled, @DefaultValue("5s") Duration every) {}

    /**
     * What an operator may change of a ledger.
     *
     * @param waitAtMost how long an attempt waits for a running one of the same key
     * @param keepFor how long a claim is kept; never less than its owner may send it again
     */
    public record LedgerSettings(@Nullable Duration waitAtMost, @Nullable Duration keepFor) {}
}
