create table public.discount_codes (
  id uuid default gen_random_uuid() primary key,
  code text not null check (code ~ '^[A-Z0-9_-]{3,40}$'),
  name text collate "es-x-icu" not null check (length(name) >= 1 and length(name) <= 120),
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
  once_per_customer boolean not null default false,
  -- Incremented with every edit, to detect concurrent edits. A use is no edit.
  revision integer not null default 1,
  -- The back office's list: search, and a sort order by each column that has an index with the id.
  list_words tsvector not null generated always as (private.list_words(
    code || ' ' || name)) stored,
  constraint discount_codes_check check (type <> 'percentage' or value >= 1 and value <= 100),
  constraint discount_codes_uses_left check (current_uses <= max_uses)
);
alter table public.discount_codes enable row level security;

create table public.discount_redemptions (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null unique,
  user_id uuid not null,
  discount_code_id uuid not null references public.discount_codes,
  amount_clp bigint not null check (amount_clp >= 0),
  created_at timestamptz not null default now(),
  released_at timestamptz,
  -- A code that is once per customer is used at most once per customer, as long as an order keeps the use.
  once boolean not null default false
);
alter table public.discount_redemptions enable row level security;

-- Failed attempts at codes, each code counted once, because a cart validates its code with every change. Old rows are deleted with new
-- ones.
create table private.discount_tries (
  -- A buyer, or a network address.
  client_key text not null check (length(client_key) >= 1 and length(client_key) <= 100),
  code_digest bytea not null,
  tried_at timestamptz not null,
  primary key (client_key, code_digest)
);

-- The products that a code applies to; none: every product.
create table public.discount_code_products (
  discount_code_id uuid not null references public.discount_codes on delete cascade,
  assessment_id uuid not null references public.assessments,
  primary key (discount_code_id, assessment_id)
);
alter table public.discount_code_products enable row level security;

-- Paid orders of each code, in pesos, maintained incrementally: a code may have a million orders.
create table public.discount_code_totals (
  discount_code_id uuid primary key references public.discount_codes on delete cascade,
  paid_orders integer not null default 0,
  revenue_clp bigint not null default 0,
  discount_clp bigint not null default 0
);
alter table public.discount_code_totals enable row level security;

create index discount_tries_by_age on private.discount_tries (tried_at);
-- Codes are typed with and without separators: two that differ in nothing else would be one.
create unique index discount_codes_key on public.discount_codes (private.code_key(code));
create index discount_code_products_of_assessment on public.discount_code_products (assessment_id);
create index discount_codes_list_words on public.discount_codes using gin (list_words);
create index discount_codes_by_time on public.discount_codes (created_at, id);
create index discount_codes_by_uses on public.discount_codes (current_uses, id);
create index discount_codes_by_code on public.discount_codes (code, id);
create index discount_codes_by_name on public.discount_codes (name, id);
create unique index discount_redemptions_once_per_customer on public.discount_redemptions (discount_code_id, user_id)
  where once and released_at is null;
create index discount_redemptions_of_buyer on public.discount_redemptions (user_id, discount_code_id) where released_at is null;
create index discount_redemptions_of_code on public.discount_redemptions (discount_code_id, created_at, id);
create index discount_redemptions_by_amount on public.discount_redemptions (discount_code_id, amount_clp, id);

-- The end of a code: the earlier of valid_until and created_at + duration_days, with its day in Santiago.
create function private.discount_ends_at(code public.discount_codes) returns timestamptz
language sql stable
as $$
  select least(code.valid_until, private.end_of_day(code.created_at, code.duration_days))
$$;

-- Evaluates a code for a total without products (specification 1, section 7).
create function public.validate_discount_code(code_input text, order_total bigint, at_time timestamptz default now())
returns table (is_valid boolean, discount_amount bigint, error_message text, error_code text, discount_code_id uuid)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select verdict.is_valid, verdict.discount_amount, verdict.error_message, verdict.error_code, verdict.discount_code_id
  from private.evaluate_discount_code(
    code_input, jsonb_build_array(jsonb_build_object('total', order_total)), at_time, private.actor_user_id()) verdict
