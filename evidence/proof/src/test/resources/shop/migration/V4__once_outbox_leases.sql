-- Whoever writes to the outbox waits while the indexes are built: a few seconds per million rows. Where that is too long, build the
-- same indexes before with `create index concurrently`, which a migration's transaction cannot, and see that they are valid: then
-- this finds them and is done at once.
alter table once.outbox add column lease bigint not null default 0;

-- A relay asks for each of its topics. What nobody handles and what rests after a failure are no part of what it reads.
create index if not exists outbox_waiting on once.outbox (topic, due_at) include (created_at)
  where done_at is null and parked_at is null;
create index if not exists outbox_parked on once.outbox (parked_at) where parked_at is not null;

-- An old version that still runs finds its messages without it, by the first index above.
drop index if exists once.outbox_due;

comment on column once.outbox.lease is 'The number of the lease. A relay changes a message only while it knows the number.';
comment on column once.outbox.attempts is 'How often a handler was started.';
