create table orders (
  id bigint generated always as identity primary key,
  tenant text not null,
  item text not null,
  pieces integer not null
);
