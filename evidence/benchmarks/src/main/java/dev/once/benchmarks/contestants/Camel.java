package dev.once.benchmarks.contestants;

import java.util.Objects;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Camel's repository behind its idempotent consumer, in the caller's transaction. Called directly, without a route around it. */
public final class Camel extends Contestant {

    private final JdbcMessageIdRepository repository;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;
    private final String insert;

    public Camel(Ground ground) {
        super(
                "Apache Camel",
                new Traits("`JdbcMessageIdRepository`", true, false, false, false, true),
                ground.schema("camel", ""));
        this.insert = Jdbc.insertInto(effects());
        this.jdbc = new JdbcTemplate(ground.plain());
        this.transactions = new TransactionTemplate(new JdbcTransactionManager(ground.plain()));
        this.repository = new JdbcMessageIdRepository(ground.plain(), transactions, "bench");
        repository.setTableName("camel.camel_messageprocessed");
        repository.start();
    }

    @Override
    public Answer attempt(Key key) {
        return Objects.requireNonNull(transactions.execute(status -> {
            if (!repository.add(key.joined())) {
                return Answer.WAS_DONE;
            }
            jdbc.update(insert, key.scope(), key.value(), key.amount());
            return Answer.DID_IT;
        }));
    }
}
