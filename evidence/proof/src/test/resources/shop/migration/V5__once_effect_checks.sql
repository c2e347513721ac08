alter table once.effects
  add column keep_for interval,
  add column check_started_at timestamptz,
  add column check_finished_at timestamptz,
  add column duplicates bigint;

comment on column once.effects.keep_for is
  'As long as the ledger keeps its keys. Two effects of one attempt that are nearer to each other are a duplicate. Null where only an older version has registered the table: not checked yet.';
comment on column once.effects.check_started_at is
  'Whoever changes it has the turn to check, once an hour. Set it to null to have the table checked within a minute.';
comment on column once.effects.check_finished_at is 'When duplicates was counted.';
comment on column once.effects.duplicates is 'What the last check has found among the effects of a day. Must be 0.';
