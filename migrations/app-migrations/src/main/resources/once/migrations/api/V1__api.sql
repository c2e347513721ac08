comment on schema api is 'The public API: clients, the ledger of their keys, and what they made.';

create table api.clients (
  client_id text collate "C" not null,
  token_sha256 bytea not null,
  read_only boolean not null default false,
  demo_only boolean not null default false,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint clients_token primary key (token_sha256),
  constraint clients_token_is_a_digest check (octet_length(token_sha256) = 32),
  constraint clients_id_is_visible check (client_id ~ '^[!-~]{1,255}$')
);

comment on table api.clients is
  'Who may call, one row a token: to rotate, add a row and revoke the old one. Retention: kept, revoked rows too.';
comment on column api.clients.token_sha256 is 'The token itself is nowhere: insert .. values (''initech'', sha256(''the token''::bytea)).';
comment on column api.clients.demo_only is 'Made by the demo profile, and good for nothing outside it.';

create table api.idempotency_keys (
  client_id text collate "C" not null,
  idempotency_key text collate "C" not null,
  fingerprint bytea not null,
  status int,
  headers text,
  body bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint idempotency_keys_once primary key (client_id, idempotency_key)
) with (fillfactor = 70);

comment on table api.idempotency_keys is
  'One row a key of a client, with the answer it got. Retention: until expires_at (24 hours), then swept; an expired key is new again.';
comment on column api.idempotency_keys.body is 'The answer''s bytes as they were sent. May hold personal data: erased on request, swept at expiry, never logged.';
comment on column api.idempotency_keys.status is 'Null in a committed row: the answer was erased on request.';

create table api.customers (
  client_id text collate "C" not null,
  id uuid not null default once.uuidv7(),
  email text collate "C" not null,
  name text not null,
  created_at timestamptz not null default now(),
  constraint customers_pk primary key (client_id, id),
  constraint customers_email unique (client_id, email)
);

comment on table api.customers is
  'A client''s customers; their e-mail is their natural key, so no idempotency key is needed. Retention: kept.';

create table api.invoices (
  client_id text collate "C" not null,
  id uuid not null default once.uuidv7(),
  idempotency_key text collate "C" not null,
  customer text not null,
  currency text not null,
  due_date date,
  memo text not null default '',
  total_cents bigint not null,
  created_at timestamptz not null default now(),
  constraint invoices_pk primary key (client_id, id),
  constraint invoices_currency check (currency ~ '^[A-Z]{3}$'),
  constraint invoices_total check (total_cents between 0 and 9007199254740991)
);

comment on table api.invoices is
  'What POST /api/invoices makes, with the key of the attempt that made it. Retention: until deleted by the client.';
comment on column api.invoices.total_cents is 'In the currency''s smallest unit; never more than JSON clients can read exactly.';

create table api.invoice_lines (
  client_id text collate "C" not null,
  invoice_id uuid not null,
  line_no int not null,
  idempotency_key text collate "C" not null,
  request_line int not null,
  description text not null,
  quantity bigint not null,
  unit_amount_cents bigint not null,
  created_at timestamptz not null default now(),
  constraint invoice_lines_pk primary key (client_id, invoice_id, line_no),
  constraint invoice_lines_invoice foreign key (client_id, invoice_id)
    references api.invoices (client_id, id) on delete cascade
);

comment on table api.invoice_lines is
  'Lines of invoices, each with the attempt that added it and its place in that request. Retention: as their invoice.';

create table api.exports (
  client_id text collate "C" not null,
  id uuid not null default once.uuidv7(),
  idempotency_key text collate "C" not null,
  invoices bigint not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint exports_pk primary key (client_id, id)
);

comment on table api.exports is
  'Exports that were asked for, and how many invoices there were then. Retention: 7 days, chunks included.';

create table api.export_chunks (
  client_id text collate "C" not null,
  export_id uuid not null,
  chunk_no int not null,
  invoices int not null,
  last_invoice uuid not null,
  csv bytea not null,
  created_at timestamptz not null default now(),
  constraint export_chunks_pk primary key (client_id, export_id, chunk_no),
  constraint export_chunks_export foreign key (client_id, export_id)
    references api.exports (client_id, id) on delete cascade
);

comment on table api.export_chunks is
  'A finished part of an export: progress is what is here, and a restart goes on after the last one. Retention: as their export.';
