-- Several measurements of one holder with one questionnaire: what can be compared, and how the people changed who answered twice.

-- What the results of an item can be compared with, the best first: the one that it repeats, then the other earlier company purchases of the same
-- holder with the same questionnaire. Confidential ones by each published round. Nominative ones have people in common, who are known by their
-- mailbox; who is in a round is nobody's to see. Rounds of the item itself are groups of one measurement. It asks for no right: `item_baselines`
-- and `api_comparison` do.
create function private.baselines_of(item_id uuid)
returns table (order_item_id uuid, round_number integer, product text, order_number text, measured_at timestamptz, people integer, common integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  with item as (
    select item.id, item.holder_id, item.result_mode, item.assessment_id, item.repeats_order_item_id, product.questionnaire_id,
      orders.created_at as bought_at
    from public.order_items item join public.orders on orders.id = item.order_id
      join public.assessments product on product.id = item.assessment_id
    where item.id = item_id and item.deleted_at is null and orders.status = 'paid'
  ), earlier as (
    select other.id, other.result_mode, product.name as product, orders.order_number, orders.created_at as bought_at
    from item join public.order_items other on other.holder_id = item.holder_id
      join public.orders on orders.id = other.order_id
      join public.assessments product on product.id = other.assessment_id
    where (other.assessment_id = item.assessment_id or product.questionnaire_id = item.questionnaire_id)
      and other.mode = 'business' and other.deleted_at is null and other.tops_up_item_id is null and orders.status = 'paid'
      and orders.created_at < item.bought_at
  ), answered as (
    select entry.order_item_id, access.email
    from private.completed_runs entry join public.user_accesses access on access.id = entry.access_id
    where (entry.order_item_id in (select earlier.id from earlier where earlier.result_mode = 'nominative')
        or entry.order_item_id in (select item.id from item where item.result_mode = 'nominative'))
      and access.status <> 'revoked' and access.result_mode = 'nominative' and access.blocked_at is null
  ), measured as (
    select earlier.id, null::integer as round_number, earlier.product, earlier.order_number, earlier.bought_at as measured_at,
      count(*)::integer as people,
      case when item.result_mode = 'nominative' then (count(distinct answered.email) filter (where answered.email in (
        select same.email from answered same where same.order_item_id = item.id)))::integer end as common
    from item cross join earlier join answered on answered.order_item_id = earlier.id
    where earlier.result_mode = 'nominative'
    group by earlier.id, earlier.product, earlier.order_number, earlier.bought_at, item.id, item.result_mode
    union all
    select earlier.id, round.number, earlier.product, earlier.order_number, round.closed_at, (round.tallies ->> 'people')::integer, null
    from earlier join private.result_rounds round on round.order_item_id = earlier.id
    where earlier.result_mode = 'confidential'
  )
  select measured.id, measured.round_number, measured.product, measured.order_number, measured.measured_at, measured.people, measured.common
  from item cross join measured
  order by measured.id is not distinct from item.repeats_order_item_id desc, coalesce(measured.common, 0) desc, measured.people desc, measured.measured_at desc, measured.id, measured.round_number
$$;

-- The same of an item whose results the actor may see.
create function private.item_baselines(item_id uuid)
returns table (order_item_id uuid, round_number integer, product text, order_number text, measured_at timestamptz, people integer, common integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select found.* from public.order_items item cross join private.baselines_of(item.id) found
  where item.id = item_id and private.actor_may(item.holder_id, 'results')
$$;

-- How the people changed who answered two nominative items, by section, the general level as section 0: sums over whoever has a level in both
-- and answered the same questions of it. People are known by their mailbox. It asks for no right: `paired_sums` and `api_comparison` do.
create function private.pair_items(now_id uuid, before_id uuid)
returns table (section integer, people integer, before_sum double precision, now_sum double precision, change_sum double precision,
  change_squares double precision, up integer, down integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  with answered as materialized (
    select entry.order_item_id, access.email, entry.questionnaire_id, entry.questionnaire_version as version, entry.means
    from public.order_items item join private.completed_runs entry on entry.order_item_id = item.id
      join public.user_accesses access on access.id = entry.access_id
    where item.id in (now_id, before_id) and item.result_mode = 'nominative'
      and access.status <> 'revoked' and access.result_mode = 'nominative' and access.blocked_at is null
  ), asked as materialized (
    -- The questions of each section, and of all of them, in each version that was answered.
    select versions.questionnaire_id, versions.version, coalesce(closed.section, 0) as section,
      string_agg(concat(closed.section, ' ', closed.field), ',' order by closed.section, closed.field) as fields
    from (select distinct answered.questionnaire_id, answered.version from answered) versions
      cross join lateral private.closed_fields(versions.questionnaire_id, versions.version) closed
    group by grouping sets ((versions.questionnaire_id, versions.version, closed.section), (versions.questionnaire_id, versions.version))
  ), pairs as (
    select measured.section, earlier.means[measured.section + 1] as before, later.means[measured.section + 1] as now
    from answered later
      join answered earlier on earlier.email = later.email and earlier.order_item_id = before_id
      join asked measured on measured.questionnaire_id = later.questionnaire_id and measured.version = later.version
      join asked same on same.questionnaire_id = earlier.questionnaire_id and same.version = earlier.version
        and same.section = measured.section and same.fields = measured.fields
    where later.order_item_id = now_id
  )
  select pairs.section, count(*)::integer, sum(pairs.before), sum(pairs.now), sum(pairs.now - pairs.before),
    sum((pairs.now - pairs.before) ^ 2),
    -- Means of the same answers can differ by the last digit.
    (count(*) filter (where pairs.now - pairs.before > 1e-9))::integer, (count(*) filter (where pairs.before - pairs.now > 1e-9))::integer
  from pairs
  where pairs.before is not null and pairs.now is not null
  group by pairs.section
$$;

-- The same of two items whose results the actor may see. @param item_ids the later one and the earlier one; none where there is no second
create function private.paired_sums(item_ids uuid[])
returns table (section integer, people integer, before_sum double precision, now_sum double precision, change_sum double precision,
  change_squares double precision, up integer, down integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select pairs.* from private.pair_items(item_ids[1], item_ids[2]) pairs
  where 2 = (
    select count(*) from public.order_items item join public.orders on orders.id = item.order_id
    where item.id = any (item_ids[1:2]) and private.actor_may(item.holder_id, 'results') and item.deleted_at is null and orders.status = 'paid')
$$;

revoke execute on function private.baselines_of(uuid) from public;
revoke execute on function private.pair_items(uuid, uuid) from public;
