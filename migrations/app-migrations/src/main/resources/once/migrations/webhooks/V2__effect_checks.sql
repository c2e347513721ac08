-- What the hourly check for duplicate effects looks at: the effects of a day, and others of the same attempt.
create index if not exists credit_entries_attempt on webhooks.credit_entries (provider, event_id);
create index if not exists credit_entries_created_at on webhooks.credit_entries using brin (created_at) with (pages_per_range = 16);
create index if not exists suppressed_addresses_created_at on webhooks.suppressed_addresses using brin (created_at) with (pages_per_range = 16);
