create sequence orders_seq increment by 50;

create table orders (
  id bigint primary key,
  version bigint not null,
  tenant varchar(255) not null,
  state varchar(255) not null
);

create table order_lines (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders,
  product varchar(255) not null,
  pieces integer not null
);

-- What Envers writes.
create sequence revinfo_seq increment by 50;

create table revinfo (
  rev integer primary key,
  revtstmp bigint
);

create table orders_aud (
  id bigint not null,
  rev integer not null references revinfo,
  revtype smallint,
  tenant varchar(255),
  state varchar(255),
  primary key (rev, id)
);
