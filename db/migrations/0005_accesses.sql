-- AC- and 8 symbols without 0, O, 1 and I. The bytes come from gen_random_uuid, which PostgreSQL draws from the system's
-- cryptographic generator; bytes 6 and 8 carry the uuid's version and are left out.
create function private.new_access_code() returns text
language sql volatile
as $$
  with drawn as materialized (select uuid_send(gen_random_uuid()) as bytes)
  select 'AC-' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', (get_byte(bytes, position) & 31) + 1, 1), '')
  from drawn, unnest(array[0, 1, 2, 3, 4, 5, 9, 10]) as position
$$;

create table public.user_accesses (
  id uuid primary key default gen_random_uuid(),
  order_item_id uuid not null,
  -- The buyer, who manages the access; the respondent needs no account.
  user_id uuid not null,
  email text not null check (length(email) <= 254 and email = private.normalize_email(email)),
  status text not null default 'active' check (status in ('active', 'in_use', 'completed', 'revoked')),
  access_code text not null unique default private.new_access_code() check (access_code ~ '^AC-[2-9A-HJ-NP-Z]{8}$'),
  first_name text check (length(first_name) <= 120),
  last_name text check (length(last_name) <= 120),
  invitee_name text check (length(invitee_name) <= 250),
  invitee_company text check (length(invitee_company) <= 200),
  job_role text check (length(job_role) <= 120),
  department text check (length(department) <= 200),
  -- Null for the buyer's own access.
  invited_by_user_id uuid references public.profiles (id),
  accessed_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz not null,
  -- Percent of the closed questions that are answered.
  progress integer not null default 0 check (progress between 0 and 100),
  -- What progress is counted from while the run is under way. A counter, because a save cannot see the rows that a parallel save
  -- has just committed, but re-reads this row when it had to wait for it.
  answered_closed integer not null default 0 check (answered_closed >= 0),
  results jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (order_item_id, user_id) references public.order_items (id, user_id),
  check (status <> 'completed' or completed_at is not null),
  check (status not in ('in_use', 'completed') or accessed_at is not null)
);
create unique index user_accesses_one_per_email on public.user_accesses (order_item_id, email) where status <> 'revoked';
create unique index user_accesses_one_owner on public.user_accesses (order_item_id)
  where invited_by_user_id is null and status <> 'revoked';
create index user_accesses_of_item on public.user_accesses (order_item_id, created_at, id);
create index user_accesses_of_buyer on public.user_accesses (user_id, created_at desc, id);
create index user_accesses_newest on public.user_accesses (created_at desc, id);
create index user_accesses_of_email on public.user_accesses (email);
create trigger touch before update on public.user_accesses for each row execute function private.touch_updated_at();

-- A seat is taken by the row itself: the check order_items_seats_left refuses one too many, also under concurrency, because the
-- update below waits for whoever is taking a seat of the same item.
create function private.count_used_seats() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  change integer := 0;
begin
  if tg_op in ('UPDATE', 'DELETE') and old.status <> 'revoked' then change := change - 1; end if;
  if tg_op in ('UPDATE', 'INSERT') and new.status <> 'revoked' then change := change + 1; end if;
  if change <> 0 then
    update public.order_items set used_seats = used_seats + change where id = coalesce(new.order_item_id, old.order_item_id);
  end if;
  return null;
end
$$;
create trigger count_used_seats after insert or delete or update of status on public.user_accesses
for each row execute function private.count_used_seats();

