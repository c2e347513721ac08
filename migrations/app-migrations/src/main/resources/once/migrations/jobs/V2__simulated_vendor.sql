create table jobs.simulated_vendor_ledger (
  client text collate "C" not null,
  idempotency_key text collate "C" not null,
  kind text not null,
  request text not null,
  reference text not null,
  asked int not null default 0,
  created_at timestamptz not null default now(),
  constraint simulated_vendor_ledger_client_key unique (client, idempotency_key)
);

comment on table jobs.simulated_vendor_ledger is
  'Not ours: the memory of the vendor that the demo profile plays, as if it were another company''s database. Retention: the demo''s.';
