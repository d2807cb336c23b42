-- The outbox of mails: inserted with the change that causes them, sent by a worker, kept as a record.
create table public.mails (
  id uuid default gen_random_uuid() primary key,
  template text not null,
  recipient text not null check (length(recipient) <= 254),
  params jsonb not null,
  order_id uuid references public.orders,
  access_id uuid references public.user_accesses,
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed', 'cancelled')),
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  last_failed_at timestamptz,
  -- As it was sent; null until the first attempt.
  subject text check (length(subject) <= 300),
  list_words tsvector not null generated always as (private.list_words(
    recipient || ' ' || coalesce(subject, '') || ' ' || coalesce(params ->> 'nombre', '') || ' ' || coalesce(params ->> 'nombre_participante', '') || ' '
    || coalesce(params ->> 'nombre_evaluacion', '') || ' ' || coalesce(params ->> 'nombre_taller', '') || ' '
    || coalesce(params ->> 'numero_orden', '') || ' ' || coalesce(params ->> 'numero_cotizacion', ''))) stored,
  constraint mails_check check ((status = 'sent') = (sent_at is not null))
);
alter table public.mails enable row level security;

create index mails_unsent on public.mails (created_at, id) where status in ('queued', 'sending');
create index mails_of_order on public.mails (order_id) where order_id is not null;
create index mails_of_access on public.mails (access_id) where access_id is not null;
-- The mails of a quotation are counted by the link they contain.
create index mails_of_quotation on public.mails ((params ->> 'enlace_cotizacion'), created_at) where template = 'quotation';
-- Invitations and reminders to an address, counted for the limits per day.
create index mails_of_invitations on public.mails (recipient, created_at)
  where template in ('respondent_invitation', 'respondent_reminder');
create index mails_of_recipient on public.mails (recipient, created_at desc);
-- The newest mails of each kind whose data are kept, for previews of its texts.
create index mails_of_template on public.mails (template, created_at desc)
  where params <> '{}' and not params ? 'correo_de_prueba';
-- The state of the shop's mails at constant cost: last sent, last failure, and failed mails.
create index mails_by_sending on public.mails (sent_at desc) where sent_at is not null;
create index mails_by_failure on public.mails (last_failed_at desc) where last_failed_at is not null;
create index mails_failed on public.mails (created_at desc, id) where status = 'failed';

create index mails_words on public.mails using gin (list_words);
create index mails_by_time on public.mails (created_at, id);

