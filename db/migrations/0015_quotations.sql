-- A cart as it was priced on a day, with a number, held for its buyer until it ends. Never changed: its state follows from the clock
-- and from the orders that were made with it.

create sequence public.quotation_numbers;

create table public.quotations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  number text not null unique,
  -- One quotation per form that was shown: a second click, or a second try, makes no other one.
  idempotency_key uuid not null,
  issued_at timestamptz not null,
  valid_until timestamptz not null,
  subtotal_clp bigint not null check (subtotal_clp >= 0),
  discount_clp bigint not null check (discount_clp between 0 and subtotal_clp),
  discount_code text check (length(discount_code) <= 40),
  total_clp bigint not null,
  net_clp bigint not null,
  vat_clp bigint not null,
  seller_name text not null,
  seller_rut text not null,
  seller_address text not null,
  seller_email text not null,
  buyer_name text not null check (length(buyer_name) between 1 and 241),
  buyer_email text not null check (length(buyer_email) <= 254),
  buyer_phone text check (length(buyer_phone) <= 40),
  company_name text check (length(company_name) <= 200),
  company_rut text check (length(company_rut) <= 12),
  company_address text check (length(company_address) <= 200),
  reference text check (length(reference) <= 200),
  terms_version text not null,
  check (valid_until > issued_at),
  check (discount_code is not null or discount_clp = 0),
  check (total_clp = subtotal_clp - discount_clp),
  check (net_clp + vat_clp = total_clp and net_clp >= 0 and vat_clp >= 0),
  unique (user_id, idempotency_key),
  unique (id, user_id)
);
create index quotations_of_user on public.quotations (user_id, issued_at desc, id);

create table public.quotation_lines (
  quotation_id uuid not null,
  user_id uuid not null,
  position smallint not null check (position between 0 and 49),
  assessment_id uuid not null references public.assessments (id),
  -- As the product was called on that day.
  name text not null,
  mode text not null check (mode in ('self', 'business')),
  seats integer not null check (seats between 1 and 1000),
  base_price_clp bigint not null check (base_price_clp >= 0),
  total_clp bigint not null check (total_clp >= 0),
  pricing_band text not null check (pricing_band in ('self', '1-10', '11-49', '50+')),
  per_extra_rate numeric(4, 2) not null check (per_extra_rate between 0 and 1),
  primary key (quotation_id, position),
  unique (quotation_id, assessment_id, mode),
  foreign key (quotation_id, user_id) references public.quotations (id, user_id) on delete cascade,
  check (mode = 'business' or seats = 1)
);
create index quotation_lines_of_assessment on public.quotation_lines (assessment_id);

-- The number is the database's: COT, the year in Santiago, and a counter that never gives one twice (and may skip some).
create function private.number_quotation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  counted text := nextval('public.quotation_numbers')::text;
begin
  new.number := 'COT-' || to_char(new.issued_at at time zone 'America/Santiago', 'YYYY') || '-'
    || lpad(counted, greatest(6, length(counted)), '0');
  return new;
end
$$;
create trigger number_quotation before insert on public.quotations
for each row execute function private.number_quotation();

-- Lines come with their quotation, in the transaction that writes it: nobody adds one to what was issued.
create function private.lines_of_new_quotations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not exists (
    select from public.quotations where id = new.quotation_id and xmin = pg_current_xact_id()::xid)
  then
    raise exception 'an issued quotation keeps its lines'
      using errcode = 'check_violation', constraint = 'quotation_lines_of_new_quotations';
  end if;
  return new;
end
$$;
create trigger lines_of_new_quotations before insert on public.quotation_lines
for each row execute function private.lines_of_new_quotations();

-- Whoever has left gets none, also not by a request that was under way when the account went.
create function private.quotations_of_living_accounts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- Waits for a deletion under way, and sees what became of it.
  perform from public.profiles where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'the account is gone' using errcode = 'check_violation', constraint = 'quotations_of_living_accounts';
  end if;
  return new;
end
$$;
create trigger of_living_accounts before insert on public.quotations
for each row execute function private.quotations_of_living_accounts();

-- The quotation whose prices an order was made with; only its owner's orders can name it.
alter table public.orders
  add column quotation_id uuid,
  add constraint orders_quotation_of_buyer foreign key (quotation_id, user_id) references public.quotations (id, user_id);
create index orders_of_quotation on public.orders (quotation_id) where quotation_id is not null;

-- With the account go its quotations; one that an order was made with stays as long as the order, without the person.
create function private.forget_quotations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from public.quotations quotation
  where quotation.user_id = new.id and not exists (select from public.orders where orders.quotation_id = quotation.id);
  update public.quotations set buyer_name = 'Persona anónima', buyer_email = new.email, buyer_phone = null, reference = null
  where user_id = new.id;
  return null;
end
$$;
create trigger forget_quotations after update of deleted_at on public.profiles
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.forget_quotations();

-- How often a quotation was mailed is counted by the link in the mail.
create index mails_of_quotation on public.mails ((params ->> 'enlace_cotizacion'), created_at) where template = 'quotation';

alter table public.quotations enable row level security;
alter table public.quotation_lines enable row level security;

grant select, insert (user_id, idempotency_key, issued_at, valid_until, subtotal_clp, discount_clp, discount_code, total_clp, net_clp, vat_clp,
  seller_name, seller_rut, seller_address, seller_email, buyer_name, buyer_email, buyer_phone, company_name, company_rut,
  company_address, reference, terms_version) on public.quotations to alhena_app;
grant select, insert on public.quotation_lines to alhena_app;

create policy own_or_staff_reads on public.quotations for select to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy own_written on public.quotations for insert to alhena_app
  with check (user_id = (select private.actor_user_id()));
create policy own_or_staff_reads on public.quotation_lines for select to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy own_written on public.quotation_lines for insert to alhena_app
  with check (user_id = (select private.actor_user_id()));