$$;

-- Claims one use of a code for a buyer: the actor, or a client of the staff. False: the last one was taken, the code was paused, or this
-- customer has used a once-per-customer code. The row's lock serialises claims of one code, and later statements see them.
create function private.claim_discount_use(claimed_id uuid, buyer uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  claimed public.discount_codes;
begin
  if not private.actor_is_staff() and (private.actor_kind() <> 'user' or buyer is distinct from private.actor_user_id()) then
    return false;
  end if;
  perform private.require_permission('orders');
  select * into claimed from public.discount_codes
  where id = claimed_id and status = 'active' and archived_at is null for no key update;
  if not found or claimed.current_uses >= claimed.max_uses then return false; end if;
  if claimed.once_per_customer and exists (
    select from public.discount_redemptions redemption
    where redemption.discount_code_id = claimed_id and redemption.user_id = buyer and redemption.released_at is null)
  then return false; end if;
  update public.discount_codes set current_uses = current_uses + 1 where id = claimed_id;
  return true;
end
$$;

-- A use is released once, with its order.
create function private.release_discount_use() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if old.released_at is not null then
    raise exception 'a discount use is released only once' using errcode = 'check_violation', constraint = 'discount_redemptions_once';
  end if;
  if new.released_at is not null then
    if not exists (select from public.orders where id = new.order_id and status = 'failed') then
      raise exception 'only a failed order releases its discount use'
        using errcode = 'check_violation', constraint = 'discount_redemptions_release';
    end if;
    update public.discount_codes set current_uses = current_uses - 1 where id = new.discount_code_id;
  end if;
  return new;
end
$$;

-- The state of a code at an instant.
create function private.discount_state(code public.discount_codes, at_time timestamptz) returns text
language sql stable
as $$
  select case
    when code.archived_at is not null then 'archived'
    when code.status <> 'active' then code.status
    when at_time > private.discount_ends_at(code) then 'expired'
    when code.current_uses >= code.max_uses then 'used_up'
    when at_time < code.valid_from then 'scheduled'
    else 'active'
  end
$$;

-- Ids of a page of the codes that a search finds, in the list's order. Under row-level security no index serves a search, so this runs as
-- the owner and checks the actor.
create function private.find_discount_codes(
  input text, state_filter text, at_time timestamptz, sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['discounts']) then return; end if;
  return query select * from private.search_page('public.discount_codes',
    format(
      'case when %L = ''archived'' then archived_at is not null else archived_at is null and (%L is null or id in (
         select candidate.id from public.discount_codes candidate where private.discount_state(candidate, %L) = %L)) end',
      state_filter, state_filter, at_time, state_filter),
    private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

-- Whether a buyer may use the code once is fixed with the use.
create function private.redemption_follows_code() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.once := (select once_per_customer from public.discount_codes where id = new.discount_code_id);
  return new;
end
$$;

-- 'A, B, C y 4 más': the products that a code applies to, for its refusal.
create function private.discount_product_names(of_code uuid) returns text
language sql stable
as $$
  select string_agg(named.name, ', ' order by named.name) filter (where named.rank <= 3)
    || case when count(*) > 3 then ' y ' || count(*) - 3 || ' más' else '' end
  from (
    select product.name, row_number() over (order by product.name) as rank
    from public.discount_code_products part join public.assessments product on product.id = part.assessment_id
    where part.discount_code_id = of_code) named
$$;

-- Pesos of the lines that a code applies to.
create function private.discountable(of_code uuid, lines jsonb) returns bigint
language sql stable
as $$
  select coalesce(sum((line ->> 'total')::bigint), 0)
  from jsonb_array_elements(lines) line
  where not exists (select from public.discount_code_products part where part.discount_code_id = of_code)
    or exists (
      select from public.discount_code_products part
      where part.discount_code_id = of_code and part.assessment_id = (line ->> 'product_id')::uuid)
$$;

