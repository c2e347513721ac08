package dev.once.benchmarks.contestants;

import java.util.Objects;
import org.springframework.integration.jdbc.metadata.JdbcMetadataStore;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spring Integration's store behind its idempotent receiver, {@code putIfAbsent} in the caller's transaction. Called directly,
 * without channels around it.
 */
public final class SpringIntegration extends Contestant {

    /** As the library's own schema-postgresql.sql has it. */
    private static final String TABLE =
            """
            create table int_metadata_store (
              metadata_key varchar(255) not null, metadata_value varchar(4000), region varchar(100) not null,
              constraint int_metadata_store_pk primary key (metadata_key, region))""";

    private final JdbcMetadataStore store;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final String insert;

    public SpringIntegration(Ground ground) {
        super(
                "Spring Integration",
                new Traits("`JdbcMetadataStore`", true, false, false, false, true),
                ground.schema("spring_integration", TABLE));
        this.insert = Jdbc.insertInto(effects());
        this.jdbc = new JdbcTemplate(ground.plain());
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(ground.plain()));
        this.store = new JdbcMetadataStore(jdbc);
        store.setTablePrefix("spring_integration.int_");
        store.afterPropertiesSet();
    }

    @Override
    public Answer attempt(Key key) {
        return Objects.requireNonNull(transactions.execute(status -> {
            if (store.putIfAbsent(key.joined(), "done") != null) {
                return Answer.WAS_DONE;
            }
            jdbc.update(insert, key.scope(), key.value(), key.amount());
            return Answer.DID_IT;
        }));
    }
}
