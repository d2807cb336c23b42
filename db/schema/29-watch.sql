-- What whoever watches the shop asks: the work that waits, and what waits for a person. Read every few seconds, so it reads indexes of open rows
-- only.

-- Documents that the provider or the SII refused and nobody has dealt with.
create index tax_documents_refused on public.tax_documents (requested_at)
  where status = 'rejected' or (status = 'issued' and sii_status = 'rejected');

-- The queues with the number of their items, and since when the item that waits longest is due; null while none is due. Only for the shop.
create function private.work_waiting(at_time timestamptz) returns table (queue text, items bigint, due_since timestamptz)
-- Not in SQL, whose bodies are checked when they are created: the engine's schema comes later.
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return; end if;
  return query
    select queue.name::text, count(job.id), min(job.start_after) filter (where job.start_after <= at_time)
    from pgboss.queue left join pgboss.job on job.name = queue.name and job.state < 'active'
    where queue.name <> 'dead-letters' group by queue.name
    union all
    -- 'Due at once' is written as an instant long ago, so an item is due at its creation at the earliest.
    select 'webhooks', count(*), min(greatest(next_attempt_at, created_at)) filter (where next_attempt_at <= at_time)
    from public.webhook_deliveries where next_attempt_at is not null
    union all
    select 'tax_documents', count(*), min(greatest(next_attempt_at, requested_at)) filter (where next_attempt_at <= at_time)
    from public.tax_documents where next_attempt_at is not null and status = 'requested'
    union all
    select 'payment_recovery', count(*), min(next_check_at) filter (where next_check_at <= at_time)
    from public.payment_attempts where next_check_at is not null
    union all
    select 'refunds', count(*), min(created_at)
    from public.refunds where status in ('pending', 'manual_resolution') and status = 'pending';
end
$$;

-- What a person has to decide, with the time of the oldest. Only for the shop.
create function private.person_needed() returns table (kind text, items bigint, since timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return; end if;
  return query
    select 'payments', count(*), min(updated_at) from public.payment_attempts
    where status in ('committing', 'unknown', 'manual_resolution', 'refund_pending') and status = 'manual_resolution'
    union all
    select 'refunds', count(*), min(coalesce(settled_at, created_at)) from public.refunds
    where status in ('pending', 'manual_resolution') and status = 'manual_resolution'
    union all
    select 'failed_mails', count(*), min(coalesce(last_failed_at, created_at)) from public.mails where status = 'failed'
    union all
    select 'tax_documents', count(*), min(requested_at) from public.tax_documents
    where status = 'rejected' or (status = 'issued' and sii_status = 'rejected')
    union all
    select 'dead_letters', count(*), min(created_on) from pgboss.job where name = 'dead-letters' and state < 'active';
end
$$;

-- What the owner was told about, so that each problem is told once.
create table private.alerts (
  -- What is wrong and, where each machine has its own, on which one: `disk:web-1`.
  name text primary key check (length(name) between 1 and 300),
  raised_at timestamptz not null,
  mailed_at timestamptz not null,
  -- Null while it goes on.
  resolved_at timestamptz
);

-- When a worker last said that it runs.
create table private.worker_beat (
  is_only boolean primary key default true check (is_only),
  seen_at timestamptz not null
);

-- Records which of the checked alerts are found, and returns those that the owner is to be told about: new ones, those that are back after they
-- were resolved, and those that were last told before an instant. Each is returned once, however many processes check at a time. Only for the shop.
create function private.raise_alerts(checked text[], raised text[], at_time timestamptz, told_before timestamptz) returns setof text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return; end if;
  update private.alerts set resolved_at = at_time where name = any (checked) and name <> all (raised) and resolved_at is null;
  delete from private.alerts where resolved_at < at_time - interval '90 days';
  return query
    -- In one order, so that two processes never wait for each other.
    insert into private.alerts as known (name, raised_at, mailed_at)
    select one, at_time, at_time from unnest(raised) as one order by one
    on conflict (name) do update set
      raised_at = case when known.resolved_at is null then known.raised_at else at_time end, mailed_at = at_time, resolved_at = null
    where known.resolved_at is not null or known.mailed_at <= told_before
    returning known.name;
end
$$;

-- A worker says that it runs. Only for the shop.
create function private.note_worker(at_time timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  insert into private.worker_beat as known (seen_at) select at_time where private.is_system()
  on conflict (is_only) do update set seen_at = greatest(known.seen_at, at_time)
$$;

create function private.last_worker_beat() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public
as $$ select seen_at from private.worker_beat where private.is_system() $$;
