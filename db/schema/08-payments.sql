create table public.payment_attempts (
  -- Also the gateway's session id.
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null,
  user_id uuid not null,
  gateway text not null,
  -- The gateway's reference of this attempt: at most 26 characters at Transbank.
  buy_order text not null check (length(buy_order) <= 26) unique,
  token text unique,
  -- The form that sends the buyer to the gateway (address and fields); null where a plain address does.
  form jsonb,
  amount_clp bigint not null check (amount_clp >= 0),
  refunded_clp bigint not null default 0,
  -- A surplus that the staff gave back themselves.
  returned_by_hand boolean not null default false,
  status text not null default 'created' check (status in ('created', 'initiated', 'committing', 'paid', 'rejected', 'unknown', 'aborted', 'timed_out', 'form_error', 'expired', 'manual_resolution', 'refund_pending', 'partially_refunded', 'refunded')),
  authorization_code text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  payment_type_code text,
  response_code integer,
  -- 0 or 1: paid at once.
  installments integer,
  -- Of one instalment; null where the gateway does not tell it.
  installments_amount_clp bigint check (installments_amount_clp >= 0),
  -- When the gateway authorised it, and the day on which its books count it.
  transaction_date timestamptz,
  accounting_date date,
  detail text,
  checks integer not null default 0,
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payment_attempts_check check (refunded_clp >= 0 and refunded_clp <= amount_clp),
  constraint payment_attempts_order_id_user_id_fkey foreign key (order_id, user_id) references public.orders (id, user_id)
);
alter table public.payment_attempts enable row level security;

create table simulator.simulator_transactions (
  token text primary key check (token ~ '^[0-9a-f]{64}$'),
  version integer not null,
  buy_order text not null check (length(buy_order) <= 26),
  session_id text not null check (length(session_id) <= 61),
  amount_clp bigint not null check (amount_clp > 0),
  return_url text not null check (length(return_url) <= 255),
  created_at timestamptz not null,
  decision text,
  card text,
  decided_at timestamptz,
  status text not null check (status in ('INITIALIZED', 'AUTHORIZED', 'REVERSED', 'FAILED', 'NULLIFIED', 'PARTIALLY_NULLIFIED', 'CAPTURED')),
  committed_at timestamptz,
  refunded_clp bigint not null default 0,
  constraint simulator_transactions_check check (refunded_clp >= 0 and refunded_clp <= amount_clp),
  constraint simulator_transactions_check1 check (refunded_clp = 0 or (status in ('REVERSED', 'NULLIFIED', 'PARTIALLY_NULLIFIED')))
);

-- Refunds of a payment, whole or partial: requested by the staff, carried out at the gateway, once.
create table public.refunds (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references public.orders,
  attempt_id uuid not null references public.payment_attempts,
  amount_clp bigint not null check (amount_clp >= 0),
  reason text not null check (length(reason) >= 1 and length(reason) <= 300),
  -- 'manual_resolution': the outcome is unknown and can't be queried any more; it needs manual resolution.
  status text not null default 'pending' check (status in ('pending', 'done', 'declined', 'manual_resolution')),
  detail text,
  requested_by uuid default private.actor_user_id(),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- The staff refunded it: the gateway was not called.
  by_hand boolean not null default false,
  -- The manual resolution: who found out the outcome, and what that person found.
  settled_by uuid,
  settled_note text check (length(settled_note) >= 1 and length(settled_note) <= 300),
  constraint refunds_check check ((status = 'pending') = (settled_at is null)),
  constraint refunds_settled_by_hand check ((settled_by is null) = (settled_note is null) and (settled_by is null or (status in ('done', 'declined'))))
);
alter table public.refunds enable row level security;

-- An administrator's record of a manual payment. Inserted with it, never changed.
create table public.manual_payments (
  attempt_id uuid primary key references public.payment_attempts,
  order_id uuid not null references public.orders,
  method text not null check (method in ('transfer', 'purchase_order')),
  -- The bank's number of the transfer, or the buyer's of the purchase order.
  reference text not null check (length(btrim(reference)) >= 1 and length(btrim(reference)) <= 80),
  paid_on date not null,
  note text check (length(note) >= 1 and length(note) <= 500),
  recorded_by uuid not null default private.actor_user_id(),
  created_at timestamptz not null default now()
);
alter table public.manual_payments enable row level security;

create index payment_attempts_of_order on public.payment_attempts (order_id, created_at);
create index payment_attempts_due on public.payment_attempts (next_check_at) where next_check_at is not null;
create unique index payment_attempts_one_paid on public.payment_attempts (order_id) where status in ('paid', 'partially_refunded');
create index refunds_of_order on public.refunds (order_id, created_at);
-- One open refund at a time: the gateway has no idempotency key, so the refundable balance must show whether the last request arrived.
create unique index refunds_one_open on public.refunds (attempt_id) where status in ('pending', 'manual_resolution');
create index manual_payments_of_order on public.manual_payments (order_id);
create index manual_payments_of_reference on public.manual_payments (method, lower(reference));
-- The newest paid, rejected and unclear payments.
create index payment_attempts_recent_paid on public.payment_attempts (created_at desc)
  where status in ('paid', 'refund_pending', 'partially_refunded', 'refunded');
create index payment_attempts_in_doubt on public.payment_attempts (created_at)
  where status in ('committing', 'unknown', 'manual_resolution', 'refund_pending');
create index payment_attempts_recent_rejected on public.payment_attempts (created_at desc)
  where status in ('rejected', 'form_error', 'timed_out');
