-- AC- and 8 symbols without 0, O, 1 and I. The bytes come from gen_random_uuid, which PostgreSQL takes from the system's cryptographic
-- generator; bytes 6 and 8 contain the uuid's version and are skipped.
create function private.new_access_code() returns text
language sql volatile
as $$ select gen_random_uuid()::text $$;

create table public.user_accesses (
  id uuid default gen_random_uuid() primary key,
  order_item_id uuid not null,
  -- The buyer, who manages the access; the respondent needs no account.
  user_id uuid not null,
  email text not null check (length(email) <= 254 and email = private.normalize_email(email)),
  status text not null default 'active' check (status in ('active', 'in_use', 'completed', 'revoked')),
  -- As it is stored: what the person types is made of it with a key of the application.
  access_code text not null default private.new_access_code() check (private.is_uuid(access_code)) unique,
  first_name text collate "es-x-icu" check (length(first_name) <= 120),
  last_name text collate "es-x-icu" check (length(last_name) <= 120),
  invitee_name text check (length(invitee_name) <= 250),
  invitee_company text check (length(invitee_company) <= 200),
  job_role text check (length(job_role) <= 120),
  department text check (length(department) <= 200),
  -- Null for the buyer's own access.
  invited_by_user_id uuid references public.profiles,
  accessed_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz not null,
  -- Percentage of answered closed questions.
  progress integer not null default 0 check (progress >= 0 and progress <= 100),
  -- The basis of progress during the run. A counter, because a save can't see the rows of a concurrent save that just committed, but
  -- re-reads this row when it had to wait for it.
  answered_closed integer not null default 0 check (answered_closed >= 0),
  results jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When e-mail and code were first proved.
  opened_at timestamptz,
  -- Automatic ones stop at three; a buyer may send more.
  reminders_sent integer not null default 0 check (reminders_sent >= 0 and reminders_sent <= 10),
  reminded_at timestamptz,
  -- The name as lists sort it, or the e-mail where nobody gave one.
  person_name text collate "es-x-icu" generated always as (btrim(coalesce(nullif(invitee_name, ''), email))) stored not null,
  list_words tsvector not null default ''::tsvector,
  -- The product of an access, stored with it: a filter with a sort order needs both in one index.
  assessment_id uuid not null references public.assessments,
  -- Of its order; maintained by triggers.
  organisation_id uuid,
  -- Blocked by its person (Ley 21.719): nobody else reads or is told anything of it.
  blocked_at timestamptz,
  -- The person and the answers were deleted.
  erased_at timestamptz,
  -- Whose it is: the organisation's, or else the buyer's.
  holder_id uuid generated always as (coalesce(organisation_id, user_id)) stored not null,
  -- What its person was promised: the item's mode when it was sent. Every right to read answers follows from this column, and a promise
  -- of confidentiality is never taken back, whatever the item's mode becomes.
  result_mode text not null default 'nominative' check (result_mode in ('nominative', 'confidential')),
  -- When its person's levels were sent to them; once.
  results_shared_at timestamptz,
  -- The newest round, published since then, of which the team's levels were sent as well.
  shared_round integer check (shared_round >= 1),
  constraint user_accesses_check check (status <> 'completed' or completed_at is not null),
  constraint user_accesses_check1 check ((status <> ALL (array['in_use', 'completed'])) or accessed_at is not null),
  constraint user_accesses_order_item_id_user_id_fkey foreign key (order_item_id, user_id) references public.order_items (id, user_id)
);
alter table public.user_accesses enable row level security;

