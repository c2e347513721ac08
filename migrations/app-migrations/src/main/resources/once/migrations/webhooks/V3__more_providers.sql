-- More providers, one of which can send an event again after 93 days. Only what is said about the tables changes.
comment on table webhooks.processed_events is
  'The ledger: one row per event, whatever the number of its deliveries. Append only, no takeover. Retention: 100 days, never less than a provider may send an event again.';
comment on column webhooks.processed_events.event_id is
  'Made of signed material only: an id that the provider signs, or a digest of signed fields or of the signed body.';
comment on table webhooks.suppressed_addresses is
  'Addresses of mail, and Slack workspaces, that must get no more messages: a natural key, so the first report is kept and the others change nothing. Retention: until the address is released by hand.';
