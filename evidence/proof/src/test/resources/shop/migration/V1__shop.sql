create table orders (
  id uuid not null default gen_random_uuid() constraint orders_pk primary key,
  tenant text not null,
  item text not null,
  created_at timestamptz not null default now());