-- A respondent's session, opened with e-mail and code. Only the SHA-256 of the cookie's token is stored.
create table public.respondent_sessions (
  id uuid default gen_random_uuid() primary key,
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$') unique,
  access_id uuid not null references public.user_accesses,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
alter table public.respondent_sessions enable row level security;

-- Failed attempts at access codes, counted per access (its code) and per address (the typed e-mail, or the network address).
create table private.access_tries (
  subject text primary key,
  failures integer not null,
  window_started_at timestamptz not null
);

-- Refused attempts to enter that were about an access, for who helps its person. Never the typed code; a typed e-mail is masked.
create table public.access_refusals (
  id bigint generated always as identity primary key,
  access_id uuid not null references public.user_accesses,
  reason text not null check (reason in ('wrong_code', 'wrong_email', 'expired', 'revoked', 'too_many')),
  -- Of another e-mail than the access's: its first character and its domain.
  typed_email text check (length(typed_email) <= 260),
  -- Subject of private.access_tries that counted the typed e-mail.
  counted_as text not null,
  at timestamptz not null
);
alter table public.access_refusals enable row level security;
create index access_refusals_of_access on public.access_refusals (access_id, at desc);
create index access_refusals_by_time on public.access_refusals (at);

-- An uploaded or pasted list of people, until its owner confirms it. Personal data: a confirmed list is emptied (the accesses have its
-- people), any other is deleted after a day.
create table public.invitation_drafts (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null,
  order_item_id uuid not null,
  rows jsonb not null check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) <= 1000),
  -- The sheets that the people were read from, and how: another sheet or column is read without another upload. Emptied with the rows.
  source jsonb,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- Number of people invited by the confirmation.
  invited integer check (invited >= 1 and invited <= 1000),
  constraint invitation_drafts_check check ((confirmed_at is null) = (invited is null)),
  constraint invitation_drafts_source check (source is null or confirmed_at is null and length(source::text) <= 12000000),
  constraint invitation_drafts_order_item_id_fkey foreign key (order_item_id) references public.order_items
);
alter table public.invitation_drafts enable row level security;

-- Bulk sends of invitations: one open per administrator, carried out by the shop's worker in batches.
create table public.invitation_sends (
  id uuid default gen_random_uuid() primary key,
  started_by uuid not null references public.profiles,
  created_at timestamptz not null,
  total integer not null check (total >= 1 and total <= 5000),
  sent integer not null default 0 check (sent >= 0),
  -- People who had finished, were revoked or got too many mails in the meantime.
  skipped integer not null default 0 check (skipped >= 0),
  ended_at timestamptz,
  stopped boolean not null default false,
  constraint invitation_sends_check check ((sent + skipped) <= total),
  constraint invitation_sends_check1 check (not stopped or ended_at is not null)
);
alter table public.invitation_sends enable row level security;

create table public.invitation_send_rows (
  send_id uuid not null references public.invitation_sends,
  access_id uuid not null references public.user_accesses,
  primary key (send_id, access_id)
);
alter table public.invitation_send_rows enable row level security;

-- People that an administrator adds to a sold item: stored until confirmed, like invitation_drafts, with the item selected at any time.
create table public.access_imports (
  id uuid default gen_random_uuid() primary key,
  created_by uuid not null references public.profiles,
  order_item_id uuid references public.order_items,
  rows jsonb not null check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) <= 1000),
  -- The sheets that the people were read from, and how: another sheet or column is read without another upload. Emptied with the rows.
  source jsonb,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  invited integer check (invited >= 1 and invited <= 1000),
  constraint access_imports_check check ((confirmed_at is null) = (invited is null)),
  constraint access_imports_source check (source is null or confirmed_at is null and length(source::text) <= 12000000),
  constraint access_imports_check1 check (confirmed_at is null or order_item_id is not null)
);
alter table public.access_imports enable row level security;

create unique index user_accesses_one_per_email on public.user_accesses (order_item_id, email) where status <> 'revoked';
create unique index user_accesses_one_owner on public.user_accesses (order_item_id)
  where invited_by_user_id is null and status <> 'revoked';
create index user_accesses_of_item on public.user_accesses (order_item_id, created_at, id);
create index user_accesses_of_buyer on public.user_accesses (user_id, created_at desc, id);
create index user_accesses_of_email on public.user_accesses (email, id);
create index respondent_sessions_of_access on public.respondent_sessions (access_id);
create index invitation_drafts_of_item on public.invitation_drafts (order_item_id);
create index invitation_drafts_by_age on public.invitation_drafts (created_at);
-- A page of an item's people, oldest invitation first.
create index user_accesses_shown on public.user_accesses (order_item_id, created_at, id) where status <> 'revoked';
-- The dashboard counts a holder's accesses with an index-only scan, and shows an item's first ones in its order.
create index user_accesses_counted on public.user_accesses (holder_id, order_item_id)
  include (id, user_id, invited_by_user_id, accessed_at, completed_at, created_at, expires_at, reminded_at, reminders_sent, blocked_at)
  where status <> 'revoked';
