-- What the staff do with orders: payments that came outside of a gateway, and orders that wait for one.

-- Until when an order is kept open for a payment that takes days; else it fails within the hour.
alter table public.orders add column held_until timestamptz;
grant update (held_until) on public.orders to alhena_app;

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
create trigger held_by_staff before insert or update of held_until on public.orders
for each row execute function private.held_by_staff();

-- Money that no gateway tells of is an administrator's word, never a buyer's and never the shop's own.
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
create trigger manual_attempt_by_admin before insert on public.payment_attempts
for each row when (new.gateway in ('transfer', 'purchase_order')) execute function private.manual_attempt_by_admin();

-- What an administrator saw of such a payment. Written with it, never changed.
create table public.manual_payments (
  attempt_id uuid primary key references public.payment_attempts (id),
  order_id uuid not null references public.orders (id),
  method text not null check (method in ('transfer', 'purchase_order')),
  -- The bank's number of the transfer, or the buyer's of the purchase order.
  reference text not null check (length(btrim(reference)) between 1 and 80),
  paid_on date not null,
  note text check (length(note) between 1 and 500),
  recorded_by uuid not null default private.actor_user_id(),
  created_at timestamptz not null default now()
);
create index manual_payments_of_order on public.manual_payments (order_id);
create index manual_payments_of_reference on public.manual_payments (method, lower(reference));

create function private.manual_payment_of_attempt() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not exists (
    select from public.payment_attempts attempt
    where attempt.id = new.attempt_id and attempt.order_id = new.order_id and attempt.gateway = new.method)
  then
    raise exception 'what is told of a payment belongs to it'
      using errcode = 'check_violation', constraint = 'manual_payments_of_attempt';
  end if;
  return new;
end
$$;
create trigger manual_payment_of_attempt before insert on public.manual_payments
for each row execute function private.manual_payment_of_attempt();

alter table public.manual_payments enable row level security;
grant select, insert (attempt_id, order_id, method, reference, paid_on, note, created_at) on public.manual_payments to alhena_app;
create policy staff_reads on public.manual_payments for select to alhena_app using ((select private.actor_is_staff()));
create policy recorded_by_admin on public.manual_payments for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and recorded_by = (select private.actor_user_id()));

