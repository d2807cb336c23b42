-- Links by which somebody without an account reads the results of a company purchase, without names. Only the SHA-256 of a link's token is
-- stored. Nobody reads or writes the rows but by the functions below.
create table private.result_links (
  id uuid default gen_random_uuid() primary key,
  order_item_id uuid not null references public.order_items,
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  -- For whom it is, in its maker's words; empty: not said.
  label text not null default '' check (length(label) <= 60),
  made_by uuid not null references public.profiles,
  created_at timestamptz not null,
  -- The end of its last day in Santiago, at most ninety days later.
  expires_at timestamptz not null,
  revoked_at timestamptz,
  openings integer not null default 0 check (openings >= 0),
  last_opened_at timestamptz,
  constraint result_links_days check (expires_at > created_at and private.day_of(expires_at) <= private.day_of(created_at) + 90),
  constraint result_links_opened check ((openings = 0) = (last_opened_at is null))
);
create index result_links_of_item on private.result_links (order_item_id, created_at desc, id);
create index result_links_of_maker on private.result_links (made_by);
create index result_links_ended on private.result_links (least(revoked_at, expires_at));
create trigger ends_with_its_day before insert on private.result_links
  for each row execute function private.ends_with_its_day('expires_at');

-- Makes a link. 'made', or why not: 'full' (twenty are open), 'missing'. The item's lock makes those who make links wait for each other.
create function private.make_result_link(item_id uuid, hash text, link_label text, days integer, at_time timestamptz) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.order_items item join public.orders on orders.id = item.order_id
    join public.assessments product on product.id = item.assessment_id and product.questionnaire_id is not null
  where item.id = item_id and private.actor_may(item.holder_id, 'coordinator') and item.mode = 'business'
    and item.deleted_at is null and orders.status = 'paid'
  for update of item;
  if not found then return 'missing'; end if;
  if 20 <= (
    select count(*) from private.result_links link
    where link.order_item_id = item_id and link.revoked_at is null and link.expires_at >= at_time)
  then
    return 'full';
  end if;
  insert into private.result_links (order_item_id, token_hash, label, made_by, created_at, expires_at)
  values (item_id, hash, link_label, private.actor_user_id(), at_time, private.end_of_day(at_time, days));
  return 'made';
end
$$;

-- Closes an open link for good. False: the actor manages no such purchase, or it was closed before.
create function private.revoke_result_link(item_id uuid, link_id uuid, at_time timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  update private.result_links link set revoked_at = at_time
  from public.order_items item
  where link.id = link_id and link.order_item_id = item_id and item.id = item_id and private.actor_may(item.holder_id, 'coordinator')
    and link.revoked_at is null and link.expires_at >= at_time;
  return found;
end
$$;

-- The links of a purchase that the actor manages, open ones first, then the newest.
create function private.item_result_links(item_id uuid, at_time timestamptz, max_rows integer)
returns table (id uuid, label text, maker text, created_at timestamptz, expires_at timestamptz, state text, openings integer,
  last_opened_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select link.id, link.label, btrim(concat_ws(' ', maker.first_name, maker.last_name)), link.created_at, link.expires_at, ended.state,
    link.openings, link.last_opened_at
  from public.order_items item join private.result_links link on link.order_item_id = item.id
    join public.profiles maker on maker.id = link.made_by
    cross join lateral (
      select case when link.revoked_at is not null then 'revoked' when link.expires_at < at_time then 'expired' else 'open' end as state) ended
  where item.id = item_id and private.actor_may(item.holder_id, 'coordinator')
  order by ended.state = 'open' desc, link.created_at desc, link.id limit max_rows
$$;

-- Deletes links that ended before a time, the first to end first, at most so many; how many of each purchase, and how often they were opened.
create function private.purge_result_links(before_time timestamptz, max_rows integer)
returns table (order_item_id uuid, links integer, openings integer)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return; end if;
  return query
  with ended as materialized (
    select link.id from private.result_links link
    where least(link.revoked_at, link.expires_at) < before_time
    order by least(link.revoked_at, link.expires_at) limit max_rows for update skip locked),
  purged as (
    delete from private.result_links link using ended where link.id = ended.id
    returning link.order_item_id, link.openings)
  select purged.order_item_id, count(*)::integer, sum(purged.openings)::integer from purged group by purged.order_item_id;
end
$$;

-- The purchase whose open link the actor has; null for everybody else, once the link is revoked or has expired, and where the purchase has no
-- results any more: it was refunded, charged back or deleted.
create function private.actor_linked_item() returns uuid
language sql stable security definer set search_path = pg_catalog, public
as $$
  select link.order_item_id
  from private.result_links link join public.order_items item on item.id = link.order_item_id join public.orders on orders.id = item.order_id
  where private.actor_kind() = 'result_reader' and link.token_hash = nullif(current_setting('alhena.result_link', true), '')
    and link.revoked_at is null and link.expires_at >= private.actor_time()
    and item.mode = 'business' and item.deleted_at is null and orders.status = 'paid'
$$;

-- Who reads the figures of a purchase: by a role for its holder, or by a link.
create function private.actor_reads_figures(item_id uuid, holder uuid) returns boolean
language sql stable
as $$ select private.actor_may(holder, 'results') or item_id = private.actor_linked_item() $$;

-- Counts an opening of the actor's link.
create function private.count_link_opening(at_time timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update private.result_links set openings = openings + 1, last_opened_at = at_time
  where token_hash = nullif(current_setting('alhena.result_link', true), '') and order_item_id = private.actor_linked_item()
$$;

-- The purchase of the actor's link, with how many take part and nobody's name: the own seat counts once its buyer has begun.
create function private.linked_item()
returns table (id uuid, mode text, seats integer, used_seats integer, result_mode text, section_targets jsonb, section_weights jsonb,
  reporting_groups jsonb, order_number text, bought_at timestamptz, product text, completed integer, asked integer, expires_at timestamptz, benchmark jsonb)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select item.id, item.mode, item.total_seats, item.used_seats, item.result_mode, item.section_targets, item.section_weights,
    item.reporting_groups, orders.order_number, orders.created_at, product.name, people.completed, people.asked, link.expires_at, (
      select found.benchmark from (select private.benchmark_of(item.id) as benchmark) found where found.benchmark ->> 'state' <> 'offer')
  from public.order_items item join public.orders on orders.id = item.order_id
    join public.assessments product on product.id = item.assessment_id
    join private.result_links link on link.token_hash = nullif(current_setting('alhena.result_link', true), '')
    cross join lateral (
      select (count(*) filter (where access.status = 'completed'))::integer as completed,
        (count(*) filter (where access.invited_by_user_id is not null or access.status in ('in_use', 'completed')))::integer as asked
      from public.user_accesses access
      where access.order_item_id = item.id and access.status <> 'revoked') people
  where item.id = private.actor_linked_item()
$$;

-- The actions of its plan without what names people: who answers for each is told as whether anybody does; notes, reasons, and the titles of
-- what is hidden are left out.
create function private.linked_actions()
returns table (id uuid, field text, kind text, goal smallint, reached smallint, title text, has_owner boolean, due_on text, state text,
  hidden boolean, overdue boolean)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select action.id, action.field, action.kind, action.goal, action.reached, case when action.hidden then '' else action.title end,
    action.owner_name is not null, to_char(action.due_on, 'YYYY-MM-DD'), action.state, action.hidden,
    action.state in ('todo', 'doing') and coalesce(action.due_on < private.day_of(private.actor_time()), false)
  from public.plan_actions action
  where action.order_item_id = private.actor_linked_item() and action.access_id is null
  order by action.position, action.created_at, action.id
$$;
