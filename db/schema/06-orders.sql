create table public.orders (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references public.profiles,
  order_number text not null unique,
  status text not null default 'pending' check (status in ('pending', 'paid', 'failed', 'refunded', 'charged_back')),
  currency text not null default 'CLP' check (currency = 'CLP'),
  subtotal_clp bigint not null check (subtotal_clp >= 0),
  discount_clp bigint not null default 0,
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
  -- The contract of processing that a company accepts with them (Ley 19.628, article 15 bis).
  processing_terms_version text,
  processing_terms_accepted_at timestamptz,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- The quotation whose prices an order uses; only its owner's orders can refer to it.
  quotation_id uuid,
  -- The company's purchase-order number, of its quotation's approval: set with the order, or by the approval that comes later.
  purchase_order text check (length(purchase_order) <= 60),
  -- The buyer's name as lists sort it.
  client_name text collate "es-x-icu" not null default '',
  list_words tsvector not null default ''::tsvector,
  item_count integer not null default 0,
  seat_count integer not null default 0,
  has_self boolean not null default false,
  has_business boolean not null default false,
  -- Of its document or its buyer, once it is paid.
  company_id uuid,
  -- Until when an order is kept open for a slow payment; otherwise it fails within the hour.
  held_until timestamptz,
  -- The seller as it was; null for old orders.
  seller jsonb check (length(seller::text) <= 4000),
  -- The organisation that the purchase belongs to; null: to its buyer alone. Moved by a function only.
  organisation_id uuid,
  -- Whose it is: the organisation's, or else the buyer's.
  holder_id uuid generated always as (coalesce(organisation_id, user_id)) stored not null,
  -- Days that its accesses hold from the payment.
  access_days integer not null default 180 check (access_days >= 1 and access_days <= 1095),
  vat_text text not null default 'IVA incluido' check (length(vat_text) >= 1 and length(vat_text) <= 40),
  -- Pesos of its completed refunds, counted by the shop.
  refunded_clp bigint not null default 0,
  -- Pesos that the bank claims or took back for the cardholder, counted by the shop.
  charged_back_clp bigint not null default 0,
  -- The day in the books: of its payment, and of its creation until it is paid.
  effective_at timestamptz generated always as (coalesce(paid_at, created_at)) stored not null,
  constraint orders_check check (discount_clp >= 0 and discount_clp <= subtotal_clp),
  constraint orders_check1 check (total_clp = (subtotal_clp - discount_clp)),
  constraint orders_check2 check ((net_clp + vat_clp) = total_clp and net_clp >= 0 and vat_clp >= 0),
  constraint orders_processing_terms check ((processing_terms_version is null) = (processing_terms_accepted_at is null)),
  constraint orders_check3 check ((status in ('paid', 'refunded', 'charged_back')) = (paid_at is not null)),
  constraint orders_refunded check (refunded_clp >= 0 and refunded_clp <= total_clp and (refunded_clp = 0 or paid_at is not null)),
  -- No peso goes back twice.
  constraint orders_charged_back check (charged_back_clp >= 0 and refunded_clp + charged_back_clp <= total_clp and (charged_back_clp = 0 or paid_at is not null)),
  constraint orders_check4 check (document_type = 'boleta' or num_nulls(billing_rut, billing_name, billing_activity, billing_address, billing_commune) = 0),
  constraint orders_id_user_id_key unique (id, user_id),
  constraint orders_quotation_of_buyer foreign key (quotation_id, user_id) references public.quotations (id, user_id)
);
alter table public.orders enable row level security;

