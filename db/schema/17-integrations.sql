create table public.webhook_endpoints (
  id uuid default gen_random_uuid() primary key,
  url text not null check (length(url) >= 10 and length(url) <= 500),
  description text not null default '' check (length(description) <= 120),
  events text[] not null check (cardinality(events) between 1 and 6 and events <@ array['order.paid', 'order.refunded', 'access.created', 'access.completed', 'run.completed', 'action.updated']),
  -- Rows stay: a concurrent sale may insert a delivery for an endpoint that is being deleted.
  status text not null default 'active' check (status in ('active', 'paused', 'deleted')),
  paused_because text check (paused_because in ('manual', 'failing', 'gone')),
  -- Since when every delivery fails, and how many in a row; nothing is sent before hold_until.
  failing_since timestamptz,
  failures integer not null default 0,
  hold_until timestamptz not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  -- One worker at a time sends to an endpoint.
  lease uuid,
  leased_until timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  constraint webhook_endpoints_check check ((status = 'paused') = (paused_because is not null))
);
alter table public.webhook_endpoints enable row level security;

-- Signing needs the secret itself, which is sealed under a key that is not in the database; only the delivery reads it.
create table private.webhook_secrets (
  endpoint_id uuid primary key references public.webhook_endpoints,
  secret text not null,
  -- The previous one: both sign until then.
  previous text,
  previous_until timestamptz,
  made_at timestamptz not null
);

-- The outbox of events, inserted with the change.
create table public.webhook_events (
  id uuid default gen_random_uuid() primary key,
  seq bigint generated always as identity,
  type text not null check (length(type) <= 40),
  occurred_at timestamptz not null default now(),
  data jsonb not null
);
alter table public.webhook_events enable row level security;

