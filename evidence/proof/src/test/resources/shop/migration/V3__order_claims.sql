create table order_claims (
  tenant text collate "C" not null,
  idempotency_key text collate "C" not null,
  fingerprint bytea not null,
  order_id text,
  created_at timestamptz not null default now(),
  constraint order_claims_once primary key (tenant, idempotency_key)
) with (fillfactor = 70);

comment on table order_claims is 'One row an order that was asked for, however often. Retention: 7 days.';

-- Each effect carries the attempt it came from, so that duplicates can be counted.
alter table orders add column idempotency_key text collate "C";
create index orders_attempt on orders (tenant, idempotency_key);
create index orders_created_at on orders using brin (created_at);
