-- What visitors who agreed to it did (specification 1, section 7). Rows are only added; nobody but the staff reads them.
create table public.analytics_events (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Random, made by the browser and kept in its session storage.
  session_id uuid not null,
  user_id uuid default private.actor_user_id() references public.profiles on delete set null,
  event_type text not null check (event_type ~ '^[a-z_]{1,40}$'),
  event_data jsonb not null check (jsonb_typeof(event_data) = 'object' and octet_length(event_data::text) <= 8192),
  page_url text not null check (length(page_url) <= 1000),
  referrer text check (length(referrer) <= 1000),
  user_agent text check (length(user_agent) <= 300),
  -- The notice under which the visitor agreed: consent must be provable (Ley 21.719, article 12).
  notice_version smallint not null
);
alter table public.analytics_events enable row level security;

create table private.daily_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  day date not null,
  label text not null,
  count bigint not null,
  amount bigint not null default 0
);

-- kind and label: order, '<status>:<business or self>' (amount: pesos); sold, a product's id (seats, pesos; of paid orders); access, open or
-- completed (of the day it was given); event, its type; visit, '' (sessions of browsers that agreed to be measured).
create table private.daily_figures (
  kind text not null,
  day date not null,
  label text not null,
  count bigint not null,
  amount bigint not null,
  primary key (kind, day, label)
);

-- Sessions that are counted already; yesterday's are kept for requests around midnight.
create table private.visit_days (
  day date not null,
  session_id uuid not null,
  source text not null default '',
  primary key (day, session_id)
);

-- label: '' for the visit as a whole, 'p:<product>', 'c:<category>'.
create table private.visit_steps (
  session_id uuid not null,
  day date not null,
  step text not null,
  label text not null,
  primary key (session_id, day, step, label)
);

-- Where visits of a day came from. Browsers say it, so that somebody may make names up: more than a hundred a day are one.
create table private.visit_sources (
  day date not null,
  source text not null,
  primary key (day, source)
);

-- The daily figures once more by month, so that years cost months. Written with them, by whoever folds.
create table private.monthly_figures (
  kind text not null,
  month date not null,
  label text not null,
  count bigint not null,
  amount bigint not null,
  primary key (kind, month, label)
);

-- Reports ask for some kinds of events between two days, and follow their sessions.
create index analytics_events_by_type on public.analytics_events (event_type, created_at) include (session_id);
-- Rows come in the order of time: the removal of old ones needs no more than this.
create index analytics_events_by_time on public.analytics_events using brin (created_at);
create index analytics_events_of_user on public.analytics_events (user_id) where user_id is not null;
create index visit_steps_by_day on private.visit_steps (day);

create function private.order_label(o public.orders) returns text
language sql immutable parallel safe
as $$ select o.status || case when o.has_business then ':business' else ':self' end $$;

-- Open ones are told apart by whether somebody has begun; of the day they were given, as before.
create function private.access_label(status text) returns text
language sql immutable parallel safe
as $$ select case status when 'revoked' then null when 'completed' then 'completed' when 'in_use' then 'started' else 'open' end $$;

