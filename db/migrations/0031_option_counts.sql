-- Results over a thousand people in little more than the time of ten: how often each option was chosen is added up in one number.

-- A run's choices as one number: four decimal digits for each option of each question, in order, 0001 for the chosen one. Added over
-- people, four digits hold how many chose it: a purchase has a thousand seats at most. Adding forty thousand rows took ten times as long.
create function private.packed_counts(options smallint[]) returns numeric
language sql immutable parallel safe
as $$
  select coalesce(string_agg(case when chosen.value = choice then '0001' else '0000' end, '' order by chosen.place, choice), '0')::numeric
  from unnest(options) with ordinality as chosen (value, place) cross join generate_series(1, 6) choice
$$;
alter table private.completed_runs add column counts numeric not null generated always as (private.packed_counts(options)) stored;

create or replace function private.item_tallies(item_ids uuid[]) returns table (order_item_id uuid, tallies jsonb)
language sql stable security definer set search_path = pg_catalog, public
as $$
  with items as (
    select item.id, item.result_mode
    from public.order_items item join public.orders on orders.id = item.order_id
    where item.id = any (item_ids) and item.user_id = private.actor_user_id() and item.deleted_at is null and orders.status = 'paid'
  ), seated as materialized (
    select access.id from public.user_accesses access where access.order_item_id = any (item_ids) and access.status <> 'revoked'
  ), told as materialized (
    select entry.order_item_id, entry.questionnaire_id, entry.questionnaire_version, entry.means, entry.counts,
      cardinality(entry.options) as questions,
      case items.result_mode when 'nominative' then entry.area else block.area end as area,
      case items.result_mode when 'nominative' then entry.area_key else block.area_key end as area_key,
      case items.result_mode when 'nominative' then entry.position else block.position end as "position",
      case items.result_mode when 'nominative' then entry.position_key else block.position_key end as position_key
    from items join private.completed_runs entry on entry.order_item_id = items.id
      left join private.result_blocks block on block.id = entry.block_id and not block.retired
      left join seated on seated.id = entry.access_id
    where case items.result_mode when 'confidential' then block.id is not null else seated.id is not null end
  ), parts as materialized (
    select told.order_item_id, told.questionnaire_id, told.questionnaire_version, count(*) as people,
      lpad(sum(told.counts)::text, max(told.questions) * 24, '0') as counts
    from told group by told.order_item_id, told.questionnaire_id, told.questionnaire_version
  ), labels as (
    select told.order_item_id, 'area' as by, told.area_key as key, mode() within group (order by told.area) as name
    from told where told.area_key <> '' group by told.order_item_id, told.area_key
    union all
    select told.order_item_id, 'position', told.position_key, mode() within group (order by told.position)
    from told where told.position_key <> '' group by told.order_item_id, told.position_key
  ), cells as materialized (
    -- Added up once for those who share area and position, and then from these few rows for every group.
    select told.order_item_id, told.area_key, told.position_key, mean.place - 1 as section,
      count(*) as people, count(mean.value) as scored, sum(mean.value) as sum, sum(mean.value * mean.value) as squares
    from told cross join unnest(told.means) with ordinality as mean (value, place)
    group by told.order_item_id, told.area_key, told.position_key, mean.place
  ), figures as materialized (
    select cells.order_item_id, section, case when grouping(area_key) = 0 then 'area' when grouping(position_key) = 0 then 'position' end as by,
      coalesce(area_key, position_key) as key,
      sum(people) as people, sum(scored) as scored, coalesce(sum(sum), 0) as sum, coalesce(sum(squares), 0) as squares
    from cells
    group by grouping sets ((cells.order_item_id, section), (cells.order_item_id, section, area_key),
      (cells.order_item_id, section, position_key))
  ), versions as (
    select distinct questionnaire_id, questionnaire_version from parts
  ), fields as materialized (
    select versions.questionnaire_id, versions.questionnaire_version, asked.place, asked.field
    from versions cross join private.closed_fields(versions.questionnaire_id, versions.questionnaire_version) asked
  ), options as materialized (
    select parts.order_item_id, fields.field, choice as option,
      sum(substr(parts.counts, (fields.place - 1) * 24 + (choice - 1) * 4 + 1, 4)::integer) as people
    from parts join fields using (questionnaire_id, questionnaire_version) cross join generate_series(1, 6) choice
    group by parts.order_item_id, fields.field, choice
  )
  select items.id, jsonb_build_object(
    'questionnaire_id', (select max(parts.questionnaire_id) from parts where parts.order_item_id = items.id),
    'questionnaire_version', (select max(parts.questionnaire_version) from parts where parts.order_item_id = items.id),
    'people', coalesce((select sum(parts.people) from parts where parts.order_item_id = items.id), 0),
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
      from options where options.order_item_id = items.id and options.people > 0), '[]'))
  from items
$$;