-- Every rule of a code for a cart ([{product_id, total}], pesos), in the order in which a refusal names the first that fails. A use held by
-- the buyer's own unpaid order does not count: the checkout takes it over.
create function private.discount_rules(code public.discount_codes, lines jsonb, at_time timestamptz, buyer uuid)
returns table (ordinal integer, rule text, passed boolean, reason text)
language sql stable
as $$
  select * from (values
    (1, 'not_active', code.status = 'active', 'El código de descuento no está activo'),
    (2, 'not_yet_valid', at_time >= code.valid_from, 'El código de descuento todavía no está vigente'),
    (3, 'expired', coalesce(at_time <= private.discount_ends_at(code), true), 'El código de descuento venció'),
    (4, 'used_up', code.max_uses is null or code.current_uses < code.max_uses,
      'El código de descuento ya alcanzó su máximo de usos'),
    (5, 'other_products',
      not exists (select from public.discount_code_products part where part.discount_code_id = code.id)
        or exists (
          select from public.discount_code_products part
          where part.discount_code_id = code.id
            and part.assessment_id in (select (line ->> 'product_id')::uuid from jsonb_array_elements(lines) line)),
      'El código de descuento vale solo para ' || coalesce(private.discount_product_names(code.id), 'otros productos')),
    (6, 'already_used',
      not code.once_per_customer or not exists (
        select from public.discount_redemptions redemption join public.orders on orders.id = redemption.order_id
        where redemption.discount_code_id = code.id and redemption.user_id = buyer and redemption.released_at is null
          and (orders.status <> 'pending' or exists (
            select from public.payment_attempts attempt
            where attempt.order_id = orders.id and attempt.status in ('committing', 'unknown', 'manual_resolution', 'paid')))),
      'Ya usaste este código de descuento: vale una vez por cliente'),
    (7, 'below_minimum',
      (select coalesce(sum((line ->> 'total')::bigint), 0) from jsonb_array_elements(lines) line) >= code.min_order_amount,
      'El código de descuento requiere una compra mínima de $'
        || replace(btrim(to_char(code.min_order_amount, 'FM999,999,999,999')), ',', '.'))
  ) rules (ordinal, rule, passed, reason)
$$;

-- Returns whether a code may be used on a cart, its discount, and why not. Half a peso rounds up. `product_ids`: the products of the cart
-- that it applies to; null for all.
create function private.evaluate_discount_code(code_input text, lines jsonb, at_time timestamptz, buyer uuid)
returns table (is_valid boolean, discount_amount bigint, error_message text, error_code text, discount_code_id uuid,
  once boolean, product_ids uuid[])
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  found_code public.discount_codes;
  broken record;
  base bigint;
begin
  select * into found_code from public.discount_codes candidate
  where private.code_key(candidate.code) = private.code_key(code_input) and candidate.archived_at is null;
  if not found then
    return query select false, 0::bigint, 'El código de descuento no es válido', 'unknown', null::uuid, false, null::uuid[];
    return;
  end if;
  select * into broken from private.discount_rules(found_code, lines, at_time, buyer) rules
  where not rules.passed order by rules.ordinal limit 1;
  if found then
    return query select false, 0::bigint, broken.reason::text, broken.rule::text, null::uuid, false, null::uuid[];
    return;
  end if;
  base := private.discountable(found_code.id, lines);
  return query select true,
    least(
      case found_code.type when 'percentage' then (base * found_code.value + 50) / 100 else found_code.value end,
      found_code.max_discount_amount, base),
    null::text, null::text, found_code.id, found_code.once_per_customer,
    case when exists (select from public.discount_code_products part where part.discount_code_id = found_code.id) then array(
      select part.assessment_id from public.discount_code_products part
      where part.discount_code_id = found_code.id
        and part.assessment_id in (select (line ->> 'product_id')::uuid from jsonb_array_elements(lines) line)
      order by 1)
    end;
end
$$;

