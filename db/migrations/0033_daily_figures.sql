-- Figures of the back office's dashboard, added up per day of Santiago when something happens, and what its search finds.
--
-- Whoever buys, answers or looks around only appends a change: no row is shared, so nobody waits for anybody. The shop's worker folds the
-- changes into the days; who reads adds what is not folded yet.

create table private.daily_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  day date not null,
  label text not null,
  count bigint not null,
  amount bigint not null default 0
);

-- kind and label: order, '<status>:<business or self>' (amount: pesos); sold, a product's id (seats, pesos; of paid orders); access, open or
-- completed (of the day it was given); event, its type; visit, '' (sessions of browsers that agreed to be measured).
create table private.daily_figures (
  kind text not null,
  day date not null,
  label text not null,
  count bigint not null,
  amount bigint not null,
  primary key (kind, day, label)
);

-- Sessions that are counted already; yesterday's are kept for requests around midnight.
create table private.visit_days (day date not null, session_id uuid not null, primary key (day, session_id));

create function private.day_of(at_time timestamptz) returns date
language sql stable parallel safe
as $$ select (at_time at time zone 'America/Santiago')::date $$;

create function private.order_label(o public.orders) returns text
language sql immutable parallel safe
as $$ select o.status || case when o.has_business then ':business' else ':self' end $$;

create function private.note_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.daily_changes (kind, day, label, count, amount)
      values ('order', private.day_of(old.created_at), private.order_label(old), -1, -old.total_clp);
  end if;
  if tg_op <> 'DELETE' then
    insert into private.daily_changes (kind, day, label, count, amount)
      values ('order', private.day_of(new.created_at), private.order_label(new), 1, new.total_clp);
  end if;
  if tg_op = 'UPDATE' and (old.status, old.created_at) is distinct from (new.status, new.created_at) then
    insert into private.daily_changes (kind, day, label, count, amount)
      select 'sold', private.day_of(moved.at_time), item.assessment_id::text, moved.sign * sum(item.seats), moved.sign * sum(item.total_clp)
      from (values (-1, old.status, old.created_at), (1, new.status, new.created_at)) moved (sign, status, at_time)
        join public.order_items item on item.order_id = new.id
      where moved.status = 'paid'
      group by moved.sign, moved.at_time, item.assessment_id;
  end if;
  return null;
end
$$;
create trigger note_order after insert or delete on public.orders for each row execute function private.note_order();
create trigger note_order_change after update of status, has_business, total_clp, created_at on public.orders
for each row when ((old.status, old.has_business, old.total_clp, old.created_at)
  is distinct from (new.status, new.has_business, new.total_clp, new.created_at))
execute function private.note_order();

create function private.access_label(status text) returns text
language sql immutable parallel safe
as $$ select case status when 'revoked' then null when 'completed' then 'completed' else 'open' end $$;

create function private.note_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op <> 'INSERT' and private.access_label(old.status) is not null then
    insert into private.daily_changes (kind, day, label, count)
      values ('access', private.day_of(old.created_at), private.access_label(old.status), -1);
  end if;
  if tg_op <> 'DELETE' and private.access_label(new.status) is not null then
    insert into private.daily_changes (kind, day, label, count)
      values ('access', private.day_of(new.created_at), private.access_label(new.status), 1);
  end if;
  return null;
end
$$;
create trigger note_access after insert or delete on public.user_accesses for each row execute function private.note_access();
create trigger note_access_change after update of status, created_at on public.user_accesses
for each row when ((private.access_label(old.status), old.created_at) is distinct from (private.access_label(new.status), new.created_at))
execute function private.note_access();

create function private.note_events() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  insert into private.daily_changes (kind, day, label, count)
    select 'event', private.day_of(created_at), event_type, count(*) from added group by 2, 3;
  with fresh as (
    insert into private.visit_days (day, session_id) select distinct private.day_of(created_at), session_id from added
    on conflict do nothing returning day)
  insert into private.daily_changes (kind, day, label, count) select 'visit', day, '', count(*) from fresh group by day;
  return null;
end
$$;
-- Events that grow old and are removed stay counted.
create trigger note_events after insert on public.analytics_events
  referencing new table as added for each statement execute function private.note_events();

