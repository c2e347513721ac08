create table orders (
  id bigint generated always as identity primary key,
  tenant text not null,
  item text not null,
  pieces integer not null
);

create table stock (
  item text primary key,
  pieces integer not null check (pieces >= 0)
);

insert into stock (item, pieces) values ('tea', 1000), ('coffee', 1000);
