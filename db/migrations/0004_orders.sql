create table public.discount_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9_-]{3,40}$'),
  name text not null check (length(name) between 1 and 120),
  description text not null default '',
  type text not null check (type in ('percentage', 'fixed_amount')),
  value integer not null check (value >= 0),
  max_uses integer check (max_uses >= 1),
  current_uses integer not null default 0 check (current_uses >= 0),
  valid_from timestamptz not null default now(),
  valid_until timestamptz,
  duration_days integer check (duration_days >= 1),
  min_order_amount integer not null default 0 check (min_order_amount >= 0),
  max_discount_amount integer check (max_discount_amount >= 0),
  status text not null default 'active' check (status in ('active', 'paused', 'inactive')),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  check (type <> 'percentage' or value between 1 and 100),
  constraint discount_codes_uses_left check (current_uses <= max_uses)
);
alter table public.discount_codes enable row level security;
grant select on public.discount_codes to alhena_app;
create policy staff_reads on public.discount_codes for select to alhena_app using ((select private.actor_is_staff()));

-- Discount rules in one place. A day ends at 23:59:59 in Santiago; of valid_until and created_at + duration_days the earlier counts.
create function private.discount_ends_at(code public.discount_codes) returns timestamptz
language sql stable
as $$
  select least(
    code.valid_until,
    (date_trunc('day', (code.created_at at time zone 'America/Santiago') + make_interval(days => code.duration_days))
      + interval '1 day' - interval '1 second') at time zone 'America/Santiago'
  )
$$;

-- Tells whether a code may be used on an order of so many pesos, what it takes off, and why not. Half a peso rounds up.
create function public.validate_discount_code(code_input text, order_total bigint, at_time timestamptz default now())
returns table (is_valid boolean, discount_amount bigint, error_message text, error_code text, discount_code_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  found_code public.discount_codes;
  amount bigint;
begin
  select * into found_code from public.discount_codes
  where code = upper(btrim(code_input)) and archived_at is null;
  if not found then
    return query select false, 0::bigint, 'El código de descuento no es válido', 'unknown', null::uuid;
  elsif found_code.status <> 'active' then
    return query select false, 0::bigint, 'El código de descuento no está activo', 'not_active', null::uuid;
  elsif at_time < found_code.valid_from then
    return query select false, 0::bigint, 'El código de descuento todavía no está vigente', 'not_yet_valid', null::uuid;
  elsif at_time > private.discount_ends_at(found_code) then
    return query select false, 0::bigint, 'El código de descuento venció', 'expired', null::uuid;
  elsif found_code.max_uses is not null and found_code.current_uses >= found_code.max_uses then
    return query select false, 0::bigint, 'El código de descuento ya alcanzó su máximo de usos', 'used_up', null::uuid;
  elsif order_total < found_code.min_order_amount then
    return query select false, 0::bigint,
      'El código de descuento requiere una compra mínima de $'
        || replace(btrim(to_char(found_code.min_order_amount, 'FM999,999,999,999')), ',', '.'),
      'below_minimum', null::uuid;
  else
    amount := case found_code.type
      when 'percentage' then (order_total * found_code.value + 50) / 100
      else found_code.value
    end;
    return query select true, least(amount, found_code.max_discount_amount, order_total), null::text, null::text, found_code.id;
  end if;
end
$$;

-- Takes one use of a code. No row (false) means that the last use went to someone else in the meantime.
create function private.claim_discount_use(claimed_id uuid) returns boolean
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with claimed as (
    update public.discount_codes set current_uses = current_uses + 1
    where id = claimed_id and status = 'active' and archived_at is null and (max_uses is null or current_uses < max_uses)
    returning 1
  )
  select exists (select from claimed)
$$;

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id),
  order_number text not null unique,
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed', 'refunded')),
  currency text not null default 'CLP' check (currency = 'CLP'),
  subtotal_clp bigint not null check (subtotal_clp >= 0),
  discount_clp bigint not null default 0 check (discount_clp between 0 and subtotal_clp),
  total_clp bigint not null,
  net_clp bigint not null,
  vat_clp bigint not null,
  discount_code text,
  idempotency_key uuid not null,
  document_type text not null default 'boleta' check (document_type in ('boleta', 'factura')),
  billing_rut text,
  billing_name text,
  billing_activity text,
  billing_address text,
  billing_commune text,
  company_name text,
  company_url text,
  terms_version text not null,
  terms_accepted_at timestamptz not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  check (total_clp = subtotal_clp - discount_clp),
  check (net_clp + vat_clp = total_clp and net_clp >= 0 and vat_clp >= 0),
  check ((status in ('paid', 'refunded')) = (paid_at is not null)),
  check (document_type = 'boleta' or num_nulls(billing_rut, billing_name, billing_activity, billing_address, billing_commune) = 0),
  unique (id, user_id)
);
-- One order per attempt of a browser to check out. An order that failed frees its key: paying the same cart again is a new order.
create unique index orders_once_per_key on public.orders (user_id, idempotency_key) where status <> 'failed';
create index orders_pending on public.orders (created_at) where status = 'pending';
create index orders_of_user on public.orders (user_id, created_at desc, id);
create index orders_newest on public.orders (created_at desc, id);

