-- Background work on pg-boss, whose own schema `pgboss` is created by app/platform/jobs/prepare-jobs.server.ts (decision 67). What causes work
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
