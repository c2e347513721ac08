comment on schema forms is 'Invoices that people make with a form, and the people who may.';

create table forms.organisations (
  id uuid not null default once.uuidv7(),
  name text not null,
  created_at timestamptz not null default now(),
  constraint organisations_pk primary key (id),
  constraint organisations_name unique (name)
);

comment on table forms.organisations is 'The scope of every claim of this surface. Retention: kept.';

create table forms.users (
  id uuid not null default once.uuidv7(),
  org_id uuid not null,
  email text not null,
  password_hash text not null,
  created_at timestamptz not null default now(),
  constraint users_pk primary key (id),
  constraint users_email unique (email),
  constraint users_email_lower_case check (email = lower(email)),
  constraint users_org foreign key (org_id) references forms.organisations (id)
);

comment on table forms.users is 'Who may sign in, and for which organisation. Retention: until an operator deletes it.';

create table forms.seals (
  name text not null,
  secret bytea not null,
  created_at timestamptz not null default now(),
  constraint seals_pk primary key (name)
);

comment on table forms.seals is
  'What forms are sealed with: the first instance makes it, the others find it. Retention: kept; deleting it only makes open forms forget whose they are.';

create table forms.action_claims (
  org_id uuid not null,
  idempotency_key text collate "C" not null,
  fingerprint bytea not null,
  invoice_id uuid,
  created_at timestamptz not null default now(),
  constraint action_claims_once primary key (org_id, idempotency_key)
) with (fillfactor = 70);

comment on table forms.action_claims is
  'One row for each form that was saved, and the invoice it made. Retention: 7 days; a form older than that gets a fresh key.';

create table forms.customers (
  org_id uuid not null,
  id uuid not null default once.uuidv7(),
  email text not null,
  name text not null,
  created_at timestamptz not null default now(),
  constraint customers_pk primary key (org_id, id),
  constraint customers_email unique (org_id, email),
  constraint customers_email_lower_case check (email = lower(email))
);

comment on table forms.customers is
  'Customers of an organisation. The e-mail is the natural key, so adding one needs no other. Retention: kept.';

create table forms.invoices (
  org_id uuid not null,
  id uuid not null default once.uuidv7(),
  idempotency_key text collate "C" not null,
  customer_id uuid not null,
  customer_email text not null,
  customer_name text not null,
  title text not null,
  currency char(3) not null,
  due_on date not null,
  total_cents bigint not null,
  status text not null default 'open',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  constraint invoices_pk primary key (org_id, id),
  constraint invoices_customer foreign key (org_id, customer_id) references forms.customers (org_id, id),
  constraint invoices_status check (status in ('open', 'void'))
);

comment on table forms.invoices is
  'What a saved form makes. Retention: until somebody deletes it.';
comment on column forms.invoices.idempotency_key is
  'The attempt it came from. Not unique here: the claim is, and this column lets a query prove it.';
comment on column forms.invoices.customer_name is 'As billed: a later change of the customer does not change the invoice.';
comment on column forms.invoices.total_cents is 'In the minor unit of the currency, whatever that is.';

create table forms.invoice_lines (
  org_id uuid not null,
  invoice_id uuid not null,
  position int not null,
  description text not null,
  quantity int not null,
  unit_cents bigint not null,
  constraint invoice_lines_pk primary key (org_id, invoice_id, position),
  constraint invoice_lines_invoice foreign key (org_id, invoice_id) references forms.invoices (org_id, id) on delete cascade
);

comment on table forms.invoice_lines is 'The lines of an invoice. Retention: the invoice''s.';

-- Spring Session's own tables, in its own shape.
create table forms.spring_session (
  primary_id char(36) not null,
  session_id char(36) not null,
  creation_time bigint not null,
  last_access_time bigint not null,
  max_inactive_interval int not null,
  expiry_time bigint not null,
  principal_name text,
  constraint spring_session_pk primary key (primary_id)
);

create unique index spring_session_id on forms.spring_session (session_id);
create index spring_session_expiry on forms.spring_session (expiry_time);
create index spring_session_principal on forms.spring_session (principal_name);

create table forms.spring_session_attributes (
  session_primary_id char(36) not null,
  attribute_name varchar(200) not null,
  attribute_bytes bytea not null,
  constraint spring_session_attributes_pk primary key (session_primary_id, attribute_name),
  constraint spring_session_attributes_session foreign key (session_primary_id)
    references forms.spring_session (primary_id) on delete cascade
);

comment on table forms.spring_session is
  'Who is signed in, so that a restart or a second instance keeps people signed in. Retention: until it expires; swept every minute.';
comment on table forms.spring_session_attributes is 'What a session remembers. Retention: the session''s.';
