package dev.once.proof.guarantees;

import java.util.List;

/** Every guarantee of the core. A promise that is not here is not made. */
final class Guarantees {

    static final List<Guarantee> ALL = List.of(
            new Guarantee(
                    "Of many racing attempts of one key, one runs",
                    "Idempotency",
                    "return ours ? work(attempt, work) : new Transactions.Ending<>(Optional.empty(), null);",
                    "return work(attempt, work);",
                    "RaceTest#instances_that_know_nothing_of_each_other_still_run_it_once"),
            new Guarantee(
                    "A duplicate is no error: the constraint decides without failing anybody",
                    "LedgerSql",
                    "values ({values}) on conflict ({scope}, {key}) do nothing;",
                    "values ({values});",
                    "RaceTest#instances_that_know_nothing_of_each_other_still_run_it_once"),
            new Guarantee(
                    "The stored answer commits with the work",
                    "LedgerSql",
                    "update {table} set {stored} where {scope} = {scope?} and {key} = ?;",
                    "select {stored} where (?, ?) is null;",
                    "RaceTest#one_of_many_racing_callers_runs_and_all_others_replay"),
            new Guarantee(
                    "The first caller is told what every replay will say",
                    "Idempotency",
                    "var stored = ledger.stored().encode().apply(work.apply(new Claim(live, attempt)));",
                    "R said = work.apply(new Claim(live, attempt)); var stored = ledger.stored().encode().apply(said);"
                            + " if (true) { return new Transactions.Ending<>(Optional.of(new Outcome.FirstRun<>(said)), c -> sql.storeAndCommit(c, attempt, stored)); }",
                    "RaceTest#the_first_caller_is_told_what_every_replay_will_say"),
            new Guarantee(
                    "A key is somebody's: the same key in another scope is another attempt",
                    "LedgerSql",
                    "statement.setString(from, scope.value());",
                    "statement.setString(from, \"everybody\");",
                    "RaceTest#the_same_key_in_two_scopes_is_two_attempts"),
            new Guarantee(
                    "A used key asked for something else is refused",
                    "Idempotency",
                    "boolean same = fingerprint == null || attempt.fingerprint().matches(fingerprint);",
                    "boolean same = true;",
                    "RaceTest#the_same_key_for_something_else_is_reused_and_nothing_runs"),
            new Guarantee(
                    "Work that throws leaves nothing behind",
                    "Transactions",
                    "statement.execute(\"rollback\");",
                    "statement.execute(\"commit\");",
                    "RollbackTest#work_that_throws_leaves_no_claim_and_no_effect_and_the_next_attempt_runs"),
            new Guarantee(
                    "A swallowed database error fails the attempt instead of committing nothing",
                    "LedgerSql",
                    "            set constraints all immediate;\n            commit",
                    "            commit",
                    "RollbackTest#work_that_swallows_a_database_error_fails_the_attempt_of_a_ledger_without"),
            new Guarantee(
                    "Serialization failures and deadlocks are tried again inside",
                    "SqlStates",
                    "Set.of(\"40001\", \"40P01\")",
                    "Set.of()",
                    "RollbackTest#two_claims_that_really_deadlock_both_succeed"),
            new Guarantee(
                    "When the first in line fails, the next one runs",
                    "Shield",
                    "leader.ended.countDown();",
                    "if (settled) { leader.ended.countDown(); }",
                    "RollbackTest#in_one_process_the_next_in_line_runs_when_the_first_fails"),
            new Guarantee(
                    "A part that may fail takes only its own writes back",
                    "LiveTransaction",
                    "sql(\"rollback to savepoint once_part\").update();",
                    "",
                    "RollbackTest#a_part_that_may_fail_rolls_back_to_before_it_and_the_rest_commits"),
            new Guarantee(
                    "The wait for a running attempt is bounded",
                    "LedgerSql",
                    """
                    set local statement_timeout = {wait};
                                insert""",
                    """
                    set local statement_timeout = 0;
                                insert""",
                    "WaitTest#a_duplicate_of_a_running_attempt_elsewhere_is_in_flight_after_the_wait"),
            new Guarantee(
                    "The bound holds over a chain of winners that roll back",
                    "LedgerSql",
                    """
                    set local statement_timeout = {wait};
                                insert""",
                    """
                    set local lock_timeout = {wait};
                                insert""",
                    "WaitTest#a_chain_of_winners_that_roll_back_does_not_stretch_the_wait"),
            new Guarantee(
                    "The bound is the claim's alone: the work may wait for its own locks",
                    "LedgerSql",
                    """
                    on conflict ({scope}, {key}) do nothing;
                                set local statement_timeout to default""",
                    "on conflict ({scope}, {key}) do nothing",
                    "WaitTest#the_works_own_wait_for_a_lock_is_not_mistaken_for_a_running_attempt"),
            new Guarantee(
                    "A timeout of the work's own is an error and not 'in flight'",
                    "Idempotency",
                    "return ours ? work(attempt, work) : new Transactions.Ending<>(Optional.empty(), null);",
                    "try { return ours ? work(attempt, work) : new Transactions.Ending<>(Optional.empty(), null); }"
                            + " catch (org.springframework.dao.QueryTimeoutException e) { return new Transactions.Ending<>(Optional.of(inFlight()), null); }",
                    "WaitTest#the_works_own_timeout_is_an_error_and_not_in_flight"),
            new Guarantee(
                    "In one process, whoever waits holds no connection",
                    "Shield",
                    "if (other == null) {",
                    "if (true) {",
                    "WaitTest#a_duplicate_of_a_running_attempt_in_this_process_waits_without_a_connection"),
            new Guarantee(
                    "A connection lost during the commit is 'unknown', never 'failed' and never 'done'",
                    "SqlStates",
                    "return state(e).startsWith(\"08\") || SERVER_GOES_AWAY.contains(state(e));",
                    "return false;",
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
                    "where {scope} = {scope?} and {key} = ? and {expires} <= clock_timestamp();",
                    "where {scope} = {scope?} and {key} = ?;",
                    "ExpiryTest#an_expired_key_is_taken_over_by_exactly_one_of_twenty"),
            new Guarantee(
                    "A key that has not expired is never taken over",
                    "LedgerSql",
                    "expires + \" <= clock_timestamp()\"",
                    "\"true\"",
                    "ExpiryTest#a_key_that_has_not_expired_is_not_taken_over"),
            new Guarantee(
                    "A row swept between insert and read starts the protocol again",
                    "Idempotency",
                    "ROUNDS = 5",
                    "ROUNDS = 1",
                    "ExpiryTest#a_row_swept_between_losing_to_it_and_reading_it_starts_the_protocol_again"),
            new Guarantee(
                    "It starts again a bounded number of times",
                    "Idempotency",
                    "ROUNDS = 5",
                    "ROUNDS = Integer.MAX_VALUE",
                    "ExpiryTest#a_row_that_vanishes_again_and_again_ends_with_an_error_and_not_in_a_loop"),
            new Guarantee(
                    "A sweep deletes nothing that is not old",
                    "retention/Retention",
                    "created + \" < now() - interval '\" + keep + \"'\"",
                    "\"true\"",
                    "ExpiryTest#a_sweep_deletes_what_is_old_and_leaves_what_is_not"),
            new Guarantee(
                    "A sweep never waits for a claim",
                    "retention/Retention",
                    "for update skip locked)",
                    "for update)",
                    "ExpiryTest#a_sweep_skips_an_expired_row_that_is_being_taken_over"),
            new Guarantee(
                    "A retention below its owner's horizon refuses to start",
                    "Ledger",
                    "if (keepFor().compareTo(horizon()) < 0) {",
                    "if (false) {",
                    "ExpiryTest#a_retention_below_the_horizon_of_the_keys_owner_refuses_to_start"),
            new Guarantee(
                    "A replay assigns no transaction id and writes no WAL",
                    "LedgerSql",
                    "on conflict ({scope}, {key}) do nothing;",
                    "on conflict ({scope}, {key}) do update set {key} = excluded.{key} where false;",
                    "CostTest#a_replay_assigns_no_transaction_id_and_writes_no_wal"),
            new Guarantee(
                    "A first attempt costs three round trips",
                    "LedgerSql",
                    "boolean claim(Connection connection, Attempt attempt, Duration wait) throws SQLException {",
                    "boolean claim(Connection connection, Attempt attempt, Duration wait) throws SQLException { connection.createStatement().execute(\"select 1\");",
                    "CostTest#a_first_attempt_takes_three_round_trips_with_one_statement_of_work"),
            new Guarantee(
                    "A repeat costs one round trip where this process has seen the key",
                    "SeenKeys",
                    "return hashes.getPlain(slot(hash)) == hash;",
                    "return false;",
                    "CostTest#a_repeat_takes_one_round_trip_where_this_process_has_seen_the_key_and_three_where_not"),
            new Guarantee(
                    "A write outside the core is refused by the database",
                    "autoconfigure/DatabaseDefaults",
                    "set default_transaction_read_only = on",
                    "set default_transaction_read_only = off",
                    "FenceTest#a_smuggled_write_of_any_kind_is_refused"),
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
                    "if (c < '!' || c > '~') {",
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
                    "and topic in (:topics)",
                    "and (topic in (:topics) or true)",
                    "OutboxTest#a_relay_takes_only_the_topics_it_handles"),
            new Guarantee(
                    "Two relays never hold the same message",
                    "outbox/Outbox",
                    """
                    limit :batch
                                  for update skip locked)
                                returning""",
                    """
                    limit :batch)
                                returning""",
                    "OutboxTest#two_relays_take_no_message_twice_and_park_none_of_the_others"),
            new Guarantee(
                    "A message is marked after its handler, so a crash loses none",
                    "outbox/OutboxRelay",
                    "handler.handle(message);",
                    "outbox.done(message); handler.handle(message);",
                    "OutboxTest#a_relay_killed_at_any_point_loses_nothing_and_doubles_nothing"),
            new Guarantee(
                    "A poison message is parked",
                    "outbox/OutboxRelay",
                    "if (message.attempts() >= properties.mostAttempts()) {",
                    "if (false) {",
                    "OutboxTest#a_poison_message_is_parked_where_an_operator_can_retry_or_discard_it"),
            new Guarantee(
                    "A slow handler keeps its lease",
                    "outbox/OutboxRelay",
                    "outbox.renew(message, properties.lease());",
                    "message.id();",
                    "OutboxTest#a_handler_that_takes_longer_than_the_lease_keeps_its_message"),
            new Guarantee(
                    "A relay that stops gives back what it holds",
                    "outbox/OutboxRelay",
                    "outbox.giveBack(message);",
                    "message.id();",
                    "OutboxTest#a_relay_that_stops_finishes_what_it_does_and_gives_the_rest_back"),
            new Guarantee(
                    "Messages that wait are never swept",
                    "outbox/Outbox",
                    "where done_at < clock_timestamp() - cast(:keep as interval)",
                    "where created_at < clock_timestamp() - cast(:keep as interval)",
                    "OutboxTest#done_messages_are_swept_and_waiting_or_parked_ones_never"),
            new Guarantee(
                    "A duplicate effect is counted",
                    "retention/DuplicateEffects",
                    "having count(*) > 1",
                    "having count(*) > 2",
                    "OperationsTest#a_duplicate_effect_is_counted_and_shouted_about"),
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
                    "OperationsTest#one_line_tells_of_each_attempt_and_a_key_cannot_forge_another"));

    private Guarantees() {}
}
