-- Who did what to whose data, with before and after. Append-only.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null default private.actor_kind(),
  actor_user_id uuid default private.actor_user_id(),
  action text not null check (length(action) <= 80),
  entity text not null check (length(entity) <= 80),
  entity_id text not null check (length(entity_id) <= 80),
  before jsonb,
  after jsonb,
  -- The search text. Large contents are found by their start: 20,000 characters of each side.
  list_words tsvector generated always as (private.list_words(((((((replace(action, '_', ' ') || ' ') || entity_id) || ' ') || "left"(COALESCE((before)::text, ''), 20000)) || ' ') || "left"(COALESCE((after)::text, ''), 20000)))) stored not null
);
alter table public.audit_log enable row level security;

create index audit_log_of_entity on public.audit_log (entity, entity_id, id desc);
-- The versions of a mail's texts.
create index audit_log_of_mail_texts on public.audit_log (entity_id, id desc)
  where entity = 'mail_text' and action in ('text_changed', 'text_restored');
create index audit_log_by_time on public.audit_log (at, id);
create index audit_log_by_action on public.audit_log (action, at, id);
create index audit_log_by_kind on public.audit_log (entity, at, id);
create index audit_log_by_entity on public.audit_log (entity_id, at, id);
create index audit_log_by_actor on public.audit_log (actor_user_id, at, id) where actor_user_id is not null;
create index audit_log_words on public.audit_log using gin (list_words);

-- Whether an entry is about a deleted account (the account itself, its purchases or its invitations) or about an erased access.
create function private.audit_of_deleted(input_entity text, input_id text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  of_id uuid;
begin
  if not private.is_uuid(input_id) then return false; end if;
  of_id := input_id::uuid;
  if exists (
    select from public.user_accesses where erased_at is not null and id = case input_entity
      when 'user_accesses' then of_id
      when 'assessment_run' then (select validated_access_id from public.assessment_runs where id = of_id)
      when 'review' then (select access_id from public.reviews where id = of_id)
    end)
  then return true; end if;
  return exists (
    select from public.profiles where deleted_at is not null and id = case input_entity
      when 'profiles' then of_id
      when 'user_accesses' then (select user_id from public.user_accesses where id = of_id)
      when 'orders' then (select user_id from public.orders where id = of_id)
      when 'order_items' then (select user_id from public.order_items where id = of_id)
      when 'workshop_sessions' then (select user_id from public.order_items where id = of_id)
      when 'assessment_run' then (
        select access.user_id from public.assessment_runs run
          join public.user_accesses access on access.id = run.validated_access_id where run.id = of_id)
      when 'review' then (
        select access.user_id from public.reviews join public.user_accesses access on access.id = reviews.access_id
        where reviews.id = of_id)
    end);
end
$$;

-- A value of an entry without any text: fields keep their names, with their numbers and booleans.
create function private.without_texts(input jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  return case jsonb_typeof(input)
    when 'string' then 'null'::jsonb
    when 'object' then (select coalesce(jsonb_object_agg(key, private.without_texts(value)), '{}') from jsonb_each(input))
    when 'array' then (select coalesce(jsonb_agg(private.without_texts(value)), '[]') from jsonb_array_elements(input))
    else input
  end;
end
$$;

-- Entries with every word, or about the row with that id. Texts about deleted accounts are not searched.
create function private.find_audit(
  input text, action_filter text, entity_filter text, actor_filter uuid, from_time timestamptz, until_time timestamptz,
  descending boolean, after_id bigint, max_rows integer)
returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off
as $$
declare
  search_query tsquery := private.list_query(input);
  way text := case when descending then 'desc' else 'asc' end;
  conditions text := concat_ws(' and ', 'true',
    case when action_filter is not null then format('action = %L', action_filter) end,
    case when entity_filter is not null then format('entity = %L', entity_filter) end,
    case when actor_filter is not null then format('actor_user_id = %L', actor_filter) end,
    case when from_time is not null then format('at >= %L', from_time) end,
    case when until_time is not null then format('at < %L', until_time) end,
    case when after_id is not null then format('(at, id) %s (select at, id from public.audit_log where id = %L)',
      case when descending then '<' else '>' end, after_id) end);
  weight record;
  met bigint[];
begin
  if not private.staff_reads(array['audit']) then return; end if;
  if private.is_uuid(lower(btrim(input))) then
    return query execute format('select id from public.audit_log where entity_id = %L and %s order by at %s, id %3$s limit $1',
      lower(btrim(input)), conditions, way) using max_rows;
    return;
  end if;
  if search_query is null then return; end if;
  select * into weight from private.weigh_search('public.audit_log', search_query);
  execute format(
    'select array_agg(id) from (select id from (
       select id, entity, entity_id, list_words from public.audit_log where %s order by at %s, id %2$s limit $3) near
     where list_words @@ $1 and not private.audit_of_deleted(entity, entity_id) limit $2) met',
    conditions, way) into met using search_query, max_rows, private.rows_near(weight.share, max_rows);
  if cardinality(met) >= max_rows then
    return query select unnest(met);
  else
    -- Deleted accounts are looked up for the rows of the page only.
    return query execute format(
      'with hits as materialized (
         select id, at, action, entity, entity_id, actor_user_id, list_words from public.audit_log where list_words @@ $1)
       select id from (select * from hits where list_words @@ $3 and %s order by at %s, id %2$s offset 0) sorted
       where not private.audit_of_deleted(entity, entity_id) limit $2',
      conditions, way) using weight.rare, max_rows, search_query;
  end if;
