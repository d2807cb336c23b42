create table public.profiles (
  id uuid default gen_random_uuid() primary key,
  first_name text collate "es-x-icu" not null check (length(first_name) >= 1 and length(first_name) <= 120),
  last_name text collate "es-x-icu" not null default '' check (length(last_name) <= 120),
  company text check (length(company) <= 200),
  phone text check (length(phone) <= 40),
  email text not null check (length(email) <= 254 and email = private.normalize_email(email)) unique,
  email_verified boolean not null default false,
  avatar_url text,
  role text not null default 'client' check (role in ('admin', 'client', 'respondent', 'assessment_manager')),
  -- What somebody of the staff works on: 30-staff-security.sql. Null for everybody else.
  staff_scope text check (staff_scope in ('admin', 'sales', 'content', 'support', 'finance')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  list_words tsvector not null generated always as (private.list_words(
    first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(company, ''))) stored,
  -- The name as lists sort it, in Spanish.
  full_name text collate "es-x-icu" generated always as (btrim(first_name || ' ' || last_name)) stored not null,
  company_id uuid,
  -- Logging in asks for a second factor: one of auth.two_factors or auth.passkeys.
  two_factor_enabled boolean not null default false,
  -- Whoever signed up was not shown to read the mailbox, and its owner was: what was typed then is void, and the name is still to be said.
  name_due boolean not null default false,
  constraint profiles_staff_has_scope check ((role = 'admin') = (staff_scope is not null))
);
alter table public.profiles enable row level security;

create table auth.sessions (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references public.profiles on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  -- When its owner proved a second factor, and confirmed to sit before it (ADR 0061).
  second_factor_at timestamptz,
  stepped_up_at timestamptz
);

-- Applications of codes; the auth library encrypts secrets and recovery codes with its own key.
create table auth.two_factors (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null unique references public.profiles on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  -- The time step (of 30 seconds since 1970) of the last code that was used.
  last_step bigint not null default 0,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);

create table auth.passkeys (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references public.profiles on delete cascade,
  name text collate "es-x-icu" check (length(name) <= 120),
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz not null default now()
);

create table auth.accounts (
  id uuid default gen_random_uuid() primary key,
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references public.profiles on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_provider_id_account_id_key unique (provider_id, account_id)
);

create table auth.verifications (
  id uuid default gen_random_uuid() primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table auth.rate_limits (
  id uuid default gen_random_uuid() primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- Attempts at passwords, per e-mail (hashed), per known browser, or per account whose owner has to confirm.
create table auth.sign_in_tries (
  subject text primary key check (length(subject) <= 100),
  tries integer not null,
  window_started_at timestamptz not null
);

-- The browser that signed up, by the SHA-256 of its cookie.
create table auth.sign_up_browsers (
  user_id uuid primary key references public.profiles on delete cascade,
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now()
);

create table public.email_changes (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references public.profiles on delete cascade,
  old_email text not null check (length(old_email) <= 254),
  new_email text not null check (length(new_email) <= 254 and new_email = private.normalize_email(new_email)),
  -- SHA-256 of one-time tokens: the new address confirms; the old one objects, before and after.
  confirm_hash text not null check (confirm_hash ~ '^[0-9a-f]{64}$') unique,
  objection_hash text not null check (objection_hash ~ '^[0-9a-f]{64}$') unique,
  late_objection_hash text check (late_objection_hash ~ '^[0-9a-f]{64}$') unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  objection_until timestamptz not null,
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  -- The old address objected to this change, or to an earlier one.
  objected_at timestamptz
);
alter table public.email_changes enable row level security;

create index sessions_user on auth.sessions (user_id);
create index passkeys_user on auth.passkeys (user_id);
create index accounts_user on auth.accounts (user_id);
create index verifications_identifier on auth.verifications (identifier);
create index rate_limits_old on auth.rate_limits (last_request);
create index sign_in_tries_old on auth.sign_in_tries (window_started_at);
create index email_changes_of_user on public.email_changes (user_id, created_at desc);
create index profiles_by_time on public.profiles (created_at, id);
create index profiles_by_name on public.profiles (full_name, id);
create index profiles_words on public.profiles using gin (list_words);
create index profiles_of_company on public.profiles (company_id, created_at, id) where company_id is not null;
create index profiles_by_role on public.profiles (role, created_at, id);
create index profiles_gone on public.profiles (deleted_at) where deleted_at is not null;

-- The staff have a scope, and nobody else. The first administrator and roles given without one get the whole back office.
create function private.assign_scope() returns trigger
language plpgsql
as $$
begin
  new.staff_scope := case when new.role = 'admin' then coalesce(new.staff_scope, 'admin') end;
  return new;
end
$$;

-- Keeps the last administrator. The table lock serialises concurrent demotions.
create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if old.staff_scope = 'admin' and (tg_op = 'DELETE' or new.staff_scope is distinct from 'admin') then
    perform pg_advisory_xact_lock(hashtext('profiles.last_admin'));
    if not exists (select from public.profiles where staff_scope = 'admin' and id <> old.id) then
      raise exception 'the last administrator keeps the role' using errcode = 'check_violation', constraint = 'profiles_last_admin';
    end if;
  end if;
  return coalesce(new, old);
end
$$;

-- Claims the time step of a code for an account, before the code is verified. False: this step or a later one was used.
create function private.claim_totp_step(of_user uuid, step bigint) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  update auth.two_factors set last_step = step where user_id = of_user and last_step < step;
  return found;
end
$$;

-- The right password resets the counter.
create function private.forget_sign_in_tries(tried text) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$ delete from auth.sign_in_tries where subject = tried $$;

-- Ends one session, or all but the current one. Returns how many ended.
create function private.close_own_sessions(closed uuid, kept uuid) returns bigint
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with gone as (
    delete from auth.sessions
    where user_id = private.actor_user_id() and (closed is null or id = closed) and (kept is null or id <> kept)
    returning 1)
  select count(*) from gone
$$;

-- Pending links and requests become invalid with their password or e-mail.
create function private.end_one_time_links(of_user uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  delete from auth.verifications where value = of_user::text;
  update public.email_changes set cancelled_at = now()
  where user_id = of_user and confirmed_at is null and cancelled_at is null
$$;

-- Sets a new password for the actor, if the verified old one is unchanged. Every session ends.
create function private.change_own_password(known_hash text, new_hash text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  update auth.accounts set password = new_hash, updated_at = now()
  where user_id = private.actor_user_id() and provider_id = 'credential' and password = known_hash;
  if not found then return false; end if;
  delete from auth.sessions where user_id = private.actor_user_id();
  perform private.end_one_time_links(private.actor_user_id());
  return true;
end
$$;

-- After a reset by link, done by the auth library. Called by the owner, never by the application's role.
create function private.settle_password_reset(of_user uuid) returns table (email text, first_name text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  delete from auth.sessions where user_id = of_user;
  perform private.end_one_time_links(of_user);
  insert into public.audit_log (actor_kind, actor_user_id, action, entity, entity_id)
  values ('user', of_user, 'password_reset', 'profiles', of_user::text);
  -- The link came by mail, which confirms the e-mail.
  return query update public.profiles set email_verified = true where profiles.id = of_user
    returning profiles.email, profiles.first_name;
end
$$;

-- What whoever signed up typed about the person: it is not the owner's of the mailbox, who says it anew. An unconfirmed account opens no
-- session, so that nothing else hangs on it.
create function private.forget_typed_sign_up(of_user uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update public.profiles set first_name = 'Sin nombre', last_name = '', company = null, phone = null, avatar_url = null,
    role = case role when 'admin' then role else 'client' end, name_due = true
  where id = of_user
$$;

-- Whether the owner of a mailbox has yet to say the name of its account. Of an unconfirmed one it is known in the browser alone that signed up.
create function private.is_name_due(of_user uuid, browser_hash text) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (
    select from public.profiles person where person.id = of_user and private.is_system() and (
      person.name_due or not person.email_verified and not exists (
        select from auth.sign_up_browsers browser where browser.user_id = person.id and browser.token_hash = browser_hash)))
$$;

-- Its owner says the name, with the link of a mail.
create function private.name_taken_over_account(of_user uuid, own_first_name text, own_last_name text, own_role text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return; end if;
  perform from public.profiles where id = of_user and deleted_at is null and (name_due or not email_verified) for update;
  if not found then return; end if;
  perform private.forget_typed_sign_up(of_user);
  update public.profiles set first_name = own_first_name, last_name = own_last_name,
    role = case role when 'admin' then role else own_role end, name_due = false
  where id = of_user;
end
$$;

-- Before a mailbox is confirmed, by the auth library: whoever signed up with somebody else's address must not share the account
-- with its owner. In another browser than the one that signed up, whatever was set before opens nothing from now on, and what was typed is
-- void (spec D53). Called by the owner.
create function private.void_unproven_sign_up(of_user uuid, browser_hash text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  -- The row stays: a second click at the same time asks as well.
  if exists (select from auth.sign_up_browsers where user_id = of_user and token_hash = browser_hash) then return; end if;
  update auth.accounts set password = null, updated_at = now() where user_id = of_user;
  delete from auth.sessions where user_id = of_user;
  delete from auth.passkeys where user_id = of_user;
  delete from auth.two_factors where user_id = of_user;
  update public.profiles set two_factor_enabled = false where id = of_user and two_factor_enabled;
  perform private.forget_typed_sign_up(of_user);
  perform private.end_one_time_links(of_user);
  insert into public.audit_log (actor_kind, actor_user_id, action, entity, entity_id)
  values ('user', of_user, 'password_voided', 'profiles', of_user::text);
end
$$;

create function private.cancel_own_email_change() returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  update public.email_changes set cancelled_at = now()
  where user_id = private.actor_user_id() and confirmed_at is null and cancelled_at is null;
  return found;
end
$$;

-- A person's new name and e-mail reach the search text of orders and accesses.
create function private.rename_in_lists() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- The triggers above always write the search text.
  update public.orders set list_words = '' where user_id = new.id;
  update public.user_accesses set list_words = '' where user_id = new.id;
  return null;
end
$$;

-- People, products and codes for the search of the top bar, ranked where possible.
create function private.find_profiles(input text, max_rows integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['clients']) then return; end if;
  return query select * from private.search_page_with(
    'public.profiles', 'deleted_at is null', private.people_of_rut(input), private.list_query(input), 'created_at', true, null, max_rows);
end
$$;

-- The newest discount codes that match words.
create function private.find_codes(input text, max_rows integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['discounts']) then return; end if;
  return query select * from private.search_page(
    'public.discount_codes', 'archived_at is null', private.list_query(input), 'created_at', true, null, max_rows);
end
$$;

-- The company that a typed name stands for.
create function private.profile_company() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.company_id := private.company_of(new.company);
  return new;
end
$$;

-- Whether a session of the actor was confirmed in the last ten minutes, and is still open.
create function private.is_reauthenticated(of_session uuid, at_time timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (
    select from auth.sessions where id = of_session and user_id = private.actor_user_id()
      and stepped_up_at <= at_time and stepped_up_at > at_time - interval '10 minutes')
$$;

-- Changes somebody's role or, of the staff, the scope (a scope's name stands for the role `admin` with it), as the acting administrator, whose session was just confirmed. Serialised, so that two administrators who demote
-- each other leave one.
create function private.change_role(of_user uuid, new_role text, of_session uuid, at_time timestamptz)
returns table (answer text, role_before text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  person public.profiles;
  refused text;
  before text;
begin
  if private.actor_kind() <> 'admin' then return query select 'not_admin', null::text; return; end if;
  -- The person first, then the lock, in the same order as the deletion of an account.
  select * into person from public.profiles where id = of_user and deleted_at is null for no key update;
  if not found then return query select 'not_found', null::text; return; end if;
  perform pg_advisory_xact_lock(hashtext('profiles.last_admin'));
  if not private.staff_may(array['team'], 'write') then return query select 'not_admin', null::text; return; end if;
  if not private.is_reauthenticated(of_session, at_time) then return query select 'not_confirmed', null::text; return; end if;
  if new_role not in ('admin', 'sales', 'content', 'support', 'finance', 'client', 'respondent', 'assessment_manager') then
    return query select 'unknown_role', null::text; return;
  end if;
  before := coalesce(person.staff_scope, person.role);
  if before = new_role then return query select 'same', before; return; end if;
  -- Whoever is not of the staff joins it by accepting an invitation.
  if person.staff_scope is null and new_role not in ('client', 'respondent', 'assessment_manager') then
    return query select 'not_staff', before; return;
  end if;
  begin
    update public.profiles set
      role = case when new_role in ('client', 'respondent', 'assessment_manager') then new_role else 'admin' end,
      staff_scope = case when new_role not in ('client', 'respondent', 'assessment_manager') then new_role end
    where id = of_user;
  exception when check_violation then
    get stacked diagnostics refused = constraint_name;
    if refused = 'profiles_last_admin' then return query select 'last_admin', before; return; end if;
    raise;
  end;
  return query select 'changed', before;
end
$$;

-- Counts an attempt before its password is verified, so that concurrent attempts can't exceed the limit. False: too many in 15 minutes.
create function private.claim_sign_in_try(tried text, allowed integer, at_time timestamptz) returns boolean
language sql security definer set search_path = pg_catalog, public
as $$
  delete from auth.sign_in_tries where subject in (
    select old.subject from auth.sign_in_tries old
    where old.window_started_at < at_time - interval '1 hour' and old.subject <> tried
    limit 20 for update skip locked);
  insert into auth.sign_in_tries as known (subject, tries, window_started_at) values (tried, 1, at_time)
  on conflict (subject) do update set
    tries = case when known.window_started_at > at_time - interval '15 minutes' then least(known.tries + 1, 1000000) else 1 end,
    window_started_at = case when known.window_started_at > at_time - interval '15 minutes' then known.window_started_at else at_time end
  returning tries <= allowed
$$;

-- The change that a link confirms, for the page that it opens. No row: the link is used, expired or none.
create function private.email_change_of(input_hash text, at_time timestamptz)
returns table(user_id uuid, masked_email text, new_email text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select me.id, private.masked_email(me.email), change.new_email
  from public.email_changes change join public.profiles me on me.id = change.user_id
  where change.confirm_hash = input_hash and change.confirmed_at is null and change.cancelled_at is null
    and change.expires_at > at_time and change.old_email = me.email and me.deleted_at is null
$$;

-- Changes the actor's e-mail to the requested one. No row: the change is another account's, the token is invalid, used or expired, or the address is taken by now.
create function private.confirm_email_change(input_hash text, new_late_hash text, objections_until timestamptz, at_time timestamptz)
returns table(user_id uuid, old_email text, new_email text, first_name text)
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  change public.email_changes;
  me public.profiles;
begin
  -- The profile is locked first, as in every function here, so that two of them can't deadlock.
  select * into me from public.profiles
  where id = (select c.user_id from public.email_changes c where c.confirm_hash = input_hash)
    and id = private.actor_user_id() and deleted_at is null for update;
  if not found then return; end if;
  select * into change from public.email_changes c where c.confirm_hash = input_hash for update;
  if change.confirmed_at is not null or change.cancelled_at is not null or change.expires_at <= at_time or change.old_email <> me.email then
    return;
  end if;
  begin
    update public.profiles set email = change.new_email, email_verified = true where id = me.id;
    perform private.forget_account_mails(me.email);
  exception when unique_violation then
    return;
  end;
  update public.email_changes c
  set confirmed_at = at_time, late_objection_hash = new_late_hash, objection_until = objections_until
  where c.id = change.id;
  delete from auth.verifications where value = me.id::text;
  perform private.move_own_accesses(me.id, change.new_email);
  insert into public.audit_log (actor_kind, actor_user_id, action, entity, entity_id, before, after)
  values ('user', me.id, 'email_changed', 'profiles', me.id::text,
    jsonb_build_object('email', private.masked_email(change.old_email)),
    jsonb_build_object('email', private.masked_email(change.new_email)));
  return query select me.id, change.old_email, change.new_email, me.first_name;
end
$$;

-- Deletes the actor's account, if the verified password is unchanged. Orders and their billing data stay, as tax law requires; personal
-- data, seats and answers are deleted. Returns 'deleted', or why not. The trigger account_erased deletes quotations once
-- deleted_at is set.
create function private.delete_own_account(known_hash text, at_time timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  me public.profiles;
  refused text;
  -- Organisations that end with the account.
  alone uuid[];
  -- The accesses whose people are deleted: those of the own purchases, and the own seats in purchases of an organisation.
  erased uuid[];
  -- Mailboxes of the account and of the people of its accesses.
  addresses text[];
begin
  -- Waits for this buyer's checkouts, like another checkout.
  perform pg_advisory_xact_lock(hashtextextended(private.actor_user_id()::text, 1));
  select * into me from public.profiles where id = private.actor_user_id() and deleted_at is null for update;
  if not found or not exists (
    select from auth.accounts where user_id = me.id and provider_id = 'credential' and password = known_hash)
  then return 'password_changed'; end if;

  perform from public.orders where user_id = me.id and status = 'pending' order by id for update;
  if exists (
    select from public.payment_attempts attempt join public.orders on orders.id = attempt.order_id
    where orders.user_id = me.id and (
      (orders.status = 'pending' and attempt.status in ('committing', 'unknown', 'manual_resolution', 'paid'))
      or attempt.status = 'refund_pending'))
  then return 'payment_in_progress'; end if;

  begin
    update public.profiles set first_name = 'Cuenta eliminada', last_name = '', company = null, phone = null, avatar_url = null,
      email = 'eliminada-' || me.id || '@cuenta.invalid', email_verified = false, role = 'client', deleted_at = at_time
    where id = me.id;
    -- Mails to former addresses name the person as well. Invitations name who invited, to whomever they went; they end with an organisation.
    delete from public.mails mail using public.email_changes change
    where change.user_id = me.id and mail.order_id is null and mail.access_id is null
      and (mail.recipient = change.old_email or mail.recipient = change.new_email and not exists (
        select from public.profiles where email = change.new_email));
    update public.mails mail set params = '{}', subject = null
    where mail.status in ('sent', 'failed', 'cancelled') and (
      mail.template in ('organisation_invitation', 'staff_invitation') and (
        mail.recipient in (
          select email from public.organisation_invitations where invited_by = me.id
          union all select email from public.staff_invitations where invited_by = me.id)
        or starts_with(mail.subject, btrim(me.first_name || ' ' || me.last_name) || ' '))
      or mail.template in ('respondent_invitation', 'respondent_reminder')
        and mail.access_id in (select id from public.user_accesses where invited_by_user_id = me.id));
    -- Whom it invited to the staff without an answer.
    delete from public.staff_invitations where invited_by = me.id and accepted_at is null;
    -- Where only its name was written as an owner: plans of organisations stay theirs.
    update public.plan_actions action set owner_name = null
    from public.order_items item join private.organisation_roles(me.id) belonging on belonging.organisation_id = item.organisation_id
    where item.id = action.order_item_id and action.owner_email is null
      and private.group_key(action.owner_name) = private.group_key(me.first_name || ' ' || me.last_name);
    alone := private.leave_organisations(me.id, at_time);
  exception when check_violation then
    get stacked diagnostics refused = constraint_name;
    if refused = 'profiles_last_admin' then return 'last_admin'; end if;
    if refused = 'organisations_keep_a_buyer' then return 'last_buyer'; end if;
    raise;
  end;
  select coalesce(array_agg(id), '{}') into erased from public.user_accesses
  where (user_id = me.id and (organisation_id is null or invited_by_user_id is null)) or organisation_id = any (alone);

  update public.orders set status = 'failed' where user_id = me.id and status = 'pending';
  update public.discount_redemptions redemption set released_at = at_time
  where redemption.user_id = me.id and redemption.released_at is null
    and exists (select from public.orders where orders.id = redemption.order_id and orders.status = 'failed');

  update public.analytics_events set user_id = null where user_id = me.id;

  -- The own plans, those of organisations that end, and the names of these people as owners.
  delete from public.plan_actions action using public.order_items item
  where item.id = action.order_item_id and (action.access_id = any (erased) or item.organisation_id = any (alone));
  update public.plan_actions set owner_name = null, owner_email = null where id in (select private.named_in_plans(erased));
  delete from public.run_answers answer using public.assessment_runs run, public.user_accesses access
  where answer.run_id = run.id and access.id = run.validated_access_id and access.id = any (erased);
  update public.assessment_runs run set full_name = 'Persona anónima', corporate_email = 'anonima@cuenta.invalid',
    position = 'Sin dato', organizational_unit = 'Sin dato', data_role = 'Sin dato', company_name = 'Sin dato', invitation_code = 'Sin dato'
  from public.user_accesses access where access.id = run.validated_access_id and access.id = any (erased);
  delete from public.respondent_sessions session using public.user_accesses access
  where access.id = session.access_id and access.id = any (erased);
  delete from public.mails where order_id is null and recipient = me.email;
  delete from public.mails mail using public.user_accesses access where access.id = mail.access_id and access.id = any (erased);
  addresses := array(select email from public.user_accesses where id = any (erased)) || me.email
    || array(select unnest(array[old_email, new_email]) from public.email_changes where user_id = me.id);
  update public.user_accesses set status = 'revoked', email = 'eliminado-' || id || '@cuenta.invalid', first_name = null,
    last_name = null, invitee_name = null, invitee_company = null, job_role = null, department = null, results = null, erased_at = at_time
  where id = any (erased);

  delete from auth.sessions where user_id = me.id;
  delete from auth.two_factors where user_id = me.id;
  delete from auth.passkeys where user_id = me.id;
  delete from auth.sign_up_browsers where user_id = me.id;
  delete from auth.accounts where user_id = me.id;
  delete from auth.verifications where value = me.id::text;
  delete from public.email_changes where user_id = me.id;
  perform private.forget_accesses_in_audit(erased);
  -- After their entries in the log, which are found by them.
  delete from public.reviews where access_id = any (erased);
  perform private.forget_addresses(addresses);
  insert into public.audit_log (action, entity, entity_id) values ('account_deleted', 'profiles', me.id::text);
  return 'deleted';
end
$$;

create function private.record_session_use(used uuid, at_time timestamptz) returns void
language sql security definer set search_path = pg_catalog, public
as $$
  update auth.sessions set last_used_at = at_time
  where id = used and user_id = private.actor_user_id() and last_used_at < at_time - interval '5 minutes'
$$;

-- The old address reports that its owner did not request the change: the e-mail is kept or restored, whatever it was changed to since; the
-- requester knew the password, so every session ends and the password is invalid until it is reset by mail.
create function private.object_to_email_change(input_hash text, at_time timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  change public.email_changes;
  me public.profiles;
begin
  select * into me from public.profiles
  where id = (select c.user_id from public.email_changes c where input_hash in (c.objection_hash, c.late_objection_hash))
    and deleted_at is null for update;
  if not found then return 'invalid'; end if;
  select * into change from public.email_changes c where input_hash in (c.objection_hash, c.late_objection_hash) for update;
  -- Also when another request replaced this one: every mailed notice protects.
  if change.objection_until <= at_time or change.objected_at is not null then return 'invalid'; end if;
  begin
    update public.profiles set email = change.old_email, email_verified = true where id = me.id;
    perform private.forget_account_mails(me.email);
  exception when unique_violation then
    return 'invalid';
  end;
  -- The requester of this change also requested the later ones, and must not object to the restoration.
  update public.email_changes c set cancelled_at = coalesce(c.cancelled_at, at_time), objected_at = at_time
  where c.user_id = me.id and c.created_at >= change.created_at;
  update auth.accounts set password = null, updated_at = at_time where accounts.user_id = me.id and provider_id = 'credential';
  delete from auth.sessions where sessions.user_id = me.id;
  perform private.end_one_time_links(me.id);
  if me.email <> change.old_email then perform private.move_own_accesses(me.id, change.old_email); end if;
  insert into public.audit_log (actor_kind, actor_user_id, action, entity, entity_id, before, after)
  values ('user', me.id, 'email_change_objected', 'profiles', me.id::text,
    jsonb_build_object('email', private.masked_email(me.email)),
    jsonb_build_object('email', private.masked_email(change.old_email)));
  return case when me.email = change.old_email then 'cancelled' else 'restored' end;
end
$$;

-- Sessions of the actor. Their tokens never leave the schema.
create function private.own_sessions(at_time timestamptz)
returns table(id uuid, user_agent text, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select session.id, session.user_agent, session.created_at, session.last_used_at
  from auth.sessions session
  where session.user_id = private.actor_user_id() and session.expires_at > at_time
  order by session.last_used_at desc, session.id limit 50
$$;

-- Deletes expired rows: also attempts after their window, and changes of e-mail that can't be confirmed or objected to any more.
create function private.purge_expired(at_time timestamptz) returns bigint
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  purged bigint := 0;
  more bigint;
begin
  if not private.is_system() then return 0; end if;
  delete from private.access_tries where window_started_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from public.access_refusals where at < at_time - interval '90 days';
  get diagnostics more = row_count; purged := purged + more;
  delete from public.respondent_sessions where expires_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.sessions where expires_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.verifications where expires_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.sign_in_tries where window_started_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  -- Their keys are addresses of visitors, their times milliseconds; the longest window is five minutes.
  delete from auth.rate_limits where last_request < extract(epoch from at_time - interval '1 hour') * 1000;
  get diagnostics more = row_count; purged := purged + more;
  delete from private.request_counts where ends_at < at_time - interval '1 hour';
  get diagnostics more = row_count; purged := purged + more;
  delete from private.data_access_links where created_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from public.email_changes where greatest(expires_at, objection_until) < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  return purged;
end
$$;

-- Requests another e-mail. 'taken' is for the mail to that address alone; the requester gets the same answer.
create function private.request_email_change(new_email text, new_confirm_hash text, new_objection_hash text, ends_at timestamptz, objections_until timestamptz, at_time timestamptz) returns text
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  me public.profiles;
begin
  select * into me from public.profiles where id = private.actor_user_id() and deleted_at is null for update;
  if not found then return 'not_found'; end if;
  if new_email = me.email then return 'same'; end if;
  -- These mails may reach another person's mailbox.
  if (select count(*) from public.email_changes where user_id = me.id and created_at > at_time - interval '1 day') >= 5 then
    return 'too_many';
  end if;
  update public.email_changes set cancelled_at = at_time
  where user_id = me.id and confirmed_at is null and cancelled_at is null;
  insert into public.email_changes (user_id, old_email, new_email, confirm_hash, objection_hash, expires_at, objection_until, created_at)
  values (me.id, me.email, new_email, new_confirm_hash, new_objection_hash, ends_at, objections_until, at_time);
  return case when exists (select from public.profiles where email = new_email) then 'taken' else 'free' end;
end
$$;

-- Nothing is sold to a deleted account or noted about it, also not in a concurrent request.
create function private.require_existing_account() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  account uuid;
begin
  if tg_table_name = 'order_notes' then
    select user_id into account from public.orders where id = new.order_id;
  else
    account := new.user_id;
  end if;
  -- Waits for a concurrent deletion, and sees its result.
  perform from public.profiles where id = account and deleted_at is null for key share;
  if not found then
    raise exception 'the account is deleted' using errcode = 'check_violation', constraint = 'account_is_deleted';
  end if;
  return new;
end
$$;

create trigger touch before update on public.profiles for each row execute function private.touch_updated_at();
create trigger assign_scope before insert or update of role, staff_scope on public.profiles
for each row execute function private.assign_scope();
create trigger keep_an_admin before update of role, staff_scope or delete on public.profiles
for each row execute function private.keep_an_admin();
create trigger rename_in_lists after update of first_name, last_name, email, company on public.profiles
for each row when ((old.first_name, old.last_name, old.email, old.company)
  is distinct from (new.first_name, new.last_name, new.email, new.company))
execute function private.rename_in_lists();
create trigger company_of before insert or update of company, company_id on public.profiles
for each row execute function private.profile_company();

create policy own_profile on public.profiles for select to alhena_app
  using (id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy change_own_profile on public.profiles for update to alhena_app
  using (id = (select private.actor_user_id()));
create policy own on public.email_changes for select to alhena_app using (user_id = (select private.actor_user_id()));

grant select, update (first_name, last_name, company, phone) on public.profiles to alhena_app;
grant select (id, user_id, new_email, created_at, expires_at, confirmed_at, cancelled_at) on public.email_changes to alhena_app;
revoke execute on function private.end_one_time_links(uuid) from public;
revoke execute on function private.settle_password_reset(uuid) from public;
revoke execute on function private.void_unproven_sign_up(uuid, text) from public;
revoke execute on function private.forget_typed_sign_up(uuid) from public;