-- The result of every rule, for the simulator. No row: unknown code.
create function private.explain_discount_code(code_input text, lines jsonb, at_time timestamptz, buyer uuid)
returns table (ordinal integer, rule text, passed boolean, reason text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select rules.* from public.discount_codes candidate
  cross join lateral private.discount_rules(candidate, lines, at_time, buyer) rules
  where private.actor_kind() = 'admin' and private.staff_may(array['discounts'], 'read') and private.code_key(candidate.code) = private.code_key(code_input) and candidate.archived_at is null
  order by rules.ordinal
$$;

-- The same answer as evaluate_discount_code, with protection against guessing: after 20 failed codes within 15 minutes every code, right or
-- wrong, gets the same refusal.
create function private.check_discount_code(code_input text, lines jsonb, at_time timestamptz, buyer uuid, input_client text)
returns table (is_valid boolean, discount_amount bigint, error_message text, error_code text, discount_code_id uuid,
  once boolean, product_ids uuid[])
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  verdict record;
  digest bytea := sha256(convert_to(private.code_key(code_input), 'UTF8'));
begin
  if (
    select count(*) from private.discount_tries tries
    where tries.client_key = input_client and tries.code_digest <> digest and tries.tried_at > at_time - interval '15 minutes'
  ) >= 20 then
    return query select false, 0::bigint, 'Probaste muchos códigos seguidos. Espera 15 minutos y vuelve a intentarlo', 'too_many_tries',
      null::uuid, false, null::uuid[];
    return;
  end if;
  select * into verdict from private.evaluate_discount_code(code_input, lines, at_time, buyer);
  -- A known code below its minimum, without its products or already used is no guess.
  if not verdict.is_valid and verdict.error_code not in ('below_minimum', 'other_products', 'already_used') then
    delete from private.discount_tries where tried_at < at_time - interval '1 day';
    insert into private.discount_tries (client_key, code_digest, tried_at) values (input_client, digest, at_time)
    on conflict (client_key, code_digest) do update set tried_at = excluded.tried_at;
  end if;
  return query select verdict.is_valid, verdict.discount_amount, verdict.error_message, verdict.error_code, verdict.discount_code_id,
    verdict.once, verdict.product_ids;
end
$$;

create trigger release_use before update of released_at on public.discount_redemptions
for each row execute function private.release_discount_use();
create trigger ends_with_its_day before insert or update of valid_until on public.discount_codes
  for each row execute function private.ends_with_its_day('valid_until');
create trigger follows_code before insert on public.discount_redemptions
for each row execute function private.redemption_follows_code();

create policy staff_reads on public.discount_codes for select to alhena_app using ((select private.actor_is_staff()));
create policy own on public.discount_redemptions for all to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()))
  with check (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy admin_creates on public.discount_codes for insert to alhena_app with check ((select private.actor_kind()) = 'admin');
create policy admin_changes on public.discount_codes for update to alhena_app
  using (archived_at is null and (select private.actor_kind()) = 'admin')
  with check ((select private.actor_kind()) = 'admin');
create policy admin_deletes on public.discount_codes for delete to alhena_app
  using (archived_at is null and (select private.actor_kind()) = 'admin');
create policy staff_reads on public.discount_code_products for select to alhena_app using ((select private.actor_is_staff()));
create policy admin_adds on public.discount_code_products for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin');
create policy admin_removes on public.discount_code_products for delete to alhena_app
  using ((select private.actor_kind()) = 'admin');
create policy shop_adds on public.discount_code_totals for insert to alhena_system with check ((select private.is_system()));
create policy shop_counts on public.discount_code_totals for update to alhena_system using ((select private.is_system()));
create policy staff_reads on public.discount_code_totals for select to alhena_app using ((select private.actor_is_staff()));

grant select, delete, insert (code, name, description, type, value, max_uses, valid_from, valid_until, duration_days, min_order_amount, max_discount_amount, created_at, once_per_customer),
  update (code, name, description, type, value, max_uses, valid_from, valid_until, duration_days, min_order_amount, max_discount_amount, status, archived_at, once_per_customer, revision) on public.discount_codes to alhena_app;
grant select, insert, update (released_at) on public.discount_redemptions to alhena_app;
grant select, insert, delete on public.discount_code_products to alhena_app;
grant select on public.discount_code_totals to alhena_app;
grant insert (discount_code_id, paid_orders, revenue_clp, discount_clp), update (paid_orders, revenue_clp, discount_clp)
  on public.discount_code_totals to alhena_system;
