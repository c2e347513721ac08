alter table lab.payments add column status text not null default 'booked';

alter table lab.ledger add column fingerprint bytea;

create table lab.scoped_claims (
  scope text collate "C" not null,
  key text collate "C" not null,
  fingerprint text,
  answer text,
  claimed_at timestamptz not null default now(),
  constraint scoped_claims_once primary key (scope, key)
);

comment on table lab.scoped_claims is 'What a claim needs: whose key it is, what it was used for, what was answered. For exercises. Retention: an hour.';

create table lab.mails (
  tenant text collate "C" not null,
  event text collate "C" not null,
  amount_cents bigint not null,
  sent_at timestamptz not null default now()
);

create index mails_event on lab.mails (event);

comment on table lab.mails is 'Mails that have left: written on a connection of their own, since no rollback brings a mail back. Retention: an hour.';

create table lab.outbox (
  tenant text collate "C" not null,
  event text collate "C" not null,
  amount_cents bigint not null,
  written_at timestamptz not null default now()
);

create index outbox_event on lab.outbox (event);

comment on table lab.outbox is 'Mails to be sent. The lab''s relay takes them at the end of a trial. Retention: an hour.';
