comment on schema jobs is 'Jobs of steps: the ledger of finished steps, the runs, and what the steps did.';

-- JobRunr makes and migrates its own tables; it only needs a place for them.
create schema if not exists jobrunr;
comment on schema jobrunr is 'The job runtime''s own tables, on connections of its own. Retention: set by jobrunr.background-job-server.*.';

create table jobs.job_results (
  run_id uuid not null,
  step text collate "C" not null,
  fingerprint bytea not null,
  output text,
  created_at timestamptz not null default now(),
  constraint job_results_run_step unique (run_id, step)
) with (fillfactor = 70);

comment on table jobs.job_results is
  'The ledger: a step of a run is done once, and its output is handed to every retry. Retention: 30 days, when its run has succeeded or was closed; results of failed runs until then.';
comment on column jobs.job_results.output is 'JSON as the step wrote it. Text and not jsonb, which would not give back what was put in.';

create table jobs.runs (
  id uuid not null,
  kind text not null,
  parameters text not null,
  status text not null default 'queued',
  attempts int not null default 0,
  reason text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  closed_at timestamptz,
  constraint runs_pk primary key (id),
  constraint runs_status_known check (status in ('queued', 'running', 'succeeded', 'failed', 'unknown')),
  constraint runs_end_noted check ((ended_at is not null) = (status in ('succeeded', 'failed', 'unknown')))
);

-- Only what waits for an operator is in the index.
create index runs_for_operator on jobs.runs (id) where status in ('failed', 'unknown') and closed_at is null;

comment on table jobs.runs is
  'One row a run; its id is also the outbox message''s and the job runtime''s. Retention: with its results, 30 days after its end, or after it was closed; a statement''s run is kept.';
comment on column jobs.runs.parameters is 'What was asked, as JSON. Part of every step''s fingerprint, so it never changes.';
comment on column jobs.runs.closed_at is 'An operator has dealt with a failed or unknown run: from here on its results may be swept.';

create table jobs.statement_runs (
  account text collate "C" not null,
  month text collate "C" not null,
  run_id uuid not null,
  created_at timestamptz not null default now(),
  constraint statement_runs_account_month unique (account, month),
  constraint statement_runs_month_form check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);

comment on table jobs.statement_runs is
  'The natural key of a statement: an account has one in a month. Retention: kept, or the month could be charged again.';

create table jobs.account_entries (
  id uuid not null default once.uuidv7(),
  account text collate "C" not null,
  reference text collate "C" not null,
  booked_on date not null,
  description text not null,
  amount_cents bigint not null,
  constraint account_entries_account_reference unique (account, reference)
);

comment on table jobs.account_entries is 'What a statement adds up. Retention: kept, these are books.';

create table jobs.statements (
  id uuid not null default once.uuidv7(),
  run_id uuid not null,
  step text collate "C" not null,
  account text collate "C" not null,
  month text collate "C" not null,
  entries int not null,
  total_cents bigint not null,
  created_at timestamptz not null default now(),
  constraint statements_pk primary key (run_id, id)
);

comment on table jobs.statements is 'What collect did. Retention: kept, these are books.';

create table jobs.charges (
  id uuid not null default once.uuidv7(),
  run_id uuid not null,
  step text collate "C" not null,
  vendor_reference text not null,
  customer text not null,
  amount_cents bigint not null,
  currency text not null,
  created_at timestamptz not null default now(),
  constraint charges_pk primary key (run_id, id)
);

comment on table jobs.charges is 'Charges that the payment vendor has confirmed. Retention: kept, these are books.';

create table jobs.emails (
  id uuid not null default once.uuidv7(),
  run_id uuid not null,
  step text collate "C" not null,
  vendor_reference text not null,
  template text not null,
  created_at timestamptz not null default now(),
  constraint emails_pk primary key (run_id, id)
);

comment on table jobs.emails is 'E-mails that the e-mail vendor has taken. Whose they are is known to the run alone. Retention: kept, one small row an e-mail.';
