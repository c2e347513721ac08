comment on schema showcase is 'The history of the showcase''s own tables; the tables themselves are in the schema lab.';

create schema lab;
comment on schema lab is 'Where right and broken code are tried on the same payment. Demonstration only: swept after an hour, and nothing refers to it.';

create table lab.payments (
  id uuid not null default once.uuidv7(),
  tenant text collate "C" not null,
  event text collate "C" not null,
  amount_cents bigint not null,
  created_at timestamptz not null default now(),
  constraint payments_pk primary key (id)
);

create index payments_event on lab.payments (event);

comment on table lab.payments is
  'The effect that is counted. No unique constraint on purpose: it must be able to show a payment that was booked twice. Retention: an hour.';

create table lab.ledger (
  tenant text collate "C" not null,
  event text collate "C" not null,
  receipt text,
  received_at timestamptz not null default now(),
  constraint ledger_once primary key (tenant, event)
) with (fillfactor = 70);

comment on table lab.ledger is 'The right one''s ledger: scope and key in one constraint. Retention: 30 days, as Stripe lists events so long.';

create table lab.notes (
  event text collate "C" not null,
  noted_at timestamptz not null default now()
);

comment on table lab.notes is 'What the variants that look before they act look at. No unique constraint: that is what is broken about it. Retention: an hour.';

create table lab.claims (
  key text collate "C" not null,
  status text not null default 'done',
  receipt text,
  claimed_at timestamptz not null default now(),
  constraint claims_once primary key (key)
);

comment on table lab.claims is 'Claims of the broken variants: a constraint alone does not make them right. Retention: an hour.';

create table lab.locks (
  key text collate "C" not null,
  done boolean not null default false,
  expires_at timestamptz not null,
  constraint locks_once primary key (key)
);

comment on table lab.locks is 'A lock with a time to live, as it would be kept in a cache. Retention: an hour past its expiry.';

create table lab.audit_outages (
  event text collate "C" not null,
  constraint audit_outages_pk primary key (event)
);

comment on table lab.audit_outages is 'Events whose audit line cannot be written at the moment. Retention: the length of a trial.';

create function lab.write_audit(given text) returns void language plpgsql as $$
begin
  if exists (select 1 from lab.audit_outages where event = given) then
    raise exception 'the audit log is full' using errcode = '53100';
  end if;
end
$$;
