-- Money that the gateway leaves unclear is settled by a person; money that it gives back no more goes back by hand; orders have notes of
-- the staff and are found by what a bank calls their payment; and the shop says where a transfer goes.

-- By hand: the staff gave it back themselves, and the gateway was not asked.
alter table public.refunds
  add column by_hand boolean not null default false,
  -- Who found out what became of it, and what that person saw, once the gateway told no more.
  add column settled_by uuid,
  add column settled_note text check (length(settled_note) between 1 and 300),
  add constraint refunds_settled_by_hand check ((settled_by is null) = (settled_note is null) and (settled_by is null or status in ('done', 'declined')));
grant insert (by_hand), update (by_hand, settled_by, settled_note) on public.refunds to alhena_app;
create policy settled_by_admin on public.refunds for update to alhena_app
  using (status = 'review' and (select private.actor_kind()) = 'admin')
  with check (status in ('done', 'declined') and settled_by = (select private.actor_user_id()));

-- What nobody knows any more a person says, under the own name; everything else is the gateway's to say, and what it said stays.
create function private.refund_is_settled_once() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
begin
  if old.status in ('done', 'declined')
    or (old.status = 'review') is distinct from (new.settled_by is not null)
    or (new.by_hand <> old.by_hand and old.status <> 'review')
  then
    raise exception 'a refund is settled once, and by a person only in review'
      using errcode = 'check_violation', constraint = 'refunds_settled_once';
  end if;
  return new;
end
$$;
create trigger settled_once before update on public.refunds for each row execute function private.refund_is_settled_once();

-- What the staff write down about an order, for themselves. It goes with the buyer's account, as notes about the client do.
create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  author_id uuid not null default private.actor_user_id() references public.profiles (id) on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index order_notes_of_order on public.order_notes (order_id, created_at desc, id);
create index order_notes_of_author on public.order_notes (author_id);
alter table public.order_notes enable row level security;
grant select, insert (order_id, body, created_at), delete on public.order_notes to alhena_app;
create policy admin_reads on public.order_notes for select to alhena_app using ((select private.actor_kind()) = 'admin');
create policy admin_writes on public.order_notes for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and author_id = (select private.actor_user_id()));
create policy admin_removes on public.order_notes for delete to alhena_app using ((select private.actor_kind()) = 'admin');

create function private.forget_order_notes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from public.order_notes where order_id in (select id from public.orders where user_id = new.id);
  return null;
end
$$;
create trigger forget_order_notes after update of deleted_at on public.profiles
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_order_notes();

create function private.order_notes_of_living_accounts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.profiles
  where id = (select user_id from public.orders where id = new.order_id) and deleted_at is null for key share;
  if not found then
    raise exception 'the account is gone' using errcode = 'check_violation', constraint = 'notes_of_living_accounts';
  end if;
  return new;
end
$$;
create trigger of_living_accounts before insert on public.order_notes
for each row execute function private.order_notes_of_living_accounts();

-- Where buyers transfer to.
alter table public.text_overrides drop constraint text_overrides_known_setting;
alter table public.text_overrides add constraint text_overrides_known_setting
  check (kind <> 'setting' or key in ('seller', 'sales', 'notice', 'transfer'));

-- Orders are found by their words, and by what the bank calls their payment: its reference, its authorisation, a transfer's number.
create index payment_attempts_authorized on public.payment_attempts (authorization_code) where authorization_code is not null;
create index manual_payments_by_reference on public.manual_payments (lower(reference));

create or replace function private.find_orders(
  given text, wanted_status text, wanted_mode text, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  code text := btrim(given);
  coded uuid[];
  conditions text;
  way text := case when descending then 'desc' else 'asc' end;
begin
  if not private.actor_is_staff() then return; end if;
  conditions := concat_ws(' and ', 'true',
    case when wanted_status is not null then format('status = %L', wanted_status) end,
    case wanted_mode when 'self' then 'has_self' when 'business' then 'has_business' end,
    case when from_time is not null then format('created_at >= %L', from_time) end,
    case when until_time is not null then format('created_at < %L', until_time) end);
  select array_agg(found.order_id) into coded from (
    select order_id from public.payment_attempts where buy_order = upper(code)
    union select order_id from (select order_id from public.payment_attempts where authorization_code = upper(code) limit 1000) authorized
    union select order_id from (select order_id from public.manual_payments where lower(reference) = lower(code) limit 1000) referred) found;
  if coded is null then
    return query select * from private.search_page('public.orders', conditions, private.list_query(given), sort_column, descending, place, most);
    return;
  end if;
  if place is not null then
    conditions := format('%1$s and (%2$I, id) %3$s (select %2$I, id from public.orders where id = %4$L)',
      conditions, sort_column, case when descending then '<' else '>' end, place);
  end if;
  return query execute format(
    'select id from public.orders
     where id in (select unnest($1) union select * from private.search_page(''public.orders'', %1$L, $2, %2$L, $3, null, $4)) and %1$s
     order by %2$I %3$s, id %3$s limit $4', conditions, sort_column, way)
  using coded, private.list_query(given), descending, most;
end
$$;
