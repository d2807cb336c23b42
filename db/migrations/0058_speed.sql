-- The back office over a million orders: sums by month for long periods, a count anew that holds nobody up, searches that look up the
-- rarest word, and indexes that its lists were missing.

-- The daily figures once more by month, so that years cost months. Written with them, by whoever folds.
create table private.monthly_figures (
  kind text not null,
  month date not null,
  label text not null,
  count bigint not null,
  amount bigint not null,
  primary key (kind, month, label)
);

create function private.month_of(day date) returns date
language sql immutable parallel safe
as $$ select date_trunc('month', day::timestamp)::date $$;

insert into private.monthly_figures (kind, month, label, count, amount)
  select kind, private.month_of(day), label, sum(count), sum(amount) from private.daily_figures group by 1, 2, 3;

-- As before; days that make up whole months are read as months where nobody asks for days.
create or replace function private.figures_of(kinds text[], first_day date, last_day date, by_day boolean)
returns table (kind text, day date, label text, count bigint, amount bigint)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  whole_from date := private.month_of(first_day);
  -- The month that is not whole any more.
  whole_to date := private.month_of(last_day + 1);
begin
  if not private.actor_is_staff() then return; end if;
  if whole_from < first_day then whole_from := (whole_from + interval '1 month')::date; end if;
  if by_day or whole_from >= whole_to then
    whole_from := last_day + 1;
    whole_to := last_day + 1;
  end if;
  return query
    select f.kind, case when by_day then f.day end, f.label, sum(f.count)::bigint, sum(f.amount)::bigint
    from (
      select figure.kind, figure.month as day, figure.label, figure.count, figure.amount from private.monthly_figures figure
      where figure.kind = any (kinds) and figure.month >= whole_from and figure.month < whole_to
      union all
      select figure.* from private.daily_figures figure
      where figure.kind = any (kinds) and figure.day >= first_day and figure.day < whole_from
      union all
      select figure.* from private.daily_figures figure
      where figure.kind = any (kinds) and figure.day >= whole_to and figure.day <= last_day
      union all
      select c.kind, c.day, c.label, c.count, c.amount from private.daily_changes c
      where c.kind = any (kinds) and c.day between first_day and last_day) f
    group by 1, 2, 3
    having sum(f.count) <> 0 or sum(f.amount) <> 0;
end
$$;

create or replace function private.fold_daily_changes() returns integer
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  folded integer;
begin
  if not private.is_system() or not pg_try_advisory_xact_lock(7426516) then return 0; end if;
  with gone as (
    delete from private.daily_changes where id in (select id from private.daily_changes order by id limit 10000)
    returning kind, day, label, count, amount),
  days as (
    insert into private.daily_figures as figure (kind, day, label, count, amount)
    select kind, day, label, sum(count), sum(amount) from gone group by 1, 2, 3
    on conflict (kind, day, label) do update
      set count = figure.count + excluded.count, amount = figure.amount + excluded.amount),
  months as (
    insert into private.monthly_figures as figure (kind, month, label, count, amount)
    select kind, private.month_of(day), label, sum(count), sum(amount) from gone group by 1, 2, 3
    on conflict (kind, month, label) do update
      set count = figure.count + excluded.count, amount = figure.amount + excluded.amount)
  select count(*) into folded from gone;
  delete from private.visit_days where day < private.day_of(now()) - 1;
  delete from private.visit_steps where day < private.day_of(now()) - 1;
  delete from private.visit_sources where day < private.day_of(now()) - 1;
  return folded;
end
$$;

-- What an event alone shows of its visit's step, which PostgreSQL computes in place; 'after_paying' is a step only for who has paid.
create function private.event_step(event_type text, page_url text) returns text
language sql immutable parallel safe
as $$
  select case
    when event_type in ('plp_view', 'plp_card_view') then 'view'
    when event_type = 'plp_to_pdp_click' then 'click'
    when event_type in ('add_to_cart_self', 'add_to_cart_business') then 'cart'
    when event_type <> 'page_view' then null
    when page_url like '/assessment/%' then 'click'
    when page_url = '/checkout' or page_url like '/checkout?%' then 'checkout'
    when page_url = '/payment-success' or page_url like '/payment-success?%' then 'after_paying'
  end
$$;