-- Whether a value is a list of groups that results are shown by: each with a name and the areas of the organisation that belong to it, no name
-- and no area twice. The empty list: every area is its own group.
create function private.are_reporting_groups(input jsonb) returns boolean
language sql immutable parallel safe set search_path = pg_catalog, public
as $$
  select case
    when jsonb_typeof(input) <> 'array' or jsonb_array_length(input) > 20 then false
    when exists (
      select from jsonb_array_elements(input) entry
      where jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'name') is distinct from 'string'
        or jsonb_typeof(entry -> 'areas') is distinct from 'array')
    then false
    when exists (
      select from jsonb_array_elements(input) entry
      where (select count(*) from jsonb_object_keys(entry)) <> 2
        or length(entry ->> 'name') not between 1 and 60 or private.group_key(entry ->> 'name') = ''
        or jsonb_array_length(entry -> 'areas') not between 1 and 200)
    then false
    else not exists (
        select from jsonb_array_elements(input) entry, jsonb_array_elements(entry -> 'areas') area
        where jsonb_typeof(area) <> 'string' or length(area #>> '{}') not between 1 and 200 or private.group_key(area #>> '{}') = '')
      and not exists (
        select from jsonb_array_elements(input) entry group by private.group_key(entry ->> 'name') having count(*) > 1)
      and not exists (
        select from jsonb_array_elements(input) entry, jsonb_array_elements_text(entry -> 'areas') area
        group by private.group_key(area) having count(*) > 1)
  end
$$;

create table public.order_items (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null,
  user_id uuid not null,
  assessment_id uuid not null references public.assessments,
  mode text not null check (mode in ('self', 'business')),
  -- Seats that were sold in this order.
  seats integer not null check (seats >= 1 and seats <= 1000),
  -- Accesses that are not revoked, maintained by a trigger: no statement can use more seats than were bought.
  used_seats integer not null default 0,
  base_price_clp bigint not null check (base_price_clp >= 0),
  unit_price_clp bigint not null check (unit_price_clp >= 0),
  subtotal_clp bigint not null check (subtotal_clp >= 0),
  discount_clp bigint not null default 0,
  total_clp bigint not null,
  pricing_band text not null check (pricing_band in ('self', '1-10', '11-49', '50+')),
  per_extra_rate numeric(4,2) not null check (per_extra_rate >= 0::numeric and per_extra_rate <= 1::numeric),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  -- Days after an invitation, and after each reminder, until the next reminder; null: no reminders.
  reminder_days integer check (reminder_days >= 2 and reminder_days <= 30),
  -- Until when the buyer asks people to answer; null: until the accesses end. It closes nothing.
  due_at timestamptz,
  -- Nominative or confidential results: confidential answers are shown only over groups.
  result_mode text not null default 'nominative' check (result_mode in ('nominative', 'confidential')),
  -- Target levels, 1 to 5, that the buyer set for sections, by their number; the questionnaire's hold for the others.
  section_targets jsonb not null default '{}' check (jsonb_typeof(section_targets) = 'object'),
  -- The same for the importance of sections, 1 to 3.
  section_weights jsonb not null default '{}' check (jsonb_typeof(section_weights) = 'object'),
  -- The groups that confidential results are shown by instead of areas, which the buyer defines before inviting: [{"name", "areas"}].
  reporting_groups jsonb not null default '[]' check (private.are_reporting_groups(reporting_groups)),
  -- Whether who answered gets the own levels by mail, and those of all, when its buyer sends them.
  share_results boolean not null default false,
  -- The item of an earlier order that this one adds seats to; it has no accesses of its own.
  tops_up_item_id uuid,
  -- The item of an earlier order that is measured again with the same people: what was prepared for it holds for this one as well.
  repeats_order_item_id uuid,
  -- Seats of the other item when the price was calculated: the price is the difference to a larger count and holds for that step only.
  from_seats integer check (from_seats >= 1 and from_seats <= 999),
  -- Seats of paid top-ups of this item, maintained by a trigger.
  added_seats integer not null default 0 check (added_seats >= 0),
  -- Seats that can be used: sold here and added later.
  total_seats integer generated always as ((seats + added_seats)) stored not null,
  -- An order stores its products' names at the time of purchase.
  product_name text collate "es-x-icu" not null default '',
  -- Of its order; maintained by triggers.
  organisation_id uuid,
  -- Whose it is: the organisation's, or else the buyer's.
  holder_id uuid generated always as (coalesce(organisation_id, user_id)) stored not null,
  constraint order_items_check check (discount_clp >= 0 and discount_clp <= subtotal_clp),
  constraint order_items_check1 check (mode = 'business' or seats = 1),
  constraint order_items_check2 check (total_clp = (subtotal_clp - discount_clp)),
  constraint order_items_id_user_id_key unique (id, user_id),
  constraint order_items_order_id_assessment_id_mode_key unique (order_id, assessment_id, mode),
  constraint order_items_order_id_user_id_fkey foreign key (order_id, user_id) references public.orders (id, user_id),
  constraint order_items_top_up_of_item foreign key (tops_up_item_id) references public.order_items (id),
  constraint order_items_repeats_item foreign key (repeats_order_item_id) references public.order_items (id),
  constraint order_items_repeats_for_company check (repeats_order_item_id is null or mode = 'business' and tops_up_item_id is null),
  constraint order_items_top_up_step check ((tops_up_item_id is null) = (from_seats is null)),
  constraint order_items_most_seats check ((seats + added_seats) <= 1000),
  constraint order_items_top_up_gives_no_access check (tops_up_item_id is null or used_seats = 0 and added_seats = 0),
  constraint order_items_seats_left check (used_seats >= 0 and used_seats <= (seats + added_seats))
);
alter table public.order_items enable row level security;

-- The staff's notes on an order. Deleted with the buyer's account, like the notes on the client.
create table public.order_notes (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references public.orders on delete cascade,
  author_id uuid not null default private.actor_user_id() references public.profiles on delete cascade,
  body text not null check (length(body) >= 1 and length(body) <= 2000),
  created_at timestamptz not null default now()
);
alter table public.order_notes enable row level security;

alter table public.discount_redemptions add constraint discount_redemptions_order_id_user_id_fkey foreign key (order_id, user_id) references public.orders (id, user_id);
alter table public.quotation_lines add constraint quotation_lines_repeats_item foreign key (repeats_order_item_id) references public.order_items (id);

-- One order per checkout key. A failed order frees its key: paying the same cart again is a new order.
create unique index orders_once_per_key on public.orders (user_id, idempotency_key) where status <> 'failed';
create index orders_pending on public.orders (created_at) where status = 'pending';
create index orders_of_user on public.orders (user_id, created_at desc, id);
create index orders_of_holder on public.orders (holder_id, created_at desc, id);
create index order_items_of_holder on public.order_items (holder_id, created_at desc, id);
create index order_items_of_user on public.order_items (user_id, created_at desc, id);
create index orders_of_quotation on public.orders (quotation_id) where quotation_id is not null;
-- A quotation is paid once.
create unique index orders_one_paid_of_quotation on public.orders (quotation_id) where quotation_id is not null and status in ('paid', 'charged_back');
create index order_items_with_reminders on public.order_items (id) where reminder_days is not null;
create unique index order_items_one_top_up_of_order on public.order_items (order_id) where tops_up_item_id is not null;
create index order_items_repeating on public.order_items (repeats_order_item_id) where repeats_order_item_id is not null;
create index order_items_top_ups on public.order_items (tops_up_item_id) where tops_up_item_id is not null;
-- Time and id in one direction, so that PostgreSQL can seek to a page's first row by both.
create index orders_by_time on public.orders (created_at, id);
create index orders_by_total on public.orders (total_clp, id);
create index orders_by_client on public.orders (client_name, id);
create index orders_by_seats on public.orders (seat_count, id);
create index orders_by_state on public.orders (status, id);
create index orders_by_status on public.orders (status, created_at, id);
create index orders_by_effective on public.orders (effective_at, id);
create index orders_by_status_effective on public.orders (status, effective_at, id);
create index orders_self on public.orders (effective_at, id) where has_self;
create index orders_business on public.orders (effective_at, id) where has_business;
-- Refunded orders, whole or in part.
create index orders_refunded on public.orders (effective_at, id) where refunded_clp > 0;
create index orders_charged_back on public.orders (effective_at, id) where charged_back_clp > 0;
create index orders_words on public.orders using gin (list_words);
create index orders_by_rut on public.orders ((private.rut_key(billing_rut)) collate "C") where billing_rut is not null;
create index orders_of_company on public.orders (company_id, created_at, id) where company_id is not null;
-- Sold items with free seats, for adding people: searched by their orders.
create index order_items_with_seats on public.order_items (created_at, id)
  where deleted_at is null and tops_up_item_id is null and used_seats < seats + added_seats;
create index order_notes_of_order on public.order_notes (order_id, created_at desc, id);
create index order_notes_of_author on public.order_notes (author_id);
-- Sold workshops, newest first, are scanned product by product: a shop has few, and an index covers the sales of each.
create index order_items_by_product on public.order_items (assessment_id, created_at, id);

-- Billing data may be corrected until the order is paid.
create function private.billing_is_frozen() returns trigger
language plpgsql
as $$
begin
  -- Deleting an account removes what tax law does not ask for (private.account_erased).
  if old.status <> 'pending' and (current_user = 'alhena_app' or not exists (
    select from public.profiles where id = old.user_id and deleted_at is not null))
  then
    raise exception 'the billing data of a % order stays', old.status
      using errcode = 'check_violation', constraint = 'orders_billing_frozen';
  end if;
  return new;
end
$$;

-- The seats of a top-up are added in the statement that pays it, once, and only to the count that it was priced for. A refund removes unused
-- seats; assigned ones stay. @returns false: they can't be added, because the first purchase was refunded or other seats came first
create function private.apply_top_up(top_up public.order_items, from_status text, to_status text) returns boolean
language plpgsql volatile set search_path = pg_catalog, public
as $$
begin
  if to_status in ('refunded', 'charged_back') then
    update public.order_items item
    set added_seats = item.added_seats - least(top_up.seats, item.added_seats, item.total_seats - item.used_seats)
    where item.id = top_up.tops_up_item_id;
  elsif from_status = 'charged_back' then
    update public.order_items item
    set added_seats = greatest(item.added_seats, least(1000 - item.seats, top_up.seats + (
      select coalesce(sum(other.seats), 0) from public.order_items other join public.orders on orders.id = other.order_id
      where other.tops_up_item_id = item.id and other.id <> top_up.id and orders.status = 'paid')))
    where item.id = top_up.tops_up_item_id;
  elsif to_status = 'paid' then
    -- Waits for a concurrent refund.
    perform from public.orders
    where id = (select order_id from public.order_items where id = top_up.tops_up_item_id) and status = 'paid' for share;
    if not found then return false; end if;
    update public.order_items set added_seats = added_seats + top_up.seats
    where id = top_up.tops_up_item_id and deleted_at is null and total_seats = top_up.from_seats;
    return found;
  end if;
  return true;
end
$$;

-- Checks a change of status and who makes it, and gives the accesses of a payment, whose end is by the order's own days, or a top-up's seats:
-- where these can't be added the order fails, and its payment is not confirmed, or is refunded. An order is charged back when a chargeback
-- revokes its accesses, and paid again when that is won: its buyer gets a new access, and its seats are free.
create function private.order_status_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  items_total bigint;
  top_up public.order_items;
begin
  if new.status = old.status then return new; end if;
  if not private.actor_is_staff() and new.status <> 'failed' then
    raise exception 'only the shop takes an order to %', new.status
      using errcode = 'check_violation', constraint = case new.status when 'paid' then 'orders_paid_by_shop' else 'orders_changed_by_shop' end;
  end if;
  if not (old.status, new.status) in (
    ('pending', 'paid'), ('pending', 'failed'), ('paid', 'refunded'), ('paid', 'charged_back'), ('charged_back', 'paid'))
  then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_status_transition';
  end if;
  select * into top_up from public.order_items where order_id = new.id and tops_up_item_id is not null;
  if found and not private.apply_top_up(top_up, old.status, new.status) then
    new.status := 'failed';
    new.paid_at := null;
  end if;
  if new.status = 'paid' then
    select sum(total_clp) into items_total from public.order_items where order_id = new.id;
    if items_total is distinct from new.total_clp then
      raise exception 'the items of order % do not add up to its total', new.order_number
        using errcode = 'check_violation', constraint = 'orders_items_add_up';
    end if;
    insert into public.user_accesses (order_item_id, user_id, email, first_name, last_name, invitee_name, invitee_company, expires_at)
    select item.id, item.user_id, buyer.email, buyer.first_name, buyer.last_name,
      btrim(buyer.first_name || ' ' || buyer.last_name), coalesce(new.company_name, buyer.company), private.end_of_day(new.paid_at, new.access_days)
    from public.order_items item join public.profiles buyer on buyer.id = item.user_id
    where item.order_id = new.id and item.tops_up_item_id is null and item.deleted_at is null;
  end if;
  return new;
end
$$;

-- An order starts as pending, so that `order_status_changes` sees every payment, with the terms of this moment: the days of its accesses, the
-- text about VAT, and the purchase-order number with which its quotation was approved (or later: `replyToQuotation`).
create function private.new_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if new.status <> 'pending' then
    raise exception 'an order starts pending' using errcode = 'check_violation', constraint = 'orders_start_pending';
  end if;
  new.access_days := private.sale_days('access_days', 180);
  new.vat_text := private.sale_vat_text();
  new.purchase_order := (
    select purchase_order from public.quotation_replies where quotation_id = new.quotation_id and kind = 'approved');
  return new;
end
$$;

-- Lines belong to an open order and its organisation, name their product as it is called now, and only the database counts seats. A top-up
-- adds to a paid business item of the same buyer or organisation and of the same product, from its current seats, within the product's limit.
create function private.new_order_item() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  select organisation_id into new.organisation_id from public.orders where id = new.order_id and status = 'pending';
  if not found or new.used_seats <> 0 then
    raise exception 'items are added while an order is pending'
      using errcode = 'check_violation', constraint = 'order_items_of_open_orders';
  end if;
  new.product_name := (select name from public.assessments where id = new.assessment_id);
  if new.reminder_days is null and new.tops_up_item_id is null then
    new.reminder_days := private.sale_days('reminder_days', null);
    if new.reminder_days not between 2 and 30 then new.reminder_days := null; end if;
  end if;
  if new.added_seats <> 0 or new.tops_up_item_id is not null and not exists (
    select from public.order_items item
      join public.orders on orders.id = item.order_id
      join public.assessments product on product.id = item.assessment_id
    where item.id = new.tops_up_item_id and item.assessment_id = new.assessment_id
      and item.holder_id = coalesce(new.organisation_id, new.user_id)
      and item.mode = 'business' and new.mode = 'business' and item.tops_up_item_id is null and item.deleted_at is null
      and orders.status = 'paid' and item.total_seats = new.from_seats
      and new.from_seats + new.seats <= least(product.max_seats, 1000))
  then
    raise exception 'seats are added to a paid item as it stands'
      using errcode = 'check_violation', constraint = 'order_items_top_up_of_active_item';
  end if;
  if new.repeats_order_item_id is not null then
    select item.result_mode, item.reporting_groups, item.section_targets, item.section_weights, item.share_results
    into new.result_mode, new.reporting_groups, new.section_targets, new.section_weights, new.share_results
    from public.order_items item join public.orders on orders.id = item.order_id
    where item.id = new.repeats_order_item_id and item.assessment_id = new.assessment_id and item.mode = 'business'
      and item.tops_up_item_id is null and item.deleted_at is null and orders.status = 'paid'
      -- Asked of the buyer: the staff, and who pays a shared quotation, make orders for one.
      and (item.holder_id = new.user_id or exists (
        select from private.organisation_roles(new.user_id) belonging
        where belonging.organisation_id = item.holder_id and belonging.role = any (private.roles_with('coordinator'))));
    if not found then
      raise exception 'who coordinates a purchase measures it again'
        using errcode = 'check_violation', constraint = 'order_items_repeats_own_item';
    end if;
  end if;
  return new;
end
$$;

-- The accesses of a refunded or charged-back order are revoked, whatever their state. Their runs and answers stay, hidden from buyers and respondents (ADR 0026).
create function private.end_refunded_accesses() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  accesses uuid[];
begin
  select array_agg(held.id) into accesses from (
    select access.id
    from public.user_accesses access join public.order_items item on item.id = access.order_item_id
    where item.order_id = new.id and access.status <> 'revoked'
    order by access.id for update of access) held;
  update public.user_accesses set status = 'revoked' where id = any (accesses);
  return null;
end
$$;

-- The search text of an order. Security definer: it names the buyer, also when the order is written by an actor who may not read profiles.
create function private.write_order_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  buyer public.profiles := (select profiles from public.profiles where id = new.user_id);
begin
  new.list_words := private.list_words(concat_ws(' ', new.order_number, buyer.first_name, buyer.last_name, buyer.email, buyer.company,
    new.company_name, new.billing_name, new.billing_rut, new.total_clp, new.purchase_order,
    (select string_agg(product_name, ' ') from public.order_items where order_id = new.id)));
  new.client_name := btrim(buyer.first_name || ' ' || buyer.last_name);
  -- Only the items' trigger writes their summary.
  if tg_op = 'INSERT' then
    new.item_count := 0;
    new.seat_count := 0;
    new.has_self := false;
    new.has_business := false;
  end if;
  return new;
end
$$;

-- An order's seats and modes are the sums of its lines.
create function private.update_order_totals() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- The search text contains the items' names.
  update public.orders set (item_count, seat_count, has_self, has_business, list_words) = (
    select count(*), coalesce(sum(seats), 0), coalesce(bool_or(mode = 'self'), false), coalesce(bool_or(mode = 'business'), false), ''::tsvector
    from public.order_items where order_id = coalesce(new.order_id, old.order_id))
  where id = coalesce(new.order_id, old.order_id);
  return null;
end
$$;

create function private.find_orders(
  input text, status_filter text, mode_filter text, period_column text, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  code text := btrim(input);
  coded uuid[];
  conditions text;
begin
  if not private.staff_reads(array['orders']) then return; end if;
  conditions := concat_ws(' and ', 'true',
    case when status_filter = 'partial' then 'status = ''paid'' and refunded_clp > 0'
      when status_filter = 'charged_back' then 'charged_back_clp > 0'
      when status_filter is not null then format('status = %L', status_filter) end,
    case mode_filter when 'self' then 'has_self' when 'business' then 'has_business' end,
    case when from_time is not null then format('%I >= %L', period_column, from_time) end,
    case when until_time is not null then format('%I < %L', period_column, until_time) end);
  select array_agg(found.order_id) into coded from (
    select order_id from public.payment_attempts where buy_order = upper(code)
    union select order_id from (select order_id from public.payment_attempts where authorization_code = upper(code) limit 1000) authorized
    union select order_id from (select order_id from public.manual_payments where lower(reference) = lower(code) limit 1000) referred) found;
  return query select * from private.search_page_with(
    'public.orders', conditions, coded, private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

-- The figures of an order's days, kept with every change of its row: orders by their status on the day on which they were made, sales on the
-- day of their payment. A refund is counted on its own day: the sale stays.
create function private.count_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  insert into private.daily_changes (kind, day, label, count, amount)
  select kind, day, label, sum(sign * count), sum(sign * amount) from (
    select -1 as sign, figure.* from private.order_figures(old) figure where tg_op <> 'INSERT'
    union all
    select 1, figure.* from private.order_figures(new) figure where tg_op <> 'DELETE') changed
  group by kind, day, label having sum(sign * count) <> 0 or sum(sign * amount) <> 0;
  return null;
end
$$;

-- A row and what has to be written with it, in the same transaction at the latest: an order that was paid, a refund that was done and a
-- chargeback, each with its entry in the ledger, and an order that was paid with money with its tax document. The functions of the shop that
-- write them stand beside what causes it (orderPaid, orderRefunded, chargebackOpened, chargebackWon); this refuses what forgot them.
create function private.is_posted() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not exists (
    select from public.ledger_entries
    where event = tg_argv[0] || case when tg_table_name = 'chargebacks' and new.status = 'won' then '_won' else '' end and source_id = new.id)
  then
    raise exception 'a % is posted to the ledger in its own transaction', tg_argv[0]
      using errcode = 'check_violation', constraint = tg_table_name || '_posted';
  end if;
  if tg_argv[0] = 'sale' and not exists (select from public.tax_documents where order_id = new.id and kind <> 61) and exists (
    select from public.payment_attempts
    where order_id = new.id and status = 'paid' and amount_clp > 0 and gateway not in ('simulator', 'free'))
  then
    raise exception 'order % has no tax document', new.order_number using errcode = 'check_violation', constraint = 'orders_documented';
  end if;
  return null;
end
$$;

-- Only the shop keeps an order open longer.
create function private.held_by_staff() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff()
    and new.held_until is distinct from (case when tg_op = 'UPDATE' then old.held_until end)
  then
    raise exception 'only the shop keeps an order open' using errcode = 'check_violation', constraint = 'orders_held_by_staff';
  end if;
  return new;
end
$$;

-- The accesses take over a stricter mode, whatever was promised before. Back to nominative goes only the buyer's own seat, which was sent
-- to nobody, while it is not started.
create function private.pass_on_result_mode() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.user_accesses access set result_mode = new.result_mode
  where access.order_item_id = new.id and access.result_mode <> new.result_mode
    and (new.result_mode = 'confidential'
      or (access.invited_by_user_id is null
        and not exists (select from public.assessment_runs where validated_access_id = access.id)));
  return null;
end
$$;

create trigger billing_is_frozen before update of document_type, billing_rut, billing_name, billing_activity, billing_address,
  billing_commune, company_name, company_url, terms_version, terms_accepted_at on public.orders
for each row execute function private.billing_is_frozen();
create trigger ends_with_its_day before insert or update of held_until on public.orders
  for each row execute function private.ends_with_its_day('held_until');
create trigger ends_with_its_day before insert or update of due_at on public.order_items
  for each row execute function private.ends_with_its_day('due_at');
create trigger order_status_changes before update of status on public.orders
for each row execute function private.order_status_changes();
create trigger new_order before insert on public.orders for each row execute function private.new_order();
create trigger new_order_item before insert on public.order_items for each row execute function private.new_order_item();
create trigger of_existing_account before insert on public.orders
for each row execute function private.require_existing_account();
create trigger end_refunded_accesses after update of status on public.orders
for each row when (new.status in ('refunded', 'charged_back') and old.status = 'paid') execute function private.end_refunded_accesses();
create trigger write_words before insert
  or update of order_number, company_name, billing_name, billing_rut, total_clp, purchase_order, list_words on public.orders
for each row execute function private.write_order_words();
create trigger update_order_totals after insert or delete or update of seats, mode on public.order_items
for each row execute function private.update_order_totals();
create trigger count_order after insert or delete or update of status, created_at, paid_at, has_business, discount_code, discount_clp, total_clp
  on public.orders for each row execute function private.count_order();
create constraint trigger posted after update of status on public.orders deferrable initially deferred
for each row when (old.status = 'pending' and new.status = 'paid') execute function private.is_posted('sale');
create trigger held_by_staff before insert or update of held_until on public.orders
for each row execute function private.held_by_staff();
create trigger pass_on_result_mode after update of result_mode on public.order_items
for each row when (new.result_mode <> old.result_mode) execute function private.pass_on_result_mode();
create trigger of_existing_account before insert on public.order_notes
for each row execute function private.require_existing_account();

-- Whether the acting user buys for the holder of an order, which opens its receipt, payments and tax documents. A function, because the policies of
-- `orders` would otherwise be planned with every statement that reads one of those.
create function private.actor_reads_receipt(of_order uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (select from public.orders where id = of_order and holder_id = any (private.actor_holders('buyer')));
end
$$;

-- The status of an order decides about its seats and results, so every member of its organisation reads the row; receipts ask for the role
-- that buys.
create policy readable on public.orders for select to alhena_app
  using (holder_id = any ((select private.actor_holders('results'))::uuid[]) or (select private.actor_is_staff()));
create policy made_by_buyer on public.orders for insert to alhena_app
  with check (
    (user_id = (select private.actor_user_id()) and holder_id = any ((select private.actor_holders('buyer'))::uuid[]))
    or (select private.actor_is_staff()));
create policy changeable on public.orders for update to alhena_app
  using (holder_id = any ((select private.actor_holders('buyer'))::uuid[]) or (select private.actor_is_staff()));
create policy readable on public.order_items for select to alhena_app
  using (holder_id = any ((select private.actor_holders('results'))::uuid[]) or (select private.actor_is_staff()));
create policy made_by_buyer on public.order_items for insert to alhena_app
  with check (
    (user_id = (select private.actor_user_id()) and holder_id = any ((select private.actor_holders('buyer'))::uuid[]))
    or (select private.actor_is_staff()));
create policy changeable on public.order_items for update to alhena_app
  using (holder_id = any ((select private.actor_holders('coordinator'))::uuid[]) or (select private.actor_is_staff()));
create policy admin_reads on public.order_notes for select to alhena_app using ((select private.actor_kind()) = 'admin');
create policy admin_writes on public.order_notes for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and author_id = (select private.actor_user_id()));
create policy admin_removes on public.order_notes for delete to alhena_app using ((select private.actor_kind()) = 'admin');

grant update (refunded_clp, charged_back_clp, company_id, purchase_order) on public.orders to alhena_system;
grant select, insert (id, user_id, order_number, status, currency, subtotal_clp, discount_clp, total_clp, net_clp, vat_clp, discount_code, idempotency_key, document_type, billing_rut, billing_name, billing_activity, billing_address, billing_commune, company_name, company_url, terms_version, terms_accepted_at, processing_terms_version, processing_terms_accepted_at, created_at, paid_at, quotation_id, held_until, seller, organisation_id),
  update (status, idempotency_key, document_type, billing_rut, billing_name, billing_activity, billing_address, billing_commune, company_name, company_url, terms_version, terms_accepted_at, paid_at, held_until) on public.orders to alhena_app;
grant select, insert (id, order_id, user_id, assessment_id, mode, seats, used_seats, base_price_clp, unit_price_clp, subtotal_clp, discount_clp, total_clp, pricing_band, per_extra_rate, deleted_at, created_at, result_mode, section_targets, section_weights, reporting_groups, share_results, tops_up_item_id, from_seats, repeats_order_item_id),
  update (reminder_days, due_at) on public.order_items to alhena_app;
grant select, delete, insert (order_id, body, created_at) on public.order_notes to alhena_app;