create function private.note_events() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  most_sources constant integer := 100;
begin
  insert into private.daily_changes (kind, day, label, count)
    select 'event', private.day_of(created_at), event_type, count(*) from added group by 2, 3;

  -- Whoever is here after midnight came from where the visit began.
  with first_seen as (
    select distinct on (session_id, private.day_of(created_at)) session_id, private.day_of(created_at) as day,
      private.visit_source(page_url, referrer) as source
    from added order by session_id, private.day_of(created_at), created_at, id),
  known as (
    select seen.day, seen.session_id, coalesce(
      (select earlier.source from private.visit_days earlier
       where earlier.session_id = seen.session_id and earlier.day between seen.day - 1 and seen.day order by earlier.day limit 1),
      seen.source) as source
    from first_seen seen),
  added_sources as (
    insert into private.visit_sources (day, source) select distinct day, source from known
    where (select count(*) from private.visit_sources there where there.day = known.day) < most_sources
    on conflict do nothing returning day, source),
  fresh as (
    insert into private.visit_days (day, session_id, source)
    select day, session_id,
      case when source = 'directo' or exists (select from added_sources a where a.day = known.day and a.source = known.source)
        or exists (select from private.visit_sources v where v.day = known.day and v.source = known.source)
      then source else 'otros' end
    from known
    on conflict do nothing returning day, source)
  insert into private.daily_changes (kind, day, label, count)
    select 'visit', day, '', count(*) from fresh group by day
    union all
    select 'funnel_source', day, 'visit:' || source, count(*) from fresh group by day, source;

  perform private.note_steps(array(
    with steps as materialized (
      select session_id, private.day_of(created_at) as day, private.visit_step(added::public.analytics_events) as step,
        private.event_product(added::public.analytics_events) as product
      from added)
    select (session_id, day, step, '')::private.visit_steps from steps where step is not null
    union
    select (session_id, day, step, part.label)::private.visit_steps
    from steps join public.assessments on assessments.id = steps.product
      cross join lateral (values ('p:' || assessments.id), ('c:' || assessments.category_id)) part (label)
    where step is not null));
  -- Who goes to pay goes with what the visit put into the cart.
  perform private.note_steps(array(
    select (there.session_id, there.day, there.step, cart.label)::private.visit_steps
    from private.visit_steps there join private.visit_steps cart
      on cart.session_id = there.session_id and cart.day between there.day - 1 and there.day and cart.step = 'cart' and cart.label <> ''
    where there.step in ('checkout', 'paid') and there.label = ''
      and (there.session_id, there.day) in (select session_id, private.day_of(created_at) from added where event_type = 'page_view')));
  return null;
end
$$;

-- What happened from one day to another, both included, added up per label; per day where that is asked.
create function private.figures_between(first_day date, last_day date, by_day boolean)
returns table (kind text, day date, label text, count bigint, amount bigint)
language sql stable
as $$ select * from private.figures_of('{order,sold,access,event,visit}', first_day, last_day, by_day) $$;

-- The name of a campaign, or of the site that led here; 'directo' where neither is known.
create function private.visit_source(page_url text, referrer text) returns text
language sql immutable parallel safe
as $$
  select coalesce(
    nullif(left(btrim(regexp_replace(
      lower(substring(page_url from '[?&]utm_source=([^&]*)')), '(%[0-9a-f]{2}|[^a-z0-9._-])+', ' ', 'g')), 60), ''),
    left(regexp_replace(lower(substring(referrer from '^https?://([^/:]+)')), '^www\.', ''), 60),
    'directo')
$$;

-- The step of a visit that an event shows. Paid is who sees the page after paying and has an order that was paid just before.
create function private.visit_step(event public.analytics_events) returns text
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

-- Two looks into an index: every event that is recorded asks.
create function private.event_product(event public.analytics_events) returns uuid
language plpgsql stable set search_path = pg_catalog, public
as $$
declare
  key text := private.event_product_key(event.event_type, event.event_data, event.page_url);
begin
  if private.is_uuid(key) then return (select id from public.assessments where id = key::uuid); end if;
  return (select id from public.assessments where slug = substr(key, 2) and key like '/%');
end
$$;

-- The steps that were new to their visits, as changes.
create function private.note_steps(fresh private.visit_steps[]) returns void
language sql
as $$
  with new_steps as (
    insert into private.visit_steps (session_id, day, step, label)
    select distinct session_id, day, step, label from unnest(fresh)
    on conflict do nothing returning session_id, day, step, label)
  insert into private.daily_changes (kind, day, label, count)
    select case left(label, 2) when '' then 'funnel' when 'p:' then 'funnel_product' else 'funnel_category' end,
      day, concat_ws(':', step, nullif(substr(label, 3), '')), count(*)
    from new_steps group by 1, 2, 3
    union all
    select 'funnel_source', new_steps.day, new_steps.step || ':' || visit.source, count(*)
    from new_steps join private.visit_days visit on visit.day = new_steps.day and visit.session_id = new_steps.session_id
    where new_steps.label = '' group by 2, 3