create or replace function private.visit_step(event public.analytics_events) returns text
language sql stable
as $$
  select case private.event_step(event.event_type, event.page_url)
    when 'after_paying' then case when exists (
      select from public.orders where orders.user_id = event.user_id and orders.status in ('paid', 'refunded')
        and orders.paid_at between event.created_at - interval '1 hour' and event.created_at + interval '10 minutes')
      then 'paid' end
    else private.event_step(event.event_type, event.page_url)
  end
$$;

-- How an event names a product: by its id, or by the last part of its page's address after '/'.
create function private.event_product_key(event_type text, event_data jsonb, page_url text) returns text
language sql immutable parallel safe
as $$
  select case
    when event_type in ('plp_card_view', 'add_to_cart_self', 'add_to_cart_business') then event_data ->> 'product_id'
    when event_type = 'page_view' and page_url like '/assessment/%' then '/' || substring(page_url from '^/assessment/([a-z0-9-]+)')
  end
$$;

-- Two looks into an index: every event that is recorded asks.
create or replace function private.event_product(event public.analytics_events) returns uuid
language plpgsql stable set search_path = pg_catalog, public
as $$
declare
  key text := private.event_product_key(event.event_type, event.event_data, event.page_url);
begin
  if private.is_uuid(key) then return (select id from public.assessments where id = key::uuid); end if;
  return (select id from public.assessments where slug = substr(key, 2) and key like '/%');
end
$$;

-- Every visit's steps anew, from the events of the days from `first_day` on.
create function private.steps_since(first_day date) returns setof private.visit_steps
language sql stable
as $$
  with products as (
    select id, category_id, id::text as key from public.assessments
    union all
    select id, category_id, '/' || slug from public.assessments),
  seen as (
    select event.session_id, private.day_of(event.created_at) as day, product.id as product, product.category_id as category,
      case private.event_step(event.event_type, event.page_url)
        when 'after_paying' then private.visit_step(event) else private.event_step(event.event_type, event.page_url) end as step
    from public.analytics_events event
      left join products product on product.key = private.event_product_key(event.event_type, event.event_data, event.page_url)
    where private.day_of(event.created_at) >= first_day),
  parts as (
    select session_id, day, step, '' as label from seen where step is not null
    union
    select session_id, day, step, part.label
    from seen cross join lateral (values ('p:' || product), ('c:' || category)) part (label)
    where step is not null and product is not null)
  select session_id, day, step, label from parts
  union
  select there.session_id, there.day, there.step, cart.label
  from parts there join parts cart
    on cart.session_id = there.session_id and cart.day between there.day - 1 and there.day and cart.step = 'cart' and cart.label <> ''
  where there.step in ('checkout', 'paid') and there.label = ''
$$;

-- Every visit's days and where it came from, anew.
create function private.visits_since(first_day date) returns setof private.visit_days
language sql stable
as $$
  with first_seen as (
    select distinct on (session_id) session_id, page_url, referrer from public.analytics_events
    where private.day_of(created_at) >= first_day order by session_id, created_at, id),
  visits as (
    select visit.day, visit.session_id, private.visit_source(first_seen.page_url, first_seen.referrer) as source
    from (
      select distinct session_id, private.day_of(created_at) as day from public.analytics_events
      where private.day_of(created_at) >= first_day) visit
      join first_seen using (session_id)),
  ranked as (
    select day, source, row_number() over (partition by day order by count(*) desc, source) as place from visits group by day, source)
  select visits.day, visits.session_id, case when source = 'directo' or place <= 100 then source else 'otros' end
  from visits join ranked using (day, source)
$$;

-- Counts everything anew from the rows themselves, while the shop goes on: each statement below forgets the changes that it sees and
-- counts the rows that it sees, which were written together, and what happens meanwhile is noted as a change as always. Nobody waits but
-- who folds, and for a moment at the end whoever is recorded as a visitor. Of its own sums PostgreSQL knows no sizes: pairs of visits that it
-- takes for a few would be met one by one.
create or replace function private.recount_daily_figures() returns void
language plpgsql set search_path = pg_catalog, public set work_mem = '64MB' set enable_nestloop = off
as $$
declare
  of_events constant text[] := '{event,visit,funnel,funnel_product,funnel_category,funnel_source}';
  yesterday constant date := private.day_of(now()) - 1;
  first_day date;
