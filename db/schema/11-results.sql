-- A closed round of a confidential item, with every figure that is ever shown of it. They are computed once, when the buyer publishes, and
-- stay as they are when answers are deleted later: a sum over five people or more is nobody's personal data, and its change would be.
create table private.result_rounds (
  id bigint generated always as identity primary key,
  order_item_id uuid not null references public.order_items,
  -- From 1, in the order of their closing.
  number integer not null check (number >= 1),
  closed_at timestamptz not null,
  questionnaire_id text not null,
  questionnaire_version integer not null,
  tallies jsonb not null check (jsonb_typeof(tallies) = 'object'),
  -- The open questions that eight different people answered: their texts are shown.
  text_fields text[] not null default '{}',
  -- Somebody's answers were deleted: no text of the round is shown any more, because the missing one would be that person's.
  texts_withdrawn boolean not null default false,
  unique (order_item_id, number)
);

-- A completed run as it is counted. Written once, so that a changed department moves nobody to another group.
create table private.completed_runs (
  run_id uuid primary key references public.assessment_runs on delete cascade,
  access_id uuid not null references public.user_accesses,
  order_item_id uuid not null references public.order_items,
  own boolean not null,
  questionnaire_id text not null,
  questionnaire_version integer not null,
  area text collate "es-x-icu" not null,
  area_key text generated always as (private.group_key(area)) stored not null,
  position text collate "es-x-icu" not null,
  position_key text generated always as (private.group_key("position")) stored not null,
  -- The overall mean, then one per section; null without a level.
  means double precision[] not null,
  -- Per closed question of the version, in order; null without an answer.
  options smallint[] not null,
  -- The round that counts it; null: none yet. Never changed.
  round_id bigint references private.result_rounds,
  -- Which open questions a completed run answers, so that a purchase's texts can be looked up one by one.
  open_fields text[] not null default '{}',
  -- Which closed questions a completed run answers with level 4 or 5 and with evidence.
  evidence_fields text[] not null default '{}',
  counts numeric generated always as (private.packed_counts(options)) stored not null
);

create index completed_runs_of_item on private.completed_runs (order_item_id) include (round_id);
create index completed_runs_of_round on private.completed_runs (round_id) where round_id is not null;

-- The closed questions of a version in order.
create function private.closed_fields(questionnaire text, version_number integer)
returns table (section integer, ordinal integer, field text)
language sql stable
as $$
  select section.ordinal::integer, (row_number() over (order by section.ordinal, question.ordinal))::integer, question.value ->> 'field'
  from public.questionnaire_versions version
    cross join jsonb_array_elements(version.content -> 'sections') with ordinality as section (value, ordinal)
    cross join jsonb_array_elements(section.value -> 'questions') with ordinality as question (value, ordinal)
  where version.questionnaire_id = questionnaire and version.version = version_number
$$;

create function private.count_completed_run(completed public.assessment_runs) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  insert into private.completed_runs (run_id, access_id, order_item_id, own, questionnaire_id, questionnaire_version, area, "position",
    means, options, open_fields, evidence_fields)
  with answered as materialized (
    select asked.section, asked.ordinal, asked.field, answer.option
    from private.closed_fields(completed.questionnaire_id, completed.questionnaire_version) asked
      left join public.run_answers answer on answer.run_id = completed.id and answer.field = asked.field
  ), sections as materialized (
    select section, (avg(option) filter (where option < 6))::double precision as mean from answered group by section
  )
  select completed.id, access.id, access.order_item_id, access.invited_by_user_id is null, completed.questionnaire_id,
    completed.questionnaire_version, coalesce(nullif(btrim(access.department), ''), completed.organizational_unit),
    -- 'otro' in the invite form carries no information.
    coalesce(nullif(nullif(btrim(access.job_role), ''), 'otro'), completed.position),
    (select array_prepend(avg(mean), array_agg(mean order by section)) from sections),
    (select array_agg(option order by ordinal) from answered),
    coalesce((
      select array_agg(field order by field) from public.run_answers
      where run_id = completed.id and btrim(text) <> '' and strpos(field, ':') = 0), '{}'),
    coalesce((
      select array_agg(answered.field order by answered.ordinal) from answered
      where answered.option in (4, 5) and access.result_mode = 'nominative' and exists (
        select from public.run_answers given where given.run_id = completed.id and btrim(given.text) <> ''
          and given.field in (answered.field || ':note', answered.field || ':link'))), '{}')
  from public.user_accesses access
  where access.id = completed.validated_access_id and exists (select from answered)
  on conflict (run_id) do nothing
