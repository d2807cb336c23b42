-- Lists of the back office over a million rows: what a list shows of an order is kept with the order, every sort and filter has an
-- index that leads to the page (the cursor is a row, so deep pages cost what the first costs), and every list is searched by words.

-- Words as searches of the back office compare them: whole ones and beginnings, without accents, in no language.
create function private.list_words(given text) returns tsvector
language sql immutable strict parallel safe
as $$
  select array_to_tsvector(array(
    select distinct left(word, 80) from unnest(string_to_array(private.plain_words(private.fold(given)), ' ')) word where word <> ''))
$$;

-- Every word of what was typed must begin a word of the row; null when nothing that was typed is a word.
create function private.list_query(given text) returns tsquery
language sql immutable strict parallel safe
as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery
  from (select distinct left(word, 80) as word from unnest(string_to_array(private.plain_words(private.fold(given)), ' ')) word
    where word <> '' limit 12) typed
$$;

alter table public.profiles add column list_words tsvector not null default '';
alter table public.orders
  add column list_words tsvector not null default '',
  add column item_count integer not null default 0,
  add column seat_count integer not null default 0,
  add column has_self boolean not null default false,
  add column has_business boolean not null default false;
alter table public.user_accesses add column list_words tsvector not null default '';

create function private.write_profile_words() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
begin
  new.list_words := private.list_words(concat_ws(' ', new.first_name, new.last_name, new.email, new.company));
  return new;
end
$$;
create trigger write_words before insert or update of first_name, last_name, email, company, list_words on public.profiles
for each row execute function private.write_profile_words();

-- Definer: the words name the buyer, also where an order is written by somebody who may not read profiles.
create function private.write_order_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  buyer public.profiles := (select profiles from public.profiles where id = new.user_id);
begin
  new.list_words := private.list_words(concat_ws(' ', new.order_number, buyer.first_name, buyer.last_name, buyer.email, buyer.company,
    new.company_name, new.billing_name, new.billing_rut));
  -- What its items say is written by their trigger alone.
  if tg_op = 'INSERT' then
    new.item_count := 0;
    new.seat_count := 0;
    new.has_self := false;
    new.has_business := false;
  end if;
  return new;
end
$$;
create trigger write_words before insert or update of order_number, company_name, billing_name, billing_rut, list_words on public.orders
for each row execute function private.write_order_words();

create function private.write_access_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  buyer public.profiles := (select profiles from public.profiles where id = new.user_id);
  company text := (
    select company_name from public.orders join public.order_items item on item.order_id = orders.id where item.id = new.order_item_id);
begin
  new.list_words := private.list_words(concat_ws(' ', new.email, new.invitee_name, new.first_name, new.last_name, new.invitee_company,
    new.access_code, buyer.first_name, buyer.last_name, buyer.company, company));
  return new;
end
$$;
create trigger write_words before insert
  or update of email, invitee_name, first_name, last_name, invitee_company, access_code, list_words on public.user_accesses
for each row execute function private.write_access_words();

create function private.rename_in_lists() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- Whatever is written, the triggers above write the words.
  update public.orders set list_words = '' where user_id = new.id;
  update public.user_accesses set list_words = '' where user_id = new.id;
  return null;
end
$$;
create trigger rename_in_lists after update of first_name, last_name, email, company on public.profiles
for each row when ((old.first_name, old.last_name, old.email, old.company)
  is distinct from (new.first_name, new.last_name, new.email, new.company))
execute function private.rename_in_lists();

create function private.sum_up_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.orders set (item_count, seat_count, has_self, has_business) = (
    select count(*), coalesce(sum(seats), 0), coalesce(bool_or(mode = 'self'), false), coalesce(bool_or(mode = 'business'), false)
    from public.order_items where order_id = coalesce(new.order_id, old.order_id))
  where id = coalesce(new.order_id, old.order_id);
  return null;
end
$$;
create trigger sum_up_order after insert or delete or update of seats, mode on public.order_items
for each row execute function private.sum_up_order();

-- Rows that are there already. No rule of theirs is asked: only what lists show of them is written.
alter table public.profiles disable trigger user;
alter table public.orders disable trigger user;
alter table public.user_accesses disable trigger user;
update public.profiles set list_words = private.list_words(concat_ws(' ', first_name, last_name, email, company));
update public.orders set
  list_words = private.list_words(concat_ws(' ', order_number, buyer.first_name, buyer.last_name, buyer.email, buyer.company,
    company_name, billing_name, billing_rut)),
  item_count = bought.items, seat_count = bought.seats, has_self = bought.self, has_business = bought.business
