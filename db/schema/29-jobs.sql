-- Background work on pg-boss, whose own schema `pgboss` is created by app/platform/jobs/prepare-jobs.server.ts (ADR 0067). What causes work
-- sends its job in the same transaction, by triggers: nobody can forget it, and only they may send.

-- Sends jobs as the engine does, with what their queue declares.
create function private.send_jobs(queue_name text, entries jsonb[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if coalesce(cardinality(entries), 0) = 0 then return; end if;
  insert into pgboss.job (name, data, singleton_key, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff,
    retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select queue.name, entry, entry ->> 'id', queue.expire_seconds, queue.deletion_seconds,
    pgboss.job_now() + queue.retention_seconds * interval '1 second', queue.retry_limit, queue.retry_delay, queue.retry_backoff,
    queue.retry_delay_max, queue.policy, queue.dead_letter, queue.heartbeat_seconds
  from pgboss.queue cross join unnest(entries) entry
  where queue.name = queue_name
  on conflict do nothing;
end
$$;
revoke execute on function private.send_jobs(text, jsonb[]) from public;

-- Each new mail is a job of the worker.
create function private.send_mail_jobs() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform private.send_jobs('mail', (select array_agg(jsonb_build_object('id', id)) from written where status = 'queued'));
  return null;
end
$$;
create trigger send_jobs after insert on public.mails referencing new table as written
for each statement execute function private.send_mail_jobs();

-- Somebody retries a failed mail: what was left of its last job has nothing to say any more.
create function private.send_mail_again() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from pgboss.job where name = 'dead-letters' and source_name = 'mail' and data ->> 'id' = new.id::text;
  perform private.send_jobs('mail', array[jsonb_build_object('id', new.id)]);
  return null;
end
$$;
create trigger send_job_again after update of status on public.mails
for each row when (old.status = 'failed' and new.status = 'queued') execute function private.send_mail_again();

-- Invitations that the staff sends again are a job of the worker.
create function private.send_resend_job() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform private.send_jobs('resend', array[jsonb_build_object('id', new.id)]);
  return null;
end
$$;
create trigger send_job after insert on public.invitation_sends for each row execute function private.send_resend_job();

-- Sends jobs for work that waits and has none: after a restore, which brings tables and no jobs, and when no worker ran for two weeks.
create function private.send_missing_jobs() returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform private.send_jobs('mail', (
    select array_agg(jsonb_build_object('id', mail.id)) from public.mails mail
    where mail.status in ('queued', 'sending') and not exists (
      select from pgboss.job where job.name = 'mail' and job.singleton_key = mail.id::text and job.state < 'completed')));
  perform private.send_jobs('resend', (
    select array_agg(jsonb_build_object('id', send.id)) from public.invitation_sends send
    where send.ended_at is null and not exists (
      select from pgboss.job where job.name = 'resend' and job.singleton_key = send.id::text and job.state < 'completed')));
end
$$;
revoke execute on function private.send_missing_jobs() from public;

-- What each queue has to do and did, for administrators: jobs that may run, that wait for their next try, that run, and that were given up.
create function private.job_queues(at_time timestamptz)
returns table(name text, waiting integer, delayed integer, running integer, given_up integer, oldest timestamptz, last_run timestamptz)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select queue.name, job.waiting, job.delayed, job.running, letter.given_up, job.oldest, job.last_run
  from pgboss.queue
  cross join lateral (
    select count(*) filter (where state in ('created', 'retry') and start_after <= at_time)::integer as waiting,
      count(*) filter (where state in ('created', 'retry') and start_after > at_time)::integer as delayed,
      count(*) filter (where state = 'active')::integer as running,
      min(start_after) filter (where state in ('created', 'retry') and start_after <= at_time) as oldest,
      max(completed_on) filter (where state = 'completed') as last_run
    from pgboss.job where job.name = queue.name
  ) job
  cross join lateral (
    select count(*)::integer as given_up from pgboss.job where job.name = 'dead-letters' and source_name = queue.name
  ) letter
  where private.actor_is_admin() and private.staff_may(array['settings'], 'read')
$$;

-- The newest jobs that were given up, for administrators. A mail with a one-time link was emptied: a new link has to be requested.
create function private.dead_letters(max_rows integer)
returns table(id uuid, queue text, at timestamptz, attempts integer, error text, template text, retryable boolean)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select job.id, source_name, created_on, source_retry_count + 1, coalesce(source_output ->> 'message', source_output #>> '{value,message}'),
    mail.template, coalesce(mail.status = 'failed' and mail.params <> '{}', source_name <> 'mail')
  from pgboss.job
  left join public.mails mail on source_name = 'mail' and mail.id::text = job.data ->> 'id'
  where job.name = 'dead-letters' and private.actor_is_admin() and private.staff_may(array['settings'], 'read')
  order by created_on desc, job.id limit max_rows
$$;

-- Sends a job again that was given up. Null: somebody did so before, or its mail cannot be sent again.
create function private.retry_dead_letter(letter_id uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  letter record;
begin
  if not private.actor_is_admin() then return null; end if;
  perform private.require_permission('settings');
  select source_name, data into letter from pgboss.job where name = 'dead-letters' and id = letter_id for update;
  if not found then return null; end if;
  if letter.source_name = 'mail' then
    -- The trigger of the mail sends its job and removes the letter.
    update public.mails set status = 'queued', attempts = 0
    where id = (letter.data ->> 'id')::uuid and status = 'failed' and params <> '{}';
    if not found then return null; end if;
  else
    delete from pgboss.job where name = 'dead-letters' and id = letter_id;
    perform private.send_jobs(letter.source_name, array[letter.data]);
  end if;
  return letter.source_name;
end
$$;

-- Removes a job that was given up and is not to be sent again. Null: somebody did so before.
create function private.discard_dead_letter(letter_id uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  queue text;
begin
  if not private.actor_is_admin() then return null; end if;
  perform private.require_permission('settings');
  delete from pgboss.job where name = 'dead-letters' and id = letter_id returning source_name into queue;
  return queue;
end
$$;
