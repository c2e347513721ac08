create schema once;

comment on schema once is 'What every surface shares: the outbox, and the register of ledgers and effects.';

-- PostgreSQL 18 has uuidv7(); older ones get the same from here. One name for both, so that tables need not know.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    execute 'create function once.uuidv7() returns uuid language sql volatile as ''select pg_catalog.uuidv7()''';
  else
    execute $function$
      create function once.uuidv7() returns uuid language sql volatile as $body$
        select encode(
          set_bit(
            set_bit(
              overlay(uuid_send(gen_random_uuid())
                placing substring(int8send(floor(extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                from 1 for 6),
              52, 1),
            53, 1),
          'hex')::uuid
      $body$
    $function$;
  end if;
end
$$;

create table once.outbox (
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
  constraint outbox_pk primary key (id),
  constraint outbox_ends_once check (done_at is null or parked_at is null)
);

-- Only what waits is in the index, so a long history costs the relay nothing.
create index outbox_due on once.outbox (due_at) where done_at is null and parked_at is null;

comment on table once.outbox is
  'Consequences of committed work, relayed at least once. Retention: done rows 7 days; waiting and parked rows are never swept.';
comment on column once.outbox.due_at is 'Not before this. A lease moves it ahead, so a crashed relay gives its messages back by itself.';
comment on column once.outbox.parked_at is 'Failed too often. An operator retries or discards it.';

create table once.ledgers (
  name text not null,
  table_name text not null,
  scope_column text not null,
  key_column text not null,
  created_column text not null,
  expires_column text,
  swept_only_when text,
  keep_for interval not null,
  constraint ledgers_pk primary key (name)
);

comment on table once.ledgers is
  'Every ledger that an application of this database has declared, so that one sweeper can serve all. Retention: one row a ledger.';

create table once.effects (
  table_name text not null,
  attempt_columns text not null,
  created_column text not null,
  constraint effects_pk primary key (table_name)
);

comment on table once.effects is
  'Every table of side effects and the columns that name the attempt it came from: two rows of one attempt are a duplicate effect. Retention: one row a table.';
