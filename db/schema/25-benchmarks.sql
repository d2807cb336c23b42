-- Comparing organisations that agreed to it: their newest levels by sector and size, as quartiles of ten or more (docs/confidentiality.md).
-- Nobody reads or writes the rows but by the functions below.

-- An organisation that takes part. What it says of itself counts from the quarter after it said so.
create table private.benchmark_members (
  organisation_id uuid primary key references public.organisations on delete cascade,
  sector text not null check (sector in ('agriculture', 'mining', 'manufacturing', 'utilities', 'construction', 'trade', 'transport',
    'hospitality', 'technology', 'finance', 'services', 'education', 'health', 'public', 'other')),
  -- By its workers.
  size text not null check (size in ('micro', 'small', 'medium', 'large')),
  joined_at timestamptz not null,
  joined_by uuid not null references public.profiles
);
create index benchmark_members_of_sector on private.benchmark_members (sector);
create index benchmark_members_of_profile on private.benchmark_members (joined_by);
create index organisations_by_rut on public.organisations (rut, created_at, id) where rut is not null;

-- The last computing of a sector: of which quarter, how many organisations counted, and how many were missing.
create table private.benchmark_counts (
  questionnaire_id text not null,
  sector text not null,
  quarter date not null,
  organisations integer not null default 0 check (organisations >= 0),
  missing integer not null default 10 check (missing >= 0),
  primary key (questionnaire_id, sector)
);

-- Who counted in it. One vote of each company, whichever sectors its organisations name.
create table private.benchmark_votes (
  questionnaire_id text not null,
  company_id uuid not null,
  organisation_id uuid not null references public.organisations on delete cascade,
  sector text not null,
  size text not null,
  quarter date not null,
  primary key (questionnaire_id, company_id)
);
create index benchmark_votes_of_organisation on private.benchmark_votes (organisation_id, questionnaire_id);
create index benchmark_votes_of_sector on private.benchmark_votes (questionnaire_id, sector);

-- Figures of a sector that were published together, and by digests whose they are, so that the next ones differ from all of them by three
-- organisations or more. Never changed or deleted: whoever saw the figures keeps them.
create table private.benchmark_editions (
  id bigint generated always as identity primary key,
  questionnaire_id text not null,
  sector text not null,
  quarter date not null,
  -- What its areas asked: a digest.
  asked text not null,
  votes jsonb not null check (jsonb_array_length(votes) >= 10),
  sizes text[] not null,
  computed_at timestamptz not null,
  unique (questionnaire_id, sector, quarter)
);

create table private.benchmarks (
  edition_id bigint not null references private.benchmark_editions,
  -- Null: the whole sector.
  size text,
  organisations integer not null check (organisations >= 10),
  -- [{section, q1, median, q3}], the general level as section 0.
  areas jsonb not null check (jsonb_typeof(areas) = 'array'),
  unique nulls not distinct (edition_id, size)
);

-- The acting buyer's organisation takes part from the next quarter on. 'joined', 'unchanged', or why not: 'no_rut', 'missing'.
create function private.join_benchmark(organisation uuid, of_sector text, of_size text, at_time timestamptz) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  found_rut text;
begin
  select known.rut into found_rut from public.organisations known
  where known.id = organisation and known.closed_at is null and known.id = any (private.actor_organisations('buyer')) for update;
  if not found then return 'missing'; end if;
  if found_rut is null then return 'no_rut'; end if;
  insert into private.benchmark_members as known (organisation_id, sector, size, joined_at, joined_by)
  values (organisation, of_sector, of_size, at_time, private.actor_user_id())
  on conflict (organisation_id) do update set sector = of_sector, size = of_size, joined_at = at_time, joined_by = private.actor_user_id()
  where (known.sector, known.size) is distinct from (of_sector, of_size);
  return case when found then 'joined' else 'unchanged' end;
end
$$;

