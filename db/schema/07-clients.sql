-- Companies as people and orders name them: one per name, ignoring case, accents and spaces.
create table public.companies (
  id uuid default gen_random_uuid() primary key,
  key text not null check (length(key) >= 1 and length(key) <= 250) unique,
  name text collate "es-x-icu" not null,
  -- Of the last factura.
  rut text,
  paid_orders integer not null default 0,
  seats bigint not null default 0,
  -- Net of refunds.
  spent_clp bigint not null default 0,
  refunded_clp bigint not null default 0,
  last_paid_at timestamptz,
  -- For orders by the last purchase, where those without one are last both ways.
  last_paid_at_newest timestamptz not null generated always as (coalesce(last_paid_at, '-infinity')) stored,
  last_paid_at_oldest timestamptz not null generated always as (coalesce(last_paid_at, 'infinity')) stored,
  created_at timestamptz not null default now(),
  list_words tsvector not null generated always as (private.list_words(
    name || ' ' || coalesce(rut, ''))) stored
);
alter table public.companies enable row level security;

-- Purchases and payments of each person. Without a foreign key, which would make a payment and a deletion of the account wait for each
-- other.
create table public.client_totals (
  -- The profile's.
  id uuid primary key,
  paid_orders integer not null default 0,
  seats bigint not null default 0,
  -- Net of refunds.
  spent_clp bigint not null default 0,
  refunded_clp bigint not null default 0,
  last_paid_at timestamptz,
  -- For orders by the last purchase, where those without one are last both ways.
  last_paid_at_newest timestamptz not null generated always as (coalesce(last_paid_at, '-infinity')) stored,
  last_paid_at_oldest timestamptz not null generated always as (coalesce(last_paid_at, 'infinity')) stored
);
alter table public.client_totals enable row level security;

-- The staff's notes on a client. Deleted with the account.
create table public.client_notes (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references public.profiles on delete cascade,
  author_id uuid not null default private.actor_user_id() references public.profiles on delete cascade,
  body text not null check (length(body) >= 1 and length(body) <= 2000),
  created_at timestamptz not null default now()
);
alter table public.client_notes enable row level security;

alter table public.profiles add constraint profiles_company_id_fkey foreign key (company_id) references public.companies;
alter table public.orders add constraint orders_company_id_fkey foreign key (company_id) references public.companies;

create index companies_by_time on public.companies (created_at, id);
create index companies_by_name on public.companies (name, id);
create index companies_by_spent on public.companies (spent_clp, id);
create index companies_by_orders on public.companies (paid_orders, id);
create index companies_by_seats on public.companies (seats, id);
create index companies_by_newest_purchase on public.companies (last_paid_at_newest, id);
create index companies_by_oldest_purchase on public.companies (last_paid_at_oldest, id);
create index companies_by_rut on public.companies ((private.rut_key(rut)) collate "C") where rut is not null;
create index companies_words on public.companies using gin (list_words);
create index client_totals_by_spent on public.client_totals (spent_clp, id);
create index client_totals_by_orders on public.client_totals (paid_orders, id);
create index client_totals_by_newest_purchase on public.client_totals (last_paid_at_newest, id);
create index client_totals_by_oldest_purchase on public.client_totals (last_paid_at_oldest, id);
create index client_notes_of_client on public.client_notes (user_id, created_at desc, id);
create index client_notes_of_author on public.client_notes (author_id);

create function private.company_key(name text) returns text
language sql immutable strict parallel safe
as $$ select left(btrim(private.plain_words(private.fold(name))), 250) $$;

-- The company of a name, created when it is new; null when the name has no letter. Until the transaction ends nobody deletes it.
create function private.company_of(name text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  new_key text := private.company_key(name);
  found_id uuid;
begin
  if coalesce(new_key, '') = '' then return null; end if;
  select id into found_id from public.companies where key = new_key for key share;
  if not found then
    insert into public.companies (key, name) values (new_key, left(btrim(company_of.name), 250)) on conflict (key) do nothing;
    select id into found_id from public.companies where key = new_key;
  end if;
  return found_id;
end
$$;

create function private.find_companies(input text, sort_column text, descending boolean, after_id uuid, max_rows integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['clients']) then return; end if;
  return query select * from private.search_page('public.companies', 'true', private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

-- Pages of a search, like private.find_orders.
create function private.find_clients(
  input text, role_filter text, bought boolean, company uuid, from_time timestamptz, until_time timestamptz, descending boolean, after_id uuid,
  max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['clients']) then return; end if;
  return query select * from private.search_page_with('public.profiles',
    concat_ws(' and ', 'true',
      case when role_filter is not null then format('role = %L', role_filter) end,
      case when bought is not null then format('id %s (select total.id from public.client_totals total where total.paid_orders > 0)',
        case when bought then 'in' else 'not in' end) end,
      case when company is not null then format('company_id = %L', company) end,
      case when from_time is not null then format('created_at >= %L', from_time) end,
      case when until_time is not null then format('created_at < %L', until_time) end),
    private.people_of_rut(input), private.list_query(input), 'created_at', descending, after_id, max_rows);
end
$$;

-- People by a RUT, written in any way, of their facturas or their company: at most a thousand of each; null when nobody has it. It is looked
-- up, because storing it with people would make payments of one company wait for each other.
create function private.people_of_rut(input text) returns uuid[]
language plpgsql stable set search_path = pg_catalog, public
as $$
declare
  typed text := private.typed_rut(input);
begin
  if typed is null then return null; end if;
  -- 'l' is greater than every digit and 'k'.
  return (select array_agg(found.id) from (
    (select user_id as id from public.orders
     where billing_rut is not null and private.rut_key(billing_rut) collate "C" >= typed and private.rut_key(billing_rut) collate "C" < typed || 'l' limit 1000)
    union
    (select person.id from public.companies company join public.profiles person on person.company_id = company.id
     where company.rut is not null and private.rut_key(company.rut) collate "C" >= typed and private.rut_key(company.rut) collate "C" < typed || 'l' limit 1000)) found);
end
$$;

create trigger of_existing_account before insert on public.client_notes
for each row execute function private.require_existing_account();

create policy staff_reads on public.companies for select to alhena_app using ((select private.actor_is_staff()));
create policy staff_reads on public.client_totals for select to alhena_app using ((select private.actor_is_staff()));
create policy shop_counts on public.companies for update to alhena_system using ((select private.is_system()));
create policy shop_adds on public.client_totals for insert to alhena_system with check ((select private.is_system()));
create policy shop_counts on public.client_totals for update to alhena_system using ((select private.is_system()));
create policy admin_reads on public.client_notes for select to alhena_app using ((select private.actor_kind()) = 'admin');
create policy admin_writes on public.client_notes for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and author_id = (select private.actor_user_id()));
create policy admin_removes on public.client_notes for delete to alhena_app using ((select private.actor_kind()) = 'admin');

grant select on public.companies to alhena_app;
-- Counted with each sale, refund and chargeback (app/features/payments/sale-totals.server.ts).
grant update (paid_orders, seats, spent_clp, refunded_clp, last_paid_at, rut) on public.companies to alhena_system;
grant insert (id, paid_orders, seats, spent_clp, last_paid_at), update (paid_orders, seats, spent_clp, refunded_clp, last_paid_at)
  on public.client_totals to alhena_system;
grant select on public.client_totals to alhena_app;
grant select, delete, insert (user_id, body, created_at) on public.client_notes to alhena_app;
revoke execute on function private.company_of(text) from public;
grant execute on function private.company_of(text) to alhena_system;
revoke execute on function private.people_of_rut(text) from public;
