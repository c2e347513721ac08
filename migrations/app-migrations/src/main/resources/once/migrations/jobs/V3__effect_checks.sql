-- What the hourly check for duplicate effects looks at: the effects of a day, and others of the same attempt.
-- Their primary keys begin with the run, which is enough to find an attempt.
create index if not exists statements_created_at on jobs.statements using brin (created_at) with (pages_per_range = 16);
create index if not exists charges_created_at on jobs.charges using brin (created_at) with (pages_per_range = 16);
create index if not exists emails_created_at on jobs.emails using brin (created_at) with (pages_per_range = 16);