$$;

-- 'changed', 'unchanged', or why not: 'invited' (the first invitation, also one that was revoked, promised a mode), 'missing'. An invitation
-- locks the item's row, so that it comes before or after this.
create function private.choose_result_mode(item_id uuid, new_mode text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  current_mode text;
begin
  select item.result_mode into current_mode
  from public.order_items item join public.orders on orders.id = item.order_id
  where item.id = item_id and private.actor_may(item.holder_id, 'coordinator') and item.mode = 'business'
    and item.deleted_at is null and orders.status = 'paid'
  for update of item;
  if not found then return 'missing'; end if;
  if current_mode = new_mode then return 'unchanged'; end if;
  if private.item_is_invited(item_id) then return 'invited'; end if;
  update public.order_items set result_mode = new_mode where id = item_id;
  return 'changed';
end
$$;

-- Defines the groups that confidential results are shown by. 'changed', 'unchanged', or why not: 'invited' (as the mode, they are fixed by the
-- first invitation), 'nominative', 'missing'.
create function private.choose_reporting_groups(item_id uuid, groups jsonb) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  stored record;
begin
  select item.result_mode, item.reporting_groups into stored
  from public.order_items item join public.orders on orders.id = item.order_id
  where item.id = item_id and private.actor_may(item.holder_id, 'coordinator') and item.mode = 'business'
    and item.deleted_at is null and orders.status = 'paid'
  for update of item;
  if not found then return 'missing'; end if;
  if stored.result_mode <> 'confidential' then return 'nominative'; end if;
  if stored.reporting_groups = groups then return 'unchanged'; end if;
  if private.item_is_invited(item_id) then return 'invited'; end if;
  update public.order_items set reporting_groups = groups where id = item_id;
  return 'changed';
end
$$;

-- The key of the group that an area's people are shown by: the reporting group that it belongs to, '' where it is in none of them, and the area
-- itself where no groups are defined. As toReportingGroup of app/features/results/rounds/reporting-groups.ts.
create function private.reporting_group_key(groups jsonb, area text) returns text
language sql immutable parallel safe set search_path = pg_catalog, public
as $$
  select case
    when jsonb_array_length(groups) = 0 then private.group_key(area)
    else coalesce((
      select private.group_key(entry ->> 'name')
      from jsonb_array_elements(groups) entry, jsonb_array_elements_text(entry -> 'areas') member
      where private.group_key(member) = private.group_key(area) limit 1), '')
  end
$$;

-- Whether an invitation of an item was ever sent, which fixes its mode and its reporting groups.
create function private.item_is_invited(item_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (
    select from public.user_accesses access where access.order_item_id = item_id and access.invited_by_user_id is not null)
$$;

-- Sets the target levels and the importance of an item's sections. 'changed', or why not: 'answered', 'published', 'missing'.
create function private.choose_targets(item_id uuid, targets jsonb, weights jsonb) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.order_items item join public.orders on orders.id = item.order_id
  where item.id = item_id and private.actor_may(item.holder_id, 'coordinator') and item.mode = 'business'
    and item.deleted_at is null and orders.status = 'paid'
  for update of item;
  if not found then return 'missing'; end if;
  if private.targets_end(item_id) is not null then return private.targets_end(item_id); end if;
  update public.order_items set section_targets = targets, section_weights = weights where id = item_id;
  return 'changed';
end
$$;

-- What fixed the targets of an item; null: nothing yet. 'answered': the first answer of a nominative one. 'published': the first round of a
-- confidential one, which its buyer closes, because nobody is told that somebody has begun.
create function private.targets_end(item_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, public
as $$
  select case
    when item.result_mode = 'confidential' then
      case when exists (select from private.result_rounds round where round.order_item_id = item.id) then 'published' end
    when exists (
      select from public.user_accesses access join public.assessment_runs run on run.validated_access_id = access.id
        join public.run_answers answer on answer.run_id = run.id
      where access.order_item_id = item.id) then 'answered'
  end
  from public.order_items item where item.id = item_id
$$;

create function private.access_is_nominative(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access where access.id = checked and access.result_mode = 'nominative' and access.blocked_at is null);
end
$$;

create function private.run_is_nominative(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and access.result_mode = 'nominative' and access.blocked_at is null);
end
$$;

-- The counts of items: over everybody with a seat in nominative items, and nobody in confidential ones, whose figures are those of their
-- rounds. A group's name has its most frequent spelling. It asks for no right: `item_tallies` and `api_tallies` do.
create function private.count_items(item_ids uuid[]) returns table (order_item_id uuid, tallies jsonb)
language sql stable security definer set search_path = pg_catalog, public
as $$
  with items as (
    select item.id, item.result_mode from public.order_items item where item.id = any (item_ids)
  ), seated as materialized (
    select access.id from public.user_accesses access
    where access.order_item_id = any (item_ids) and access.status <> 'revoked' and access.result_mode = 'nominative'
      and access.blocked_at is null
  ), counted as materialized (
    select entry.order_item_id, entry.questionnaire_id, entry.questionnaire_version, entry.means, entry.counts,
      cardinality(entry.options) as questions, entry.evidence_fields, entry.area, entry.area_key, entry."position", entry.position_key
    from items join private.completed_runs entry on entry.order_item_id = items.id
      join seated on seated.id = entry.access_id
    where items.result_mode = 'nominative'
  ), parts as materialized (
    select counted.order_item_id, counted.questionnaire_id, counted.questionnaire_version, count(*) as people,
      lpad(sum(counted.counts)::text, max(counted.questions) * 24, '0') as counts
    from counted group by counted.order_item_id, counted.questionnaire_id, counted.questionnaire_version
  ), labels as (
    select counted.order_item_id, 'area' as by, counted.area_key as key, mode() within group (order by counted.area) as name
    from counted where counted.area_key <> '' group by counted.order_item_id, counted.area_key
    union all
    select counted.order_item_id, 'position', counted.position_key, mode() within group (order by counted.position)
    from counted where counted.position_key <> '' group by counted.order_item_id, counted.position_key
  ), cells as materialized (
    -- Summed once per department and position, and from these few rows for every group.
    select counted.order_item_id, counted.area_key, counted.position_key, mean.ordinal - 1 as section,
      count(*) as people, count(mean.value) as scored, sum(mean.value) as sum, sum(mean.value * mean.value) as squares
    from counted cross join unnest(counted.means) with ordinality as mean (value, ordinal)
    group by counted.order_item_id, counted.area_key, counted.position_key, mean.ordinal
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
    select versions.questionnaire_id, versions.questionnaire_version, asked.ordinal, asked.field
    from versions cross join private.closed_fields(versions.questionnaire_id, versions.questionnaire_version) asked
  ), options as materialized (
    select parts.order_item_id, fields.field, choice as option,
      sum(substr(parts.counts, (fields.ordinal - 1) * 24 + (choice - 1) * 4 + 1, 4)::integer) as people
    from parts join fields using (questionnaire_id, questionnaire_version) cross join generate_series(1, 6) choice
    group by parts.order_item_id, fields.field, choice
  )
  select items.id, jsonb_build_object(
    'questionnaire_id', (select max(parts.questionnaire_id) from parts where parts.order_item_id = items.id),
    'questionnaire_version', (select max(parts.questionnaire_version) from parts where parts.order_item_id = items.id),
    'people', coalesce((select sum(parts.people) from parts where parts.order_item_id = items.id), 0),
    'waiting', case items.result_mode when 'confidential' then (
      select count(*) from private.completed_runs entry
      where entry.order_item_id = items.id and not entry.own and entry.round_id is null) else 0 end,
    -- Whether the mode is fixed (see choose_result_mode).
    'frozen', private.item_is_invited(items.id),
    'sections', coalesce((
      select jsonb_agg(jsonb_build_object('section', section, 'scored', scored, 'sum', sum, 'squares', squares))
      from figures where figures.order_item_id = items.id and figures.by is null), '[]'),
    'groups', coalesce((
      select jsonb_agg(jsonb_build_object('by', labels.by, 'name', labels.name, 'section', section, 'people', people,
        'scored', scored, 'sum', sum, 'squares', squares))
      from figures join labels using (order_item_id, by, key) where figures.order_item_id = items.id), '[]'),
    'options', coalesce((
      select jsonb_agg(jsonb_build_object('field', field, 'option', option, 'people', people))
      from options where options.order_item_id = items.id and options.people > 0), '[]'),
    'evidence', coalesce((
      select jsonb_agg(jsonb_build_object('field', given.field, 'people', given.people))
      from (
        select given_evidence.field, count(*) as people
        from counted cross join unnest(counted.evidence_fields) as given_evidence (field)
        where counted.order_item_id = items.id group by given_evidence.field) given), '[]'))
  from items
$$;

-- The counts that the actor may see of items.
create function private.item_tallies(item_ids uuid[]) returns table (order_item_id uuid, tallies jsonb)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select counted.order_item_id, counted.tallies from private.count_items(array(
    select item.id from public.order_items item join public.orders on orders.id = item.order_id
    where item.id = any (item_ids) and private.actor_reads_figures(item.id, item.holder_id) and item.deleted_at is null
      and orders.status = 'paid')) counted
$$;

-- The general level of an item's results, as their page shows it first: of everybody with a seat, and in a confidential item of the last round.
-- Null without a level, and where the actor may not see it.
create function private.item_level(checked uuid) returns double precision
language sql stable security definer set search_path = pg_catalog, public
as $$
  select case item.result_mode
    when 'nominative' then (
      select avg(entry.means[1])
      from private.completed_runs entry join public.user_accesses access on access.id = entry.access_id
      where entry.order_item_id = item.id and access.status <> 'revoked' and access.result_mode = 'nominative' and access.blocked_at is null)
    else (
      select (round.tallies #>> '{overall,sum}')::double precision / nullif((round.tallies #>> '{overall,scored}')::double precision, 0)
      from private.result_rounds round where round.order_item_id = item.id
      order by round.number desc limit 1)
  end
  from public.order_items item
  where item.id = checked and private.actor_reads_figures(item.id, item.holder_id)
$$;

-- Open answers of an item whose results the actor may see, without names and in an order that reveals nobody. A confidential item shows those
-- of one round, of the questions that eight different people answered.
create function private.item_texts(item_id uuid, round_number integer) returns table (field text, answer text)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  item_mode text;
begin
  select item.result_mode into item_mode
  from public.order_items item join public.orders on orders.id = item.order_id
  where item.id = item_id and private.actor_reads_figures(item.id, item.holder_id) and item.deleted_at is null and orders.status = 'paid';
  if item_mode = 'nominative' then
    return query
      select asked.field, written.text
      from private.completed_runs entry join public.user_accesses access on access.id = entry.access_id
        cross join unnest(entry.open_fields) as asked (field)
        -- One lookup each: a join would be planned as a scan of everybody's answers.
        cross join lateral (
          select run_answers.text from public.run_answers where run_id = entry.run_id and run_answers.field = asked.field limit 1) written
      where entry.order_item_id = item_id and access.status <> 'revoked' and access.result_mode = 'nominative' and access.blocked_at is null
        and btrim(written.text) <> ''
      order by asked.field, md5(asked.field || entry.run_id);
  elsif item_mode = 'confidential' then
    return query
      select asked.field, written.text
      from private.result_rounds round join private.completed_runs entry on entry.round_id = round.id
        cross join unnest(entry.open_fields) as asked (field)
        cross join lateral (
          select run_answers.text from public.run_answers where run_id = entry.run_id and run_answers.field = asked.field limit 1) written
      where round.order_item_id = item_id and round.number = round_number and not round.texts_withdrawn
        and asked.field = any (round.text_fields) and btrim(written.text) <> ''
      order by asked.field, md5(asked.field || entry.run_id);
  end if;
end
$$;

-- Sets whether who answered gets the results. 'changed', 'unchanged' or 'missing'.
create function private.choose_sharing(item_id uuid, shared boolean) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  current boolean;
begin
  select item.share_results into current
  from public.order_items item join public.orders on orders.id = item.order_id
  where item.id = item_id and private.actor_may(item.holder_id, 'coordinator') and item.mode = 'business'
    and item.deleted_at is null and orders.status = 'paid'
  for update of item;
  if not found then return 'missing'; end if;
  if current = shared then return 'unchanged'; end if;
  update public.order_items set share_results = shared where id = item_id;
  return 'changed';
end
$$;

-- Who is to get the results of an item: everybody else who completed it, also those whom no round counts, because who is left out of one
-- would tell how that person answered. A confidential item needs a published round.
create function private.unshared_results(item_id uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public
as $$
  select access.id
  from public.order_items item join public.orders on orders.id = item.order_id
    join public.assessments product on product.id = item.assessment_id and product.questionnaire_id is not null
    join public.user_accesses access on access.order_item_id = item.id
  where item.id = item_id and item.mode = 'business' and item.deleted_at is null and orders.status = 'paid'
    and private.actor_may(item.holder_id, 'coordinator')
    and (item.result_mode = 'nominative' or exists (select from private.result_rounds round where round.order_item_id = item.id))
    and access.status = 'completed' and access.invited_by_user_id is not null and access.results_shared_at is null
    and access.blocked_at is null and not exists (select from private.mail_objections where email = access.email)
$$;

-- Claims them for the mails of the same transaction, so that two presses send nothing twice.
create function private.claim_shared_results(item_id uuid, at_time timestamptz)
returns table (access_id uuid, email text, first_name text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.order_items item where item.id = item_id and item.share_results and private.actor_may(item.holder_id, 'coordinator') for update;
  if not found then return; end if;
  return query
    with held as materialized (
      select access.id from public.user_accesses access where access.id in (select private.unshared_results(item_id)) order by access.id for no key update
    )
    update public.user_accesses access set results_shared_at = at_time
    from held where access.id = held.id
    returning access.id, access.email, access.first_name;
end
$$;

-- Rounds that were published after their own levels had been sent to people of an item, for the team's levels: of all these people, whether a
-- round counts them or not, because who gets a mail would tell it.
create function private.untold_rounds(item_id uuid) returns table (access_id uuid, number integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select access.id, round.number
  from public.order_items item join public.orders on orders.id = item.order_id
    join public.user_accesses access on access.order_item_id = item.id
    join private.result_rounds round on round.order_item_id = item.id
  where item.id = item_id and item.mode = 'business' and item.deleted_at is null and orders.status = 'paid'
    and private.actor_may(item.holder_id, 'coordinator')
    and access.status = 'completed' and access.invited_by_user_id is not null
    and round.closed_at > access.results_shared_at and round.number > coalesce(access.shared_round, 0)
    and access.blocked_at is null and not exists (select from private.mail_objections where email = access.email)
$$;

-- Claims them, as `claim_shared_results`.
create function private.claim_untold_rounds(item_id uuid)
returns table (access_id uuid, email text, first_name text, number integer)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.order_items item where item.id = item_id and item.share_results and private.actor_may(item.holder_id, 'coordinator') for update;
  if not found then return; end if;
  return query
    with untold as materialized (select * from private.untold_rounds(item_id)),
    held as materialized (
      select access.id from public.user_accesses access where access.id in (select untold.access_id from untold) order by access.id for no key update
    ), told as (
      update public.user_accesses access
      set shared_round = (select max(untold.number) from untold where untold.access_id = access.id)
      from held where access.id = held.id
      returning access.id, access.email, access.first_name
    )
    select told.id, told.email, told.first_name, untold.number
    from told join untold on untold.access_id = told.id order by told.id, untold.number;
end
$$;

-- For the shop, as it sends the mail: the means of one person, and the sums of all who are counted with them. Null where there is nothing to
-- tell any more. In a confidential item all are the round that counts the person, as published. In a nominative one they are who had
-- completed when the results were sent; unless fewer than five had joined since they were sent before: two mails would then tell about them.
-- @param of_round a round that was published later, of which the person is told whether it counts them or not; null in the first mail
create function private.results_to_share(of_access uuid, of_round integer default null) returns jsonb
language sql stable security definer set search_path = pg_catalog, public
as $$
  select jsonb_build_object('questionnaire_id', entry.questionnaire_id, 'version', entry.questionnaire_version, 'means', entry.means,
    'round', (
      select jsonb_build_object('questionnaire_id', round.questionnaire_id, 'version', round.questionnaire_version, 'tallies', round.tallies)
      from private.result_rounds round
      where access.result_mode = 'confidential' and round.order_item_id = access.order_item_id
        and case when of_round is null then round.id = entry.round_id else round.number = of_round and of_round <= access.shared_round end),
    'sums', case when of_round is null and access.result_mode = 'nominative' and not (joined.earlier and joined.people < 5) then (
      select jsonb_agg(jsonb_build_object('section', figure.section, 'scored', figure.scored, 'sum', figure.sum))
      from (
        select mean.ordinal - 1 as section, count(mean.value) as scored, coalesce(sum(mean.value), 0) as sum
        from private.completed_runs other join public.user_accesses seat on seat.id = other.access_id
          cross join unnest(other.means) with ordinality as mean (value, ordinal)
        where other.order_item_id = entry.order_item_id and other.questionnaire_id = entry.questionnaire_id
          and other.questionnaire_version = entry.questionnaire_version and seat.status <> 'revoked' and seat.result_mode = 'nominative'
          and seat.blocked_at is null and seat.completed_at <= access.results_shared_at
        group by mean.ordinal) figure) end)
  from public.user_accesses access join private.completed_runs entry on entry.access_id = access.id
    cross join lateral (
      select max(sent.results_shared_at) as before from public.user_accesses sent
      where sent.order_item_id = access.order_item_id and sent.results_shared_at < access.results_shared_at) previous
    cross join lateral (
      select previous.before is not null as earlier, count(*) as people from public.user_accesses seat
      where seat.order_item_id = access.order_item_id and seat.completed_at > previous.before
        and seat.completed_at <= access.results_shared_at) joined
  where private.is_system() and access.id = of_access and access.status = 'completed' and access.results_shared_at is not null
    and access.blocked_at is null and not entry.own
$$;

create function private.fields_of(content jsonb) returns jsonb
language sql immutable parallel safe
as $$
  select jsonb_path_query_array(content, '$.sections[*].questions[*].field')
    || jsonb_path_query_array(content, '$.sections[*].openQuestions[*].field')
$$;

-- How many runs each version has, at most 10,000 of a kind: an administrator can't see confidential runs, but may count them.
create function private.version_runs(questionnaire text)
returns table (version integer, in_progress integer, completed integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select published.version,
    (select count(*) from (select from public.assessment_runs run where run.questionnaire_id = questionnaire
      and run.questionnaire_version = published.version and run.status = 'in_progress' limit 10000) counted)::integer,
    (select count(*) from (select from public.assessment_runs run where run.questionnaire_id = questionnaire
      and run.questionnaire_version = published.version and run.status = 'completed' limit 10000) counted)::integer
  from public.questionnaire_versions published
  where published.questionnaire_id = questionnaire and private.actor_is_admin() and private.staff_may(array['content'], 'read')
$$;

-- How many of the shown people of nominative items whose results the actor may see answered each version.
create function private.item_versions(item_ids uuid[])
returns table (order_item_id uuid, questionnaire_id text, questionnaire_version integer, people integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select entry.order_item_id, entry.questionnaire_id, entry.questionnaire_version, count(*)::integer
  from public.order_items item join public.orders on orders.id = item.order_id
    join private.completed_runs entry on entry.order_item_id = item.id
    join public.user_accesses access on access.id = entry.access_id
  where item.id = any (item_ids) and private.actor_reads_figures(item.id, item.holder_id) and item.deleted_at is null and orders.status = 'paid'
    and item.result_mode = 'nominative' and access.status <> 'revoked' and access.result_mode = 'nominative'
  group by entry.order_item_id, entry.questionnaire_id, entry.questionnaire_version
$$;

create policy readable on public.assessment_runs for select to alhena_app
  using (
    (select private.is_system()) or private.actor_sees_access(validated_access_id)
    or ((select private.actor_is_staff()) and private.access_is_nominative(validated_access_id)));
create policy readable on public.run_answers for select to alhena_app
  using (private.actor_sees_run(run_id) or ((select private.actor_is_staff()) and private.run_is_nominative(run_id)));

-- For webhooks about completed runs (app/features/questionnaires/runs/run-completed.server.ts).
grant select (run_id, means) on private.completed_runs to alhena_system;
revoke execute on function private.count_completed_run(assessment_runs) from public;
revoke execute on function private.count_items(uuid[]) from public;