from public.profiles buyer, (
  select order_id, count(*) as items, sum(seats) as seats, bool_or(mode = 'self') as self, bool_or(mode = 'business') as business
  from public.order_items group by order_id) bought
where buyer.id = orders.user_id and bought.order_id = orders.id;
update public.user_accesses access set
  list_words = private.list_words(concat_ws(' ', access.email, access.invitee_name, access.first_name, access.last_name,
    access.invitee_company, access.access_code, buyer.first_name, buyer.last_name, buyer.company, orders.company_name))
from public.profiles buyer, public.order_items item, public.orders
where buyer.id = access.user_id and item.id = access.order_item_id and orders.id = item.order_id;
alter table public.profiles enable trigger user;
alter table public.orders enable trigger user;
alter table public.user_accesses enable trigger user;

-- Time and id in one direction: a page begins where a row of both says, which PostgreSQL finds in the index.
create index orders_by_time on public.orders (created_at, id);
create index orders_by_total on public.orders (total_clp, id);
create index orders_by_status on public.orders (status, created_at, id);
create index orders_self on public.orders (created_at, id) where has_self;
create index orders_business on public.orders (created_at, id) where has_business;
create index orders_words on public.orders using gin (list_words);
create index user_accesses_by_time on public.user_accesses (created_at, id);
create index user_accesses_by_status on public.user_accesses (status, created_at, id);
create index user_accesses_words on public.user_accesses using gin (list_words);
create index profiles_by_time on public.profiles (created_at, id);
create index profiles_words on public.profiles using gin (list_words);
create index reviews_by_time on public.reviews (created_at, id);
create index reviews_by_status on public.reviews (status, created_at, id);
create index discount_codes_words on public.discount_codes using gin (private.list_words(code || ' ' || name));
drop index public.orders_newest, public.user_accesses_newest, public.reviews_newest, public.reviews_pending;

-- One page of a list that is searched, as ids in the list's order. Row-level security would hide the index of words: its operator may
-- not see rows that a policy has not let through. So each list has a function of its own, which asks who acts and builds `conditions`.
-- Words that many rows have are met on the way through the list; words that few rows have are looked up.
create function private.search_page(
  source regclass, conditions text, wanted tsquery, sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable set search_path = pg_catalog, public set enable_seqscan = off
as $$
declare
  way text := case when descending then 'desc' else 'asc' end;
  rows_wanted text := conditions;
  met uuid[];
begin
  if wanted is null then return; end if;
  if place is not null then
    rows_wanted := format('%1$s and (%2$I, id) %3$s (select %2$I, id from %4$s where id = %5$L)',
      conditions, sort_column, case when descending then '<' else '>' end, source, place);
  end if;
  execute format(
    'select array_agg(id) from (select id from (
       select id, list_words from %1$s where %2$s order by %3$I %4$s, id %4$s limit 5000) near where list_words @@ $1 limit $2) met',
    source, rows_wanted, sort_column, way) into met using wanted, most;
  if cardinality(met) >= most then
    return query select unnest(met);
  else
    return query execute format(
      'with hits as materialized (select * from %1$s where list_words @@ $1)
       select id from hits where %2$s order by %3$I %4$s, id %4$s limit $2',
      source, rows_wanted, sort_column, way) using wanted, most;
  end if;
end
$$;
revoke execute on function private.search_page(regclass, text, tsquery, text, boolean, uuid, integer) from public;

create function private.find_orders(
  given text, wanted_status text, wanted_mode text, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page('public.orders',
    concat_ws(' and ', 'true',
      case when wanted_status is not null then format('status = %L', wanted_status) end,
      case wanted_mode when 'self' then 'has_self' when 'business' then 'has_business' end,
      case when from_time is not null then format('created_at >= %L', from_time) end,
      case when until_time is not null then format('created_at < %L', until_time) end),
    private.list_query(given), sort_column, descending, place, most);
end
$$;

-- The states are those that the list shows (specification 2, section 4): what was completed in time stays completed.
create function private.find_accesses(
  given text, wanted_state text, at_time timestamptz, sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page('public.user_accesses',
    case wanted_state
      when 'invited' then format('status = ''active'' and expires_at > %L', at_time)
      when 'accessed' then format('status = ''in_use'' and expires_at > %L', at_time)
      when 'expired' then format('status in (''active'', ''in_use'') and expires_at <= %L', at_time)
      when 'completed' then 'status = ''completed'''
      when 'revoked' then 'status = ''revoked'''
      else 'true'
    end,
    private.list_query(given), sort_column, descending, place, most);
end
$$;
