create table {once}.outbox (
  id uuid not null,
  topic text not null,
  payload jsonb not null,
  scope text collate "C",
  idempotency_key text collate "C",
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  attempts int not null default 0,
  done_at timestamptz,
  parked_at timestamptz,
  last_error text,
  lease bigint not null default 0,
  constraint outbox_pk primary key (id),
  constraint outbox_ends_once check (done_at is null or parked_at is null)
);

create index outbox_waiting on {once}.outbox (topic, due_at) include (created_at)
  where done_at is null and parked_at is null;
create index outbox_parked on {once}.outbox (parked_at) where parked_at is not null;

comment on table {once}.outbox is
  'Consequences of committed work, relayed at least once. Retention: done rows 7 days; waiting and parked rows are never swept.';
comment on column {once}.outbox.due_at is 'Not before this. A lease moves it ahead, so a crashed relay gives its messages back by itself.';
comment on column {once}.outbox.parked_at is 'Failed too often. An operator retries or discards it.';
comment on column {once}.outbox.lease is 'The number of the lease. A relay changes a message only while it knows the number.';
comment on column {once}.outbox.attempts is 'How often a handler was started.';
