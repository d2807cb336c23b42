-- What became of visits, added up as it happens: each visit counts once a day for each step that it reached, in all, for each product and
-- each category. And what codes and sizes of purchases sold. All of it goes the way of the daily figures: a change is appended, the worker
-- folds it into its day. What happened twice in a visit is known by rows that live for two days.

alter table private.visit_days add column source text not null default '';

-- label: '' for the visit as a whole, 'p:<product>', 'c:<category>'.
create table private.visit_steps (
  session_id uuid not null, day date not null, step text not null, label text not null,
  primary key (session_id, day, step, label));
create index visit_steps_by_day on private.visit_steps (day);

-- Where visits of a day came from. Browsers say it, so that somebody may make names up: more than a hundred a day are one.
create table private.visit_sources (day date not null, source text not null, primary key (day, source));

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
  select case
    when event.event_type in ('plp_view', 'plp_card_view') then 'view'
    when event.event_type = 'plp_to_pdp_click' then 'click'
    when event.event_type in ('add_to_cart_self', 'add_to_cart_business') then 'cart'
    when event.event_type <> 'page_view' then null
    when event.page_url like '/assessment/%' then 'click'
    when event.page_url = '/checkout' or event.page_url like '/checkout?%' then 'checkout'
    when (event.page_url = '/payment-success' or event.page_url like '/payment-success?%') and exists (
      select from public.orders where orders.user_id = event.user_id and orders.status in ('paid', 'refunded')
        and orders.paid_at between event.created_at - interval '1 hour' and event.created_at + interval '10 minutes')
      then 'paid'
  end
$$;

create function private.event_product(event public.analytics_events) returns uuid
language sql stable
as $$
  select id from public.assessments
  where event.event_data ->> 'product_id' = id::text and event.event_type in ('plp_card_view', 'add_to_cart_self', 'add_to_cart_business')
    or event.event_type = 'page_view' and event.page_url like '/assessment/%' and slug = substring(event.page_url from '^/assessment/([a-z0-9-]+)')
  limit 1
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

create or replace function private.note_events() returns trigger
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

-- What was sold with a code and in each size of purchase, for orders that are paid. kind and label: discount, the code (orders, pesos taken
-- off); discount_sold, the code (orders, pesos paid); band, the price band (lines, pesos); band_seats, the price band (seats).
create function private.sale_figures(of_order public.orders) returns table (kind text, label text, count bigint, amount bigint)
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

create function private.note_sale() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if old.status = 'paid' then
    insert into private.daily_changes (kind, day, label, count, amount)
      select kind, private.day_of(old.created_at), label, -count, -amount from private.sale_figures(old);
  end if;
  if new.status = 'paid' then
    insert into private.daily_changes (kind, day, label, count, amount)
      select kind, private.day_of(new.created_at), label, count, amount from private.sale_figures(new);
  end if;
  return null;
end
$$;
create trigger note_sale after update of status, created_at, discount_code, discount_clp, total_clp on public.orders
for each row when ((old.status, old.created_at, old.discount_code, old.discount_clp, old.total_clp)
  is distinct from (new.status, new.created_at, new.discount_code, new.discount_clp, new.total_clp))
execute function private.note_sale();

-- Sums of some kinds, which have an index: the figures of one screen are not read for another.
create function private.figures_of(kinds text[], first_day date, last_day date, by_day boolean)
returns table (kind text, day date, label text, count bigint, amount bigint)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query
    select f.kind, case when by_day then f.day end, f.label, sum(f.count)::bigint, sum(f.amount)::bigint
    from (
      select figure.* from private.daily_figures figure where figure.kind = any (kinds) and figure.day between first_day and last_day
      union all
      select c.kind, c.day, c.label, c.count, c.amount from private.daily_changes c
      where c.kind = any (kinds) and c.day between first_day and last_day) f
    group by 1, 2, 3
    having sum(f.count) <> 0 or sum(f.amount) <> 0;
end
$$;

create or replace function private.figures_between(first_day date, last_day date, by_day boolean)
returns table (kind text, day date, label text, count bigint, amount bigint)
language sql stable
as $$ select * from private.figures_of('{order,sold,access,event,visit}', first_day, last_day, by_day) $$;

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
  kept as (
    insert into private.daily_figures as figure (kind, day, label, count, amount)
    select kind, day, label, sum(count), sum(amount) from gone group by 1, 2, 3
    on conflict (kind, day, label) do update
      set count = figure.count + excluded.count, amount = figure.amount + excluded.amount
    returning 1)
  select count(*) into folded from gone;
  delete from private.visit_days where day < private.day_of(now()) - 1;
  delete from private.visit_steps where day < private.day_of(now()) - 1;
  delete from private.visit_sources where day < private.day_of(now()) - 1;
  return folded;
end
$$;

