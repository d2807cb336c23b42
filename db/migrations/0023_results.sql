-- Results over a whole purchase, and purchases whose answers are told only over groups (confidential).
alter table public.order_items
  add column result_mode text not null default 'nominative' check (result_mode in ('nominative', 'confidential'));

-- What groups people, without regard to capitals, accents and spaces.
create function private.group_key(given text) returns text
language sql immutable parallel safe
as $$ select private.fold(regexp_replace(btrim(coalesce(given, '')), '\s+', ' ', 'g')) $$;

-- People of a confidential item who are counted together for ever, five at least: whatever is told is a sum over whole blocks.
create table private.result_blocks (
  id bigint generated always as identity primary key,
  order_item_id uuid not null references public.order_items (id),
  -- What all of them share and are told under; null tells them in the whole only.
  area text,
  area_key text,
  "position" text,
  position_key text,
  -- Somebody's answers of it were deleted: the rest is told no more, or the difference would tell that person's.
  retired boolean not null default false,
  created_at timestamptz not null default now()
);
create index result_blocks_of_item on private.result_blocks (order_item_id, id);

-- A completed run as it is counted. Written once, so that a changed department moves nobody from one group to another.
create table private.completed_runs (
  run_id uuid primary key references public.assessment_runs (id) on delete cascade,
  access_id uuid not null references public.user_accesses (id),
  order_item_id uuid not null references public.order_items (id),
  own boolean not null,
  questionnaire_id text not null,
  questionnaire_version integer not null,
  area text not null,
  area_key text not null generated always as (private.group_key(area)) stored,
  "position" text not null,
  position_key text not null generated always as (private.group_key("position")) stored,
  -- The overall mean, then one per section; null without a level.
  means double precision[] not null,
  -- Per closed question of the version, in order; null without an answer.
  options smallint[] not null,
  block_id bigint references private.result_blocks (id)
);
create index completed_runs_of_item on private.completed_runs (order_item_id) include (block_id);
create index completed_runs_of_block on private.completed_runs (block_id) where block_id is not null;

-- The closed questions of a version in their order.
create function private.closed_fields(questionnaire text, version_number integer)
returns table (section integer, place integer, field text)
language sql stable
as $$
  select section.place::integer, (row_number() over (order by section.place, question.place))::integer, question.value ->> 'field'
  from public.questionnaire_versions version
    cross join jsonb_array_elements(version.content -> 'sections') with ordinality as section (value, place)
    cross join jsonb_array_elements(section.value -> 'questions') with ordinality as question (value, place)
  where version.questionnaire_id = questionnaire and version.version = version_number
$$;

create function private.count_completed_run(completed public.assessment_runs) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  insert into private.completed_runs (run_id, access_id, order_item_id, own, questionnaire_id, questionnaire_version, area, "position",
    means, options)
  with answered as materialized (
    select asked.section, asked.place, answer.option
    from private.closed_fields(completed.questionnaire_id, completed.questionnaire_version) asked
      left join public.run_answers answer on answer.run_id = completed.id and answer.field = asked.field
  ), sections as materialized (
    select section, (avg(option) filter (where option < 6))::double precision as mean from answered group by section
  )
  select completed.id, access.id, access.order_item_id, access.invited_by_user_id is null, completed.questionnaire_id,
    completed.questionnaire_version, coalesce(nullif(btrim(access.department), ''), completed.organizational_unit),
    -- 'otro' is a choice of the invite form that says nothing.
    coalesce(nullif(nullif(btrim(access.job_role), ''), 'otro'), completed.position),
    (select array_prepend(avg(mean), array_agg(mean order by section)) from sections),
    (select array_agg(option order by place) from answered)
  from public.user_accesses access
  where access.id = completed.validated_access_id and exists (select from answered)
  on conflict (run_id) do nothing
$$;

revoke execute on function private.count_completed_run(public.assessment_runs) from public;

create function private.run_is_completed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform private.count_completed_run(new);
  return null;
end
$$;
create trigger count_completed after update of status on public.assessment_runs
for each row when (new.status = 'completed' and old.status <> 'completed') execute function private.run_is_completed();

select private.count_completed_run(run) from public.assessment_runs run where run.status = 'completed';

