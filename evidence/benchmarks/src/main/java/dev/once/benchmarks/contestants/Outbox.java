package dev.once.benchmarks.contestants;

import com.gruelbox.transactionoutbox.AlreadyScheduledException;
import com.gruelbox.transactionoutbox.DefaultPersistor;
import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;

/**
 * transaction-outbox with a unique request id: the request is written down in one transaction and done in a second one. The
 * second runs on the caller's thread here, when the first has given its connection back, so that a round counts finished work.
 */
public final class Outbox extends Contestant {

    private final ThreadLocalContextTransactionManager transactions;
    private final TransactionOutbox outbox;
    private final ThreadLocal<Runnable> scheduled = new ThreadLocal<>();

    public Outbox(Ground ground) {
        super(
                "transaction-outbox",
                new Traits("`uniqueRequestId`", false, false, false, false, true),
                ground.schema("transaction_outbox", ""));
        this.transactions = TransactionManager.fromDataSource(ground.plain());
        Work work = new Work(transactions, Jdbc.insertInto(effects()));
        ground.run("drop table if exists txno_outbox, txno_sequence, txno_version");
        this.outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(
                        DefaultPersistor.builder().dialect(Dialect.POSTGRESQL_9).build())
                .instantiator(Instantiator.using(type -> work))
                .submitter((entry, doIt) -> scheduled.set(() -> doIt.accept(entry)))
                .build();
    }

    /** What is scheduled; the library makes a proxy of it. */
    public static class Work {

        private final ThreadLocalContextTransactionManager transactions;
        private final String insert;

        Work(ThreadLocalContextTransactionManager transactions, String insert) {
            this.transactions = transactions;
            this.insert = insert;
        }

        public void add(String scope, String key, int amount) throws Exception {
            transactions.requireTransactionReturns(
                    transaction -> Jdbc.update(transaction.connection(), insert, scope, key, amount));
        }
    }

    @Override
    public Answer attempt(Key key) {
        try {
            transactions.inTransactionThrows(transaction -> outbox.with()
                    .uniqueRequestId(key.joined())
                    .schedule(Work.class)
                    .add(key.scope(), key.value(), key.amount()));
            scheduled.get().run();
            return Answer.DID_IT;
        } catch (AlreadyScheduledException e) {
            return Answer.WAS_DONE;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
