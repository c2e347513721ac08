create table once.claims (
  operation text collate "C" not null,
  scope text collate "C" not null,
  idempotency_key text collate "C" not null,
  fingerprint bytea not null,
  status int,
  headers text,
  body bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint claims_once primary key (operation, scope, idempotency_key)
) with (fillfactor = 70);

comment on table once.claims is
  'One row per operation, scope and key, with the answer that it got. Retention: until expires_at, then swept; an expired key is new again.';
comment on column once.claims.status is 'Null in a committed row: the answer was erased on request.';
comment on column once.claims.body is
  'The bytes of the answer as they were sent. May hold personal data: erased on request, swept at expiry, never logged.';
