-- What the audit log keeps of people who left, keys of the API that are exchanged or tried where they may not, and many accesses extended
-- at once.

-- What stays of an entry once the account that it is about is gone. Entries about a person keep their fields, figures and states of yes
-- and no; those about a sale stay as the order does, whose billing data tax law asks for, without e-mail addresses.
create function private.without_addresses(given jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  return case jsonb_typeof(given)
    when 'string' then case when position('@' in given #>> '{}') > 0 then 'null'::jsonb else given end
    when 'object' then (select coalesce(jsonb_object_agg(key, private.without_addresses(value)), '{}') from jsonb_each(given))
    when 'array' then (select coalesce(jsonb_agg(private.without_addresses(value)), '[]') from jsonb_array_elements(given))
    else given
  end;
end
$$;
create function private.forgotten(entity text, given jsonb) returns jsonb
language sql immutable
as $$
  select case when entity in ('orders', 'order_items', 'workshop_sessions')
    then private.without_addresses(given) else private.without_texts(given) end
$$;

-- The log is only ever added to, with this one exception: what it said of a person goes with the account, and nothing else with it.
create function private.audit_stays() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - '{before,after,list_words}'::text[] = to_jsonb(old) - '{before,after,list_words}'::text[]
    and new.before is not distinct from private.forgotten(old.entity, old.before)
    and new.after is not distinct from private.forgotten(old.entity, old.after)
    and private.audit_of_deleted(old.entity, old.entity_id)
  then return new; end if;
  raise exception 'audit_log rows are never changed or deleted' using errcode = 'restrict_violation';
end
$$;
drop trigger only_added on public.audit_log;
create trigger only_added before update or delete on public.audit_log for each row execute function private.audit_stays();

-- Takes a person who left out of the log. @returns how many entries it changed
create function private.forget_in_audit(of_user uuid) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  changed bigint;
begin
  with mine (entity, id) as (
    select 'profiles', of_user::text
    union all select 'user_accesses', access.id::text from public.user_accesses access where access.user_id = of_user
    union all select 'orders', orders.id::text from public.orders where orders.user_id = of_user
    union all select kind, item.id::text from public.order_items item, (values ('order_items'), ('workshop_sessions')) kinds (kind)
      where item.user_id = of_user
    union all select 'assessment_run', run.id::text from public.assessment_runs run
      join public.user_accesses access on access.id = run.validated_access_id where access.user_id = of_user
    union all select 'review', review.id::text from public.reviews review
      join public.user_accesses access on access.id = review.access_id where access.user_id = of_user
  )
  update public.audit_log entry
  set before = private.forgotten(entry.entity, entry.before), after = private.forgotten(entry.entity, entry.after)
  from mine
  where entry.entity = mine.entity and entry.entity_id = mine.id
    and (entry.before is distinct from private.forgotten(entry.entity, entry.before)
      or entry.after is distinct from private.forgotten(entry.entity, entry.after));
  get diagnostics changed = row_count;
  return changed;
end
$$;
revoke execute on function private.forget_in_audit(uuid) from public;

create function private.account_leaves_audit() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform private.forget_in_audit(new.id);
  return null;
end
$$;
-- At the end of its transaction, after whatever else that one writes.
create constraint trigger forget_in_audit after update of deleted_at on public.profiles
deferrable initially deferred
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.account_leaves_audit();

create index profiles_gone on public.profiles (deleted_at) where deleted_at is not null;

-- For the shop: what somebody else was writing of an account at the very moment in which it was deleted. @returns how many entries it changed
create function private.forget_late_audit() returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return 0; end if;
  return (select coalesce(sum(private.forget_in_audit(id)), 0) from public.profiles where deleted_at > now() - interval '2 days');
end
$$;

select private.forget_in_audit(id) from public.profiles where deleted_at is not null;

-- A key that is exchanged for another one holds a while longer beside it, never longer than it would have.
alter table public.api_keys add column replaced_by uuid references public.api_keys (id);
create index api_keys_replaced on public.api_keys (replaced_by) where replaced_by is not null;
create index api_keys_of_author on public.api_keys (created_by);
create function private.key_ends_no_later() returns trigger
language plpgsql
as $$
begin
  if new.expires_at is null and old.expires_at is not null or new.expires_at > old.expires_at
    or old.revoked_at is not null or old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by then
    raise exception 'a key ends no later than it was made to' using errcode = 'check_violation', constraint = 'api_keys_end';
  end if;
  return new;
end
$$;
create trigger ends_no_later before update of expires_at, replaced_by on public.api_keys
for each row execute function private.key_ends_no_later();
grant select (replaced_by), update (expires_at, replaced_by) on public.api_keys to alhena_app;

-- A key that asks for what it may not, or that no longer holds, is told in the log: once an hour for the same key and reason.
create function private.note_api_refusal(given_hash text, given_reason text, given_path text, at_time timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  known uuid := (select id from public.api_keys where key_hash = given_hash);
begin
  if known is null or exists (
    select from public.audit_log
    where entity_id = known::text and at > at_time - interval '1 hour' and action = 'api_refused' and after ->> 'reason' = given_reason)
  then return; end if;
  insert into public.audit_log (action, entity, entity_id, after)
    values ('api_refused', 'api_keys', known::text, jsonb_build_object('reason', left(given_reason, 40), 'path', left(given_path, 80)));
end
$$;

-- As extend_access, for many: those that can still be answered and end sooner move, the others stay as they are.
create function private.extend_accesses(of_accesses uuid[], until timestamptz) returns table (access_id uuid, ended_before timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if private.actor_kind() <> 'admin' then return; end if;
  return query
    with held as (
      select access.id, access.expires_at from public.user_accesses access
      where access.id = any (of_accesses) and access.status in ('active', 'in_use') and access.expires_at < until
      order by access.id for no key update
    )
    update public.user_accesses access set expires_at = until from held where access.id = held.id
    returning access.id, held.expires_at;
end
$$;

-- As before, of accounts made in a period with an end.
drop function private.find_clients(text, text, boolean, uuid, timestamptz, boolean, uuid, integer);
create function private.find_clients(
  given text, wanted_role text, bought boolean, company uuid, from_time timestamptz, until_time timestamptz, descending boolean, place uuid,
  most integer)
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
      case when from_time is not null then format('created_at >= %L', from_time) end,
      case when until_time is not null then format('created_at < %L', until_time) end),
    private.list_query(given), 'created_at', descending, place, most);
end
$$;
