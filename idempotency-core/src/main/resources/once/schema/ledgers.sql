create table {once}.ledgers (
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

comment on table {once}.ledgers is
  'Every ledger that an application of this database has declared, so that one sweeper can serve all. Retention: one row a ledger.';