-- Orders are searched by their text, and by the bank's names for their payment: reference, authorisation, transfer number.
create index payment_attempts_authorized on public.payment_attempts (authorization_code) where authorization_code is not null;
create index manual_payments_by_reference on public.manual_payments (lower(reference));
-- The refunds of a month.
create index refunds_by_settled on public.refunds (settled_at) where status = 'done';
-- A payment's refunds are summed whenever one ends, and read whenever an order is shown: `refunds_one_open` covers the open ones only.
create index refunds_of_attempt on public.refunds (attempt_id);

-- Only an administrator may record money without a gateway, neither a buyer nor the shop itself.
create function private.manual_attempt_by_admin() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
begin
  if private.actor_kind() <> 'admin' or new.status <> 'paid' or new.token is not null then
    raise exception 'a payment outside of the gateway is recorded by an administrator'
      using errcode = 'check_violation', constraint = 'payment_attempts_manual_by_admin';
  end if;
  return new;
end
$$;

-- A payment by hand belongs to an attempt of its order and method.
create function private.manual_payment_of_attempt() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not exists (
    select from public.payment_attempts attempt
    where attempt.id = new.attempt_id and attempt.order_id = new.order_id and attempt.gateway = new.method)
  then
    raise exception 'a manual payment belongs to its attempt, order and method'
      using errcode = 'check_violation', constraint = 'manual_payments_of_attempt';
  end if;
  return new;
end
$$;

-- Manual resolutions are made by a person under their own name; all other outcomes come from the gateway and are final.
create function private.refund_is_settled_once() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
begin
  if old.status in ('done', 'declined')
    or (old.status = 'manual_resolution') is distinct from (new.settled_by is not null)
    or (new.by_hand <> old.by_hand and old.status <> 'manual_resolution')
  then
    raise exception 'a refund is settled once, and by a person only in manual resolution'
      using errcode = 'check_violation', constraint = 'refunds_settled_once';
  end if;
  return new;
end
$$;

-- What the holder of a link may know whatever its state is, with the paid or else the open order of its quotation.
create function private.find_quotation_link(input_hash text, at_time timestamptz)
returns table (
  quotation_id uuid, number text, valid_until timestamptz, state text,
  order_number text, order_status text, order_total_clp bigint, held_until timestamptz, is_confirming boolean)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select quotation.id, quotation.number, quotation.valid_until,
    case when link.withdrawn_at is not null then 'withdrawn' when quotation.valid_until < at_time then 'expired' else 'open' end,
    bought.order_number, case bought.status when 'charged_back' then 'paid' else bought.status end, bought.total_clp, bought.held_until,
    exists (select from public.payment_attempts attempt
      where attempt.order_id = bought.id and attempt.status in ('committing', 'unknown', 'manual_resolution'))
  from public.quotation_links link
    join public.quotations quotation on quotation.id = link.quotation_id
    left join lateral (
      select * from public.orders where orders.quotation_id = quotation.id and orders.status in ('paid', 'pending', 'charged_back')
      order by orders.status <> 'pending' desc, orders.created_at limit 1) bought on true
  where link.token_hash = input_hash
$$;

create trigger touch before update on public.payment_attempts for each row execute function private.touch_updated_at();
create trigger manual_attempt_by_admin before insert on public.payment_attempts
for each row when (new.gateway in ('transfer', 'purchase_order')) execute function private.manual_attempt_by_admin();
create trigger manual_payment_of_attempt before insert on public.manual_payments
for each row execute function private.manual_payment_of_attempt();
create constraint trigger posted after update of status on public.refunds deferrable initially deferred
for each row when (old.status <> 'done' and new.status = 'done') execute function private.is_posted('refund');
create trigger settled_once before update on public.refunds for each row execute function private.refund_is_settled_once();

-- A buyer opens attempts; the shop records their outcome.
create policy readable on public.payment_attempts for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_reads_receipt(order_id));
create policy opened_by_buyer on public.payment_attempts for insert to alhena_app
  with check (
    (user_id = (select private.actor_user_id()) and (status = 'created' or (gateway = 'free' and amount_clp = 0)))
    or (select private.actor_is_staff()));
create policy recorded_by_shop on public.payment_attempts for update to alhena_app using ((select private.actor_is_staff()));
create policy staff on public.refunds for select to alhena_app using ((select private.actor_is_staff()));
create policy requested_by_staff on public.refunds for insert to alhena_app
  with check ((select private.actor_is_staff()) and status = 'pending');
create policy recorded_by_shop on public.refunds for update to alhena_app using ((select private.is_system()));
create policy staff_reads on public.manual_payments for select to alhena_app using ((select private.actor_is_staff()));
create policy recorded_by_admin on public.manual_payments for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and recorded_by = (select private.actor_user_id()));
create policy settled_by_admin on public.refunds for update to alhena_app
  using (status = 'manual_resolution' and (select private.actor_kind()) = 'admin')
  with check (status in ('done', 'declined') and settled_by = (select private.actor_user_id()));

grant select, insert, update (token, form, refunded_clp, returned_by_hand, status, authorization_code, card_last4, payment_type_code, response_code, installments, installments_amount_clp, transaction_date, accounting_date, detail, checks, next_check_at) on public.payment_attempts to alhena_app;
grant select, insert (order_id, attempt_id, amount_clp, reason, created_at, by_hand),
  update (status, detail, settled_at, by_hand, settled_by, settled_note) on public.refunds to alhena_app;
grant select, insert (attempt_id, order_id, method, reference, paid_on, note, created_at) on public.manual_payments to alhena_app;
