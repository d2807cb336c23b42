-- What the application's role may write, narrowed to what its use cases do: a forgotten WHERE, or a statement that somebody smuggled
-- in, meets these.

-- Only signed-in buyers and the shop take a use of a code.
create or replace function private.claim_discount_use(claimed_id uuid) returns boolean
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with claimed as (
    update public.discount_codes set current_uses = current_uses + 1
    where id = claimed_id and status = 'active' and archived_at is null and (max_uses is null or current_uses < max_uses)
      and private.actor_kind() in ('user', 'admin', 'system')
    returning 1
  )
  select exists (select from claimed)
$$;

-- A use that was given back stays given back.
create function private.redemption_is_released_once() returns trigger
language plpgsql
as $$
begin
  if old.released_at is not null then
    raise exception 'a discount use is given back once'
      using errcode = 'check_violation', constraint = 'discount_redemptions_once';
  end if;
  return new;
end
$$;
create trigger released_once before update of released_at on public.discount_redemptions
for each row execute function private.redemption_is_released_once();

-- Lines belong to an order that is still open, and seats are counted by the database alone.
create function private.items_of_open_orders() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if new.used_seats <> 0 or not exists (select from public.orders where id = new.order_id and status = 'pending') then
    raise exception 'items are added while an order is pending'
      using errcode = 'check_violation', constraint = 'order_items_of_open_orders';
  end if;
  return new;
end
$$;
create trigger items_of_open_orders before insert on public.order_items
for each row execute function private.items_of_open_orders();

-- A buyer's own transaction may pay an order of $0 that is free by its code, or withdraw one; the rest is the shop's.
create function private.buyer_order_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if private.actor_is_staff() or new.status = old.status then return new; end if;
  -- A price above $0 is refused by orders_paid_by_shop.
  if new.status = 'failed' or (new.status = 'paid' and (new.total_clp > 0 or new.subtotal_clp = 0 or exists (
    select from public.discount_redemptions redemption
    where redemption.order_id = new.id and redemption.released_at is null and redemption.amount_clp = new.subtotal_clp)))
  then return new; end if;
  raise exception 'only the shop takes an order to %', new.status
    using errcode = 'check_violation', constraint = 'orders_changed_by_shop';
end
$$;
create trigger buyer_order_changes before update of status on public.orders
for each row execute function private.buyer_order_changes();

-- Who an access belongs to, its code, its e-mail and its end are set once; the seat is of a paid order.
revoke update on public.user_accesses from alhena_app;
grant update (status, first_name, last_name, invitee_name, invitee_company, job_role, department, accessed_at, completed_at, progress, answered_closed)
  on public.user_accesses to alhena_app;

create function private.access_status_changes() returns trigger
language plpgsql
as $$
begin
  if new.status <> old.status and not (old.status, new.status) in (
    ('active', 'in_use'), ('active', 'completed'), ('in_use', 'completed'), ('active', 'revoked'), ('in_use', 'revoked'),
    ('completed', 'revoked'))
  then
    raise exception 'an access cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'user_accesses_status_transition';
  end if;
  return new;
end
$$;
create trigger access_status_changes before update of status on public.user_accesses
for each row execute function private.access_status_changes();

create function private.accesses_of_paid_orders() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if new.invited_by_user_id is not null and not exists (
    select from public.order_items item join public.orders on orders.id = item.order_id
    where item.id = new.order_item_id and item.deleted_at is null and orders.status = 'paid')
  then
    raise exception 'seats are given of paid orders'
      using errcode = 'check_violation', constraint = 'user_accesses_of_paid_orders';
  end if;
  return new;
end
$$;
create trigger accesses_of_paid_orders before insert on public.user_accesses
for each row execute function private.accesses_of_paid_orders();

-- A completed run stays as it is.
create function private.completed_run_stays() returns trigger
language plpgsql
as $$
begin
  raise exception 'a completed run is not changed' using errcode = 'check_violation', constraint = 'assessment_runs_completed';
end
$$;
create trigger completed_run_stays before update on public.assessment_runs
for each row when (old.status = 'completed') execute function private.completed_run_stays();

-- Sessions are known by a hash that only the database reads.
revoke select on public.respondent_sessions from alhena_app;
grant select (id, access_id, created_at, expires_at, revoked_at) on public.respondent_sessions to alhena_app;

-- Mails are written by whoever acts under a name that holds, as due.
drop policy written_by_anyone_signed_in on public.mails;
create policy written_by_who_acts on public.mails for insert to alhena_app
  with check (
    status = 'queued' and attempts = 0 and sent_at is null
    and ((select private.actor_kind()) in ('user', 'admin', 'system') or (select private.actor_access_id()) is not null));

-- The audit log tells the time itself, and nobody without a name writes it.
revoke insert on public.audit_log from alhena_app;
grant insert (action, entity, entity_id, before, after) on public.audit_log to alhena_app;
drop policy written_as_oneself on public.audit_log;
create policy written_as_oneself on public.audit_log for insert to alhena_app
  with check (
    actor_kind = private.actor_kind() and actor_kind in ('user', 'admin', 'system')
    and actor_user_id is not distinct from private.actor_user_id());
