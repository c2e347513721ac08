-- Turns a ledger into one that is partitioned by hash, with its rows, indexes, comments and grants:
--   psql -v ON_ERROR_STOP=1 -c "set once.ledger = 'webhooks.processed_events'" -c "set once.partitions = 8" -f partition-ledger.sql
-- By default by scope and key, which spreads one large scope too; set once.partition_by = 'provider' to keep a scope together.
-- Run it as the owner. Claims wait from the first line to the last, and get 'not now' when they have waited long enough:
-- try it on a copy first to know how long. It may be run again, and then does nothing.

do $$
declare
  ledger regclass := current_setting('once.ledger')::regclass;
  parts int := coalesce(nullif(current_setting('once.partitions', true), ''), '8')::int;
  wanted text := nullif(current_setting('once.partition_by', true), '');
  home text := (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace where pg_class.oid = ledger);
  name text := (select relname from pg_class where oid = ledger);
  options text := (select array_to_string(reloptions, ', ') from pg_class where oid = ledger);
  once text;
  old_rows bigint;
  new_rows bigint;
  made record;
begin
  if (select relkind from pg_class where oid = ledger) = 'p' then
    raise notice '% is partitioned already', ledger;
    return;
  end if;
  execute format('lock table %s in access exclusive mode', ledger);
  select string_agg(quote_ident(attname), ', ' order by place) into strict once
  from (select conkey from pg_constraint where conrelid = ledger and contype in ('p', 'u') order by contype limit 1) as identity,
    unnest(conkey) with ordinality as key (number, place)
    join pg_attribute on attrelid = ledger and attnum = number;

  execute format('create table %I.%I (like %s including defaults including comments including storage including constraints)'
    ' partition by hash (%s)', home, name || '_parted', ledger, coalesce(wanted, once));
  for part in 0 .. parts - 1 loop
    execute format('create table %I.%I partition of %I.%I for values with (modulus %s, remainder %s) %s',
      home, name || '_' || part, home, name || '_parted', parts, part, 'with (' || nullif(options, '') || ')');
  end loop;

  execute format('insert into %I.%I select * from %s', home, name || '_parted', ledger);
  get diagnostics new_rows = row_count;
  execute format('select count(*) from %s', ledger) into old_rows;
  if new_rows <> old_rows then
    raise exception '% rows became %: nothing is changed', old_rows, new_rows;
  end if;

  create temp table remembered on commit drop as
    select format('alter table %I.%I add constraint %I %s', home, name, conname, pg_get_constraintdef(oid)) as sql
    from pg_constraint where conrelid = ledger and contype in ('p', 'u')
    union all
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = ledger and not exists (select from pg_constraint where conindid = indexrelid)
    union all
    select format('comment on table %I.%I is %L', home, name, obj_description(ledger)) where obj_description(ledger) is not null
    union all
    select format('comment on constraint %I on %I.%I is %L', conname, home, name, obj_description(oid, 'pg_constraint'))
    from pg_constraint where conrelid = ledger and obj_description(oid, 'pg_constraint') is not null
    union all
    -- On the partitions too: the sweep walks them one by one.
    select format('grant %s on %I.%I to %s', privilege_type, home, granted,
      case when grantee = 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
    from pg_class, aclexplode(relacl), unnest(array[name] || array(select name || '_' || part from generate_series(0, parts - 1) as part)) as granted
    where pg_class.oid = ledger and grantee <> relowner;

  execute format('drop table %s', ledger);
  execute format('alter table %I.%I rename to %I', home, name || '_parted', name);
  for made in select sql from remembered loop
    execute made.sql;
  end loop;
end
$$;
