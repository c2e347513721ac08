-- What the hourly check for duplicate effects looks at: the effects of a day, and others of the same attempt.
create index if not exists invoices_attempt on api.invoices (client_id, idempotency_key);
create index if not exists invoices_created_at on api.invoices using brin (created_at) with (pages_per_range = 16);
create index if not exists invoice_lines_attempt on api.invoice_lines (client_id, idempotency_key, request_line);
create index if not exists invoice_lines_created_at on api.invoice_lines using brin (created_at) with (pages_per_range = 16);
create index if not exists exports_attempt on api.exports (client_id, idempotency_key);
create index if not exists exports_created_at on api.exports using brin (created_at) with (pages_per_range = 16);