-- Answers that are deleted are counted no more, nor are those of a block that they were in.
create function private.forget_deleted_answers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update private.result_blocks set retired = true
  where id in (select block_id from private.completed_runs where run_id in (select run_id from gone));
  delete from private.completed_runs where run_id in (select run_id from gone);
  return null;
end
$$;
create trigger forget_deleted_answers after delete on public.run_answers referencing old table as gone
for each statement execute function private.forget_deleted_answers();

-- The mode is chosen until somebody who was invited has answered; and nobody who was told that answers are confidential answers in an
-- item that is not. Whoever starts in the same moment holds the item's row.
create function private.start_holds_result_mode() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.order_items item join public.user_accesses access on access.order_item_id = item.id
  where access.id = new.validated_access_id for share of item;
  return new;
end
$$;
create trigger start_holds_result_mode before insert on public.assessment_runs
for each row execute function private.start_holds_result_mode();

-- 'changed', 'unchanged', or why not: 'answered', 'promised' (somebody has started under the confidential mode), 'missing'.
create function private.choose_result_mode(item_id uuid, chosen text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  current_mode text;
begin
  select item.result_mode into current_mode
  from public.order_items item join public.orders on orders.id = item.order_id
  where item.id = item_id and item.user_id = private.actor_user_id() and item.mode = 'business' and item.deleted_at is null
    and orders.status = 'paid'
  for update of item;
  if not found then return 'missing'; end if;
  if current_mode = chosen then return 'unchanged'; end if;
  if exists (
    select from public.user_accesses access join public.assessment_runs run on run.validated_access_id = access.id
      join public.run_answers answer on answer.run_id = run.id
    where access.order_item_id = item_id and access.invited_by_user_id is not null)
  then return 'answered'; end if;
  if current_mode = 'confidential' and exists (
    select from public.user_accesses access join public.assessment_runs run on run.validated_access_id = access.id
    where access.order_item_id = item_id and access.invited_by_user_id is not null)
  then return 'promised'; end if;
  update public.order_items set result_mode = chosen where id = item_id;
  if chosen = 'confidential' then
    update public.user_accesses set progress = 0, answered_closed = 0
    where order_item_id = item_id and invited_by_user_id is not null and status <> 'completed';
  end if;
  return 'changed';
end
$$;

-- Of a confidential item the buyer sees who completed and no more: neither how far somebody is nor what was left out.
create function private.confidential_progress() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if exists (select from public.order_items where id = new.order_item_id and result_mode = 'confidential') then
    new.progress := case when new.status = 'completed' then 100 else 0 end;
    new.answered_closed := 0;
  end if;
  return new;
end
$$;
create trigger confidential_progress before update of progress, answered_closed on public.user_accesses
for each row when (new.invited_by_user_id is not null) execute function private.confidential_progress();

-- Whoever may see the access may see its run and answers, except that of a confidential item nobody sees another person's: neither
-- the buyer nor staff.
create or replace function private.actor_sees_access(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access
    where access.id = checked
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
    where run.id = checked
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and (access.invited_by_user_id is null or exists (
          select from public.order_items item where item.id = access.order_item_id and item.result_mode = 'nominative')))));
end
$$;

create function private.access_is_nominative(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access join public.order_items item on item.id = access.order_item_id
    where access.id = checked and item.result_mode = 'nominative');
end
$$;

create function private.run_is_nominative(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
      join public.order_items item on item.id = access.order_item_id
    where run.id = checked and item.result_mode = 'nominative');
end
$$;

drop policy readable on public.assessment_runs;
create policy readable on public.assessment_runs for select to alhena_app
  using (
    (select private.is_system()) or private.actor_sees_access(validated_access_id)
    or ((select private.actor_is_staff()) and private.access_is_nominative(validated_access_id)));
drop policy readable on public.run_answers;
create policy readable on public.run_answers for select to alhena_app
  using (private.actor_sees_run(run_id) or ((select private.actor_is_staff()) and private.run_is_nominative(run_id)));