-- The states of an order, and what being paid means: items that add up, one access for the buyer per item, seats counted as sold.
create function private.order_status_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  items_total bigint;
begin
  if new.status = old.status then return new; end if;
  if not (old.status, new.status) in (('pending', 'paid'), ('pending', 'failed'), ('paid', 'refunded')) then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_status_transition';
  end if;
  if new.status = 'paid' then
    -- A browser's own transaction may finish a free order; money is recorded by the shop or by an administrator.
    if new.total_clp > 0 and not private.actor_is_staff() then
      raise exception 'only the shop records a payment' using errcode = 'check_violation', constraint = 'orders_paid_by_shop';
    end if;
    new.paid_at := coalesce(new.paid_at, now());
    select sum(total_clp) into items_total from public.order_items where order_id = new.id;
    if items_total is distinct from new.total_clp then
      raise exception 'the items of order % do not add up to its total', new.order_number
        using errcode = 'check_violation', constraint = 'orders_items_add_up';
    end if;
    insert into public.user_accesses (order_item_id, user_id, email, first_name, last_name, invitee_name, invitee_company, expires_at)
    select item.id, item.user_id, buyer.email, buyer.first_name, buyer.last_name,
      btrim(buyer.first_name || ' ' || buyer.last_name), coalesce(new.company_name, buyer.company), new.paid_at + interval '180 days'
    from public.order_items item join public.profiles buyer on buyer.id = item.user_id
    where item.order_id = new.id;
    -- In one order for every sale: two orders of the same products would else wait for each other for ever.
    perform from public.assessments
    where id in (select assessment_id from public.order_items where order_id = new.id) order by id for no key update;
    update public.assessments product set paid_seats = product.paid_seats + sold.seats
    from (select assessment_id, sum(seats) as seats from public.order_items where order_id = new.id group by assessment_id) sold
    where product.id = sold.assessment_id;
  elsif new.status = 'refunded' then
    perform from public.assessments
    where id in (select assessment_id from public.order_items where order_id = new.id) order by id for no key update;
    update public.assessments product set paid_seats = product.paid_seats - sold.seats
    from (select assessment_id, sum(seats) as seats from public.order_items where order_id = new.id group by assessment_id) sold
    where product.id = sold.assessment_id;
  end if;
  return new;
end
$$;
create trigger order_status_changes before update of status on public.orders
for each row execute function private.order_status_changes();

-- An order starts pending, so that nothing is paid that the trigger above has not seen.
create function private.orders_start_pending() returns trigger
language plpgsql
as $$
begin
  if new.status <> 'pending' then
    raise exception 'an order starts pending' using errcode = 'check_violation', constraint = 'orders_start_pending';
  end if;
  return new;
end
$$;
create trigger orders_start_pending before insert on public.orders for each row execute function private.orders_start_pending();

-- A respondent's browser, opened with e-mail and code. Only the SHA-256 of the cookie's token is kept.
create table public.respondent_sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  access_id uuid not null references public.user_accesses (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index respondent_sessions_of_access on public.respondent_sessions (access_id);

-- The access that the acting browser has opened, if its session still holds.
create function private.actor_access_id() returns uuid
language sql stable security definer set search_path = pg_catalog, public
as $$
  select session.access_id
  from public.respondent_sessions session join public.user_accesses access on access.id = session.access_id
  where session.token_hash = nullif(current_setting('alhena.respondent_session', true), '')
    and session.revoked_at is null and session.expires_at > now() and access.status <> 'revoked'
$$;

alter table public.user_accesses enable row level security;
grant select, insert, update on public.user_accesses to alhena_app;
create policy readable on public.user_accesses for select to alhena_app
  using (user_id = (select private.actor_user_id()) or id = (select private.actor_access_id()) or (select private.actor_is_staff()));
create policy invited_by_buyer on public.user_accesses for insert to alhena_app
  with check (
    (user_id = (select private.actor_user_id()) and invited_by_user_id = (select private.actor_user_id()))
    or (select private.actor_is_staff()));
create policy changeable on public.user_accesses for update to alhena_app
  using (user_id = (select private.actor_user_id()) or id = (select private.actor_access_id()) or (select private.actor_is_staff()));

-- A session is made by private.open_respondent_session (e-mail and code) or for the buyer's own access.
alter table public.respondent_sessions enable row level security;
grant select, insert, update (revoked_at) on public.respondent_sessions to alhena_app;
create policy own on public.respondent_sessions for all to alhena_app
  using (
    access_id in (select id from public.user_accesses where user_id = (select private.actor_user_id()))
    or access_id = (select private.actor_access_id()) or (select private.actor_is_staff()))
  with check (
    access_id in (
      select id from public.user_accesses where user_id = (select private.actor_user_id()) and invited_by_user_id is null)
    or (select private.actor_is_staff()));