end
$$;

-- The actions and kinds of rows in the log, each found by one index lookup.
create function private.audit_facets() returns table (facet text, value text)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['audit']) then return; end if;
  return query
    with recursive actions as (
      (select action from public.audit_log order by action limit 1)
      union all
      select (select l.action from public.audit_log l where l.action > actions.action order by l.action limit 1) from actions
      where actions.action is not null),
    entities as (
      (select entity from public.audit_log order by entity limit 1)
      union all
      select (select l.entity from public.audit_log l where l.entity > entities.entity order by l.entity limit 1) from entities
      where entities.entity is not null)
    select 'action', action from actions where action is not null
    union all
    select 'entity', entity from entities where entity is not null;
end
$$;

-- A value of an entry without e-mail addresses.
create function private.without_addresses(input jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  return case jsonb_typeof(input)
    when 'string' then case when position('@' in input #>> '{}') > 0 then 'null'::jsonb else input end
    when 'object' then (select coalesce(jsonb_object_agg(key, private.without_addresses(value)), '{}') from jsonb_each(input))
    when 'array' then (select coalesce(jsonb_agg(private.without_addresses(value)), '[]') from jsonb_array_elements(input))
    else input
  end;
end
$$;

-- What remains of an entry after the deletion of its account. Entries about a person keep fields, numbers and booleans; those about a sale
-- stay like the order, whose billing data tax law requires, without e-mail addresses.
create function private.forgotten(entity text, input jsonb) returns jsonb
language sql immutable
as $$
  select case when entity in ('orders', 'order_items', 'workshop_sessions')
    then private.without_addresses(input) else private.without_texts(input) end
$$;

-- The log is append-only with one exception: texts about a person are deleted with the account, also where somebody searched for them.
create function private.audit_stays() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'UPDATE' and old.action = 'people_searched'
    and to_jsonb(new) - '{after,list_words}'::text[] = to_jsonb(old) - '{after,list_words}'::text[] and new.after = old.after - 'term'
  then return new; end if;
  if tg_op = 'UPDATE'
    and to_jsonb(new) - '{before,after,list_words}'::text[] = to_jsonb(old) - '{before,after,list_words}'::text[]
    and new.before is not distinct from private.forgotten(old.entity, old.before)
    and new.after is not distinct from private.forgotten(old.entity, old.after)
    and private.audit_of_deleted(old.entity, old.entity_id)
  then return new; end if;
  raise exception 'audit_log rows are never changed or deleted' using errcode = 'restrict_violation';
end
$$;

-- Removes a deleted account's personal data from the log. @returns how many entries it changed
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

-- A key used without permission or after its expiry is recorded once an hour for the same key and reason.
create function private.record_api_refusal(input_hash text, input_reason text, input_path text, at_time timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  known uuid := (select id from public.api_keys where key_hash = input_hash);
begin
  if known is null or exists (
    select from public.audit_log
    where entity_id = known::text and at > at_time - interval '1 hour' and action = 'api_refused' and after ->> 'reason' = input_reason)
  then return; end if;
  insert into public.audit_log (at, action, entity, entity_id, after)
    values (at_time, 'api_refused', 'api_keys', known::text,
      jsonb_build_object('reason', left(input_reason, 40), 'path', left(input_path, 80)));
end
$$;

-- For the shop: entries about an account that were written while it was being deleted. @returns how many entries it changed
create function private.forget_late_audit(at_time timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return 0; end if;
  return (select coalesce(sum(private.forget_in_audit(id)), 0) from public.profiles where deleted_at > at_time - interval '2 days');
end
$$;

-- Who of the staff looked for whom: what was typed, where, and how many rows of each kind the answer showed; not which. The same text at the
-- same place is recorded once in ten minutes.
create function private.note_search(place text, term text, shown jsonb, at_time timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  typed text := lower(regexp_replace(btrim(term), '\s+', ' ', 'g'));
begin
  if not private.actor_is_admin() or exists (
    select from public.audit_log where actor_user_id = private.actor_user_id() and at > at_time - interval '10 minutes' and at <= at_time
      and action = 'people_searched' and entity_id = place and after ->> 'term' = typed)
  then return; end if;
  insert into public.audit_log (at, action, entity, entity_id, after)
    values (at_time, 'people_searched', 'search', left(place, 80), jsonb_build_object('term', typed, 'found', shown));
end
$$;

-- Takes the text out of the searches for somebody whose data are erased: those with the e-mail, or a word of the name or of what stands
-- before the '@'.
create function private.forget_searches(person_name text, email text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  names text[] := array(
    select word from unnest(tsvector_to_array(private.list_words(concat_ws(' ', person_name, split_part(email, '@', 1))))) word
    where length(word) > 2);
begin
  update public.audit_log entry set after = entry.after - 'term'
  where entry.action = 'people_searched' and entry.after ? 'term' and (
    position(lower(email) in entry.after ->> 'term') > 0 or tsvector_to_array(private.list_words(entry.after ->> 'term')) && names);
end
$$;

-- A refused request is recorded once in ten minutes per address, at most sixty an hour per user, to limit the log.
create function private.record_refusal(input_path text, input_method text, input_role text, at_time timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  me uuid := private.actor_user_id();
begin
  if me is null then return; end if;
  if exists (
    select from public.audit_log where actor_user_id = me and at > at_time - interval '10 minutes'
      and action = 'access_refused' and entity_id = left(input_path, 80))
  then return; end if;
  if (select count(*) from (
    select from public.audit_log where actor_user_id = me and at > at_time - interval '1 hour' and action = 'access_refused' limit 60) tried) >= 60
  then return; end if;
  insert into public.audit_log (at, action, entity, entity_id, after)
    values (at_time, 'access_refused', 'address', left(input_path, 80), jsonb_build_object('method', left(input_method, 10), 'role', input_role));
end
$$;

create trigger never_emptied before truncate on public.audit_log for each statement execute function private.refuse_change();
create trigger only_added before update or delete on public.audit_log for each row execute function private.audit_stays();

create policy staff_reads on public.audit_log for select to alhena_app using ((select private.actor_is_staff()));
create policy written_as_oneself on public.audit_log for insert to alhena_app
  with check (
    actor_kind = private.actor_kind() and actor_kind in ('user', 'admin', 'system')
    and actor_user_id is not distinct from private.actor_user_id());

grant select, insert (action, entity, entity_id, before, after) on public.audit_log to alhena_app;
revoke execute on function private.forget_in_audit(uuid) from public;
revoke execute on function private.forget_searches(text, text) from public;