-- What may be told of the acting buyer's items, counted: of nominative items over everybody who has a seat, of confidential ones over
-- whole blocks. A group carries the spelling of its name that most of its people have.
create function private.item_tallies(item_ids uuid[]) returns table (order_item_id uuid, tallies jsonb)
language sql stable security definer set search_path = pg_catalog, public
as $$
  with items as (
    select item.id, item.result_mode
    from public.order_items item join public.orders on orders.id = item.order_id
    where item.id = any (item_ids) and item.user_id = private.actor_user_id() and item.deleted_at is null and orders.status = 'paid'
  ), told as materialized (
    select entry.order_item_id, entry.questionnaire_id, entry.questionnaire_version, entry.means, entry.options,
      case items.result_mode when 'nominative' then entry.area else block.area end as area,
      case items.result_mode when 'nominative' then entry.area_key else block.area_key end as area_key,
      case items.result_mode when 'nominative' then entry.position else block.position end as "position",
      case items.result_mode when 'nominative' then entry.position_key else block.position_key end as position_key
    from items join private.completed_runs entry on entry.order_item_id = items.id
      left join private.result_blocks block on block.id = entry.block_id and not block.retired
    where case items.result_mode
      when 'confidential' then block.id is not null
      else exists (select from public.user_accesses access where access.id = entry.access_id and access.status <> 'revoked') end
  ), parts as materialized (
    -- Small numbers instead of ids and texts: forty thousand answers are grouped by them.
    select (row_number() over ())::integer as part, item_part.*
    from (select distinct told.order_item_id, told.questionnaire_id, told.questionnaire_version from told) item_part
  ), labels as (
    select told.order_item_id, 'area' as by, told.area_key as key, mode() within group (order by told.area) as name
    from told where told.area_key <> '' group by told.order_item_id, told.area_key
    union all
    select told.order_item_id, 'position', told.position_key, mode() within group (order by told.position)
    from told where told.position_key <> '' group by told.order_item_id, told.position_key
  ), means as (
    select told.order_item_id, told.area_key, told.position_key, mean.place - 1 as section, mean.value
    from told cross join unnest(told.means) with ordinality as mean (value, place)
  ), figures as materialized (
    select means.order_item_id, section, case when grouping(area_key) = 0 then 'area' when grouping(position_key) = 0 then 'position' end as by,
      coalesce(area_key, position_key) as key,
      count(*) as people, count(value) as scored, coalesce(sum(value), 0) as sum, coalesce(sum(value * value), 0) as squares
    from means
    group by grouping sets ((means.order_item_id, section), (means.order_item_id, section, area_key),
      (means.order_item_id, section, position_key))
  ), chosen as (
    select parts.part, option.place, option.value, count(*) as people
    from told join parts using (order_item_id, questionnaire_id, questionnaire_version)
      cross join unnest(told.options) with ordinality as option (value, place)
    where option.value is not null
    group by parts.part, option.place, option.value
  ), versions as (
    select distinct questionnaire_id, questionnaire_version from parts
  ), fields as materialized (
    select versions.questionnaire_id, versions.questionnaire_version, asked.place, asked.field
    from versions cross join private.closed_fields(versions.questionnaire_id, versions.questionnaire_version) asked
  ), options as materialized (
    select parts.order_item_id, fields.field, chosen.value as option, sum(chosen.people) as people
    from chosen join parts using (part) join fields using (questionnaire_id, questionnaire_version, place)
    group by parts.order_item_id, fields.field, chosen.value
  )
  select items.id, jsonb_build_object(
    'questionnaire_id', (select max(told.questionnaire_id) from told where told.order_item_id = items.id),
    'questionnaire_version', (select max(told.questionnaire_version) from told where told.order_item_id = items.id),
    'people', (select count(*) from told where told.order_item_id = items.id),
    'waiting', case items.result_mode when 'confidential' then (
      select count(*) from private.completed_runs entry
      where entry.order_item_id = items.id and not entry.own and entry.block_id is null) else 0 end,
    -- Whether the mode can be chosen no more (see choose_result_mode).
    'frozen', exists (
      select from public.user_accesses access join public.assessment_runs run on run.validated_access_id = access.id
      where access.order_item_id = items.id and access.invited_by_user_id is not null
        and (items.result_mode = 'confidential' or exists (select from public.run_answers answer where answer.run_id = run.id))),
    'sections', coalesce((
      select jsonb_agg(jsonb_build_object('section', section, 'scored', scored, 'sum', sum, 'squares', squares))
      from figures where figures.order_item_id = items.id and figures.by is null), '[]'),
    'groups', coalesce((
      select jsonb_agg(jsonb_build_object('by', labels.by, 'name', labels.name, 'section', section, 'people', people,
        'scored', scored, 'sum', sum, 'squares', squares))
      from figures join labels using (order_item_id, by, key) where figures.order_item_id = items.id), '[]'),
    'options', coalesce((
      select jsonb_agg(jsonb_build_object('field', field, 'option', option, 'people', people))
      from options where options.order_item_id = items.id), '[]'))
  from items