begin
  perform pg_advisory_xact_lock(7426516);
  first_day := (select private.day_of(min(created_at)) from public.analytics_events);
  -- Old events are removed after a while: what was counted of their days stays, and the first day that is left may be half a day.
  if first_day < private.day_of(now()) - 30 and exists (select from private.daily_figures where kind = 'event') then
    first_day := first_day + 1;
  end if;
  create temp table counted (kind text, day date, label text, count bigint, amount bigint) on commit drop;

  with gone as (delete from private.daily_changes where kind in ('order', 'sold', 'band', 'band_seats', 'discount', 'discount_sold')),
  placed as (
    select private.day_of(o.created_at) as day, private.order_label(o) as label, o.status = 'paid' as paid, o.discount_code as code,
      count(*) as orders, sum(o.total_clp) as total, sum(o.discount_clp) as taken
    from public.orders o group by 1, 2, 3, 4),
  sold as (
    select private.day_of(o.created_at) as day, item.assessment_id as product, item.pricing_band as band,
      count(*) as lines, sum(item.seats) as seats, sum(item.total_clp) as total
    from public.orders o join public.order_items item on item.order_id = o.id where o.status = 'paid' group by 1, 2, 3)
  insert into counted
  select 'order', day, label, sum(orders), sum(total) from placed group by 2, 3
  union all
  select 'discount', day, code, sum(orders), sum(taken) from placed where paid and code is not null group by 2, 3
  union all
  select 'discount_sold', day, code, sum(orders), sum(total) from placed where paid and code is not null group by 2, 3
  union all
  select 'sold', day, product::text, sum(seats), sum(total) from sold group by 2, 3
  union all
  select 'band', day, band, sum(lines), sum(total) from sold group by 2, 3
  union all
  select 'band_seats', day, band, sum(seats), 0 from sold group by 2, 3;

  with gone as (delete from private.daily_changes where kind = 'access')
  insert into counted
  select 'access', private.day_of(created_at), private.access_label(status), count(*), 0
  from public.user_accesses where status <> 'revoked' group by 2, 3;

  with gone as (delete from private.daily_changes where kind = any (of_events) and day >= first_day),
  visits as (select * from private.visits_since(first_day)),
  steps as (select * from private.steps_since(first_day))
  insert into counted
  select 'event', private.day_of(created_at), event_type, count(*), 0
  from public.analytics_events where private.day_of(created_at) >= first_day group by 2, 3
  union all
  select 'visit', day, '', count(*), 0 from visits group by 2
  union all
  select 'funnel_source', day, 'visit:' || source, count(*), 0 from visits group by day, source
  union all
  select case left(label, 2) when '' then 'funnel' when 'p:' then 'funnel_product' else 'funnel_category' end,
    day, concat_ws(':', step, nullif(substr(label, 3), '')), count(*), 0
  from steps group by day, step, label
  union all
  select 'funnel_source', steps.day, steps.step || ':' || visits.source, count(*), 0
  from steps join visits on visits.day = steps.day and visits.session_id = steps.session_id
  where steps.label = '' group by steps.day, steps.step, visits.source;

  delete from private.daily_figures where kind <> all (of_events) or day >= first_day;
  insert into private.daily_figures (kind, day, label, count, amount) select kind, day, label, count, amount from counted;
  delete from private.monthly_figures;
  insert into private.monthly_figures (kind, month, label, count, amount)
    select kind, private.month_of(day), label, sum(count), sum(amount) from private.daily_figures group by 1, 2, 3;

  -- What is known of the visits of these two days, for events to come. Of the day before as well: its visits may go on.
  lock table public.analytics_events in share row exclusive mode;
  create temp table known_steps on commit drop as select * from private.steps_since(yesterday - 1) where day >= yesterday;
  create temp table known_visits on commit drop as select * from private.visits_since(yesterday - 1) where day >= yesterday;
  delete from private.visit_steps;
  delete from private.visit_sources;
  insert into private.visit_steps (session_id, day, step, label) select session_id, day, step, label from known_steps;
  insert into private.visit_sources (day, source) select distinct day, source from known_visits where source <> 'otros';
  insert into private.visit_days as visit (day, session_id, source) select day, session_id, source from known_visits
    on conflict (day, session_id) do update set source = excluded.source;
  drop table counted, known_steps, known_visits;
end
$$;
drop function private.recount_funnel(date);
revoke execute on function private.steps_since(date), private.visits_since(date) from public;