$$;

-- What was sold with a code and in each size of purchase, for orders that are paid. kind and label: discount, the code (orders, pesos taken
-- off); discount_sold, the code (orders, pesos paid); band, the price band (lines, pesos); band_seats, the price band (seats).
create function private.sale_figures(of_order public.orders)
returns table (kind text, label text, count bigint, amount bigint)
language sql stable
as $$
  select 'discount', of_order.discount_code, 1::bigint, of_order.discount_clp where of_order.discount_code is not null
  union all
  select 'discount_sold', of_order.discount_code, 1, of_order.total_clp where of_order.discount_code is not null
  union all
  select 'band', pricing_band, count(*), sum(total_clp)::bigint from public.order_items where order_id = of_order.id group by pricing_band
  union all
  select 'band_seats', pricing_band, sum(seats)::bigint, 0 from public.order_items where order_id = of_order.id group by pricing_band
$$;

-- As before; days that make up whole months are read as months where nobody asks for days.
create function private.figures_of(kinds text[], first_day date, last_day date, by_day boolean)
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

-- A number of days of the settings of sales; what was never set, or makes no sense, is the release's.
create function private.sale_days(name text, release integer) returns integer
language sql stable security definer set search_path = pg_catalog, public
as $$
  select coalesce(
    (select least(greatest((content ->> name)::integer, 1), 1095) from public.text_overrides
     where kind = 'setting' and key = 'sales' and content ->> name ~ '^[0-9]{1,4}$'),
    release)
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

-- Folds up to 10,000 changes into their days. @returns how many there were. One at a time; the number of the lock is arbitrary.
create function private.fold_daily_changes(at_time timestamptz) returns integer
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
  delete from private.visit_days where day < private.day_of(at_time) - 1;
  delete from private.visit_steps where day < private.day_of(at_time) - 1;
  delete from private.visit_sources where day < private.day_of(at_time) - 1;
  return folded;
end
$$;

-- Counts everything anew from the rows themselves, while the shop goes on: each statement below forgets the changes that it sees and
-- counts the rows that it sees, which were written together, and what happens meanwhile is noted as a change as always. Nobody waits but
-- who folds, and for a moment at the end whoever is recorded as a visitor. Of its own sums PostgreSQL knows no sizes: pairs of visits that it
-- takes for a few would be met one by one.
create function private.recount_daily_figures(at_time timestamptz default now()) returns void
language plpgsql set search_path = pg_catalog, public set work_mem = '64MB' set enable_nestloop = 'off'
as $$
declare
  of_events constant text[] := '{event,visit,funnel,funnel_product,funnel_category,funnel_source}';
  yesterday constant date := private.day_of(at_time) - 1;
  first_day date;
begin
  perform pg_advisory_xact_lock(7426516);
  first_day := (select private.day_of(min(created_at)) from public.analytics_events);
  -- Old events are removed after a while: what was counted of their days stays, and the first day that is left may be half a day.
  if first_day < private.day_of(at_time) - 30 and exists (select from private.daily_figures where kind = 'event') then
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

create trigger note_access_change after update of status, created_at on public.user_accesses
for each row when ((private.access_label(old.status), old.created_at) is distinct from (private.access_label(new.status), new.created_at))
execute function private.note_access();
-- Events that grow old and are removed stay counted.
create trigger note_events after insert on public.analytics_events
  referencing new table as added for each statement execute function private.note_events();

create policy recorded_as_oneself on public.analytics_events for insert to alhena_app
  with check (user_id is not distinct from (select private.actor_user_id()));
create policy staff_reads on public.analytics_events for select to alhena_app using ((select private.actor_is_staff()));
create policy system_removes on public.analytics_events for delete to alhena_app using ((select private.is_system()));

grant select, delete, insert (created_at, session_id, event_type, event_data, page_url, referrer, user_agent, notice_version) on public.analytics_events to alhena_app;
revoke execute on function private.steps_since(date) from public;
revoke execute on function private.visits_since(date) from public;
revoke execute on function private.recount_daily_figures(timestamptz) from public;