$$;

-- Open answers of the acting buyer's item, without names and in no order that tells whose they are. A confidential item tells those of
-- whole blocks, at least eight people's more with each step, and of a question only when eight have answered it.
create function private.item_texts(item_id uuid) returns table (field text, answer text)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  told_mode text;
  block record;
  told_blocks bigint[] := '{}';
  step bigint[] := '{}';
  step_people bigint := 0;
begin
  select item.result_mode into told_mode
  from public.order_items item join public.orders on orders.id = item.order_id
  where item.id = item_id and item.user_id = private.actor_user_id() and item.deleted_at is null and orders.status = 'paid';
  if told_mode = 'nominative' then
    return query
      select given.field, given.text
      from private.completed_runs entry join public.user_accesses access on access.id = entry.access_id
        join public.run_answers given on given.run_id = entry.run_id
      where entry.order_item_id = item_id and access.status <> 'revoked' and btrim(given.text) <> ''
      order by given.field, md5(given.field || given.run_id);
  elsif told_mode = 'confidential' then
    for block in
      select blocks.id, count(*) as people
      from private.result_blocks blocks join private.completed_runs entry on entry.block_id = blocks.id
      where blocks.order_item_id = item_id and not blocks.retired group by blocks.id order by blocks.id
    loop
      step := step || block.id;
      step_people := step_people + block.people;
      if step_people >= 8 then
        told_blocks := told_blocks || step;
        step := '{}';
        step_people := 0;
      end if;
    end loop;
    return query
      select shown.field, shown.text from (
        select given.field, given.text, given.run_id, count(*) over (partition by given.field) as answers
        from private.completed_runs entry join public.run_answers given on given.run_id = entry.run_id
        where entry.block_id = any (told_blocks) and btrim(given.text) <> '') shown
      where shown.answers >= 8
      order by shown.field, md5(shown.field || shown.run_id);
  end if;
end
$$;

-- For the shop: who of a confidential item waits to be counted. Holds the item, so that nobody is put into two blocks.
create function private.waiting_runs(item_id uuid, at_time timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.order_items item where item.id = item_id and item.result_mode = 'confidential' and private.is_system() for update;
  if not found then return null; end if;
  return jsonb_build_object(
    'first', not exists (select from private.result_blocks where order_item_id = item_id),
    'finished', not exists (
      select from public.user_accesses access
      where access.order_item_id = item_id and access.invited_by_user_id is not null and access.status in ('active', 'in_use')
        and access.expires_at > at_time),
    'waiting', coalesce((
      select jsonb_agg(jsonb_build_object('run_id', run_id, 'area', area_key, 'position', position_key)
        order by run_id)
      from private.completed_runs where order_item_id = item_id and not own and block_id is null), '[]'));
end
$$;

-- For the shop: counts people together from now on. Fewer than five, or anybody who is counted already, is refused.
create function private.make_result_block(item_id uuid, run_ids uuid[], shares_area boolean, shares_position boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  made bigint;
  members bigint;
begin
  if not private.is_system() or not exists (select from public.order_items where id = item_id and result_mode = 'confidential') then
    raise exception 'only the shop makes blocks, of confidential items' using errcode = 'insufficient_privilege';
  end if;
  insert into private.result_blocks (order_item_id, area, area_key, "position", position_key)
  select item_id,
    case when shares_area and count(distinct area_key) = 1 then mode() within group (order by area) end,
    case when shares_area and count(distinct area_key) = 1 then min(area_key) end,
    case when shares_position and count(distinct position_key) = 1 then mode() within group (order by "position") end,
    case when shares_position and count(distinct position_key) = 1 then min(position_key) end
  from private.completed_runs where run_id = any (run_ids)
  returning id into made;
  update private.completed_runs set block_id = made
  where order_item_id = item_id and run_id = any (run_ids) and not own and block_id is null;
  get diagnostics members = row_count;
  if members < 5 or members <> cardinality(run_ids) then
    raise exception 'a block has five people or more, each in one block'
      using errcode = 'check_violation', constraint = 'result_blocks_of_five';
  end if;
end
$$;
