package dev.once.benchmarks.contestants;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.context.WorkflowOptions;
import dev.dbos.transact.txstep.JdbcStepFactory;
import dev.dbos.transact.workflow.Workflow;
import java.sql.SQLException;
import java.util.UUID;

/**
 * DBOS Transact: a workflow whose id is the key, with one transactional step. The workflow is written down in a transaction of
 * its own, the step's result commits with its work, and the workflow's end is a third one.
 */
public final class Dbos extends Contestant {

    private final Workflows workflows;

    public Dbos(Ground ground) {
        super(
                "DBOS Transact",
                new Traits("a workflow with `JdbcStepFactory`", true, false, true, false, true),
                ground.schema("dbos_transact", ""));
        ground.run("drop schema if exists dbos cascade; drop table if exists tx_step_outputs");
        DBOS dbos = new DBOS(DBOSConfig.defaults("benchmarks").withDataSource(ground.plain()));
        JdbcStepFactory steps = new JdbcStepFactory(dbos, ground.plain());
        this.workflows = dbos.registerProxy(Workflows.class, new DurableWorkflows(steps, Jdbc.insertInto(effects())));
        ground.onClose(dbos);
        dbos.launch();
    }

    /** What the library makes a proxy of. */
    public interface Workflows {

        /** @param caller who asks; returned by the one that is done, and by all that repeat it */
        String add(String scope, String key, int amount, String caller) throws SQLException;
    }

    /** How it is done. */
    public record DurableWorkflows(JdbcStepFactory steps, String insert) implements Workflows {

        @Override
        @Workflow
        public String add(String scope, String key, int amount, String caller) throws SQLException {
            return steps.txStep(
                    connection -> {
                        Jdbc.update(connection, insert, scope, key, amount);
                        return caller;
                    },
                    "add");
        }
    }

    @Override
    public Answer attempt(Key key) throws Exception {
        String caller = UUID.randomUUID().toString();
        try (var id = new WorkflowOptions(key.joined()).setContext()) {
            boolean mine = workflows
                    .add(key.scope(), key.value(), key.amount(), caller)
                    .equals(caller);
            return mine ? Answer.DID_IT : Answer.WAS_DONE;
        }
    }
}
