package dev.once.core;

import dev.once.core.OpenTransaction.Closing;
import dev.once.core.support.StartupRefusedException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transactions that an application begins by itself, for claims that join them. It listens to their manager: a claim is looked
 * at in the last moment before the commit, behind every callback, and none joins a transaction that has ended (Spring leaves it on
 * the thread for its after-commit callbacks).
 */
final class CallerTransactions implements TransactionExecutionListener {

    private final PlatformTransactionManager manager;
    private final DataSource dataSource;
    private final ThreadLocal<Map<Object, Ends>> ends = ThreadLocal.withInitial(IdentityHashMap::new);

    /** What is known of one transaction, by the connection that Spring holds for it. */
    private static final class Ends {
        final List<Closing> checks = new ArrayList<>();
        boolean ended;
    }

    private CallerTransactions(PlatformTransactionManager manager, DataSource dataSource) {
        this.manager = manager;
        this.dataSource = dataSource;
    }

    static CallerTransactions of(@Nullable PlatformTransactionManager manager, DataSource dataSource) {
        if (!(manager instanceof ConfigurableTransactionManager listened)) {
            throw new StartupRefusedException(
                    "A ledger joins the transactions of its callers, and the core knows no transaction manager that it could join.",
                    "Declare one as a bean, such as JdbcTransactionManager or JpaTransactionManager, or leave out Ledger.Builder.joining().");
        }
        CallerTransactions transactions = new CallerTransactions(manager, dataSource);
        listened.addListener(transactions);
        return transactions;
    }

    /** The transaction of this thread, ready for a claim; refused where a claim in it would promise too much. */
    JoinedTransaction join() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw refused(
                    "there is synchronization on this thread without a transaction (SUPPORTS, NOT_SUPPORTED or NEVER)."
                            + " Call it in a transaction, or with neither");
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            throw refused("it was begun as read only");
        }
        if (isEnded()) {
            throw refused("it has ended, and this is one of its callbacks. Begin another (REQUIRES_NEW)");
        }
        TransactionStatus status;
        try {
            status = manager.getTransaction(
                    new DefaultTransactionDefinition(TransactionDefinition.PROPAGATION_MANDATORY));
        } catch (IllegalTransactionStateException e) {
            throw refused("another transaction manager has begun it than the one that the core knows");
        }
        if (!(TransactionSynchronizationManager.getResource(dataSource) instanceof ConnectionHolder holder)) {
            throw refused("it is not on a connection of the core's data source");
        }
        JoinedTransaction transaction =
                new JoinedTransaction(manager, status, holder, DataSourceUtils.getConnection(dataSource));
        transaction.makeReady();
        return transaction;
    }

    static IllegalStateException refused(String reason) {
        return new IllegalStateException("The claim cannot join its caller's transaction: " + reason + ".");
    }

    /** Before the commit of the transaction of this thread. */
    void check(Closing check) {
        endsOf(TransactionSynchronizationManager.getResource(dataSource)).checks.add(check);
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        Object holder = TransactionSynchronizationManager.getResource(dataSource);
        if (holder == null) {
            return;
        }
        Ends known = endsOf(holder);
        known.ended = true;
        for (Closing check : known.checks) {
            try {
                check.run(((ConnectionHolder) holder).getConnection());
            } catch (SQLException e) {
                throw SqlErrors.translateAtCommit(e);
            }
        }
    }

    @Override
    public void beforeRollback(TransactionExecution transaction) {
        Object holder = TransactionSynchronizationManager.getResource(dataSource);
        if (holder != null) {
            endsOf(holder).ended = true;
        }
    }

    @Override
    public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
        forget();
    }

    @Override
    public void afterRollback(TransactionExecution transaction, @Nullable Throwable failure) {
        forget();
    }

    private boolean isEnded() {
        Ends known = ends.get().get(TransactionSynchronizationManager.getResource(dataSource));
        return known != null && known.ended;
    }

    private Ends endsOf(@Nullable Object holder) {
        return ends.get().computeIfAbsent(holder, none -> new Ends());
    }

    private void forget() {
        Map<Object, Ends> known = ends.get();
        known.remove(TransactionSynchronizationManager.getResource(dataSource));
        if (known.isEmpty()) {
            ends.remove();
        }
    }
}
