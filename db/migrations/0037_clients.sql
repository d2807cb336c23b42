-- The back office's clients: what people and companies bought, kept as it happens so that a list of a million costs a page; notes of the
-- staff; and the change of a role.

-- Companies as people and orders name them: one per name, whatever its capitals, accents and spaces.
create table public.companies (
  id uuid primary key default gen_random_uuid(),
  key text not null unique check (length(key) between 1 and 250),
  name text not null,
  -- Of the last factura.
  rut text,
  paid_orders integer not null default 0,
  seats bigint not null default 0,
  spent_clp bigint not null default 0,
  last_paid_at timestamptz,
  created_at timestamptz not null default now(),
  list_words tsvector not null default ''
);
create index companies_by_time on public.companies (created_at, id);
create index companies_by_spent on public.companies (spent_clp, id);
create index companies_words on public.companies using gin (list_words);

create function private.write_company_words() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
begin
  new.list_words := private.list_words(concat_ws(' ', new.name, new.rut));
  return new;
end
$$;
create trigger write_words before insert or update of name, rut, list_words on public.companies
for each row execute function private.write_company_words();

create function private.company_key(name text) returns text
language sql immutable strict parallel safe
as $$ select left(btrim(private.plain_words(private.fold(name))), 250) $$;

-- The company of a name, made when it is new; null when the name has no letter. It locks nothing that is there.
create function private.company_of(name text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  wanted text := private.company_key(name);
  found_id uuid;
begin
  if coalesce(wanted, '') = '' then return null; end if;
  select id into found_id from public.companies where key = wanted;
  if not found then
    insert into public.companies (key, name) values (wanted, left(btrim(company_of.name), 250)) on conflict (key) do nothing;
    select id into found_id from public.companies where key = wanted;
  end if;
  return found_id;
end
$$;
revoke all on function private.company_of(text) from public;

alter table public.profiles add column company_id uuid references public.companies (id);
alter table public.orders add column company_id uuid references public.companies (id);
create index profiles_of_company on public.profiles (company_id, created_at, id) where company_id is not null;
create index orders_of_company on public.orders (company_id, created_at, id) where company_id is not null;
create index profiles_by_role on public.profiles (role, created_at, id);

create function private.profile_company() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.company_id := private.company_of(new.company);
  return new;
end
$$;
create trigger company_of before insert or update of company, company_id on public.profiles
for each row execute function private.profile_company();

-- What each person bought and paid. No foreign key: it would make a payment wait for whoever is deleting the account, and that for the
-- payment's order.
create table public.client_totals (
  -- The profile's.
  id uuid primary key,
  paid_orders integer not null default 0,
  seats bigint not null default 0,
  spent_clp bigint not null default 0,
  last_paid_at timestamptz
);
create index client_totals_by_spent on public.client_totals (spent_clp, id);

-- An order's company is that of its document, else that of its buyer, as they are when it is paid.
create function private.order_company() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.company_id := private.company_of(coalesce(
    new.billing_name, new.company_name, (select company from public.profiles where id = new.user_id)));
  return new;
end
$$;
create trigger company_of before update of status on public.orders
for each row when (old.status <> 'paid' and new.status = 'paid') execute function private.order_company();

create function private.count_client_purchase() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  sign integer := case new.status when 'paid' then 1 else -1 end;
  bought bigint := (select coalesce(sum(seats), 0) from public.order_items where order_id = new.id);
begin
  insert into public.client_totals as known (id, paid_orders, seats, spent_clp, last_paid_at)
  values (new.user_id, sign, sign * bought, sign * new.total_clp, new.paid_at)
  on conflict (id) do update set paid_orders = known.paid_orders + excluded.paid_orders, seats = known.seats + excluded.seats,
    spent_clp = known.spent_clp + excluded.spent_clp, last_paid_at = greatest(known.last_paid_at, excluded.last_paid_at);
  update public.companies set paid_orders = paid_orders + sign, seats = seats + sign * bought, spent_clp = spent_clp + sign * new.total_clp,
    last_paid_at = greatest(last_paid_at, new.paid_at), rut = coalesce(new.billing_rut, rut)
  where id = new.company_id;
  return null;
end
$$;
create trigger count_client_purchase after update of status on public.orders
for each row when (old.status is distinct from new.status and new.status in ('paid', 'refunded'))
execute function private.count_client_purchase();

-- What is there already. No rule of theirs is asked.
insert into public.companies (key, name)
select distinct on (private.company_key(name)) private.company_key(name), left(btrim(name), 250)
from (
  select company as name from public.profiles where company is not null
  union
  select coalesce(billing_name, company_name) from public.orders where status in ('paid', 'refunded')) named
where coalesce(private.company_key(name), '') <> ''
order by private.company_key(name), name;

alter table public.profiles disable trigger user;
alter table public.orders disable trigger user;
update public.profiles set company_id = companies.id
from public.companies where companies.key = private.company_key(profiles.company);
update public.orders set company_id = companies.id
from public.companies, public.profiles buyer
where buyer.id = orders.user_id and orders.status in ('paid', 'refunded')
  and companies.key = private.company_key(coalesce(orders.billing_name, orders.company_name, buyer.company));
alter table public.profiles enable trigger user;
alter table public.orders enable trigger user;

insert into public.client_totals (id, paid_orders, seats, spent_clp, last_paid_at)
select orders.user_id, count(*), sum(bought.seats), sum(orders.total_clp), max(orders.paid_at)
from public.orders
join (select order_id, sum(seats) as seats from public.order_items group by order_id) bought on bought.order_id = orders.id
where orders.status = 'paid' group by orders.user_id;
update public.companies set paid_orders = sold.orders, seats = sold.seats, spent_clp = sold.spent, last_paid_at = sold.last_at
from (
  select orders.company_id, count(*) as orders, sum(bought.seats) as seats, sum(orders.total_clp) as spent, max(orders.paid_at) as last_at
  from public.orders
  join (select order_id, sum(seats) as seats from public.order_items group by order_id) bought on bought.order_id = orders.id
  where orders.status = 'paid' group by orders.company_id) sold
where companies.id = sold.company_id;

-- Pages that a search finds, as private.find_orders has them.
create function private.find_clients(
  given text, wanted_role text, bought boolean, company uuid, from_time timestamptz, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page('public.profiles',
    concat_ws(' and ', 'true',
      case when wanted_role is not null then format('role = %L', wanted_role) end,
      case when bought is not null then format('id %s (select total.id from public.client_totals total where total.paid_orders > 0)',
        case when bought then 'in' else 'not in' end) end,
      case when company is not null then format('company_id = %L', company) end,
      case when from_time is not null then format('created_at >= %L', from_time) end),
    private.list_query(given), 'created_at', descending, place, most);
end
$$;

create function private.find_companies(given text, sort_column text, descending boolean, place uuid, most integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page('public.companies', 'true', private.list_query(given), sort_column, descending, place, most);
end
$$;

create index user_accesses_completed_of_buyer on public.user_accesses (user_id) where status = 'completed';
create index mails_of_recipient on public.mails (recipient, created_at desc);

-- What the staff writes down about a client. It goes with the account.
create table public.client_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  body text not null check (length(body) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index client_notes_of_client on public.client_notes (user_id, created_at desc, id);
create index client_notes_of_author on public.client_notes (author_id);

create function private.forget_notes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from public.client_notes where user_id = new.id;
  return null;
end
$$;
create trigger forget_notes after update of deleted_at on public.profiles
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_notes();

-- Nobody writes about an account that is gone, also not in a request that was under way.
create function private.notes_of_living_accounts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.profiles where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'the account is gone' using errcode = 'check_violation', constraint = 'notes_of_living_accounts';
  end if;
  return new;
end
$$;
create trigger of_living_accounts before insert on public.client_notes
for each row execute function private.notes_of_living_accounts();

-- Gives somebody another role, as the administrator who acts and whose password was verified just now. One change at a time, so that two
-- administrators who take each other's role leave one.
create function private.change_role(of_user uuid, wanted text, known_hash text) returns table (answer text, role_before text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  person public.profiles;
  refused text;
begin
  if private.actor_kind() <> 'admin' then return query select 'not_admin', null::text; return; end if;
  -- The person first, then the lock: as an account that deletes itself has them.
  select * into person from public.profiles where id = of_user and deleted_at is null for no key update;
  if not found then return query select 'not_found', null::text; return; end if;
  perform pg_advisory_xact_lock(hashtext('profiles.last_admin'));
  if not exists (
    select from public.profiles where id = private.actor_user_id() and role = 'admin' and deleted_at is null)
  then return query select 'not_admin', null::text; return; end if;
  if not exists (
    select from auth.accounts
    where user_id = private.actor_user_id() and provider_id = 'credential' and password = known_hash)
  then return query select 'wrong_password', null::text; return; end if;
  if wanted not in ('admin', 'client', 'respondent', 'assessment_manager') then
    return query select 'unknown_role', null::text; return;
  end if;
  if person.role = wanted then return query select 'same', person.role; return; end if;
  begin
    update public.profiles set role = wanted where id = of_user;
  exception when check_violation then
    get stacked diagnostics refused = constraint_name;
    if refused = 'profiles_last_admin' then return query select 'last_admin', person.role; return; end if;
    raise;
  end;
  return query select 'changed', person.role;
end
$$;

alter table public.companies enable row level security;
alter table public.client_totals enable row level security;
alter table public.client_notes enable row level security;
grant select on public.companies, public.client_totals to alhena_app;
grant select, insert (user_id, author_id, body, created_at), delete on public.client_notes to alhena_app;
create policy staff_reads on public.companies for select to alhena_app using ((select private.actor_is_staff()));
create policy staff_reads on public.client_totals for select to alhena_app using ((select private.actor_is_staff()));
create policy admin_reads on public.client_notes for select to alhena_app using ((select private.actor_kind()) = 'admin');
create policy admin_writes on public.client_notes for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and author_id = (select private.actor_user_id()));
create policy admin_removes on public.client_notes for delete to alhena_app using ((select private.actor_kind()) = 'admin');