create index user_accesses_of_group on public.user_accesses (order_item_id, invited_by_user_id nulls first, created_at, id)
  where status <> 'revoked';
create index user_accesses_by_time on public.user_accesses (created_at, id);
create index user_accesses_by_status on public.user_accesses (status, created_at, id);
create index user_accesses_words on public.user_accesses using gin (list_words);
create index user_accesses_completed_of_buyer on public.user_accesses (user_id) where status = 'completed';
create index user_accesses_by_product on public.user_accesses (assessment_id, created_at, id);
create index user_accesses_by_product_status on public.user_accesses (assessment_id, status, created_at, id);
create index user_accesses_by_client on public.user_accesses (user_id, created_at, id);
create index user_accesses_by_end on public.user_accesses (expires_at, id);
create index user_accesses_by_person on public.user_accesses (person_name, id);
create index user_accesses_by_status_end on public.user_accesses (status, expires_at, id);
create unique index invitation_sends_one_open on public.invitation_sends (started_by) where ended_at is null;
create index invitation_sends_of_admin on public.invitation_sends (started_by, created_at desc);
create index invitation_send_rows_of_access on public.invitation_send_rows (access_id);
create index access_imports_of_admin on public.access_imports (created_by, created_at desc);
create index access_imports_by_age on public.access_imports (created_at);
create index access_imports_of_item on public.access_imports (order_item_id);

-- Inserting the row claims the seat: the check order_items_seats_left refuses too many, also under concurrency, because the update below
-- waits for concurrent claims of the same item.
create function private.count_used_seats() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  change integer := 0;
begin
  if old.status <> 'revoked' then change := change - 1; end if;
  if tg_op = 'UPDATE' and new.status <> 'revoked' then change := change + 1; end if;
  if change <> 0 then
    update public.order_items set used_seats = used_seats + change where id = old.order_item_id;
  end if;
  return null;
end
$$;

-- Once per item and statement: counted row by row, a list of n people would create n versions of the item's row.
create function private.count_new_seats() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.order_items item set used_seats = item.used_seats + taken.seats
    from (select order_item_id, count(*)::integer as seats from made where status <> 'revoked' group by order_item_id) taken
    where item.id = taken.order_item_id;
  return null;
end
$$;

-- The access of the browser's session, if the session is valid.
create function private.actor_access_id() returns uuid
language sql stable security definer set search_path = pg_catalog, public
as $$
  select session.access_id
  from public.respondent_sessions session join public.user_accesses access on access.id = session.access_id
  where session.token_hash = nullif(current_setting('alhena.respondent_session', true), '')
    and session.revoked_at is null and session.expires_at > private.actor_time() and access.status <> 'revoked'
$$;

-- The buyer of a refunded purchase can't read it any more; only accesses that are not revoked. Who answered sees the own answers, whoever
-- the purchase belongs to.
create function private.actor_sees_access(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access
    where access.id = checked and access.status <> 'revoked'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)
        or (access.result_mode = 'nominative' and access.blocked_at is null
          and private.actor_reads_access(access.holder_id, access.completed_at is not null))));
end
$$;

-- Whoever may close an access's run: who answers it, and in a nominative item who coordinates it.
create function private.actor_closes_access(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access
    where access.id = checked and private.actor_sees_access(checked)
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)
        or private.actor_may(access.holder_id, 'coordinator')));
end
$$;

-- Checks a change of status.
create function private.access_status_changes() returns trigger
language plpgsql
as $$
begin
  if new.status <> old.status and not (old.status, new.status) in (
    ('active', 'in_use'), ('active', 'completed'), ('in_use', 'completed'), ('active', 'revoked'), ('in_use', 'revoked'),
    ('completed', 'revoked'))
  then
    raise exception 'an access cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'user_accesses_status_transition';
  end if;
  -- Started is started: buyer and staff can't take the seat of somebody who answers confidentially, because the answers would belong to
  -- nobody. Skipped, not refused: the revoking statement finds no row. A refund and a deleted account, by their own functions, still can.
  if new.status = 'revoked' and old.status <> 'revoked' and old.result_mode = 'confidential' and current_user = 'alhena_app'
    and private.access_is_started(old.id)
  then return null; end if;
  return new;