-- It takes part no more: it sees nothing from now on, and the next computing counts without it. False: it did not take part.
create function private.leave_benchmark(organisation uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.organisations known
  where known.id = organisation and known.closed_at is null and known.id = any (private.actor_organisations('buyer')) for update;
  if not found then return false; end if;
  delete from private.benchmark_votes vote where vote.organisation_id = organisation;
  delete from private.benchmark_members member where member.organisation_id = organisation;
  return found;
end
$$;

-- How an organisation takes part, for its buyers; no row where it doesn't.
create function private.benchmark_membership(organisation uuid) returns table (sector text, size text, joined_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select member.sector, member.size, member.joined_at from private.benchmark_members member
  where member.organisation_id = organisation and organisation = any (private.actor_organisations('buyer'))
$$;

-- A closed organisation takes part no more.
create function private.end_benchmark() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from private.benchmark_votes where organisation_id = new.id;
  delete from private.benchmark_members where organisation_id = new.id;
  return null;
end
$$;
create trigger end_benchmark after update of closed_at on public.organisations
  for each row when (old.closed_at is null and new.closed_at is not null) execute function private.end_benchmark();

-- The first day of a quarter of Santiago's calendar: of the one that an instant is in.
create function private.quarter_of(at_time timestamptz) returns date
language sql stable parallel safe
as $$ select date_trunc('quarter', at_time at time zone 'America/Santiago')::date $$;

-- Those who take part and had said so before a quarter began.
create function private.benchmark_voters(of_quarter date)
returns table (organisation_id uuid, rut text, consultant_id uuid, sector text, size text)
language sql stable
as $$
  select member.organisation_id, organisation.rut, organisation.consultant_id, member.sector, member.size
  from private.benchmark_members member join public.organisations organisation on organisation.id = member.organisation_id
  where organisation.closed_at is null and organisation.rut is not null
    and member.joined_at < of_quarter::timestamp at time zone 'America/Santiago'
$$;

-- For the shop: claims a questionnaire and sector that the quarter of an instant has not computed yet, for the rest of the transaction. Who
-- wants the same one at once waits, and takes another.
create function private.claim_benchmark(at_time timestamptz) returns table (questionnaire_id text, sector text, quarter date)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  now_quarter date := private.quarter_of(at_time);
  due record;
begin
  if not private.is_system() then return; end if;
  for due in
    select distinct known.questionnaire_id, known.sector from (
      select product.questionnaire_id, voter.sector
      from private.benchmark_voters(now_quarter) voter join public.order_items item on item.organisation_id = voter.organisation_id
        join public.assessments product on product.id = item.assessment_id
      where product.questionnaire_id is not null and item.mode = 'business'
      union select counted.questionnaire_id, counted.sector from private.benchmark_counts counted) known
    where not exists (
      select from private.benchmark_counts done
      where done.questionnaire_id = known.questionnaire_id and done.sector = known.sector and done.quarter >= now_quarter)
    order by 1, 2
  loop
    insert into private.benchmark_counts as counted (questionnaire_id, sector, quarter)
    values (due.questionnaire_id, due.sector, now_quarter)
    on conflict (questionnaire_id, sector) do update set quarter = excluded.quarter where counted.quarter < excluded.quarter;
    if found then
      return query select due.questionnaire_id::text, due.sector::text, now_quarter;
      return;
    end if;
  end loop;
end
$$;

-- For the shop: the measurements of the last 24 months of those who may vote in a sector, also of other organisations of theirs. A nominative
-- purchase is counted as its page counts it, a confidential one has the figures that were published.
create function private.benchmark_measurements(questionnaire text, of_sector text, at_time timestamptz)
returns table (organisation_id uuid, company_id uuid, hand_id uuid, sector text, size text, item_id uuid, round_number integer, measured_at timestamptz,
  versions integer[], emails text[], sections jsonb)
language sql stable security definer set search_path = pg_catalog, public
as $$
  with voters as materialized (
    select voter.* from private.benchmark_voters(private.quarter_of(at_time)) voter where private.is_system()
  ), items as materialized (
    select voter.organisation_id, voter.consultant_id, voter.sector, voter.size, item.id, item.result_mode, (
      select same.id from public.organisations same where same.rut = voter.rut order by same.created_at, same.id limit 1) as company_id
    from voters voter join public.order_items item on item.organisation_id = voter.organisation_id
      join public.orders on orders.id = item.order_id
    where voter.rut in (select own.rut from voters own where own.sector = of_sector)
      and item.mode = 'business' and item.deleted_at is null and orders.status = 'paid'
  ), answered as materialized (
    select items.id, entry.questionnaire_version, entry.means, access.email, access.completed_at
    from items join private.completed_runs entry on entry.order_item_id = items.id and entry.questionnaire_id = questionnaire
      join public.user_accesses access on access.id = entry.access_id
    where items.result_mode = 'nominative' and access.status <> 'revoked' and access.result_mode = 'nominative' and access.blocked_at is null
  ), sums as (
    select answered.id, mean.ordinal - 1 as section, count(mean.value) as scored, coalesce(sum(mean.value), 0) as sum
    from answered cross join unnest(answered.means) with ordinality as mean (value, ordinal)
    group by answered.id, mean.ordinal
  ), nominative as (
    select answered.id, max(answered.completed_at) as measured_at, array_agg(distinct answered.questionnaire_version) as versions,
      array_agg(answered.email order by answered.email) as emails
    from answered group by answered.id having count(*) >= 5
  ), measured as (
    select items.*, null::integer as round_number, nominative.measured_at, nominative.versions, nominative.emails, (
      select jsonb_agg(jsonb_build_object('section', sums.section, 'scored', sums.scored, 'sum', sums.sum))
      from sums where sums.id = nominative.id) as sections
    from nominative join items on items.id = nominative.id
    union all
    select items.*, round.number, round.closed_at, array[round.questionnaire_version], null, (
      select jsonb_agg(jsonb_build_object('section', row -> 'section', 'scored', row -> 'scored', 'sum', row -> 'sum'))
      from jsonb_array_elements(round.tallies -> 'sections' || (round.tallies -> 'overall' || '{"section": 0}')) row)
    from items join private.result_rounds round on round.order_item_id = items.id and round.questionnaire_id = questionnaire
    where items.result_mode = 'confidential'
  )
  select measured.organisation_id, measured.company_id, coalesce(measured.consultant_id, measured.company_id), measured.sector, measured.size, measured.id, measured.round_number,
    measured.measured_at, measured.versions, measured.emails, measured.sections
  from measured
  where measured.measured_at > at_time - interval '24 months'
$$;

-- For the shop: writes who voted in a sector. Returns the companies whose votes count: none that voted in another sector of the
-- same quarter before.
create function private.write_benchmark_votes(questionnaire text, of_sector text, of_quarter date, votes jsonb) returns setof uuid
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return; end if;
  delete from private.benchmark_votes vote where vote.questionnaire_id = questionnaire and vote.sector = of_sector;
  return query
    insert into private.benchmark_votes as known (questionnaire_id, company_id, organisation_id, sector, size, quarter)
    select questionnaire, vote.company_id, vote.organisation_id, of_sector, vote.size, of_quarter
    from jsonb_to_recordset(votes) as vote (company_id uuid, organisation_id uuid, size text)
    -- Somebody may have left since they were read.
    where exists (select from private.benchmark_members member where member.organisation_id = vote.organisation_id)
    order by vote.company_id
    on conflict (questionnaire_id, company_id) do update
    set organisation_id = excluded.organisation_id, sector = excluded.sector, size = excluded.size, quarter = excluded.quarter
    where known.quarter < excluded.quarter
    returning known.company_id;
end
$$;

-- For the shop: how many counted, and how many are missing before there are figures.
create function private.count_benchmark(questionnaire text, of_sector text, counted_organisations integer, missing_organisations integer) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update private.benchmark_counts counted set organisations = counted_organisations, missing = missing_organisations
  where private.is_system() and counted.questionnaire_id = questionnaire and counted.sector = of_sector
$$;

-- For the shop: the editions of a sector that asked the same, the oldest first.
create function private.benchmark_history(questionnaire text, of_sector text, of_asked text) returns table (votes jsonb, sizes text[])
language sql stable security definer set search_path = pg_catalog, public
as $$
  select edition.votes, edition.sizes from private.benchmark_editions edition
  where private.is_system() and edition.questionnaire_id = questionnaire and edition.sector = of_sector and edition.asked = of_asked
  order by edition.id
$$;

-- For the shop: publishes an edition. @param figures [{size, organisations, areas}], one of the whole sector and one of each size
create function private.publish_benchmark(questionnaire text, of_sector text, of_quarter date, of_asked text, counted_votes jsonb,
  shown_sizes text[], figures jsonb, at_time timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  made bigint;
begin
  if not private.is_system() then
    raise exception 'only the shop publishes comparisons' using errcode = 'insufficient_privilege';
  end if;
  insert into private.benchmark_editions (questionnaire_id, sector, quarter, asked, votes, sizes, computed_at)
  values (questionnaire, of_sector, of_quarter, of_asked, counted_votes, shown_sizes, at_time) returning id into made;
  insert into private.benchmarks (edition_id, size, organisations, areas)
  select made, figure.size, figure.organisations, figure.areas
  from jsonb_to_recordset(figures) as figure (size text, organisations integer, areas jsonb);
end
$$;

-- What stands beside the results of a purchase. Null where it belongs to no organisation. Its organisation sees figures of the sector and size that
-- its own vote counted in. It asks for no right: `item_benchmark`, `linked_item` and `api_benchmark` do.
create function private.benchmark_of(item_id uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public
as $$
  select case
    when member.organisation_id is null then jsonb_build_object('state', 'offer', 'organisation', item.organisation_id)
    when figures.areas is null or vote.sector is null then jsonb_build_object('state', 'missing', 'sector', member.sector,
      'missing', coalesce(counted.missing, 10),
      -- The first day of the quarter after it said so.
      'countedFrom', case when vote.sector is null then to_char(private.quarter_of(member.joined_at) + interval '3 months', 'YYYY-MM-DD') end)
    else jsonb_build_object('state', 'shown', 'sector', edition.sector, 'size', figures.size, 'organisations', figures.organisations,
      'quarter', to_char(edition.quarter, 'YYYY-MM-DD'), 'asked', edition.asked, 'areas', figures.areas) end
  from public.order_items item join public.assessments product on product.id = item.assessment_id
    left join private.benchmark_members member on member.organisation_id = item.organisation_id
    left join private.benchmark_votes vote on vote.organisation_id = item.organisation_id and vote.questionnaire_id = product.questionnaire_id
    left join private.benchmark_counts counted
      on counted.questionnaire_id = product.questionnaire_id and counted.sector = coalesce(vote.sector, member.sector)
    left join lateral (
      select known.id, known.sector, known.quarter, known.asked from private.benchmark_editions known
      where known.questionnaire_id = product.questionnaire_id and known.sector = coalesce(vote.sector, member.sector)
        and counted.missing = 0
      order by known.quarter desc limit 1) edition on true
    left join lateral (
      select known.size, known.organisations, known.areas from private.benchmarks known
      where known.edition_id = edition.id and (known.size is null or known.size = vote.size)
      order by known.size is null limit 1) figures on true
  where item.id = item_id and item.organisation_id is not null and product.questionnaire_id is not null
$$;

-- The same for who may see the results; whoever doesn't buy for the organisation gets no offer.
create function private.item_benchmark(item_id uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public
as $$
  select found.benchmark
  from public.order_items item cross join lateral (select private.benchmark_of(item.id) as benchmark) found
  where item.id = item_id and private.actor_may(item.holder_id, 'results')
    and (found.benchmark ->> 'state' <> 'offer' or item.organisation_id = any (private.actor_organisations('buyer')))
$$;

-- The same of a nominative item, for programs that read results.
create function private.api_benchmark(item_filter uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.api_may('results:read') then return null; end if;
  return (
    select private.benchmark_of(item.id) from public.order_items item join public.orders on orders.id = item.order_id
    where item.id = item_filter and item.result_mode = 'nominative' and item.deleted_at is null and orders.status = 'paid');
end
$$;

revoke execute on function private.end_benchmark() from public;
revoke execute on function private.benchmark_voters(date) from public;
revoke execute on function private.benchmark_of(uuid) from public;
