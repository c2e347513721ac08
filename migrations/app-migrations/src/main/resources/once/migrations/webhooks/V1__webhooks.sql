comment on schema webhooks is 'Events of other people''s systems, each of which takes effect once.';

create table webhooks.processed_events (
  provider text collate "C" not null,
  event_id text collate "C" not null,
  event_type text not null,
  object_id text,
  account_id text,
  delivery_id text,
  ignored_because text,
  received_at timestamptz not null default now(),
  constraint processed_events_once primary key (provider, event_id)
);

-- Rows arrive in the order of time and are looked at and swept by time: block ranges cost an insert next to nothing.
create index processed_events_received_at on webhooks.processed_events using brin (received_at) with (pages_per_range = 16);

comment on table webhooks.processed_events is
  'The ledger: one row an event, whatever the number of its deliveries. Append only, no takeover. Retention: 90 days, never less than a provider may send an event again.';
comment on column webhooks.processed_events.event_id is
  'Made of signed material only: Stripe''s id, Svix''s message id, GitHub''s body digest, Lemon Squeezy''s derived digest.';
comment on column webhooks.processed_events.delivery_id is 'For finding it in the provider''s console. Unsigned: nothing is decided by it.';
comment on column webhooks.processed_events.ignored_because is 'Why the event has no effect; null if it has one.';

create table webhooks.credit_entries (
  id uuid not null default once.uuidv7(),
  provider text collate "C" not null,
  event_id text collate "C" not null,
  object_id text collate "C" not null,
  kind text collate "C" not null,
  customer text not null,
  amount_cents bigint not null,
  currency text not null,
  created_at timestamptz not null default now(),
  constraint credit_entries_pk primary key (provider, id),
  constraint credit_entries_one_a_fact unique (provider, object_id, kind),
  constraint credit_entries_amount check (amount_cents > 0)
);

comment on table webhooks.credit_entries is
  'Money that a customer is owed in service. Retention: kept, as bookkeeping is.';
comment on constraint credit_entries_one_a_fact on webhooks.credit_entries is
  'A provider may send two events for one fact; the second adds nothing.';
comment on column webhooks.credit_entries.amount_cents is 'In the currency''s minor unit.';
comment on column webhooks.credit_entries.currency is 'ISO 4217 in lower case; xxx where the event does not say.';

create table webhooks.subscriptions (
  provider text collate "C" not null,
  subscription_id text collate "C" not null,
  customer text,
  status text not null,
  deleted boolean not null,
  occurred_at timestamptz not null,
  rank smallint not null,
  event_id text collate "C" not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint subscriptions_pk primary key (provider, subscription_id)
);

comment on table webhooks.subscriptions is
  'The newest known state of each subscription, in whatever order its events arrived. Retention: kept; a deleted one stays as a tombstone, so that a late event cannot revive it.';
comment on column webhooks.subscriptions.event_id is 'The event that this state came from.';
comment on column webhooks.subscriptions.rank is
  'Providers count seconds, so two events can have one time: created (0) gives way to updated (1), then the greater event id wins. A deletion (2) wins over everything.';

create table webhooks.suppressed_addresses (
  provider text collate "C" not null,
  address text collate "C" not null,
  reason text not null,
  event_id text collate "C" not null,
  created_at timestamptz not null default now(),
  constraint suppressed_addresses_pk primary key (provider, address)
);

comment on table webhooks.suppressed_addresses is
  'Addresses that must get no more mail: a natural key, so the first report is kept and the others change nothing. Retention: until the address is released by hand.';
