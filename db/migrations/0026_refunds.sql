-- What a refund takes back, and money that goes back in parts.

-- A mail that is not sent because what it was about has ended.
alter table public.mails drop constraint mails_status_check;
alter table public.mails add constraint mails_status_check check (status in ('queued', 'sending', 'sent', 'failed', 'cancelled'));

-- Whoever gives a seat holds the order as paid until the seat is there: a refund at the same moment waits and takes it back, or was
-- first and refuses it. Every lock of these goes order, access, item.
create or replace function private.accesses_of_paid_orders() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if new.invited_by_user_id is null then return new; end if;
  perform from public.orders
  where id = (select item.order_id from public.order_items item where item.id = new.order_item_id and item.deleted_at is null)
    and status = 'paid'
  for share;
  if not found then
    raise exception 'seats are given of paid orders'
      using errcode = 'check_violation', constraint = 'user_accesses_of_paid_orders';
  end if;
  return new;
end
$$;

-- A refunded order's accesses end with it, whatever state they are in. Their runs and answers stay, readable to no buyer and no
-- respondent (decision record 0026).
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
create trigger end_refunded_accesses after update of status on public.orders
for each row when (new.status = 'refunded' and old.status <> 'refunded') execute function private.end_refunded_accesses();

-- What goes with a revoked access, by a refund or by its buyer: open browsers, and mails that nobody has sent yet. A mail that is
-- being sent is held, so that its sender waits for this before putting it back into the queue.
create function private.end_revoked_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.respondent_sessions set revoked_at = now() where access_id = new.id and revoked_at is null;
  update public.mails set status = 'cancelled', next_attempt_at = null where access_id = new.id and status = 'queued';
  perform from public.mails where access_id = new.id and status = 'sending' for update;
  return null;
end
$$;
create trigger end_revoked_access after update of status on public.user_accesses
for each row when (new.status = 'revoked' and old.status <> 'revoked') execute function private.end_revoked_access();

-- The same for a mail that was written at that very moment, or is taken or put back later.
create function private.mail_of_revoked_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if exists (select from public.user_accesses where id = new.access_id and status = 'revoked') then
    new.status := 'cancelled';
    new.next_attempt_at := null;
  end if;
  return new;
end
$$;
create trigger mail_of_revoked_access before update of status on public.mails
for each row when (new.access_id is not null and new.status in ('queued', 'sending') and old.status <> 'cancelled')
execute function private.mail_of_revoked_access();

-- A run is completed while its access holds. Skipped, not refused: the statement that completes it finds no row, as when it was
-- late by a minute. The access is held, so that a refund at the same moment comes after both or before.
create function private.completion_holds_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.user_accesses where id = new.validated_access_id and status <> 'revoked' for update;
  return case when found then new end;
end
$$;
create trigger completion_holds_access before update of status on public.assessment_runs
for each row when (new.status = 'completed' and old.status <> 'completed') execute function private.completion_holds_access();

-- Answers are written while the access lasts and nobody has taken it back.
create or replace function private.actor_answers_run(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and access.expires_at > now() and access.status <> 'revoked'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)));
end
$$;

-- What was bought with money that went back is the buyer's to read no more: as before, of accesses that are not revoked.
create or replace function private.actor_sees_access(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access
    where access.id = checked and access.status <> 'revoked'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and (access.invited_by_user_id is null or exists (
          select from public.order_items item where item.id = access.order_item_id and item.result_mode = 'nominative')))));
end
$$;

create or replace function private.actor_sees_run(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and access.status <> 'revoked'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and (access.invited_by_user_id is null or exists (
          select from public.order_items item where item.id = access.order_item_id and item.result_mode = 'nominative')))));
end
$$;

-- Orders that were refunded before: their accesses end now.
update public.user_accesses access set status = 'revoked'
from public.order_items item join public.orders on orders.id = item.order_id
where item.id = access.order_item_id and orders.status = 'refunded' and access.status <> 'revoked';

-- What goes back of a payment, whole or in part: asked for by staff, carried out at the gateway, once.
create table public.refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id),
  attempt_id uuid not null references public.payment_attempts (id),
  amount_clp bigint not null check (amount_clp >= 0),
  reason text not null check (length(reason) between 1 and 300),
  -- 'review': the gateway's answer is unknown and can't be asked for any more; a person looks.
  status text not null default 'pending' check (status in ('pending', 'done', 'declined', 'review')),
  detail text,
  requested_by uuid default private.actor_user_id(),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((status = 'pending') = (settled_at is null))
);
create index refunds_of_order on public.refunds (order_id, created_at);
-- One at a time: the gateway has no idempotency key, so what is left to refund must tell whether the last request arrived.
create unique index refunds_one_open on public.refunds (attempt_id) where status in ('pending', 'review');

alter table public.refunds enable row level security;
grant select, insert (order_id, attempt_id, amount_clp, reason, created_at), update (status, detail, settled_at) on public.refunds to alhena_app;
create policy staff on public.refunds for select to alhena_app using ((select private.actor_is_staff()));
create policy asked_by_staff on public.refunds for insert to alhena_app
  with check ((select private.actor_is_staff()) and status = 'pending');
create policy recorded_by_shop on public.refunds for update to alhena_app using ((select private.is_system()));

-- The simulated bank's books are open to the application only where the simulator serves (server/prepare-database.ts).
revoke all on simulator.simulator_transactions from alhena_app;
revoke all on schema simulator from alhena_app;
