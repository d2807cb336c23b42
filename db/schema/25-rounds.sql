-- What tells whether the accounts of a confidential item are different people: the browser and the network of each session, as hashes that
-- differ from item to item. Nobody reads them but the cut of a round, which deletes those of the people that it counts.
create table private.respondent_traces (
  access_id uuid not null references public.user_accesses on delete cascade,
  browser text not null check (browser ~ '^[0-9a-f]{64}$'),
  network text not null check (network ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  primary key (access_id, browser, network)
);

-- Keeps where a confidential access was opened; other accesses leave no trace. All of them: with a limit, opening it elsewhere before would
-- hide where it is answered.
create function private.keep_trace(of_access uuid, browser_input text, network_input text, at_time timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  insert into private.respondent_traces (access_id, browser, network, created_at)
  select access.id, encode(sha256(convert_to(access.order_item_id || ' ' || browser_input, 'UTF8')), 'hex'),
    encode(sha256(convert_to(access.order_item_id || ' ' || network_input, 'UTF8')), 'hex'), at_time
  from public.user_accesses access
  where access.id = of_access and access.result_mode = 'confidential'
    and browser_input is not null and network_input is not null
  on conflict do nothing
$$;

-- For the shop: the accounts of a confidential item that are in no round, with the number of the next one. Locks the item, so that nobody is
-- counted twice. The mailboxes of whoever invited are no participants'.
create function private.hold_round(item_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.order_items item where item.id = item_id and item.result_mode = 'confidential' and private.is_system() for update;
  if not found then return null; end if;
  return jsonb_build_object(
    'groups', (
      select coalesce(jsonb_agg(jsonb_build_object('name', entry ->> 'name', 'key', private.group_key(entry ->> 'name'), 'areas', (
        select jsonb_agg(private.group_key(area)) from jsonb_array_elements_text(entry -> 'areas') area))), '[]')
      from public.order_items item cross join jsonb_array_elements(item.reporting_groups) entry where item.id = item_id),
    'next', 1 + coalesce((select max(round.number) from private.result_rounds round where round.order_item_id = item_id), 0),
    'inviters', coalesce((
      select jsonb_agg(distinct profile.email) from public.profiles profile
      where profile.id in (
        select access.user_id from public.user_accesses access where access.order_item_id = item_id
        union select access.invited_by_user_id from public.user_accesses access where access.order_item_id = item_id)), '[]'),
    'accounts', coalesce((
      select jsonb_agg(jsonb_build_object('run_id', entry.run_id, 'email', access.email, 'area', entry.area_key,
          'position', entry.position_key, 'area_name', entry.area, 'position_name', entry."position",
          'questionnaire_id', entry.questionnaire_id, 'version', entry.questionnaire_version, 'options', entry.options,
          'open_fields', entry.open_fields, 'first', saved.first, 'last', saved.last,
          'browsers', (select coalesce(jsonb_agg(distinct trace.browser), '[]') from private.respondent_traces trace where trace.access_id = access.id),
          'networks', (select coalesce(jsonb_agg(distinct trace.network), '[]') from private.respondent_traces trace where trace.access_id = access.id))
        order by entry.run_id)
      from private.completed_runs entry join public.user_accesses access on access.id = entry.access_id
        cross join lateral (
          select coalesce(extract(epoch from min(answer.created_at)), 0) as first, coalesce(extract(epoch from max(answer.updated_at)), 0) as last
          from public.run_answers answer where answer.run_id = entry.run_id) saved
      where entry.order_item_id = item_id and not entry.own and entry.round_id is null and access.blocked_at is null), '[]'));
end
$$;

-- For the shop: closes a round. Refused where a block has fewer than five different people, anybody is counted twice, or a group is not that of
-- whole blocks: of one reporting group, or of one area where the buyer defined none.
-- @param counted [{run_id, person, block}]: which accounts are the same person, and which are counted together
create function private.close_round(item_id uuid, round_number integer, questionnaire text, version_number integer, counted jsonb,
  frozen jsonb, shown_fields text[], at_time timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  closed bigint;
  members bigint;
begin
  if not private.is_system() or not exists (select from public.order_items where id = item_id and result_mode = 'confidential') then
    raise exception 'only the shop closes rounds, of confidential items' using errcode = 'insufficient_privilege';
  end if;
  if exists (
    select from jsonb_to_recordset(counted) as account (run_id uuid, person text, block integer)
    group by account.block having count(distinct account.person) < 5)
  then
    raise exception 'people are counted together with four others or more'
      using errcode = 'check_violation', constraint = 'result_rounds_of_five';
  end if;
  if exists (
    with blocks as (
      select count(*) as people, min(placed.key) as key
      from jsonb_to_recordset(counted) as account (run_id uuid, block integer)
        join private.completed_runs entry on entry.run_id = account.run_id
        join public.order_items item on item.id = entry.order_item_id
        cross join lateral (select private.reporting_group_key(item.reporting_groups, entry.area) collate "C" as key) placed
      where entry.order_item_id = item_id
      group by account.block having min(placed.key) = max(placed.key)
    )
    select from jsonb_to_recordset(frozen -> 'groups') as shown (by text, name text, people integer)
    where shown.by = 'area' and shown.people is distinct from (
      select sum(blocks.people)::integer from blocks where blocks.key = private.group_key(shown.name)))
  then
    raise exception 'an area is shown by the groups that the buyer defined, over whole blocks'
      using errcode = 'check_violation', constraint = 'result_rounds_by_groups';
  end if;
  insert into private.result_rounds (order_item_id, number, closed_at, questionnaire_id, questionnaire_version, tallies, text_fields)
  values (item_id, round_number, at_time, questionnaire, version_number, frozen, shown_fields)
  returning id into closed;
  update private.completed_runs entry set round_id = closed
  from jsonb_to_recordset(counted) as account (run_id uuid)
  where entry.run_id = account.run_id and entry.order_item_id = item_id and not entry.own and entry.round_id is null;
  get diagnostics members = row_count;
  if members < 5 or members <> jsonb_array_length(counted) then
    raise exception 'a round counts everybody once' using errcode = 'check_violation', constraint = 'result_rounds_once';
  end if;
  delete from private.respondent_traces trace using private.completed_runs entry
  where entry.round_id = closed and trace.access_id = entry.access_id;
end
$$;

-- The closed rounds of items whose results the actor may see, as they were published.
create function private.item_rounds(item_ids uuid[])
returns table (order_item_id uuid, number integer, closed_at timestamptz, questionnaire_id text, questionnaire_version integer, tallies jsonb)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select round.order_item_id, round.number, round.closed_at, round.questionnaire_id, round.questionnaire_version, round.tallies
  from private.result_rounds round join public.order_items item on item.id = round.order_item_id
    join public.orders on orders.id = item.order_id
  where item.id = any (item_ids) and item.result_mode = 'confidential' and private.actor_reads_figures(item.id, item.holder_id)
    and item.deleted_at is null and orders.status = 'paid'
  order by round.order_item_id, round.number
$$;

revoke execute on function private.keep_trace(uuid, text, text, timestamptz) from public;
