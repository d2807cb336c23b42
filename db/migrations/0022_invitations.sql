-- Invitations of many people at once, what became of each, and reminders.

-- A list of people as it was read from a file or a pasted text, until its owner confirms it. Personal data: a confirmed list is
-- emptied (the accesses hold it now), any other goes after a day.
create table public.invitation_drafts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  order_item_id uuid not null,
  rows jsonb not null check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) <= 1000),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- People that the confirmed run invited.
  invited integer check (invited between 1 and 1000),
  foreign key (order_item_id, user_id) references public.order_items (id, user_id),
  check ((confirmed_at is null) = (invited is null))
);
create index invitation_drafts_of_item on public.invitation_drafts (order_item_id);
create index invitation_drafts_by_age on public.invitation_drafts (created_at);

alter table public.invitation_drafts enable row level security;
grant select, insert (user_id, order_item_id, rows), update (rows, confirmed_at, invited), delete on public.invitation_drafts to alhena_app;
create policy own on public.invitation_drafts for all to alhena_app
  using (user_id = (select private.actor_user_id()))
  with check (user_id = (select private.actor_user_id()));
create policy shop_removes on public.invitation_drafts for all to alhena_app using ((select private.is_system()));

-- A confirmed list is not confirmed again.
create function private.draft_is_confirmed_once() returns trigger
language plpgsql
as $$
begin
  raise exception 'a list is confirmed once' using errcode = 'check_violation', constraint = 'invitation_drafts_once';
end
$$;
create trigger confirmed_once before update on public.invitation_drafts
for each row when (old.confirmed_at is not null) execute function private.draft_is_confirmed_once();

-- When somebody first proved e-mail and code. Sessions are removed after their end; this stays. Nobody but the trigger writes it.
alter table public.user_accesses
  add column opened_at timestamptz,
  add column reminders_sent integer not null default 0 check (reminders_sent between 0 and 3),
  add column reminded_at timestamptz;

create function private.note_opened_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.user_accesses set opened_at = now() where id = new.access_id and opened_at is null;
  return null;
end
$$;
create trigger note_opened_access after insert on public.respondent_sessions
for each row execute function private.note_opened_access();

update public.user_accesses access set opened_at = session.first_at
from (select access_id, min(created_at) as first_at from public.respondent_sessions group by access_id) session
where session.access_id = access.id;

-- Days after an invitation, and after each reminder, until the next reminder; null: none are sent.
alter table public.order_items add column reminder_days integer check (reminder_days between 2 and 30);
grant update (reminder_days) on public.order_items to alhena_app;
create index order_items_with_reminders on public.order_items (id) where reminder_days is not null;

-- Takes the reminders that are due, for the mails that the same transaction writes: one statement, so that of two workers one gets
-- each. Only the shop; only who was invited, has not finished and can still answer; at most three times.
create function private.claim_reminders(at_time timestamptz, most integer) returns setof uuid
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
      and access.expires_at > at_time and access.reminders_sent < 3
      and coalesce(access.reminded_at, access.created_at) <= at_time - make_interval(days => item.reminder_days)
    order by access.created_at, access.id
    limit most
    for update of access skip locked
  )
  update public.user_accesses access
  set reminders_sent = reminders_sent + 1, reminded_at = at_time
  from due where due.id = access.id
  returning access.id
$$;

-- How many invitations and reminders were sent since a moment: to each of these addresses, by whichever buyer (nobody is to be
-- flooded), and, in the row without an address, of the acting buyer's seats.
create index mails_of_invitations on public.mails (recipient, created_at)
  where template in ('respondent_invitation', 'respondent_reminder');
create function private.count_invitations(recipients text[], since timestamptz) returns table (recipient text, sent bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select mail.recipient, count(*)
  from public.mails mail
  where mail.template in ('respondent_invitation', 'respondent_reminder') and mail.recipient = any (recipients) and mail.created_at > since
    and private.actor_kind() in ('user', 'admin', 'system')
  group by mail.recipient
  union all
  select null, count(*)
  from public.user_accesses access join public.mails mail on mail.access_id = access.id
  where access.user_id = private.actor_user_id() and mail.created_at > since
    and mail.template in ('respondent_invitation', 'respondent_reminder')
$$;

-- A page of an item's people, oldest invitation first.
create index user_accesses_shown on public.user_accesses (order_item_id, created_at, id) where status <> 'revoked';
