-- The audit log as the back office reads it: an index for every way through it, words over what was changed, refusals of access, and
-- nothing personal of accounts that are gone. What is in it stays as it was written: no statement of anybody changes a row.

-- What is searched. Large contents are found by their beginnings: 20,000 characters of each side.
alter table public.audit_log add column list_words tsvector not null generated always as (private.list_words(
  replace(action, '_', ' ') || ' ' || entity_id || ' ' || left(coalesce(before::text, ''), 20000) || ' ' || left(coalesce(after::text, ''), 20000)
)) stored;

create index audit_log_by_time on public.audit_log (at, id);
create index audit_log_by_action on public.audit_log (action, at, id);
create index audit_log_by_kind on public.audit_log (entity, at, id);
create index audit_log_by_entity on public.audit_log (entity_id, at, id);
create index audit_log_by_actor on public.audit_log (actor_user_id, at, id) where actor_user_id is not null;
create index audit_log_words on public.audit_log using gin (list_words);

create function private.is_uuid(given text) returns boolean
language sql immutable parallel safe
as $$ select given ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' $$;

-- Whether an entry is about somebody who left: their account, or what they bought or invited to.
create function private.audit_of_deleted(given_entity text, given_id text) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  of_id uuid;
begin
  if not private.is_uuid(given_id) then return false; end if;
  of_id := given_id::uuid;
  return exists (
    select from public.profiles where deleted_at is not null and id = case given_entity
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

-- The same without any text: fields stay known by name, with their numbers and states of yes and no.
create function private.without_texts(given jsonb) returns jsonb
language plpgsql immutable
as $$
begin
  return case jsonb_typeof(given)
    when 'string' then 'null'::jsonb
    when 'object' then (select coalesce(jsonb_object_agg(key, private.without_texts(value)), '{}') from jsonb_each(given))
    when 'array' then (select coalesce(jsonb_agg(private.without_texts(value)), '[]') from jsonb_array_elements(given))
    else given
  end;
end
$$;

-- Entries that have every word, or are about the row with that id. What was said of accounts that are gone is found by no word.
create function private.find_audit(
  given text, wanted_action text, wanted_entity text, wanted_actor uuid, from_time timestamptz, until_time timestamptz,
  descending boolean, place bigint, most integer)
returns setof bigint
language plpgsql stable security definer set search_path = pg_catalog, public set enable_seqscan = off
as $$
declare
  wanted tsquery := private.list_query(given);
  way text := case when descending then 'desc' else 'asc' end;
  conditions text := concat_ws(' and ', 'true',
    case when wanted_action is not null then format('action = %L', wanted_action) end,
    case when wanted_entity is not null then format('entity = %L', wanted_entity) end,
    case when wanted_actor is not null then format('actor_user_id = %L', wanted_actor) end,
    case when from_time is not null then format('at >= %L', from_time) end,
    case when until_time is not null then format('at < %L', until_time) end,
    case when place is not null then format('(at, id) %s (select at, id from public.audit_log where id = %L)',
      case when descending then '<' else '>' end, place) end);
  met bigint[];
begin
  if not private.actor_is_staff() then return; end if;
  if private.is_uuid(lower(btrim(given))) then
    return query execute format('select id from public.audit_log where entity_id = %L and %s order by at %s, id %3$s limit $1',
      lower(btrim(given)), conditions, way) using most;
    return;
  end if;
  if wanted is null then return; end if;
  execute format(
    'select array_agg(id) from (select id from (
       select id, entity, entity_id, list_words from public.audit_log where %s order by at %s, id %2$s limit 5000) near
     where list_words @@ $1 and not private.audit_of_deleted(entity, entity_id) limit $2) met',
    conditions, way) into met using wanted, most;
  if cardinality(met) >= most then
    return query select unnest(met);
  else
    return query execute format(
      'with hits as materialized (select id, at, action, entity, entity_id, actor_user_id from public.audit_log where list_words @@ $1)
       select id from hits where %s and not private.audit_of_deleted(entity, entity_id) order by at %s, id %2$s limit $2',
      conditions, way) using wanted, most;
  end if;
end
$$;

-- The actions and kinds of rows that the log knows, each found by one look into an index.
create function private.audit_facets() returns table (facet text, value text)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
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

-- Whoever tries a door of others leaves a row: the same door once in ten minutes, sixty doors an hour at most, so that nobody fills the log.
create function private.note_refusal(given_path text, given_method text, given_role text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  me uuid := private.actor_user_id();
begin
  if me is null then return; end if;
  if exists (
    select from public.audit_log where actor_user_id = me and at > now() - interval '10 minutes'
      and action = 'access_refused' and entity_id = left(given_path, 80))
  then return; end if;
  if (select count(*) from (
    select from public.audit_log where actor_user_id = me and at > now() - interval '1 hour' and action = 'access_refused' limit 60) tried) >= 60
  then return; end if;
  insert into public.audit_log (action, entity, entity_id, after)
    values ('access_refused', 'address', left(given_path, 80), jsonb_build_object('method', left(given_method, 10), 'role', given_role));
end
$$;