-- Every visit's steps anew, from the events of the days from `first_day` on.
create function private.recount_funnel(first_day date) returns void
language plpgsql set search_path = pg_catalog, public
as $$
begin
  create temp table seen on commit drop as
    select event.session_id, private.day_of(event.created_at) as day, event.created_at, event.id,
      private.visit_step(event) as step, product.id as product, product.category_id,
      private.visit_source(event.page_url, event.referrer) as source
    from public.analytics_events event
      left join public.assessments product on product.id = private.event_product(event)
    where private.day_of(event.created_at) >= first_day;
  create temp table came on commit drop as
    with first_seen as (
      select distinct on (session_id) session_id, source from seen order by session_id, created_at, id),
    visits as (select distinct seen.day, seen.session_id, first_seen.source from seen join first_seen using (session_id)),
    ranked as (
      select day, source, row_number() over (partition by day order by count(*) desc, source) as place from visits group by day, source)
    select visits.day, visits.session_id, case when source = 'directo' or place <= 100 then source else 'otros' end as source
    from visits join ranked using (day, source);
  create temp table steps on commit drop as
    with parts as (
      select session_id, day, step, '' as label from seen where step is not null
      union
      select session_id, day, step, part.label
      from seen cross join lateral (values ('p:' || product), ('c:' || category_id)) part (label)
      where step is not null and product is not null)
    select * from parts
    union
    select there.session_id, there.day, there.step, cart.label
    from parts there join parts cart
      on cart.session_id = there.session_id and cart.day between there.day - 1 and there.day and cart.step = 'cart' and cart.label <> ''
    where there.step in ('checkout', 'paid') and there.label = '';

  insert into private.daily_figures (kind, day, label, count, amount)
    select case left(label, 2) when '' then 'funnel' when 'p:' then 'funnel_product' else 'funnel_category' end,
      day, concat_ws(':', step, nullif(substr(label, 3), '')), count(*), 0
    from steps group by 1, 2, 3
    union all
    select 'funnel_source', steps.day, steps.step || ':' || came.source, count(*), 0
    from steps join came on came.day = steps.day and came.session_id = steps.session_id where steps.label = '' group by 2, 3
    union all
    select 'funnel_source', day, 'visit:' || source, count(*), 0 from came group by 2, 3;

  delete from private.visit_steps;
  delete from private.visit_sources;
  insert into private.visit_steps (session_id, day, step, label)
    select session_id, day, step, label from steps where day >= private.day_of(now()) - 1;
  insert into private.visit_sources (day, source)
    select distinct day, source from came where day >= private.day_of(now()) - 1 and source <> 'otros';
  insert into private.visit_days as visit (day, session_id, source)
    select day, session_id, source from came where day >= private.day_of(now()) - 1
    on conflict (day, session_id) do update set source = excluded.source;
  drop table seen, came, steps;
end
$$;
revoke execute on function private.recount_funnel(date) from public;

create or replace function private.recount_daily_figures() returns void
language plpgsql set search_path = pg_catalog, public
as $$
declare
  of_events constant text[] := '{event,visit,funnel,funnel_product,funnel_category,funnel_source}';
  first_day date := (select private.day_of(min(created_at)) from public.analytics_events);
begin
  lock table public.orders, public.order_items, public.user_accesses, public.analytics_events in share row exclusive mode;
  -- Old events are removed after a while: what was counted of their days stays, and the first day that is left may be half a day.
  if first_day < private.day_of(now()) - 30 and exists (select from private.daily_figures where kind = 'event') then
    first_day := first_day + 1;
  end if;
  delete from private.daily_changes where kind <> all (of_events) or day >= first_day;
  delete from private.daily_figures where kind <> all (of_events) or day >= first_day;
  insert into private.daily_figures (kind, day, label, count, amount)
    select 'order', private.day_of(o.created_at), private.order_label(o), count(*), sum(o.total_clp) from public.orders o group by 2, 3
    union all
    select 'sold', private.day_of(o.created_at), item.assessment_id::text, sum(item.seats), sum(item.total_clp)
    from public.orders o join public.order_items item on item.order_id = o.id where o.status = 'paid' group by 2, 3
    union all
    select 'band', private.day_of(o.created_at), item.pricing_band, count(*), sum(item.total_clp)
    from public.orders o join public.order_items item on item.order_id = o.id where o.status = 'paid' group by 2, 3
    union all
    select 'band_seats', private.day_of(o.created_at), item.pricing_band, sum(item.seats), 0
    from public.orders o join public.order_items item on item.order_id = o.id where o.status = 'paid' group by 2, 3
    union all
    select 'discount', private.day_of(o.created_at), o.discount_code, count(*), sum(o.discount_clp)
    from public.orders o where o.status = 'paid' and o.discount_code is not null group by 2, 3
    union all
    select 'discount_sold', private.day_of(o.created_at), o.discount_code, count(*), sum(o.total_clp)
    from public.orders o where o.status = 'paid' and o.discount_code is not null group by 2, 3
    union all
    select 'access', private.day_of(created_at), private.access_label(status), count(*), 0
    from public.user_accesses where status <> 'revoked' group by 2, 3
    union all
    select 'event', private.day_of(created_at), event_type, count(*), 0
    from public.analytics_events where private.day_of(created_at) >= first_day group by 2, 3
    union all
    select 'visit', private.day_of(created_at), '', count(distinct session_id), 0
    from public.analytics_events where private.day_of(created_at) >= first_day group by 2;
  perform private.recount_funnel(first_day);
end
$$;
-- Days that were counted before, and whose events are gone, have no funnel: it begins with the first event that is left.
select private.recount_daily_figures();
