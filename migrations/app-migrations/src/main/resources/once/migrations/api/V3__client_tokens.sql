-- Each token has an id, may expire and tells when it was last used. The name is what people call a client; client_id is the scope of
-- what it makes. They differ for a name that was made again: it inherits nothing.
alter table api.clients
  add column token_id uuid not null default once.uuidv7(),
  add column name text collate "C",
  add column expires_at timestamptz,
  add column last_used_on date;

update api.clients set name = client_id;

create unique index clients_token_id on api.clients (token_id);
create index clients_name on api.clients (name);

comment on column api.clients.name is 'Null in a row of the version before: then it is the client_id.';
comment on column api.clients.last_used_on is 'To the day, so that a request is not a write.';

-- Exports are served in turn by client, and counted against the limit of each.
create index exports_unfinished on api.exports (client_id, id) where finished_at is null;