-- Who the tax document is for may be corrected until the order is paid.
create function private.billing_is_frozen() returns trigger
language plpgsql
as $$
begin
  if old.status <> 'pending' then
    raise exception 'the billing data of a % order stays', old.status
      using errcode = 'check_violation', constraint = 'orders_billing_frozen';
  end if;
  return new;
end
$$;
create trigger billing_is_frozen before update of document_type, billing_rut, billing_name, billing_activity, billing_address,
  billing_commune, company_name, company_url, terms_version, terms_accepted_at on public.orders
for each row execute function private.billing_is_frozen();

create table public.order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  user_id uuid not null,
  assessment_id uuid not null references public.assessments (id),
  mode text not null check (mode in ('self', 'business')),
  seats integer not null check (seats between 1 and 1000),
  -- Accesses that are not revoked, kept by a trigger: no statement can use more seats than were bought.
  used_seats integer not null default 0,
  base_price_clp bigint not null check (base_price_clp >= 0),
  unit_price_clp bigint not null check (unit_price_clp >= 0),
  subtotal_clp bigint not null check (subtotal_clp >= 0),
  discount_clp bigint not null default 0 check (discount_clp between 0 and subtotal_clp),
  total_clp bigint not null,
  pricing_band text not null check (pricing_band in ('self', '1-10', '11-49', '50+')),
  per_extra_rate numeric(4, 2) not null check (per_extra_rate between 0 and 1),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (order_id, user_id) references public.orders (id, user_id),
  unique (id, user_id),
  unique (order_id, assessment_id, mode),
  check (mode = 'business' or seats = 1),
  check (total_clp = subtotal_clp - discount_clp),
  constraint order_items_seats_left check (used_seats between 0 and seats)
);
create index order_items_of_user on public.order_items (user_id, created_at desc, id);
create index order_items_of_assessment on public.order_items (assessment_id);

create table public.discount_redemptions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null unique,
  user_id uuid not null,
  discount_code_id uuid not null references public.discount_codes (id),
  amount_clp bigint not null check (amount_clp >= 0),
  created_at timestamptz not null default now(),
  released_at timestamptz,
  foreign key (order_id, user_id) references public.orders (id, user_id)
);
create index discount_redemptions_of_code on public.discount_redemptions (discount_code_id, created_at desc);

-- A use is given back once, with the order that took it.
create function private.release_discount_use() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if old.released_at is null and new.released_at is not null then
    if not exists (select from public.orders where id = new.order_id and status = 'failed') then
      raise exception 'only an order that failed gives its discount back'
        using errcode = 'check_violation', constraint = 'discount_redemptions_release';
    end if;
    update public.discount_codes set current_uses = current_uses - 1 where id = new.discount_code_id;
  end if;
  return new;
end
$$;
create trigger release_use after update of released_at on public.discount_redemptions
for each row execute function private.release_discount_use();

create table public.payment_attempts (
  -- Also the gateway's session id.
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  user_id uuid not null,
  gateway text not null,
  -- The gateway's reference of this attempt: at most 26 characters at Transbank.
  buy_order text not null unique check (length(buy_order) <= 26),
  token text unique,
  amount_clp bigint not null check (amount_clp >= 0),
  refunded_clp bigint not null default 0 check (refunded_clp between 0 and amount_clp),
  status text not null default 'created' check (status in (
    'created', 'initiated', 'committing', 'paid', 'rejected', 'unknown', 'aborted', 'timed_out', 'form_error', 'expired', 'review',
    'refund_pending', 'partially_refunded', 'refunded')),
  authorization_code text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  payment_type_code text,
  response_code integer,
  installments integer,
  detail text,
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (order_id, user_id) references public.orders (id, user_id)
);
create index payment_attempts_of_order on public.payment_attempts (order_id, created_at);
create index payment_attempts_due on public.payment_attempts (next_check_at) where next_check_at is not null;
create unique index payment_attempts_one_paid on public.payment_attempts (order_id) where status in ('paid', 'partially_refunded');
create trigger touch before update on public.payment_attempts for each row execute function private.touch_updated_at();

alter table public.orders enable row level security;
alter table public.order_items enable row level security;
alter table public.discount_redemptions enable row level security;
alter table public.payment_attempts enable row level security;

grant select, insert, update (status, paid_at, document_type, billing_rut, billing_name, billing_activity, billing_address,
  billing_commune, company_name, company_url, terms_version, terms_accepted_at) on public.orders to alhena_app;
grant select, insert on public.order_items to alhena_app;
grant select, insert, update (released_at) on public.discount_redemptions to alhena_app;
grant select, insert, update (token, refunded_clp, status, authorization_code, card_last4, payment_type_code, response_code, installments,
  detail, checks, next_check_at) on public.payment_attempts to alhena_app;

create policy own on public.orders for all to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()))
  with check (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy own on public.order_items for all to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()))
  with check (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy own on public.discount_redemptions for all to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()))
  with check (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
-- A buyer opens attempts; what becomes of them is the shop's to record.
create policy own on public.payment_attempts for select to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy opened_by_buyer on public.payment_attempts for insert to alhena_app
  with check (
    (user_id = (select private.actor_user_id()) and (status = 'created' or (gateway = 'free' and amount_clp = 0)))
    or (select private.actor_is_staff()));
create policy recorded_by_shop on public.payment_attempts for update to alhena_app using ((select private.actor_is_staff()));
