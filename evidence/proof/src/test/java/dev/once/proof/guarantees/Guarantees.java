package dev.once.proof.guarantees;

import java.util.List;

/** Every guarantee of the core. A promise that is not here is not made. */
final class Guarantees {

    static final List<Guarantee> ALL = List.of(
            new Guarantee(
                    "Of many racing attempts of one key, one runs",
                    "Protocol",
                    "return claimed.isPresent() ? work(transaction, claimed.get(), work) : lost(transaction);",
                    "return work(transaction, new LedgerSql.Claimed(null), work);",
                    "RaceTest#instances_that_know_nothing_of_each_other_still_run_it_once"),
            new Guarantee(
                    "A duplicate is no error: the constraint decides without failing anybody",
                    "LedgerSql",
                    "values ({values}) on conflict ({identity}) do nothing",
                    "values ({values})",
                    "RaceTest#instances_that_know_nothing_of_each_other_still_run_it_once"),
            new Guarantee(
                    "The stored answer commits with the work",
                    "LedgerSql",
                    "with held as (update {table} set {stored} where {own}{scope} = {scope?} and {key} = ? returning 1)",
                    "with held as (update {table} set {key} = {key} where cast(? as text) is not null"
                            + " and {own}{scope} = {scope?} and {key} = ? returning 1)",
                    "RaceTest#one_of_many_racing_callers_runs_and_all_others_replay"),
            new Guarantee(
                    "The first caller is told what every replay will say",
                    "Protocol",
                    "List<@Nullable Object> stored = ledger.stored().encoded(work.apply(claim));",
                    "R said = work.apply(claim); List<@Nullable Object> stored = ledger.stored().encoded(said);"
                            + " if (true) { return new Transactions.Ending<>(new Settled<>(new Outcome.FirstRun<>(said)), c -> sql.storeAndCommit(c, attempt, stored, null)); }",
                    "RaceTest#the_first_caller_is_told_what_every_replay_will_say"),
            new Guarantee(
                    "A key is somebody's: the same key in another scope is another attempt",
                    "LedgerSql",
                    "statement.setString(from, scope.value());",
                    "statement.setString(from, \"everybody\");",
                    "RaceTest#the_same_key_in_two_scopes_is_two_attempts"),
            new Guarantee(
                    "A used key asked for something else is refused",
                    "Protocol",
                    "boolean same = fingerprint == null || attempt.fingerprint().matches(fingerprint);",
                    "boolean same = true;",
                    "RaceTest#the_same_key_for_something_else_is_reused_and_nothing_runs"),
            new Guarantee(
                    "Work that throws leaves nothing behind",
                    "OwnTransactions",
                    "statement.execute(\"rollback\");",
                    "statement.execute(\"commit\");",
                    "RollbackTest#work_that_throws_leaves_no_claim_and_no_effect_and_the_next_attempt_runs"),
            new Guarantee(
                    "A swallowed database error fails the attempt instead of committing nothing",
                    "Writes",
                    "transactions.committing(LAST)",
                    "transactions.committing(\"\")",
                    "RollbackTest#swallowing_in_a_natural_unique_or_repeatable_write_fails_too"),
            new Guarantee(
                    "A claim's statements run on its own connection or not at all",
                    "LiveTransaction",
                    "requireOpenHere();\n        throw new",
                    "if (true) { return transaction.connection(); }\n        throw new",
                    "OwnConnectionTest#a_statement_is_refused_on_another_thread"),
            new Guarantee(
                    "'First run' is said only where the claim's row is there at the commit",
                    "LedgerSql",
                    "select 1 / count(*) from {table}",
                    "select count(*) from {table}",
                    "FirstRunTest#a_work_that_deletes_its_own_claim_fails_and_keeps_nothing"),
            new Guarantee(
                    "'First run' is said only where the transaction that claimed is the one that commits",
                    "LedgerSql",
                    "set_config('once.claim', current_setting('statement_timeout'), true)",
                    "set_config('once.claim', current_setting('statement_timeout'), false)",
                    "FirstRunTest#what_ends_it_on_the_drivers_own_connection_is_found_out"),
            new Guarantee(
                    "A write without a key is told as done only where its own transaction is the one that commits",
                    "Writes",
                    "where current_setting('once.write', true) = 'open'",
                    "",
                    "FirstRunTest#writes_without_a_key_find_it_out_too"),
            new Guarantee(
                    "The work cannot begin, end or nest transactions",
                    "TransactionWords",
                    "if (REFUSED.contains(first)) {",
                    "if (false) {",
                    "FirstRunTest#words_that_end_or_nest_a_transaction_are_refused"),
            new Guarantee(
                    "The work cannot commit the connection that it joins",
                    "GuardedConnection",
                    "if (NOT_FOR_THE_WORK.contains(name)) {",
                    "if (false) {",
                    "FirstRunTest#a_connections_own_ways_to_end_it_are_refused"),
            new Guarantee(
                    "A result that a replay could not give back fails the attempt",
                    "Stored",
                    "columns.get(i).refuseUnstorable(values.get(i));",
                    "",
                    "FirstRunTest#a_result_that_a_replay_could_not_give_back_fails_and_keeps_nothing"),
            new Guarantee(
                    "After the commit nothing can fail the attempt or run it again",
                    "Transactions",
                    "if (!transaction.isCommitted()) {",
                    "if (true) {",
                    "AfterCommitTest#a_serialization_failure_of_a_listener_does_not_run_committed_work_again"),
            new Guarantee(
                    "Those who joined are told that a commit is unknown, and not that it was rolled back",
                    "OwnTransactions",
                    "throw new UncertainCommit(e);",
                    "throw new OutcomeUnknownException(e);",
                    "UncertainCommitTest#those_who_joined_are_told_that_it_is_unknown"),
            new Guarantee(
                    "A commit that was not replicated is unknown",
                    "SqlErrors",
                    "&& \"SyncRepWaitForLSN\"",
                    "&& \"nothing\"",
                    "UncertainCommitTest#a_commit_that_was_not_replicated_is_unknown"),
            new Guarantee(
                    "A server that fails while it commits leaves the outcome unknown",
                    "SqlErrors",
                    "|| state.startsWith(\"58\")",
                    "",
                    "UncertainCommitTest#a_server_that_fails_while_it_commits_leaves_the_outcome_unknown"),
            new Guarantee(
                    "Wherever it is called from, the thread and the pool are left as they were",
                    "OwnTransactions",
                    "TransactionSynchronizationManager.unbindResource(dataSource);",
                    "",
                    "CalledFromAnywhereTest#it_works_or_refuses_with_a_sentence_and_leaves_nothing_behind"),
            new Guarantee(
                    "A part of the work leaves no subtransaction open",
                    "LiveTransaction",
                    "execute(\"release savepoint once_part\");",
                    "",
                    "PartsTest#three_thousand_parts_leave_no_subtransaction_open"),
            new Guarantee(
                    "Parts nest to any depth, and each takes back exactly its own",
                    "LiveTransaction",
                    "rollback to savepoint once_part; release savepoint once_part",
                    "rollback to savepoint once_part",
                    "PartsTest#a_tree_of_parts_keeps_what_did_not_fail_and_leaves_no_subtransaction_open"),
            new Guarantee(
                    "A part that swallows a database error fails, and only it",
                    "LiveTransaction",
                    "execute(\"release savepoint once_part\");",
                    "",
                    "PartsTest#a_part_that_swallows_a_database_error_fails_and_the_rest_may_go_on"),
            new Guarantee(
                    "Inside the work the application's own statement timeout is in force again",
                    "LedgerSql",
                    "set_config('once.claim', current_setting('statement_timeout'), true)",
                    "set_config('once.claim', '0', true)",
                    "PoolsTest#a_statement_timeout_of_the_session_is_in_force_again_inside_the_work"),
            new Guarantee(
                    "A connection without auto-commit goes back without it, and with no transaction open",
                    "BorrowedConnection",
                    "if (!cameWithAutoCommit) {",
                    "if (false) {",
                    "PoolsTest#a_connection_without_auto_commit_goes_back_without_it"),
            new Guarantee(
                    "A connection that the pool gives too late goes back unused",
                    "Transactions",
                    "if (deadline.isOver()) {",
                    "if (false) {",
                    "PoolsTest#a_connection_that_the_pool_gives_too_late_goes_back_unused"),
            new Guarantee(
                    "A server in recovery is 'try again', not a failure",
                    "SqlErrors",
                    "Set.of(\"0A000\", \"25006\")",
                    "Set.of()",
                    "RecoveryTest#new_keys_are_told_to_try_again_known_ones_are_replayed_and_a_promotion_heals_it"),
            new Guarantee(
                    "A lock that was lost is 'try again', not a failure",
                    "SqlErrors",
                    "if (state(e).equals(LOCK_NOT_AVAILABLE)) {",
                    "if (false) {",
                    "PoolsTest#a_lock_that_a_write_did_not_get_in_time_is_transient"),
            new Guarantee(
                    "In the application's transactions too, nothing can fail an attempt after its commit",
                    "HostTransaction",
                    "committed = outcome == STATUS_COMMITTED;",
                    "committed = false;",
                    "adopter.ApplicationTransactionsTest#what_a_listener_writes_before_the_commit_goes_with_the_claim_and_one_after_it_cannot_fail_it"),
            new Guarantee(
                    "In the application's transactions too, a swallowed database error fails the attempt",
                    "HostTransaction",
                    "            flush();\n            closing.run(connection);",
                    "            connection.isClosed();",
                    "adopter.ApplicationTransactionsTest#a_listener_before_the_commit_that_swallows_an_sql_error_fails_the_attempt"),
            new Guarantee(
                    "A statement of the claim sees entities that were not flushed",
                    "LiveTransaction",
                    "transaction.flush();\n        return client.sql(sql);",
                    "return client.sql(sql);",
                    "adopter.ApplicationTransactionsTest#a_statement_of_the_claim_sees_entities_that_were_not_flushed"),
            new Guarantee(
                    "What a part of the work undid is not written again by an entity",
                    "LiveTransaction",
                    "transaction.forget();",
                    "",
                    "adopter.ApplicationTransactionsTest#a_part_that_fails_takes_back_its_entities_and_leaves_the_others"),
            new Guarantee(
                    "Serialization failures and deadlocks are tried again inside",
                    "SqlErrors",
                    "Set.of(\"40001\", \"40P01\")",
                    "Set.of()",
                    "RollbackTest#two_claims_that_really_deadlock_both_succeed"),
            new Guarantee(
                    "In the application's transactions, work does not run again where its entities have seen the first try",
                    "Transactions",
                    "own || !PersistenceContexts.areBound() ? TRIES : 1",
                    "TRIES",
                    "adopter.ApplicationTransactionsTest#with_open_in_view_it_does_not_run_again_since_its_entities_have_seen_the_first_try"),
            new Guarantee(
                    "Who joins his caller's transaction and waits too long leaves it usable",
                    "JoinedTransaction",
                    "\"rollback to savepoint once_claim; release savepoint once_claim\"",
                    "\"release savepoint once_claim\"",
                    "adopter.JoiningTest#who_waits_too_long_goes_on_in_his_transaction"),
            new Guarantee(
                    "Joined work that throws takes its caller's transaction along",
                    "JoinedPlace",
                    "if (transaction.isClaimed()) {\n                transaction.markRollbackOnly();",
                    "if (transaction.isClaimed()) {",
                    "adopter.JoiningTest#work_that_throws_takes_the_callers_transaction_along_even_where_he_catches_it"),
            new Guarantee(
                    "A joined claim is looked at in the last moment before its caller's commit",
                    "CallerTransactions",
                    "check.run(((ConnectionHolder) holder).getConnection());",
                    "((ConnectionHolder) holder).getConnection().isClosed();",
                    "adopter.JoiningTest#an_sql_error_that_is_swallowed_in_the_last_callback_fails_the_commit"),
            new Guarantee(
                    "No claim joins a transaction that has ended",
                    "CallerTransactions",
                    "if (isEnded()) {",
                    "if (false) {",
                    "adopter.JoiningTest#a_transaction_that_has_ended_is_refused_and_a_new_one_in_its_callback_is_not"),
            new Guarantee(
                    "Nobody waits for a key that his own thread holds",
                    "Shield",
                    "if (other.thread == Thread.currentThread()) {",
                    "if (false) {",
                    "adopter.JoiningTest#the_same_key_twice_in_one_transaction_replays_without_waiting_for_itself"),
            new Guarantee(
                    "Only a few wait with their caller's connection",
                    "Shield",
                    "waitingWithConnection.incrementAndGet() <= mostWithConnection && waitFor",
                    "waitFor",
                    "adopter.JoiningTest#only_a_few_wait_with_their_connection_and_the_others_are_told_at_once"),
            new Guarantee(
                    "A joined claim is counted when its caller's transaction has ended",
                    "JoinedPlace",
                    "TransactionSynchronizationManager.registerSynchronization(claim);",
                    "kept.accept(true);",
                    "adopter.JoiningTest#it_is_counted_when_the_transaction_has_ended"),
            new Guarantee(
                    "When the first in line fails, the next one runs",
                    "Shield",
                    "leader.ended.countDown();",
                    "if (settled) { leader.ended.countDown(); }",
                    "RollbackTest#in_one_process_the_next_in_line_runs_when_the_first_fails"),
            new Guarantee(
                    "A part that may fail takes only its own writes back",
                    "LiveTransaction",
                    "undo(e);\n            throw e;",
                    "throw e;",
                    "RollbackTest#a_part_that_may_fail_rolls_back_to_before_it_and_the_rest_commits"),
            new Guarantee(
                    "The wait for a running attempt is bounded",
                    "LedgerSql",
                    "set_config('statement_timeout', ?, true)",
                    "set_config('once.wait', ?, true)",
                    "WaitTest#a_duplicate_of_a_running_attempt_elsewhere_is_in_flight_after_the_wait"),
            new Guarantee(
                    "The bound holds over a chain of winners that roll back",
                    "LedgerSql",
                    "set_config('statement_timeout', ?, true)",
                    "set_config('lock_timeout', ?, true)",
                    "WaitTest#a_wait_that_begins_again_and_again_is_bounded_as_a_whole"),
            new Guarantee(
                    "The bound is the claim's alone: the work may wait for its own locks",
                    "LedgerSql",
                    "select set_config('statement_timeout', current_setting('once.claim'), true)",
                    "select 1",
                    "WaitTest#the_works_own_wait_for_a_lock_is_not_mistaken_for_a_running_attempt"),
            new Guarantee(
                    "A timeout of the work's own is an error and not 'in flight'",
                    "Protocol",
                    "return claimed.isPresent() ? work(transaction, claimed.get(), work) : lost(transaction);",
                    "try { return claimed.isPresent() ? work(transaction, claimed.get(), work) : lost(transaction); }"
                            + " catch (org.springframework.dao.QueryTimeoutException e) { return new Transactions.Ending<>(new Settled<>(inFlight()), null); }",
                    "WaitTest#the_works_own_timeout_is_an_error_and_not_in_flight"),
            new Guarantee(
                    "In one process, whoever waits holds no connection",
                    "Shield",
                    "if (other == null) {",
                    "if (true) {",
                    "WaitTest#a_duplicate_of_a_running_attempt_in_this_process_waits_without_a_connection"),
            new Guarantee(
                    "A connection lost during the commit is 'unknown', never 'failed' and never 'done'",
                    "SqlErrors",
                    "static boolean mayHaveCommitted(Throwable e) {\n        return any(",
                    "static boolean mayHaveCommitted(Throwable e) {\n        return false && any(",
                    "CrashTest#an_answer_to_the_commit_that_never_arrives_is_unknown_and_the_next_attempt_replays"),
            new Guarantee(
                    "A stopped client loses its claim after the idle bound",
                    "autoconfigure/DatabaseDefaults",
                    "set idle_in_transaction_session_timeout = '5s'",
                    "set application_name = '5s'",
                    "CrashTest#a_stopped_client_loses_its_claim_after_the_idle_bound"),
            new Guarantee(
                    "An expired key is taken over by exactly one",
                    "LedgerSql",
                    "where {own}{scope} = {scope?} and {key} = ? and {expires} <= statement_timestamp()",
                    "where {own}{scope} = {scope?} and {key} = ?",
                    "ExpiryTest#an_expired_key_is_taken_over_by_exactly_one_of_twenty"),
            new Guarantee(
                    "A key that has not expired is never taken over",
                    "LedgerSql",
                    "expires + \" <= statement_timestamp()\"",
                    "\"true\"",
                    "ExpiryTest#a_key_that_has_not_expired_is_not_taken_over"),
            new Guarantee(
                    "A row swept between insert and read starts the protocol again",
                    "Protocol",
                    "ROUNDS = 5",
                    "ROUNDS = 1",
                    "ExpiryTest#a_row_swept_between_losing_to_it_and_reading_it_starts_the_protocol_again"),
            new Guarantee(
                    "It starts again a bounded number of times",
                    "Protocol",
                    "ROUNDS = 5",
                    "ROUNDS = Integer.MAX_VALUE",
                    "ExpiryTest#a_row_that_vanishes_again_and_again_ends_with_an_error_and_not_in_a_loop"),
            new Guarantee(
                    "A sweep deletes nothing that is not old",
                    "retention/Retention",
                    "column + \" < statement_timestamp() - cast(:keep as interval) and (\"",
                    "column + \" is not null and :keep is not null and (\"",
                    "ExpiryTest#a_sweep_deletes_what_is_old_and_leaves_what_is_not"),
            new Guarantee(
                    "A sweep never waits for a claim",
                    "retention/Sweeper",
                    "for update skip locked)",
                    "for update)",
                    "ExpiryTest#a_sweep_skips_an_expired_row_that_is_being_taken_over"),
            new Guarantee(
                    "A sweep reaches every partition",
                    "retention/Sweeper",
                    "where coalesce(leaf.isleaf, true)",
                    "where coalesce(leaf.isleaf, true) limit 1",
                    "PartitionsTest#the_sweep_reaches_every_partition_and_leaves_what_is_young"),
            new Guarantee(
                    "A sweep reaches rows that are not in the table itself",
                    "retention/Sweeper",
                    "allMatch(leaf -> leaf.pages() == 0)",
                    "allMatch(leaf -> leaf.pages() < 0)",
                    "SweepTest#where_the_rows_are_not_in_the_table_itself_they_are_swept_all_the_same"),
            new Guarantee(
                    "A table that cannot be swept stops no other",
                    "retention/Sweeper",
                    "catch (RuntimeException e) {",
                    "catch (IllegalMonitorStateException e) {",
                    "SweepTest#a_table_that_is_locked_stops_no_other"),
            new Guarantee(
                    "Text of the register is never run",
                    "retention/Retention",
                    """
                    (select quote_ident(attname) from pg_attribute
                                   where attrelid = relation and attname = coalesce(expires_column, created_column)
                                     and attnum > 0 and not attisdropped) as column_name""",
                    "coalesce(expires_column, created_column) as column_name",
                    "SweepTest#sql_in_the_register_deletes_nothing_and_stops_nothing"),
            new Guarantee(
                    "A ledger with a condition is swept by its owner only",
                    "retention/Retention",
                    "where swept_only_when is null and",
                    "where",
                    "SweepTest#a_condition_in_the_register_is_never_run_since_its_owner_sweeps_by_itself"),
            new Guarantee(
                    "A retention below its owner's horizon refuses to start",
                    "Ledger",
                    "if (keepFor().compareTo(horizon()) < 0) {",
                    "if (false) {",
                    "ExpiryTest#a_retention_below_the_horizon_of_the_keys_owner_refuses_to_start"),
            new Guarantee(
                    "A replay assigns no transaction id and writes no WAL",
                    "LedgerSql",
                    "on conflict ({identity}) do nothing",
                    "on conflict ({identity}) do update set {key} = excluded.{key} where false",
                    "CostTest#a_replay_assigns_no_transaction_id_and_writes_no_wal"),
            new Guarantee(
                    "A first attempt costs three round trips",
                    "LedgerSql",
                    "Optional<Claimed> claim(Connection connection, Attempt attempt, Duration wait) throws SQLException {",
                    "Optional<Claimed> claim(Connection connection, Attempt attempt, Duration wait) throws SQLException { connection.createStatement().execute(\"select 1\");",
                    "CostTest#a_first_attempt_takes_three_round_trips_with_one_statement_of_work"),
            new Guarantee(
                    "A repeat costs one round trip where this process has seen the key",
                    "SeenKeys",
                    "return hashes.getPlain(slot(hash)) == hash;",
                    "return false;",
                    "CostTest#a_repeat_takes_one_round_trip_where_this_process_has_seen_the_key_and_two_where_not"),
            new Guarantee(
                    "A repeat that loses the insert leaves no transaction open",
                    "Transactions",
                    "own ? last + \";\\nrollback\" : last",
                    "last",
                    "CostTest#a_repeat_that_lost_the_insert_leaves_its_connection_outside_of_any_transaction"),
            new Guarantee(
                    "A write outside the core is refused by the database",
                    "autoconfigure/DatabaseDefaults",
                    "set default_transaction_read_only = on",
                    "set default_transaction_read_only = off",
                    "FenceTest#a_smuggled_write_of_any_kind_is_refused"),
            new Guarantee(
                    "With the fence off no setting of the application is changed",
                    "autoconfigure/DatabaseDefaults",
                    "if (FenceMode.of(environment) == FenceMode.ENFORCE) {",
                    "if (true) {",
                    "StartTest#with_the_dependency_alone_no_setting_is_changed_and_one_line_says_that_there_is_no_fence"),
            new Guarantee(
                    "The fence stays up on a pool without auto-commit",
                    "autoconfigure/DatabaseDefaults",
                    "\"isolate-internal-queries\", \"true\"",
                    "\"isolate-internal-queries\", \"false\"",
                    "StartTest#the_fence_stays_up_on_a_pool_without_auto_commit"),
            new Guarantee(
                    "The work calls nobody outside through Spring's HTTP clients",
                    "autoconfigure/OutsideCallGuard",
                    "throw new IllegalStateException(sentence);",
                    "LOG.warn(sentence);",
                    "OutsideCallsTest#enforced_a_call_in_the_work_is_refused_before_anything_is_sent_and_nothing_is_kept"),
            new Guarantee(
                    "A write handle dies with its transaction",
                    "LiveTransaction",
                    "open = false;",
                    "open = true;",
                    "FenceTest#a_claim_kept_after_its_transaction_is_dead_and_says_so"),
            new Guarantee(
                    "A write handle stays on its thread",
                    "LiveTransaction",
                    "if (Thread.currentThread() != owner) {",
                    "if (false) {",
                    "FenceTest#a_claim_does_not_leave_its_thread"),
            new Guarantee(
                    "Claims do not nest",
                    "Transactions",
                    "if (TransactionSynchronizationManager.isActualTransactionActive()) {",
                    "if (false) {",
                    "FenceTest#claims_do_not_nest_and_do_not_join_a_running_transaction"),
            new Guarantee(
                    "A storm on one key leaves the threads to others",
                    "Shield",
                    "return room && roomInAll && leader",
                    "return leader",
                    "StormTest#five_hundred_duplicates_of_a_slow_key_leave_the_pool_and_the_request_threads_to_others"),
            new Guarantee(
                    "One scope takes at most its share of the pool",
                    "PoolShare",
                    "this.free = new Semaphore(share);",
                    "this.free = new Semaphore(1000);",
                    "StormTest#one_scope_takes_at_most_its_share_of_the_pool"),
            new Guarantee(
                    "Keys and scopes are visible ASCII",
                    "VisibleAscii",
                    "if (!space && (c < '!' || c > '~')) {",
                    "if (false) {",
                    "ValuesTest#a_key_or_scope_of_anything_but_visible_ascii_is_refused_with_a_sentence"),
            new Guarantee(
                    "Fingerprints cannot be shifted between their parts",
                    "Fingerprint",
                    "sha256.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());",
                    "",
                    "ValuesTest#a_byte_that_moves_from_one_part_to_the_next_changes_the_fingerprint"),
            new Guarantee(
                    "A relay takes only the topics it handles",
                    "outbox/Outbox",
                    "where topic = handled.topic and",
                    "where (topic = handled.topic or true) and",
                    "OutboxTest#a_relay_takes_only_the_topics_it_handles"),
            new Guarantee(
                    "A topic that nobody handles is named in the log",
                    "outbox/OutboxWorkers",
                    "repeat(this::reportUnhandled, Duration.ZERO, BETWEEN_REPORTS);",
                    "",
                    "OutboxRelayTest#a_process_without_handlers_names_the_topics_that_wait_too"),
            new Guarantee(
                    "A relay that lost a lease leaves the message alone",
                    "outbox/Outbox",
                    """
                    attempts = attempts + 1
                                where id = :id and lease = :lease and attempts = :attempts and""",
                    """
                    attempts = attempts + 1
                                where id = :id and""",
                    "OutboxRelayTest#a_relay_that_lost_its_leases_does_not_go_on_with_its_batch"),
            new Guarantee(
                    "What an old version took over in a rollout is left alone too",
                    "outbox/Outbox",
                    """
                    attempts = attempts + 1
                                where id = :id and lease = :lease and attempts = :attempts and""",
                    """
                    attempts = attempts + 1
                                where id = :id and lease = :lease and""",
                    "OutboxRolloutTest#what_the_old_version_took_over_the_new_one_leaves_alone"),
            new Guarantee(
                    "Attempts count how often a handler was started, not leases",
                    "outbox/Outbox",
                    """
                    lease = lease + 1
                                where id = any""",
                    """
                    lease = lease + 1, attempts = attempts + 1
                                where id = any""",
                    "OutboxRelayTest#losing_a_lease_is_no_attempt"),
            new Guarantee(
                    "A relay does not wait for a message that somebody has locked",
                    "outbox/Outbox",
                    "for update skip locked) as due",
                    "for update) as due",
                    "OutboxRelayTest#a_relay_goes_past_a_message_that_somebody_has_locked"),
            new Guarantee(
                    "A poll reads only what is due of its own topics",
                    "outbox/Outbox",
                    "due_at <= statement_timestamp()",
                    "due_at <= clock_timestamp()",
                    "OutboxPlansTest#a_poll_reads_neither_what_nobody_handles_nor_what_rests_after_a_failure"),
            new Guarantee(
                    "Every message of the work is written, wherever in it it stands",
                    "LiveTransaction",
                    "send();\n        unsent = new OutboxEntry(id, topic, payload, attempt);",
                    "unsent = new OutboxEntry(id, topic, payload, attempt);",
                    "OutboxTest#each_message_is_written_in_its_place_and_a_part_that_fails_takes_its_own_back"),
            new Guarantee(
                    "A message of a part that was undone is undone with it",
                    "LiveTransaction",
                    "unsent = null;\n        try {\n            execute(",
                    "try {\n            execute(",
                    "OutboxTest#each_message_is_written_in_its_place_and_a_part_that_fails_takes_its_own_back"),
            new Guarantee(
                    "A message is marked after its handler, so a crash loses none",
                    "outbox/OutboxWorkers",
                    "handler.handle(message);",
                    "outbox.done(message); handler.handle(message);",
                    "OutboxTest#a_relay_killed_at_any_point_loses_nothing_and_doubles_nothing"),
            new Guarantee(
                    "A poison message is parked",
                    "outbox/OutboxWorkers",
                    "if (message.attempts() >= properties.mostAttempts()) {",
                    "if (false) {",
                    "OutboxTest#a_poison_message_is_parked_where_an_operator_can_retry_or_discard_it"),
            new Guarantee(
                    "A message that kills its process is parked",
                    "outbox/OutboxWorkers",
                    "if (lease.message().attempts() >= properties.mostAttempts()) {",
                    "if (false) {",
                    "OutboxRelayTest#a_message_that_kills_its_process_is_parked"),
            new Guarantee(
                    "An error thrown by a handler is a failure like any other",
                    "outbox/OutboxWorkers",
                    """
                    handler.handle(message);
                            } catch (Throwable e) {""",
                    """
                    handler.handle(message);
                            } catch (Exception e) {""",
                    "OutboxRelayTest#an_error_thrown_by_a_handler_is_a_failure_and_the_workers_live_on"),
            new Guarantee(
                    "An interrupt of one handler does not reach the next",
                    "outbox/OutboxWorkers",
                    "Thread.interrupted();",
                    "",
                    "OutboxRelayTest#an_interrupt_of_one_handler_does_not_reach_the_next"),
            new Guarantee(
                    "A slow handler keeps its lease",
                    "outbox/OutboxWorkers",
                    "outbox.renew(lease, properties.lease());",
                    "lease.number();",
                    "OutboxTest#a_handler_that_takes_longer_than_the_lease_keeps_its_message"),
            new Guarantee(
                    "A relay that stops gives back what it holds",
                    "outbox/OutboxWorkers",
                    "outbox.giveBack(lease);",
                    "lease.number();",
                    "OutboxTest#a_relay_that_stops_finishes_what_it_does_and_gives_the_rest_back"),
            new Guarantee(
                    "Messages that wait are never swept",
                    "outbox/Outbox",
                    "\"done_at < statement_timestamp() - cast(:keep as interval)\"",
                    "\"created_at < statement_timestamp() - cast(:keep as interval)\"",
                    "OutboxTest#done_messages_are_swept_and_waiting_or_parked_ones_never"),
            new Guarantee(
                    "A ledger that its table or its role cannot serve is refused where it is declared, with the SQL that is missing",
                    "Idempotencies",
                    "LedgerCheck.check(ledger, dataSource);",
                    "",
                    "LedgerStartTest#a_table_that_cannot_work_is_refused_and_the_printed_sql_cures_it"),
            new Guarantee(
                    "A ledger without its unique constraint does not start",
                    "LedgerCheck",
                    "if (indexes.stream().noneMatch(index -> index.isOn(identity) && index.immediate())) {",
                    "if (indexes.isEmpty()) {",
                    "LedgerStartTest#an_index_that_is_not_valid_does_not_count"),
            new Guarantee(
                    "Another unique index than the claim's is warned about",
                    "LedgerCheck",
                    "} else if (!index.isOn(identity) && !hasDefault(table, index)) {",
                    "} else if (false) {",
                    "LedgerStartTest#another_unique_constraint_is_warned_about"),
            new Guarantee(
                    "A wait that the driver would cut off is refused at start",
                    "LedgerCheck",
                    "compareWait(Duration.ofMillis(connection.getNetworkTimeout()));",
                    "compareWait(Duration.ZERO);",
                    "LedgerStartTest#a_wait_that_outlasts_the_drivers_patience_is_refused"),
            new Guarantee(
                    "A detail that the ledger does not record is refused before anything is written",
                    "Idempotency",
                    "ledger.requireRecorded(attempt);",
                    "",
                    "LedgerStartTest#a_detail_that_the_ledger_does_not_record_is_refused_before_anything_is_written"),
            new Guarantee(
                    "The details of an attempt cannot be changed from outside",
                    "Attempt",
                    "Collections.unmodifiableMap(new LinkedHashMap<>(details))",
                    "details",
                    "ValuesTest#the_details_of_an_attempt_are_its_own"),
            new Guarantee(
                    "Another database than PostgreSQL is refused before it gets a statement",
                    "ServerCheck",
                    "requirePostgres(connection);",
                    "",
                    "StartTest#another_database_than_postgresql_is_refused_before_it_gets_a_statement"),
            new Guarantee(
                    "A PostgreSQL that is too old is refused",
                    "ServerCheck",
                    "if (version < OLDEST) {",
                    "if (false) {",
                    "StartTest#a_postgresql_that_is_too_old_is_refused"),
            new Guarantee(
                    "A pooler in between is refused while the driver prepares statements",
                    "ServerCheck",
                    "if (prepares && driver.getBackendPID() != serverProcess(connection)) {",
                    "if (prepares && driver.getBackendPID() == 0) {",
                    "PoolerTest#with_prepared_statements_it_is_refused"),
            new Guarantee(
                    "While the server cannot write, the application is not ready",
                    "autoconfigure/ReadinessWatcher",
                    "say(recovering ? \"it is in recovery\" : null);",
                    "say(null);",
                    "ReadinessTest#on_a_standby_it_takes_no_traffic_until_the_server_is_promoted"),
            new Guarantee(
                    "A refusal of traffic by somebody else is never taken back",
                    "autoconfigure/ReadinessWatcher",
                    "refusedHere = event.getSource() == this && state == ReadinessState.REFUSING_TRAFFIC;",
                    "refusedHere |= event.getSource() == this && state == ReadinessState.REFUSING_TRAFFIC;",
                    "ReadinessTest#what_somebody_else_has_refused_stays_refused"),
            new Guarantee(
                    "A duplicate effect is counted",
                    "retention/DuplicateEffects",
                    "or (earlier.tableoid, earlier.ctid) < (later.tableoid, later.ctid)",
                    "",
                    "OperationsTest#a_duplicate_effect_is_counted_and_shouted_about"),
            new Guarantee(
                    "Two effects of one attempt are found as long as its key is kept",
                    "retention/DuplicateEffects",
                    "(cast(:keep as interval) - interval '1 minute')",
                    "least(cast(:keep as interval), interval '1 day')",
                    "DuplicateEffectsTest#two_effects_of_one_attempt_three_days_apart_are_found"),
            new Guarantee(
                    "A key that was used again after its expiry is no duplicate",
                    "retention/DuplicateEffects",
                    "(cast(:keep as interval) - interval '1 minute')",
                    "greatest(cast(:keep as interval), interval '1 day')",
                    "DuplicateEffectsTest#a_key_that_was_used_again_after_its_expiry_is_none"),
            new Guarantee(
                    "Of many processes one counts duplicate effects in an hour",
                    "retention/DuplicateEffects",
                    "and (check_started_at is null or check_started_at < statement_timestamp() - interval '55 minutes')",
                    "",
                    "DuplicateEffectsTest#of_many_processes_one_checks_and_all_know_the_result"),
            new Guarantee(
                    "A number of duplicate effects that is not known is not zero",
                    "retention/DuplicateEffects",
                    "? Double.NaN :",
                    "? 0.0 :",
                    "DuplicateEffectsTest#what_nobody_has_counted_for_two_hours_is_not_known"),
            new Guarantee(
                    "Nothing that is locked keeps an application from starting",
                    "retention/Housekeeper",
                    "repeat(timer, Duration.ZERO, properties.checkEvery(), this::registerAndCheck);",
                    "retention.register();",
                    "StartTest#a_locked_register_and_a_locked_table_of_effects_do_not_keep_it_from_starting"),
            new Guarantee(
                    "Looking a key up shows no stored answer",
                    "operations/LedgerInspector",
                    "shown.addAll(ledger.recordedColumns());",
                    "shown.addAll(ledger.stored().columns().stream().map(Stored.Column::name).toList());",
                    "OperationsTest#an_operator_looks_a_key_up_without_seeing_what_was_answered"),
            new Guarantee(
                    "A key in a log line is bounded",
                    "AttemptLog",
                    "LONGEST_KEY_SHOWN = 80",
                    "LONGEST_KEY_SHOWN = 8000",
                    "OperationsTest#one_line_tells_of_each_attempt_and_a_key_cannot_forge_another"),
            new Guarantee(
                    "Operations that share a table do not meet",
                    "LedgerSql",
                    "entry(\"{own}\", shared ? ledger.ownRows() + \" and \" : \"\"),",
                    "entry(\"{own}\", \"\"),",
                    "web.OperationsOverHttpTest#the_same_key_in_another_scope_or_operation_is_another_key"),
            new Guarantee(
                    "A table that ledgers share is unique by operation, scope and key, or the start is refused",
                    "LedgerCheck",
                    "List<String> identity = ledger.identity();",
                    "List<String> identity = List.of(ledger.scopeColumn(), ledger.keyColumn());",
                    "web.CoreSchemaTest#a_table_that_cannot_serve_is_refused_at_start"),
            new Guarantee(
                    "One sweep serves all operations of a shared table",
                    "Idempotencies",
                    "shared.putIfAbsent(ledger.table(), ledger);",
                    "",
                    "web.OperationsOverHttpTest#one_sweep_of_the_table_serves_all_operations"),
            new Guarantee(
                    "An operator looks into one operation at a time",
                    "operations/LedgerInspector",
                    ".replace(\"{own}\", ledger.ownRows())",
                    ".replace(\"{own}\", \"true\")",
                    "web.OperationsOverHttpTest#the_operator_finds_a_key_and_the_metrics_go_by_the_operation"),
            new Guarantee(
                    "Quoted and bare are the same key",
                    "web/IdempotencyKeyHeader",
                    "value.startsWith(\"\\\"\") ? unquoted(value) : bare(value)",
                    "value",
                    "web.OperationsOverHttpTest#quoted_and_bare_are_one_key_and_a_space_in_quotes_is_a_part_of_it"),
            new Guarantee(
                    "A malformed key is refused with a reason",
                    "web/IdempotencyKeyHeader",
                    "if (value.indexOf(';') >= 0) {",
                    "if (false) {",
                    "web.OperationsOverHttpTest#a_malformed_key_is_400_and_says_why"),
            new Guarantee(
                    "Of two keys none is chosen",
                    "web/IdempotencyKeyHeader",
                    "if (values.size() > 1) {",
                    "if (false) {",
                    "web.OperationsOverHttpTest#two_keys_are_400"),
            new Guarantee(
                    "A replay over HTTP is marked",
                    "web/StoredAnswer",
                    ".header(\"Idempotent-Replayed\", \"true\")",
                    "",
                    "web.OperationsOverHttpTest#a_replay_has_the_bytes_and_headers_of_the_first_answer_and_is_marked"),
            new Guarantee(
                    "A header that belongs to one moment is neither stored nor sent",
                    "web/StoredAnswer",
                    "if (KEPT.contains(name.toLowerCase(Locale.ROOT))) {",
                    "if (!name.isEmpty()) {",
                    "web.OperationsOverHttpTest#a_replay_has_the_bytes_and_headers_of_the_first_answer_and_is_marked"),
            new Guarantee(
                    "Another request under a used key is told from a repeat over HTTP",
                    "web/OnceOperation",
                    "Arrays.stream(parts).map(bodies::fingerprinted)",
                    "Stream.<byte[]>empty()",
                    "web.OperationsOverHttpTest#another_request_under_the_key_is_422"),
            new Guarantee(
                    "A database that is away is 503 over HTTP",
                    "web/AttemptUnavailableException",
                    "throw new AttemptUnavailableException(e);",
                    "throw e;",
                    "web.OperationsOverHttpTest#with_the_database_away_it_is_503_and_afterwards_it_is_done_once"),
            new Guarantee(
                    "The failures of other endpoints stay what they were",
                    "web/OnceProblemAdvice",
                    "AttemptUnavailableException",
                    "org.springframework.dao.TransientDataAccessException",
                    "web.OperationsOverHttpTest#failures_that_have_nothing_to_do_with_the_core_stay_what_they_were"),
            new Guarantee(
                    "Of many processes one makes the tables",
                    "autoconfigure/CoreTables",
                    "write.sql(ALONE).param(\"schema\", schema.value()).query(row -> {});",
                    "",
                    "web.CoreSchemaTest#who_makes_the_tables_does_it_alone"),
            new Guarantee(
                    "A table that is used is looked at before the first request",
                    "autoconfigure/OnceAutoConfiguration",
                    "tables.require(CoreTable.OUTBOX, \"there are handlers for what is in it\");",
                    "",
                    "web.CoreSchemaTest#handlers_of_an_outbox_that_is_not_there_are_refused_at_start"),
            new Guarantee(
                    "Nobody needs an outbox that is not used",
                    "outbox/Outbox",
                    "there = reads.hasTable(table);",
                    "there = true;",
                    "web.CoreSchemaTest#a_service_that_uses_none_of_them_starts_and_runs_without"),
            new Guarantee(
                    "Nobody needs a register that is not used",
                    "retention/Retention",
                    "if (!reads.hasTable(register)) {",
                    "if (false) {",
                    "web.CoreSchemaTest#one_that_uses_only_the_shared_claims_needs_neither_outbox_nor_registers"),
            new Guarantee(
                    "Nobody needs the register of effects who has none",
                    "retention/DuplicateEffects",
                    "if (own.isEmpty()) {",
                    "if (false) {",
                    "web.CoreSchemaTest#one_that_uses_only_the_shared_claims_needs_neither_outbox_nor_registers"),
            new Guarantee(
                    "Nothing sweeps a table of the core's that is not there",
                    "retention/Retention",
                    "|| reads.hasTable(sweep.table())",
                    "|| true",
                    "web.CoreSchemaTest#one_that_uses_only_the_shared_claims_needs_neither_outbox_nor_registers"),
            new Guarantee(
                    "The core's tables are where the setting says",
                    "Writes",
                    "schema.in(OutboxEntry.INSERT)",
                    "SchemaName.ONCE.in(OutboxEntry.INSERT)",
                    "web.CoreSchemaTest#the_schema_may_have_another_name"),
            new Guarantee(
                    "A space in a key cannot end its place in a log line",
                    "AttemptLog",
                    "whole.replace(\" \", \"%20\")",
                    "whole",
                    "OperationsTest#one_line_tells_of_each_attempt_and_a_key_cannot_forge_another"));

    private Guarantees() {}
}