end
$$;

-- An access has the product, the promise and the organisation of its item, which is locked: a concurrent choice of its mode waits and finds the
-- invitation, or came first and is what it promises. Assigning a seat locks the order as paid until the seat exists: a concurrent refund waits
-- and revokes it, or came first and prevents it.
create function private.new_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  select assessment_id, result_mode, organisation_id into new.assessment_id, new.result_mode, new.organisation_id
  from public.order_items where id = new.order_item_id for no key update;
  if new.invited_by_user_id is null then return new; end if;
  perform from public.orders
  where id = (select item.order_id from public.order_items item where item.id = new.order_item_id and item.deleted_at is null)
    and status = 'paid'
  for share;
  if not found then
    raise exception 'only seats of paid orders are assigned'
      using errcode = 'check_violation', constraint = 'user_accesses_of_paid_orders';
  end if;
  return new;
end
$$;

-- The buyer's own seats follow a change of the buyer's e-mail, unless they are started. A new e-mail gets a new code.
create function private.move_own_accesses(of_user uuid, to_email text) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with moved as (
    update public.user_accesses access set email = to_email, access_code = private.new_access_code()
    where access.user_id = of_user and access.invited_by_user_id is null and access.status = 'active' and access.accessed_at is null
      and not exists (
        select from public.user_accesses other
        where other.order_item_id = access.order_item_id and other.email = to_email and other.status <> 'revoked')
    returning access.id)
  update public.respondent_sessions set revoked_at = now()
  where revoked_at is null and access_id in (select id from moved)
$$;

-- A confirmed list can't be confirmed again.
create function private.draft_is_confirmed_once() returns trigger
language plpgsql
as $$
begin
  raise exception 'a list is confirmed once' using errcode = 'check_violation', constraint = 'invitation_drafts_once';
end
$$;