-- What the statistics say of a search: the share of rows that have all its words, as if they came independently, and those of its words
-- that few rows have. An index that is asked for a word of every row, too, reads every row. Words that no statistic knows are rare.
create function private.weigh_search(source regclass, wanted tsquery, out share double precision, out rare tsquery)
language sql stable
as $$
  with known as (
    select common.word, common.share
    from pg_catalog.pg_class searched
      join pg_catalog.pg_namespace home on home.oid = searched.relnamespace
      join pg_catalog.pg_stats stats
        on stats.schemaname = home.nspname and stats.tablename = searched.relname and stats.attname = 'list_words',
      unnest(stats.most_common_elems::text::text[], stats.most_common_elem_freqs) common (word, share)
    where searched.oid = source),
  weighed as (
    select typed.word[1] as word, least(1, coalesce((
      select sum(known.share) from known where starts_with(known.word, typed.word[1])), 0)) as share
    from regexp_matches(wanted::text, '''([^'']+)'':\*', 'g') typed (word))
  select
    (select exp(sum(ln(greatest(weighed.share, 1e-9)))) from weighed),
    (select string_agg('''' || word || ''':*', ' & ')::tsquery from weighed
     where weighed.share <= greatest(0.01, (select min(share) from weighed)))
$$;
revoke execute on function private.weigh_search(regclass, tsquery) from public;

-- Rows of a list that are looked at before its words are looked up: three times as many as should fill a page.
create function private.rows_near(share double precision, most integer) returns integer
language sql immutable parallel safe
as $$ select case when share * 5000 < most then 500 else least(5000, 3 * most / share)::integer end $$;

-- As before. How far the list is walked follows from what the statistics say: words that many rows have fill a page soon, and only if not
-- are the rarest ones looked up. What no statistic knows is looked for among the newest rows first: beginnings of numbers are many words.
create or replace function private.search_page(
  source regclass, conditions text, wanted tsquery, sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable set search_path = pg_catalog, public set enable_seqscan = off
as $$
declare
  way text := case when descending then 'desc' else 'asc' end;
  rows_wanted text := conditions;
  weight record;
  met uuid[];
begin
  if wanted is null then return; end if;
  if place is not null then
    rows_wanted := format('%1$s and (%2$I, id) %3$s (select %2$I, id from %4$s where id = %5$L)',
      conditions, sort_column, case when descending then '<' else '>' end, source, place);
  end if;
  select * into weight from private.weigh_search(source, wanted);
  execute format(
    'select array_agg(id) from (select id from (
       select id, list_words from %1$s where %2$s order by %3$I %4$s, id %4$s limit $3) near where list_words @@ $1 limit $2) met',
    source, rows_wanted, sort_column, way) into met using wanted, most, private.rows_near(weight.share, most);
  if cardinality(met) >= most then
    return query select unnest(met);
  else
    return query execute format(
      'with hits as materialized (select * from %1$s where list_words @@ $1)
       select id from hits where list_words @@ $3 and %2$s order by %3$I %4$s, id %4$s limit $2',
      source, rows_wanted, sort_column, way) using weight.rare, most, wanted;
  end if;
end
$$;

create or replace function private.find_audit(
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
  weight record;
  met bigint[];
begin
  if not private.actor_is_staff() then return; end if;
  if private.is_uuid(lower(btrim(given))) then
    return query execute format('select id from public.audit_log where entity_id = %L and %s order by at %s, id %3$s limit $1',
      lower(btrim(given)), conditions, way) using most;
    return;
  end if;
  if wanted is null then return; end if;
  select * into weight from private.weigh_search('public.audit_log', wanted);
  execute format(
    'select array_agg(id) from (select id from (
       select id, entity, entity_id, list_words from public.audit_log where %s order by at %s, id %2$s limit $3) near
     where list_words @@ $1 and not private.audit_of_deleted(entity, entity_id) limit $2) met',
    conditions, way) into met using wanted, most, private.rows_near(weight.share, most);
  if cardinality(met) >= most then
    return query select unnest(met);
  else
    -- Whose account is gone is asked of the rows of the page alone.
    return query execute format(
      'with hits as materialized (
         select id, at, action, entity, entity_id, actor_user_id, list_words from public.audit_log where list_words @@ $1)
       select id from (select * from hits where list_words @@ $3 and %s order by at %s, id %2$s offset 0) sorted
       where not private.audit_of_deleted(entity, entity_id) limit $2',
      conditions, way) using weight.rare, most, wanted;
  end if;
end
$$;

-- Codes are found by their list's words; the expression had an index of its own.
create or replace function private.find_codes(given text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page(
    'public.discount_codes', 'archived_at is null', private.list_query(given), 'created_at', true, null, most);
end
$$;
drop index public.discount_codes_words;
