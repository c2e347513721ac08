-- Distributes the tables of the four apps over the workers of a Citus cluster, next to each other by their scope.
-- Run it on the coordinator, as the owner of the tables, when the apps have migrated and while none of them runs:
--   psql -v ON_ERROR_STOP=1 -f citus.sql
-- It may be run again: after an upgrade it distributes what is new. Tables that are not there are left out.
-- What is not named here stays on the coordinator: the outbox, the registers, sessions, and JobRunr's tables.

create or replace function pg_temp.refer(name text) returns text language plpgsql as $$
begin
  if to_regclass(name) is null or exists (select from pg_dist_partition where logicalrelid = to_regclass(name) and colocationid <> 0) then
    return name || ': nothing to do';
  end if;
  perform create_reference_table(name);
  return name || ': on every node';
end
$$;

create or replace function pg_temp.distribute(name text, scope text, beside text default 'none') returns text language plpgsql as $$
begin
  if to_regclass(name) is null or exists (select from pg_dist_partition where logicalrelid = to_regclass(name) and colocationid <> 0) then
    return name || ': nothing to do';
  end if;
  perform create_distributed_table(name, scope, colocate_with => beside);
  return name || ': by ' || scope;
end
$$;

-- Reference tables first: distributed ones may point to them.
select pg_temp.refer('forms.organisations');
select pg_temp.refer('forms.users');
select pg_temp.refer('jobs.statement_runs');
select pg_temp.refer('jobs.account_entries');

-- Parents before their children; the ledger first, and everything else beside it.
select pg_temp.distribute('webhooks.processed_events', 'provider');
select pg_temp.distribute('webhooks.credit_entries', 'provider', 'webhooks.processed_events');
select pg_temp.distribute('webhooks.subscriptions', 'provider', 'webhooks.processed_events');
select pg_temp.distribute('webhooks.suppressed_addresses', 'provider', 'webhooks.processed_events');

select pg_temp.distribute('forms.action_claims', 'org_id');
select pg_temp.distribute('forms.customers', 'org_id', 'forms.action_claims');
select pg_temp.distribute('forms.invoices', 'org_id', 'forms.action_claims');
select pg_temp.distribute('forms.invoice_lines', 'org_id', 'forms.action_claims');

select pg_temp.distribute('jobs.job_results', 'run_id');
select pg_temp.distribute('jobs.runs', 'id', 'jobs.job_results');
select pg_temp.distribute('jobs.statements', 'run_id', 'jobs.job_results');
select pg_temp.distribute('jobs.charges', 'run_id', 'jobs.job_results');
select pg_temp.distribute('jobs.emails', 'run_id', 'jobs.job_results');

select pg_temp.distribute('api.idempotency_keys', 'client_id');
select pg_temp.distribute('api.customers', 'client_id', 'api.idempotency_keys');
select pg_temp.distribute('api.invoices', 'client_id', 'api.idempotency_keys');
select pg_temp.distribute('api.invoice_lines', 'client_id', 'api.idempotency_keys');
select pg_temp.distribute('api.exports', 'client_id', 'api.idempotency_keys');
select pg_temp.distribute('api.export_chunks', 'client_id', 'api.idempotency_keys');

select pg_temp.distribute('once.claims', 'scope');

-- Children before parents: what was copied to the workers is not needed here any more.
select truncate_local_data_after_distributing_table(logicalrelid)
from pg_dist_partition
where pg_relation_size(logicalrelid) > 0
order by exists (select from pg_constraint where confrelid = logicalrelid and contype = 'f');
