-- What the hourly check for duplicate effects looks at: the effects of a day, and others of the same attempt.
create index if not exists invoices_attempt on forms.invoices (org_id, idempotency_key);
create index if not exists invoices_created_at on forms.invoices using brin (created_at) with (pages_per_range = 16);