-- The newest mails that match words, for the search of the top bar: those of what the actor may read.
create function private.find_mails(input text, max_rows integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  readable text := private.readable_mails();
begin
  if readable is null then return; end if;
  return query select * from private.search_page('public.mails', readable, private.list_query(input), 'created_at', true, null, max_rows);
end
$$;

-- The same of one kind, whose data are kept.
create function private.find_mails_of(kind text, input text, max_rows integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  readable text := private.readable_mails();
begin
  if readable is null then return; end if;
  return query select * from private.search_page('public.mails',
    format('%s and template = %L and params <> ''{}'' and not params ? ''correo_de_prueba''', readable, kind),
    private.list_query(input), 'created_at', true, null, max_rows);
end
$$;

-- `a…@example.cl`: the audit log is never emptied, so it contains no addresses.
create function private.masked_email(email text) returns text
language sql immutable strict
as $$ select left(email, 1) || '…' || substr(email, position('@' in email)) $$;

-- Claims due reminders for the mails of the same transaction: one statement, so that two workers never claim the same. Only for the shop;
-- only invited people who have not finished and can still answer; at most three times.
create function private.claim_reminders(at_time timestamptz, max_rows integer) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with due as materialized (
    select access.id
    from public.order_items item
    join public.orders on orders.id = item.order_id and orders.status = 'paid'
    join public.assessments product on product.id = item.assessment_id and product.questionnaire_id is not null
    join public.user_accesses access on access.order_item_id = item.id
    where private.is_system() and item.reminder_days is not null and item.deleted_at is null
      and access.status in ('active', 'in_use') and access.invited_by_user_id is not null
      and access.expires_at > at_time and access.reminders_sent < 3 and access.blocked_at is null
      and not exists (select from private.mail_objections where email = access.email)
      and coalesce(access.reminded_at, access.created_at) <= at_time - make_interval(days => item.reminder_days)
    order by access.created_at, access.id
    limit max_rows
    for update of access skip locked
  )
  update public.user_accesses access
  set reminders_sent = reminders_sent + 1, reminded_at = at_time
  from due where due.id = access.id
  returning access.id
$$;

-- Claims reminders that somebody asks for, for the mails of the same transaction. Only for who coordinates the item; only invited people
-- who can still answer, have not been reminded since an instant, and not ten times.
create function private.claim_reminders_of(of_accesses uuid[], since timestamptz, at_time timestamptz) returns setof uuid
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  return query
    with held as (
      select access.id
      from public.user_accesses access
      where access.id = any (of_accesses) and private.actor_may(access.holder_id, 'coordinator')
        and access.status in ('active', 'in_use') and access.invited_by_user_id is not null
        and access.expires_at > at_time and access.reminders_sent < 10 and access.blocked_at is null
        and not exists (select from private.mail_objections where email = access.email)
        and (access.reminded_at is null or access.reminded_at <= since)
      order by access.id for no key update of access
    )
    update public.user_accesses access set reminders_sent = access.reminders_sent + 1, reminded_at = at_time
    from held where access.id = held.id
    returning access.id;
end
$$;

-- Cancels a mail of a revoked or blocked access that is inserted, claimed or requeued concurrently, and those of whoever invites to somebody
-- who wants none.
create function private.mail_of_revoked_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if exists (select from public.user_accesses where id = new.access_id and (status = 'revoked' or blocked_at is not null))
    or (new.template in ('respondent_invitation', 'respondent_reminder', 'respondent_results', 'respondent_team_results')
      and exists (select from private.mail_objections where email = new.recipient))
  then
    new.status := 'cancelled';
  end if;
  return new;
end
$$;

-- Retries failed mails. Mails with one-time links were emptied when they failed: a new link has to be requested.
create function private.retry_mails(mail_ids uuid[]) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update public.mails
  set status = 'queued', attempts = 0
  where private.actor_is_admin() and private.staff_may(array['settings', 'orders', 'accesses'], 'write') and id = any (mail_ids) and status = 'failed' and params <> '{}'
  returning id
$$;

-- Returns whether a code, as it is stored, and an e-mail are a valid invitation. Unknown code, wrong e-mail and revoked share one answer.
create function public.validate_invitation_code_with_email(code_input text, email_input text, at_time timestamptz default now())
returns table(is_valid boolean, error_message text, access_id uuid)
language sql security definer set search_path = pg_catalog, public
as $$
  select is_valid, error_message, case when is_valid then access_id end
  from private.check_invitation(code_input, coalesce(code_input, ''), email_input, null, at_time)
$$;

create trigger mail_of_revoked_access before update of status on public.mails
for each row when (new.access_id is not null and new.status in ('queued', 'sending') and old.status <> 'cancelled')
execute function private.mail_of_revoked_access();

create policy staff_and_buyer_read on public.mails for select to alhena_app
  using (
    (select private.actor_is_staff())
    or access_id in (
      select id from public.user_accesses where holder_id = any ((select private.actor_holders('coordinator'))::uuid[])));
create policy worker_sends on public.mails for update to alhena_app using ((select private.is_system()));
create policy written_by_who_acts on public.mails for insert to alhena_app
  with check (
    status = 'queued' and attempts = 0 and sent_at is null
    and ((select private.actor_kind()) in ('user', 'admin', 'system', 'data_subject') or (select private.actor_access_id()) is not null));

grant select, insert (id, template, recipient, params, order_id, access_id, status, attempts, last_error, sent_at, created_at, subject),
  update (params, status, attempts, last_error, last_failed_at, sent_at, subject) on public.mails to alhena_app;