create function private.count_invitations(recipients text[], since timestamptz)
returns table (recipient text, sent bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select mail.recipient, count(*)
  from public.mails mail
  where mail.template in ('respondent_invitation', 'respondent_reminder') and mail.recipient = any (recipients) and mail.created_at > since
    and private.actor_kind() in ('user', 'admin', 'system') and private.staff_may(array['accesses'], 'read')
  group by mail.recipient
  union all
  select null, count(*)
  from public.user_accesses access join public.mails mail on mail.access_id = access.id
  where access.holder_id = any (private.actor_holders('coordinator'))
    and mail.created_at > since
    and mail.template in ('respondent_invitation', 'respondent_reminder')
$$;

-- Returns whether a code and an e-mail are a valid invitation, for a network address (null: unknown). The attempt is counted before
-- anything is compared, and locks the rows of its code, e-mail and network until it ends, which serialises concurrent attempts. The right
-- pair takes its own attempt back, also when its access ended, which only the right pair is told. Unknown code, wrong e-mail and revoked do
-- the same work and get the same answer; a refusal is noted on the access that has the code, or else on the newest five of the e-mail. What was typed comes as its mark (28-secrets.sql), and as the stored code of that
-- e-mail which it is, if it is one's.
create function private.check_invitation(stored_code text, typed_mark text, email_input text, network text, at_time timestamptz)
returns table (is_valid boolean, error_message text, access_id uuid, ended_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  address text := private.normalize_email(coalesce(email_input, ''));
  subjects text[] := array_remove(array[
    'code:' || left(typed_mark, 64),
    'email:' || encode(sha256(convert_to(address || ' ' || coalesce(left(network, 60), ''), 'UTF8')), 'hex'),
    'network:' || left(network, 60)], null);
  -- Start of the window in which too many attempts failed; null where the attempt is allowed.
  blocked_since timestamptz;
  found_access public.user_accesses;
begin
  with counted as (
    insert into private.access_tries as tries (subject, failures, window_started_at)
    select subject, 1, at_time from unnest(subjects) as subject order by subject
    on conflict (subject) do update set
      failures = case when tries.window_started_at > at_time - interval '15 minutes' then least(tries.failures + 1, 1000) else 1 end,
      window_started_at = case when tries.window_started_at > at_time - interval '15 minutes' then tries.window_started_at else at_time end
    returning tries.subject, tries.failures, tries.window_started_at
  )
  -- A whole office may share one network address.
  select min(counted.window_started_at) into blocked_since from counted
  where counted.failures > case when counted.subject like 'network:%' then 60 else 10 end;
  select * into found_access from public.user_accesses access
  where access.access_code = stored_code or (stored_code is null and access.id in (select marks.access_id from private.code_marks marks where marks.mark = typed_mark))
  order by access.created_at desc limit 1;
  if blocked_since is not null then
    return query select false, 'Demasiados intentos. Espera 15 minutos y vuelve a probar.', null::uuid, null::timestamptz;
  elsif found_access.email = address and found_access.status <> 'revoked' then
    update private.access_tries set failures = greatest(failures - 1, 0) where subject = any (subjects);
    if found_access.expires_at > at_time then
      return query select true, null::text, found_access.id, null::timestamptz;
      return;
    end if;
    return query select false, 'Tu acceso terminó el ' || to_char(private.day_of(found_access.expires_at), 'DD-MM-YYYY'), found_access.id,
      found_access.expires_at;
  else
    return query select false, 'Código de acceso o email inválido', null::uuid, null::timestamptz;
  end if;
  insert into public.access_refusals (access_id, reason, typed_email, counted_as, at)
  select access.id,
    case when blocked_since is not null then 'too_many' when access.email <> address then 'wrong_email' when found_access.id is null then 'wrong_code'
      when access.status = 'revoked' then 'revoked' else 'expired' end,
    case when access.email <> address then left(address, 1) || '•••' || coalesce(substring(address from '@.*$'), '') end, subjects[2], at_time
  from public.user_accesses access
  where (access.id = found_access.id or (found_access.id is null and access.email = address))
    -- Attempts that go on after the limit are noted once; the others 20 times an hour, so that nobody fills the disk.
    and case when blocked_since is not null
      then not exists (
        select from public.access_refusals noted
        where noted.access_id = access.id and noted.reason = 'too_many' and noted.at >= blocked_since)
      else (
        select count(*) from public.access_refusals noted
        where noted.access_id = access.id and noted.at > at_time - interval '1 hour') < 20
    end
  order by access.created_at desc limit 5;
end
$$;

-- Lets the person of an access try again at once: staff alone.
create function private.forget_refused_tries(of_access uuid, code_mark text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  access public.user_accesses;
begin
  if private.actor_kind() <> 'admin' then return false; end if;
  perform private.require_permission('accesses');
  select * into access from public.user_accesses where id = of_access;
  -- The network's count stays: others share it.
  delete from private.access_tries
  where subject = 'code:' || code_mark
    or subject in (select counted_as from public.access_refusals where access_id = of_access);
  return access.id is not null;
end
$$;

-- Opens a respondent's session with e-mail and code: the only way to answer without an account.
create function private.open_respondent_session(
  stored_code text, typed_mark text, email_input text, network text, browser text, new_token_hash text, session_ends_at timestamptz,
  at_time timestamptz)
returns table (is_valid boolean, error_message text, access_id uuid, ended_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  verdict record;
begin
  select * into verdict from private.check_invitation(stored_code, typed_mark, email_input, network, at_time);
  if verdict.is_valid then
    insert into public.respondent_sessions (token_hash, access_id, expires_at)
    values (new_token_hash, verdict.access_id, session_ends_at);
    update public.user_accesses access set opened_at = at_time where access.id = verdict.access_id and access.opened_at is null;
    perform private.keep_trace(verdict.access_id, browser, network, at_time);
  end if;
  return query select verdict.is_valid, verdict.error_message, verdict.access_id, verdict.ended_at;
end
$$;

-- What ends with a revoked access, whoever revokes it (a refund, a chargeback, its buyer, the staff, an erasure), in order: sessions, queued
-- mails, certificates, lessons done, the name on its reviews, as with a deleted account, and what told its person from others. A mail being sent is locked,
-- so that its sender waits for this before queueing it again.
create function private.end_revoked_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.respondent_sessions set revoked_at = now() where access_id = new.id and revoked_at is null;
  update public.mails set status = 'cancelled' where access_id = new.id and status = 'queued';
  perform from public.mails where access_id = new.id and status = 'sending' for update;
  delete from public.workshop_certificates where access_id = new.id;
  delete from public.workshop_lessons where access_id = new.id;
  update public.reviews set show_name = false where access_id = new.id and show_name;
  delete from private.review_authors where access_id = new.id;
  delete from private.respondent_traces where access_id = new.id;
  return null;
end
$$;

-- Whoever coordinates the item, or a participant.
create function private.actor_sees_item(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access
    where access.order_item_id = checked and access.status <> 'revoked'
      and (private.actor_may(access.holder_id, 'coordinator') or access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)));
end
$$;

-- A certificate belongs to its participant; a buyer sees who has completed. Only confirm_attendance writes them.
create function private.actor_is_participant(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access
    where access.id = checked and access.status <> 'revoked'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)));
end
$$;

-- The buyer's role sees an invited person's access of a confidential item as it was sent, until it is completed: opening and starting are
-- recorded in runs and sessions, which that role can't read. Named to run after `touch`, because it resets the time too.
create function private.withhold_confidential_state() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if new.result_mode = 'confidential' then
    if new.status = 'in_use' then new.status := 'active'; end if;
    new.accessed_at := new.completed_at;
    new.opened_at := null;
    new.progress := case when new.status = 'completed' then 100 else 0 end;
    new.answered_closed := 0;
    if (new.status, new.email, new.invitee_name, new.job_role, new.department, new.reminders_sent)
      is not distinct from (old.status, old.email, old.invitee_name, old.job_role, old.department, old.reminders_sent)
    then new.updated_at := old.updated_at; end if;
  end if;
  return new;
end
$$;

-- The search text of an access.
create function private.write_access_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  buyer public.profiles := (select profiles from public.profiles where id = new.user_id);
  company text := (
    select concat_ws(' ', company_name, billing_rut) from public.orders join public.order_items item on item.order_id = orders.id where item.id = new.order_item_id);
begin
  new.list_words := private.list_words(concat_ws(' ', new.email, new.invitee_name, new.first_name, new.last_name, new.invitee_company,
    buyer.first_name, buyer.last_name, buyer.company, company));
  return new;
end
$$;

-- The figures of the day on which an access was made, by its status.
create function private.count_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'UPDATE' and (private.access_label(old.status), old.created_at) is not distinct from (private.access_label(new.status), new.created_at)
  then return null; end if;
  if tg_op <> 'INSERT' and private.access_label(old.status) is not null then
    insert into private.daily_changes (kind, day, label, count)
      values ('access', private.day_of(old.created_at), private.access_label(old.status), -1);
  end if;
  if tg_op <> 'DELETE' and private.access_label(new.status) is not null then
    insert into private.daily_changes (kind, day, label, count)
      values ('access', private.day_of(new.created_at), private.access_label(new.status), 1);
  end if;
  return null;
end
$$;

-- The buyer's own seat was sent to nobody: it follows the item until its person has started.
create function private.promise_stays() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if new.result_mode = 'nominative' and (new.invited_by_user_id is not null
    or exists (select from public.assessment_runs where validated_access_id = new.id))
  then
    raise exception 'a promise of confidentiality stays'
      using errcode = 'check_violation', constraint = 'user_accesses_promise_stays';
  end if;
  return new;
end
$$;

-- Whether somebody has begun to answer. Only triggers learn it: a buyer can't ask who has started.
create function private.access_is_started(checked uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  return pg_trigger_depth() > 0 and exists (select from public.assessment_runs where validated_access_id = checked);
end
$$;

-- The only way to change an expiry: later, by an administrator, while the access can be answered.
create function private.extend_access(of_access uuid, until timestamptz)
returns table (answer text, ended_before timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  access public.user_accesses;
begin
  if private.actor_kind() <> 'admin' then return query select 'not_admin', null::timestamptz; return; end if;
  perform private.require_permission('accesses');
  select * into access from public.user_accesses where id = of_access for no key update;
  if not found then return query select 'not_found', null::timestamptz; return; end if;
  if access.status not in ('active', 'in_use') then return query select access.status, access.expires_at; return; end if;
  if until <= access.expires_at then return query select 'not_later', access.expires_at; return; end if;
  update public.user_accesses set expires_at = until where id = of_access;
  return query select 'extended', access.expires_at;
end
$$;

-- A thousand invitations are one statement, and so are their events.
create function private.queue_created_access_webhooks() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  facts jsonb[];
begin
  if not private.webhooks_subscribed('access.created') then return null; end if;
  select array_agg(jsonb_build_object('access_id', access.id, 'order_item_id', item.id, 'order_id', item.order_id,
      'product_id', item.assessment_id, 'invited', access.invited_by_user_id is not null, 'expires_at', access.expires_at)
    order by access.created_at, access.id)
  into facts
  from made access join public.order_items item on item.id = access.order_item_id;
  if facts is not null then perform private.queue_webhooks('access.created', facts); end if;
  return null;
end
$$;

-- Like extend_access, for many: answerable accesses with an earlier expiry move, others stay.
create function private.extend_accesses(of_accesses uuid[], until timestamptz)
returns table (access_id uuid, ended_before timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if private.actor_kind() <> 'admin' then return; end if;
  perform private.require_permission('accesses');
  return query
    with held as (
      select access.id, access.expires_at from public.user_accesses access
      where access.id = any (of_accesses) and access.status in ('active', 'in_use') and access.expires_at < until
      order by access.id for no key update
    )
    update public.user_accesses access set expires_at = until from held where access.id = held.id
    returning access.id, held.expires_at;
end
$$;

-- The states of the list (specification 2, section 4): an access completed in time stays completed.
create function private.find_accesses(
  input text, state_filter text, product uuid, client uuid, from_time timestamptz, until_time timestamptz, ends_until timestamptz,
  at_time timestamptz, sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['accesses']) then return; end if;
  return query select * from private.search_page_with('public.user_accesses',
    concat_ws(' and ',
      case state_filter
        when 'invited' then format('status = ''active'' and expires_at > %L', at_time)
        when 'accessed' then format('status = ''in_use'' and expires_at > %L', at_time)
        when 'unfinished' then format('status in (''active'', ''in_use'') and expires_at > %L', at_time)
        when 'expired' then format('status in (''active'', ''in_use'') and expires_at <= %L', at_time)
        when 'completed' then 'status = ''completed'''
        when 'revoked' then 'status = ''revoked'''
        else 'true'
      end,
      case when product is not null then format('assessment_id = %L', product) end,
      case when client is not null then format('user_id = %L', client) end,
      case when from_time is not null then format('created_at >= %L', from_time) end,
      case when until_time is not null then format('created_at < %L', until_time) end,
      case when ends_until is not null then
        format('status in (''active'', ''in_use'') and expires_at > %L and expires_at <= %L', at_time, ends_until) end),
    -- A whole code alone, as its mark.
    (select array_agg(access_id) from private.code_marks where mark = input),
    private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

create trigger ends_with_its_day before insert or update of expires_at on public.user_accesses
  for each row execute function private.ends_with_its_day('expires_at');
create trigger touch before update on public.user_accesses for each row execute function private.touch_updated_at();
create trigger count_used_seats after delete or update of status on public.user_accesses
for each row execute function private.count_used_seats();
create trigger count_new_seats after insert on public.user_accesses
referencing new table as made for each statement execute function private.count_new_seats();
create trigger access_status_changes before update of status on public.user_accesses
for each row execute function private.access_status_changes();
create trigger confirmed_once before update on public.invitation_drafts
for each row when (old.confirmed_at is not null) execute function private.draft_is_confirmed_once();
create trigger end_revoked_access after update of status on public.user_accesses
for each row when (new.status = 'revoked' and old.status <> 'revoked') execute function private.end_revoked_access();
create trigger withhold_confidential_state before update on public.user_accesses
for each row when (new.invited_by_user_id is not null) execute function private.withhold_confidential_state();
create trigger write_words before insert
  or update of email, invitee_name, first_name, last_name, invitee_company, list_words on public.user_accesses
for each row execute function private.write_access_words();
create trigger new_access before insert on public.user_accesses for each row execute function private.new_access();
create trigger count_access after insert or delete or update of status, created_at on public.user_accesses
for each row execute function private.count_access();
create trigger promise_stays before update of result_mode on public.user_accesses
for each row when (old.result_mode = 'confidential' and new.result_mode <> 'confidential') execute function private.promise_stays();
create trigger confirmed_once before update on public.access_imports
for each row when (old.confirmed_at is not null) execute function private.draft_is_confirmed_once();
create trigger webhook_events_created after insert on public.user_accesses
referencing new table as made for each statement execute function private.queue_created_access_webhooks();

-- Who only sees results reads accesses that are completed. A buyer keeps the own seat, whoever the purchase belongs to.
create policy readable on public.user_accesses for select to alhena_app
  using (
    holder_id = any ((select private.actor_holders('coordinator'))::uuid[])
    or (completed_at is not null and holder_id = any ((select private.actor_holders('results'))::uuid[]))
    or (user_id = (select private.actor_user_id()) and invited_by_user_id is null)
    or id = (select private.actor_access_id()) or (select private.actor_is_staff()));
create policy invited_by_buyer on public.user_accesses for insert to alhena_app
  with check (
    (holder_id = any ((select private.actor_holders('coordinator'))::uuid[]) and invited_by_user_id = (select private.actor_user_id()))
    or (select private.actor_is_staff()));
create policy changeable on public.user_accesses for update to alhena_app
  using (
    holder_id = any ((select private.actor_holders('coordinator'))::uuid[])
    or (user_id = (select private.actor_user_id()) and invited_by_user_id is null)
    or id = (select private.actor_access_id()) or (select private.actor_is_staff()));
create policy staff_reads on public.access_refusals for select to alhena_app using ((select private.actor_is_staff()));
create policy own on public.invitation_drafts for all to alhena_app
  using (user_id = (select private.actor_user_id()))
  with check (user_id = (select private.actor_user_id()));
create policy shop_removes on public.invitation_drafts for all to alhena_app using ((select private.is_system()));
create policy own on public.respondent_sessions for all to alhena_app
  using (
    access_id in (
      select access.id from public.user_accesses access
      where (access.user_id = (select private.actor_user_id()) and access.invited_by_user_id is null)
        or (access.holder_id = any ((select private.actor_holders('coordinator'))::uuid[]) and access.result_mode = 'nominative'))
    or access_id = (select private.actor_access_id()) or (select private.actor_is_staff()))
  with check (
    access_id in (
      select id from public.user_accesses where user_id = (select private.actor_user_id()) and invited_by_user_id is null)
    or (select private.actor_is_staff()));
create policy own on public.invitation_sends for all to alhena_app
  using ((select private.actor_kind()) = 'admin' and started_by = (select private.actor_user_id()))
  with check ((select private.actor_kind()) = 'admin' and started_by = (select private.actor_user_id()));
create policy shop_works on public.invitation_sends for all to alhena_app using ((select private.is_system()));
create policy own on public.invitation_send_rows for all to alhena_app
  using (send_id in (select id from public.invitation_sends))
  with check ((select private.actor_kind()) = 'admin' and send_id in (select id from public.invitation_sends));
create policy own on public.access_imports for all to alhena_app
  using ((select private.actor_kind()) = 'admin' and created_by = (select private.actor_user_id()))
  with check ((select private.actor_kind()) = 'admin' and created_by = (select private.actor_user_id()));
create policy shop_removes on public.access_imports for all to alhena_app using ((select private.is_system()));

grant select, insert (id, order_item_id, user_id, email, status, access_code, first_name, last_name, invitee_name, invitee_company, job_role, department, invited_by_user_id, accessed_at, completed_at, expires_at, progress, answered_closed, results, created_at, updated_at),
  update (status, first_name, last_name, invitee_name, invitee_company, job_role, department, accessed_at, completed_at, progress, answered_closed) on public.user_accesses to alhena_app;
grant select (id, access_id, reason, typed_email, at) on public.access_refusals to alhena_app;
grant insert, select (id, access_id, created_at, expires_at, revoked_at),
  update (revoked_at) on public.respondent_sessions to alhena_app;
grant select, delete, insert (user_id, order_item_id, rows, source),
  update (rows, source, confirmed_at, invited) on public.invitation_drafts to alhena_app;
grant select, insert (started_by, created_at, total),
  update (sent, skipped, ended_at, stopped) on public.invitation_sends to alhena_app;
grant select, insert, delete on public.invitation_send_rows to alhena_app;
grant select, delete, insert (created_by, order_item_id, rows, source),
  update (order_item_id, rows, source, confirmed_at, invited) on public.access_imports to alhena_app;
revoke execute on function private.move_own_accesses(uuid, text) from public;