-- Folds up to 10,000 changes into their days. @returns how many there were. One at a time; the number of the lock is arbitrary.
create function private.fold_daily_changes() returns integer
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  folded integer;
begin
  if not private.is_system() or not pg_try_advisory_xact_lock(7426516) then return 0; end if;
  with gone as (
    delete from private.daily_changes where id in (select id from private.daily_changes order by id limit 10000)
    returning kind, day, label, count, amount),
  kept as (
    insert into private.daily_figures as figure (kind, day, label, count, amount)
    select kind, day, label, sum(count), sum(amount) from gone group by 1, 2, 3
    on conflict (kind, day, label) do update
      set count = figure.count + excluded.count, amount = figure.amount + excluded.amount
    returning 1)
  select count(*) into folded from gone;
  delete from private.visit_days where day < private.day_of(now()) - 1;
  return folded;
end
$$;

-- What happened from one day to another, both included, added up per label; per day where that is asked.
create function private.figures_between(first_day date, last_day date, by_day boolean)
returns table (kind text, day date, label text, count bigint, amount bigint)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query
    select f.kind, case when by_day then f.day end, f.label, sum(f.count)::bigint, sum(f.amount)::bigint
    from (
      select figure.* from private.daily_figures figure where figure.day between first_day and last_day
      union all
      select c.kind, c.day, c.label, c.count, c.amount from private.daily_changes c where c.day between first_day and last_day) f
    group by 1, 2, 3
    having sum(f.count) <> 0 or sum(f.amount) <> 0;
end
$$;

-- Counts everything anew from the rows themselves. For the start, and for whoever doubts a figure: docs/operations.md.
create function private.recount_daily_figures() returns void
language plpgsql set search_path = pg_catalog, public
as $$
declare
  first_day date := (select private.day_of(min(created_at)) from public.analytics_events);
begin
  lock table public.orders, public.order_items, public.user_accesses, public.analytics_events in share row exclusive mode;
  -- Old events are removed after a while: what was counted of their days stays, and the first day that is left may be half a day.
  if first_day < private.day_of(now()) - 30 and exists (select from private.daily_figures where kind = 'event') then
    first_day := first_day + 1;
  end if;
  delete from private.daily_changes where kind not in ('event', 'visit') or day >= first_day;
  delete from private.daily_figures where kind not in ('event', 'visit') or day >= first_day;
  insert into private.daily_figures (kind, day, label, count, amount)
    select 'order', private.day_of(o.created_at), private.order_label(o), count(*), sum(o.total_clp) from public.orders o group by 2, 3
    union all
    select 'sold', private.day_of(o.created_at), item.assessment_id::text, sum(item.seats), sum(item.total_clp)
    from public.orders o join public.order_items item on item.order_id = o.id where o.status = 'paid' group by 2, 3
    union all
    select 'access', private.day_of(created_at), private.access_label(status), count(*), 0
    from public.user_accesses where status <> 'revoked' group by 2, 3
    union all
    select 'event', private.day_of(created_at), event_type, count(*), 0
    from public.analytics_events where private.day_of(created_at) >= first_day group by 2, 3
    union all
    select 'visit', private.day_of(created_at), '', count(distinct session_id), 0
    from public.analytics_events where private.day_of(created_at) >= first_day group by 2;
end
$$;
revoke execute on function private.recount_daily_figures() from public;
select private.recount_daily_figures();
insert into private.visit_days (day, session_id)
  select distinct private.day_of(created_at), session_id from public.analytics_events
  where private.day_of(created_at) >= private.day_of(now()) - 1;

-- People, products and codes for the search of the top bar, the best-known first where there is an order to speak of.
create function private.find_profiles(given text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page(
    'public.profiles', 'deleted_at is null', private.list_query(given), 'created_at', true, null, most);
end
$$;

create function private.find_products(given text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  -- By name alone: the catalogue is small, and drafts are meant too.
  return query select id from public.assessments
    where ts_filter(search, '{a}') @@ private.list_query(given) and deleted_at is null
    order by status = 'active' desc, paid_seats desc, id limit most;
end
$$;

create function private.find_codes(given text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select id from public.discount_codes
    where private.list_words(code || ' ' || name) @@ private.list_query(given) and archived_at is null
    order by created_at desc, id limit most;
end
$$;