create table public.webhook_deliveries (
  id uuid default gen_random_uuid() primary key,
  endpoint_id uuid not null references public.webhook_endpoints,
  event_id uuid not null references public.webhook_events on delete cascade,
  seq bigint not null,
  is_test boolean not null default false,
  status text not null default 'queued' check (status in ('queued', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Due at once, despite different clocks of process and database.
  next_attempt_at timestamptz default '1970-01-01 00:00:00+00'::timestamp with time zone,
  created_at timestamptz not null default now(),
  constraint webhook_deliveries_check check ((status = 'queued') = (next_attempt_at is not null)),
  constraint webhook_deliveries_endpoint_id_event_id_key unique (endpoint_id, event_id)
);
alter table public.webhook_deliveries enable row level security;

create table public.webhook_attempts (
  id bigint generated always as identity primary key,
  delivery_id uuid not null references public.webhook_deliveries on delete cascade,
  at timestamptz not null,
  milliseconds integer not null check (milliseconds >= 0),
  outcome text not null check (outcome in ('answered', 'timeout', 'no_connection', 'forbidden_address', 'too_large')),
  http_status integer,
  -- The first bytes of the response, as text.
  answer text not null default '' check (length(answer) <= 500)
);
alter table public.webhook_attempts enable row level security;

-- API keys. Only the SHA-256 of a key is stored: it has 256 random bits, so it can't be guessed.
create table public.api_keys (
  id uuid default gen_random_uuid() primary key,
  name text collate "es-x-icu" not null check (length(name) >= 1 and length(name) <= 80),
  -- The visible part of a key, to identify it.
  prefix text not null check (length(prefix) >= 4 and length(prefix) <= 20),
  key_hash text not null check (key_hash ~ '^[0-9a-f]{64}$') unique,
  scopes text[] not null check (cardinality(scopes) between 1 and 3 and scopes <@ array['orders:read', 'accesses:read', 'results:read']),
  created_by uuid not null references public.profiles,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- A rotated key stays valid a while longer beside its successor, never beyond its own expiry.
  replaced_by uuid references public.api_keys
);
alter table public.api_keys enable row level security;

create index webhook_events_by_time on public.webhook_events (occurred_at);
create index webhook_deliveries_due on public.webhook_deliveries (endpoint_id, next_attempt_at, seq) where next_attempt_at is not null;
create index webhook_deliveries_of_endpoint on public.webhook_deliveries (endpoint_id, created_at, id);
create index webhook_deliveries_of_endpoint_by_status on public.webhook_deliveries (endpoint_id, status, created_at, id);
create index webhook_deliveries_of_event on public.webhook_deliveries (event_id);
create index webhook_attempts_of_delivery on public.webhook_attempts (delivery_id, id);
create index api_keys_by_time on public.api_keys (created_at, id);
create index api_keys_replaced on public.api_keys (replaced_by) where replaced_by is not null;
create index api_keys_of_author on public.api_keys (created_by);

-- Whether any endpoint subscribes to an event. Endpoints are few (see endpoints_are_few).
create function private.webhooks_subscribed(kind text) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$ select exists (select from public.webhook_endpoints where status <> 'deleted' and kind = any (events)) $$;

-- Inserts an event once, and a delivery for each subscribed endpoint; a paused one gets it when it resumes.
create function private.queue_webhooks(kind text, facts jsonb[]) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with happened as (
    insert into public.webhook_events (type, data) select kind, fact from unnest(facts) as fact returning id, seq
  )
  insert into public.webhook_deliveries (endpoint_id, event_id, seq)
  select endpoint.id, happened.id, happened.seq
  from happened cross join public.webhook_endpoints endpoint
  where endpoint.status <> 'deleted' and kind = any (endpoint.events)
$$;

-- A sale inserts a row per endpoint: at most ten.
create function private.endpoints_are_few() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform pg_advisory_xact_lock(hashtext('webhook_endpoints.few'));
  if (select count(*) from public.webhook_endpoints where status <> 'deleted') >= 10 then
    raise exception 'at most ten endpoints' using errcode = 'check_violation', constraint = 'webhook_endpoints_few';
  end if;
  return new;
end
$$;

-- A deleted endpoint stays deleted, and its secret is deleted.
create function private.endpoint_is_deleted() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if old.status = 'deleted' then
    raise exception 'a deleted endpoint cannot be changed' using errcode = 'check_violation', constraint = 'webhook_endpoints_deleted';
  end if;
  if new.status = 'deleted' then
    delete from private.webhook_secrets where endpoint_id = new.id;
    update public.webhook_deliveries set status = 'failed', next_attempt_at = null where endpoint_id = new.id and status = 'queued';
  end if;
  return new;
end
$$;

-- Sets an endpoint's secret, as an administrator. The previous one signs too until keep_until.
create function private.set_webhook_secret(of_endpoint uuid, fresh text, at_time timestamptz, keep_until timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if private.actor_kind() <> 'admin' then
    raise exception 'only administrators create secrets' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_permission('integrations');
  insert into private.webhook_secrets as known (endpoint_id, secret, made_at) values (of_endpoint, fresh, at_time)
  on conflict (endpoint_id) do update
  set secret = excluded.secret, previous = known.secret, previous_until = keep_until, made_at = excluded.made_at;
end
$$;

-- When the secret was created and until when the previous one is valid; never the secret.
create function private.webhook_secret_dates(of_endpoint uuid)
returns table (made_at timestamptz, previous_until timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['integrations']) then return; end if;
  return query select known.made_at, known.previous_until from private.webhook_secrets known where known.endpoint_id = of_endpoint;
end
$$;

-- For the shop: claims endpoints with due deliveries, each for one worker until the lease expires, with what to send and the secrets that
-- sign it. Two workers never claim the same endpoint.
create function private.claim_webhooks(at_time timestamptz, lease_until timestamptz, max_endpoints integer, max_deliveries integer)
returns table (endpoint_id uuid, lease uuid, url text, secrets text[], failing_since timestamptz, failures integer, delivery_id uuid,
  event_id uuid, seq bigint, type text, occurred_at timestamptz, data jsonb, attempts integer, is_test boolean)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
begin
  if not private.is_system() then return; end if;
  return query
    with free as materialized (
      select endpoint.id from public.webhook_endpoints endpoint
      where endpoint.status <> 'deleted' and (endpoint.leased_until is null or endpoint.leased_until <= at_time)
        and exists (
          select from public.webhook_deliveries due
          where due.endpoint_id = endpoint.id and due.next_attempt_at <= at_time
            and (due.is_test or (endpoint.status = 'active' and endpoint.hold_until <= at_time)))
      order by endpoint.hold_until, endpoint.id limit max_endpoints
      for update skip locked
    ), leased as (
      update public.webhook_endpoints endpoint set lease = gen_random_uuid(), leased_until = lease_until
      from free where endpoint.id = free.id
      returning endpoint.*
    )
    select leased.id, leased.lease, leased.url,
      array_remove(array[known.secret, case when known.previous_until > at_time then known.previous end], null),
      leased.failing_since, leased.failures,
      due.id, event.id, event.seq, event.type, event.occurred_at, event.data, due.attempts, due.is_test
    from leased join private.webhook_secrets known on known.endpoint_id = leased.id
      cross join lateral (
        select delivery.* from public.webhook_deliveries delivery
        where delivery.endpoint_id = leased.id and delivery.next_attempt_at <= at_time
          and (delivery.is_test or (leased.status = 'active' and leased.hold_until <= at_time))
        order by delivery.next_attempt_at, delivery.seq limit max_deliveries) due
      join public.webhook_events event on event.id = due.event_id
    order by leased.id, due.next_attempt_at, due.seq;
end
$$;

-- For the shop: deletes events before an instant, sent or not. @returns how many
create function private.forget_webhook_events(before_time timestamptz, max_rows integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  gone integer;
begin
  if not private.is_system() then return 0; end if;
  delete from public.webhook_events where id in (
    select id from public.webhook_events where occurred_at < before_time order by occurred_at limit max_rows);
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- A revoked key stays revoked, and the end of a key is only moved earlier.
create function private.api_key_changes() returns trigger
language plpgsql
as $$
begin
  if old.revoked_at is not null then
    raise exception 'a revoked key cannot be changed' using errcode = 'check_violation', constraint = 'api_keys_revoked';
  end if;
  if new.expires_at is null and old.expires_at is not null or new.expires_at > old.expires_at
    or old.replaced_by is not null and new.replaced_by is distinct from old.replaced_by
  then
    raise exception 'the end of a key can only be moved earlier' using errcode = 'check_violation', constraint = 'api_keys_end';
  end if;
  return new;
end
$$;

-- The scopes of a submitted key; no row when it is invalid. Its use is recorded once a minute.
create function private.open_api_key(input_hash text, at_time timestamptz) returns table (id uuid, scopes text[])
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  known public.api_keys;
begin
  select * into known from public.api_keys
  where key_hash = input_hash and revoked_at is null and (expires_at is null or expires_at > at_time);
  if not found then return; end if;
  if known.last_used_at is null or known.last_used_at < at_time - interval '1 minute' then
    update public.api_keys set last_used_at = at_time
    where api_keys.id = known.id and (last_used_at is null or last_used_at < at_time - interval '1 minute');
  end if;
  return query select known.id, known.scopes;
end
$$;

-- Whether the acting key is valid and has one of the scopes: every policy of the API checks it.
create function private.api_may(VARIADIC required text[]) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return private.actor_kind() = 'api' and exists (
    select from public.api_keys
    where key_hash = nullif(current_setting('alhena.api_key', true), '') and revoked_at is null
      and (expires_at is null or expires_at > private.actor_time()) and scopes && required);
end
$$;

create function private.api_results(run_filter uuid, order_filter uuid, item_filter uuid, from_time timestamptz, until_time timestamptz,
  descending boolean, after_id uuid, max_rows integer)
returns table (id uuid, access_id uuid, order_id uuid, order_item_id uuid, product_id uuid, product_slug text, product_name text,
  full_name text, email text, "position" text, organizational_unit text, questionnaire_id text, questionnaire_version integer,
  completed_at timestamptz, duration_seconds integer, closed_by text, means double precision[], sections jsonb)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.api_may('results:read') then return; end if;
  return query execute format(
    $query$
    select run.id, access.id, item.order_id, item.id, product.id, product.slug, product.name, run.full_name, run.corporate_email,
      run.position, run.organizational_unit, run.questionnaire_id, run.questionnaire_version, run.end_time, run.duration_seconds,
      run.closed_by, counted.means,
      (select jsonb_agg(section.value ->> 'title' order by section.ordinal)
       from public.questionnaire_versions version
         cross join jsonb_array_elements(version.content -> 'sections') with ordinality as section (value, ordinal)
       where version.questionnaire_id = run.questionnaire_id and version.version = run.questionnaire_version)
    from public.assessment_runs run
      join public.user_accesses access on access.id = run.validated_access_id
      join public.order_items item on item.id = access.order_item_id
      join public.orders on orders.id = item.order_id
      join public.assessments product on product.id = item.assessment_id
      left join private.completed_runs counted on counted.run_id = run.id
    where run.status = 'completed' and access.result_mode = 'nominative' and item.deleted_at is null and access.status <> 'revoked'
      and orders.status = 'paid' and %s
    order by run.end_time %s, run.id %2$s limit %s
    $query$,
    concat_ws(' and ', 'true',
      case when run_filter is not null then format('run.id = %L', run_filter) end,
      case when order_filter is not null then format('item.order_id = %L', order_filter) end,
      case when item_filter is not null then format('item.id = %L', item_filter) end,
      case when from_time is not null then format('run.end_time >= %L', from_time) end,
      case when until_time is not null then format('run.end_time < %L', until_time) end,
      case when after_id is not null then format(
        '(run.end_time, run.id) %s (select other.end_time, other.id from public.assessment_runs other where other.id = %L)',
        case when descending then '<' else '>' end, after_id) end),
    case when descending then 'desc' else 'asc' end, max_rows);
end
$$;

-- The counts of a nominative item; null of any other one.
create function private.api_tallies(item_filter uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.api_may('results:read') then return null; end if;
  return (
    select counted.tallies || jsonb_build_object('section_targets', item.section_targets, 'section_weights', item.section_weights)
    from private.count_items(array(
      select item.id from public.order_items item join public.orders on orders.id = item.order_id
      where item.id = item_filter and item.result_mode = 'nominative' and item.deleted_at is null and orders.status = 'paid')) counted
      join public.order_items item on item.id = counted.order_item_id);
end
$$;

-- The earlier nominative item that an item is compared with first: what it is, its counts, and the people who answered both. Null of any other
-- item, and where there is none. What is compared with a confidential purchase is on the page alone.
create function private.api_comparison(item_filter uuid) returns jsonb
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.api_may('results:read') then return null; end if;
  return (
    select jsonb_build_object(
      'baseline', to_jsonb(baseline),
      'tallies', (select counted.tallies from private.count_items(array[baseline.order_item_id]) counted),
      'pairs', coalesce((select jsonb_agg(pairs) from private.pair_items(item.id, baseline.order_item_id) pairs), '[]'))
    from public.order_items item join public.orders on orders.id = item.order_id
      cross join lateral (
        select found.* from private.baselines_of(item.id) with ordinality
          as found (order_item_id, round_number, product, order_number, measured_at, people, common, place)
        where found.round_number is null order by found.place limit 1) baseline
    where item.id = item_filter and item.result_mode = 'nominative' and item.deleted_at is null and orders.status = 'paid');
end
$$;

create trigger changes before update of revoked_at, expires_at, replaced_by on public.api_keys
for each row execute function private.api_key_changes();
create trigger endpoints_are_few before insert on public.webhook_endpoints
for each row execute function private.endpoints_are_few();
create trigger is_deleted before update of status on public.webhook_endpoints
for each row execute function private.endpoint_is_deleted();

create policy staff on public.webhook_endpoints for all to alhena_app
  using ((select private.actor_is_staff())) with check ((select private.actor_is_staff()));
create policy staff_reads on public.webhook_events for select to alhena_app using ((select private.actor_is_staff()));
create policy admin_tests on public.webhook_events for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and type = 'webhook.test');
create policy staff_reads on public.webhook_deliveries for select to alhena_app using ((select private.actor_is_staff()));
create policy admin_tests on public.webhook_deliveries for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and is_test);
create policy shop_queues on public.webhook_events for insert to alhena_system with check ((select private.is_system()));
create policy shop_queues on public.webhook_deliveries for insert to alhena_system with check ((select private.is_system()));
create policy staff_sends on public.webhook_deliveries for update to alhena_app using ((select private.actor_is_staff()));
create policy staff_reads on public.webhook_attempts for select to alhena_app using ((select private.actor_is_staff()));
create policy shop_records on public.webhook_attempts for insert to alhena_app with check ((select private.is_system()));
create policy admin_reads on public.api_keys for select to alhena_app using ((select private.actor_kind()) = 'admin');
create policy admin_makes on public.api_keys for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and created_by = (select private.actor_user_id()));
create policy admin_revokes on public.api_keys for update to alhena_app using ((select private.actor_kind()) = 'admin');
-- The API only reads.
create policy api_reads on public.orders for select to alhena_app using ((select private.api_may('orders:read')));
create policy api_reads on public.order_items for select to alhena_app
  using ((select private.api_may('orders:read', 'accesses:read')));
create policy api_reads on public.user_accesses for select to alhena_app using ((select private.api_may('accesses:read')));
create policy api_reads on public.refunds for select to alhena_app using ((select private.api_may('orders:read')));
create policy api_reads_buyers on public.profiles for select to alhena_app
  using ((select private.api_may('orders:read')) and exists (select from public.orders where orders.user_id = profiles.id));

grant select, insert (url, description, events, created_at),
  update (url, description, events, status, paused_because, failing_since, failures, hold_until, lease, leased_until, revision) on public.webhook_endpoints to alhena_app;
grant select, insert (type, occurred_at, data) on public.webhook_events to alhena_app;
grant select, insert (endpoint_id, event_id, seq, is_test, created_at),
  update (status, attempts, next_attempt_at) on public.webhook_deliveries to alhena_app;
grant select, insert (delivery_id, at, milliseconds, outcome, http_status, answer) on public.webhook_attempts to alhena_app;
grant select (id, name, prefix, scopes, created_by, created_at, expires_at, last_used_at, revoked_at, replaced_by),
  insert (name, prefix, key_hash, scopes, created_by, created_at, expires_at),
  update (expires_at, revoked_at, replaced_by) on public.api_keys to alhena_app;
revoke execute on function private.queue_webhooks(text, jsonb[]) from public;
