-- What people do with their own accounts: password, e-mail, sessions, leaving. Passwords and tokens stay where the application's role
-- cannot read them: it calls these functions, and each acts on the account of whoever acts, or on what a token's hash names.

alter table public.profiles add column deleted_at timestamptz;

-- Tries at passwords, per e-mail (its hash), per known browser, or per account whose owner is asked again.
create table auth.sign_in_tries (
  subject text primary key check (length(subject) <= 100),
  tries integer not null,
  window_started_at timestamptz not null
);
create index sign_in_tries_old on auth.sign_in_tries (window_started_at);

-- Counts a try before its password is looked at, so that tries at the same moment cannot pass together. False: too many in 15 minutes.
create function private.claim_sign_in_try(tried text, allowed integer) returns boolean
language sql volatile security definer set search_path = pg_catalog, public
as $$
  delete from auth.sign_in_tries where subject in (
    select old.subject from auth.sign_in_tries old
    where old.window_started_at < now() - interval '1 hour' and old.subject <> tried
    limit 20 for update skip locked);
  insert into auth.sign_in_tries as known (subject, tries, window_started_at) values (tried, 1, now())
  on conflict (subject) do update set
    tries = case when known.window_started_at > now() - interval '15 minutes' then least(known.tries + 1, 1000000) else 1 end,
    window_started_at = case when known.window_started_at > now() - interval '15 minutes' then known.window_started_at else now() end
  returning tries <= allowed
$$;

-- The right password clears what was counted.
create function private.forget_sign_in_tries(tried text) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$ delete from auth.sign_in_tries where subject = tried $$;

-- Sessions of whoever acts. Their tokens never leave the schema.
alter table auth.sessions add column last_used_at timestamptz not null default now();

create function private.own_sessions()
returns table (id uuid, user_agent text, created_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select session.id, session.user_agent, session.created_at, session.last_used_at
  from auth.sessions session
  where session.user_id = private.actor_user_id() and session.expires_at > now()
  order by session.last_used_at desc, session.id limit 50
$$;

create function private.note_session_use(used uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update auth.sessions set last_used_at = now()
  where id = used and user_id = private.actor_user_id() and last_used_at < now() - interval '5 minutes'
$$;

-- Ends one session, or all but the one that is kept. Returns how many ended.
create function private.close_own_sessions(closed uuid, kept uuid) returns bigint
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with gone as (
    delete from auth.sessions
    where user_id = private.actor_user_id() and (closed is null or id = closed) and (kept is null or id <> kept)
    returning 1)
  select count(*) from gone
$$;

create table public.email_changes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  old_email text not null check (length(old_email) <= 254),
  new_email text not null check (length(new_email) <= 254 and new_email = private.normalize_email(new_email)),
  -- SHA-256 of one-time tokens: the new address confirms; the old one objects, before and after.
  confirm_hash text not null unique check (confirm_hash ~ '^[0-9a-f]{64}$'),
  objection_hash text not null unique check (objection_hash ~ '^[0-9a-f]{64}$'),
  late_objection_hash text unique check (late_objection_hash ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  objection_until timestamptz not null,
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  -- The old address objected to this change, or to one before it.
  objected_at timestamptz
);
create index email_changes_of_user on public.email_changes (user_id, created_at desc);

alter table public.email_changes enable row level security;
grant select (id, user_id, new_email, created_at, expires_at, confirmed_at, cancelled_at) on public.email_changes to alhena_app;
create policy own on public.email_changes for select to alhena_app using (user_id = (select private.actor_user_id()));

-- `a…@example.cl`: the audit log is never emptied, so it holds no address.
create function private.masked_email(email text) returns text
language sql immutable strict
as $$ select left(email, 1) || '…' || substr(email, position('@' in email)) $$;

-- Links and requests that were on their way end with the password or the e-mail that they belong to.
create function private.end_one_time_links(of_user uuid) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  delete from auth.verifications where value = of_user::text;
  update public.email_changes set cancelled_at = now()
  where user_id = of_user and confirmed_at is null and cancelled_at is null
$$;
revoke all on function private.end_one_time_links(uuid) from public;

-- A new password of whoever acts, if the old one is still what was verified. Every session ends.
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

-- After a reset by link, which the auth library has done. Called by the owner, never by the application's role.
create function private.settle_password_reset(of_user uuid) returns table (email text, first_name text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  delete from auth.sessions where user_id = of_user;
  perform private.end_one_time_links(of_user);
  insert into public.audit_log (actor_kind, actor_user_id, action, entity, entity_id)
  values ('user', of_user, 'password_reset', 'profiles', of_user::text);
  -- The link came by mail, which is what confirming an e-mail asks for.
  return query update public.profiles set email_verified = true where profiles.id = of_user
    returning profiles.email, profiles.first_name;
end
$$;
revoke all on function private.settle_password_reset(uuid) from public;

-- Asks for another e-mail. 'taken' is for the mail that goes to that address alone; whoever asks is told the same.
create function private.request_email_change(
  wanted text, given_confirm_hash text, given_objection_hash text, ends_at timestamptz, objections_until timestamptz)
returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  me public.profiles;
begin
  select * into me from public.profiles where id = private.actor_user_id() and deleted_at is null for update;
  if not found then return 'not_found'; end if;
  if wanted = me.email then return 'same'; end if;
  -- Somebody else's mailbox may get these mails.
  if (select count(*) from public.email_changes where user_id = me.id and created_at > now() - interval '1 day') >= 5 then
    return 'too_many';
  end if;
  update public.email_changes set cancelled_at = now()
  where user_id = me.id and confirmed_at is null and cancelled_at is null;
  insert into public.email_changes (user_id, old_email, new_email, confirm_hash, objection_hash, expires_at, objection_until)
  values (me.id, me.email, wanted, given_confirm_hash, given_objection_hash, ends_at, objections_until);
  return case when exists (select from public.profiles where email = wanted) then 'taken' else 'free' end;
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

-- The buyer's own seats follow the buyer, except where answering has begun. A new code goes with a new e-mail.
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
revoke all on function private.move_own_accesses(uuid, text) from public;

-- Gives the account the e-mail that was asked for. No row: the token is wrong, used, late, or the address is somebody's by now.
create function private.confirm_email_change(given_hash text, given_late_hash text, objections_until timestamptz)
returns table (user_id uuid, old_email text, new_email text, first_name text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  change public.email_changes;
  me public.profiles;
begin
  -- The profile first, as every function here: two of them cannot wait for each other.
  select * into me from public.profiles
  where id = (select c.user_id from public.email_changes c where c.confirm_hash = given_hash) and deleted_at is null for update;
  if not found then return; end if;
  select * into change from public.email_changes c where c.confirm_hash = given_hash for update;
  if change.confirmed_at is not null or change.cancelled_at is not null or change.expires_at <= now() or change.old_email <> me.email then
    return;
  end if;
  begin
    update public.profiles set email = change.new_email, email_verified = true where id = me.id;
  exception when unique_violation then
    return;
  end;
  update public.email_changes c
  set confirmed_at = now(), late_objection_hash = given_late_hash, objection_until = objections_until
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

-- The old address says that this was not its owner: the e-mail stays or comes back, whatever it was changed to since; whoever asked
-- knew the password, so every session ends and the password opens nothing until it is reset by mail.
create function private.object_to_email_change(given_hash text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  change public.email_changes;
  me public.profiles;
begin
  select * into me from public.profiles
  where id = (select c.user_id from public.email_changes c where given_hash in (c.objection_hash, c.late_objection_hash))
    and deleted_at is null for update;
  if not found then return 'invalid'; end if;
  select * into change from public.email_changes c where given_hash in (c.objection_hash, c.late_objection_hash) for update;
  -- Also when another request took the place of this one: every notice that was mailed protects.
  if change.objection_until <= now() or change.objected_at is not null then return 'invalid'; end if;
  begin
    update public.profiles set email = change.old_email, email_verified = true where id = me.id;
  exception when unique_violation then
    return 'invalid';
  end;
  -- Whoever asked for this change asked for those after it, and must not object back.
  update public.email_changes c set cancelled_at = coalesce(c.cancelled_at, now()), objected_at = now()
  where c.user_id = me.id and c.created_at >= change.created_at;
  update auth.accounts set password = null, updated_at = now() where accounts.user_id = me.id and provider_id = 'credential';
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

-- A completed run stays as it is, except that leaving takes the person out of it.
create or replace function private.completed_run_stays() returns trigger
language plpgsql
as $$
declare
  person constant text[] := array['full_name', 'corporate_email', 'position', 'organizational_unit', 'data_role', 'company_name',
    'invitation_code', 'updated_at'];
begin
  if current_user <> 'alhena_app' and to_jsonb(new) - person = to_jsonb(old) - person then return new; end if;
  raise exception 'a completed run is not changed' using errcode = 'check_violation', constraint = 'assessment_runs_completed';
end
$$;

-- Whoever has left buys nothing, also not in a request that was under way.
create function private.orders_of_living_accounts() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if exists (select from public.profiles where id = new.user_id and deleted_at is not null) then
    raise exception 'the account is gone' using errcode = 'check_violation', constraint = 'orders_of_living_accounts';
  end if;
  return new;
end
$$;
create trigger orders_of_living_accounts before insert on public.orders
for each row execute function private.orders_of_living_accounts();

-- Deletes the account of whoever acts, if the password is still what was verified. Orders and their billing data stay, as tax law
-- asks; the person, the seats and their answers go. 'deleted', or why not.
create function private.delete_own_account(known_hash text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  me public.profiles;
  refused text;
begin
  -- A checkout of this buyer waits, as for another checkout.
  perform pg_advisory_xact_lock(hashtextextended(private.actor_user_id()::text, 1));
  select * into me from public.profiles where id = private.actor_user_id() and deleted_at is null for update;
  if not found or not exists (
    select from auth.accounts where user_id = me.id and provider_id = 'credential' and password = known_hash)
  then return 'password_changed'; end if;

  perform from public.orders where user_id = me.id and status = 'pending' order by id for update;
  if exists (
    select from public.payment_attempts attempt join public.orders on orders.id = attempt.order_id
    where orders.user_id = me.id and (
      (orders.status = 'pending' and attempt.status in ('committing', 'unknown', 'review', 'paid'))
      or attempt.status = 'refund_pending'))
  then return 'payment_in_progress'; end if;

  begin
    update public.profiles set first_name = 'Cuenta eliminada', last_name = '', company = null, phone = null, avatar_url = null,
      email = 'eliminada-' || me.id || '@cuenta.invalid', email_verified = false, role = 'client', deleted_at = now()
    where id = me.id;
  exception when check_violation then
    get stacked diagnostics refused = constraint_name;
    if refused = 'profiles_last_admin' then return 'last_admin'; end if;
    raise;
  end;

  update public.orders set status = 'failed' where user_id = me.id and status = 'pending';
  update public.discount_redemptions redemption set released_at = now()
  where redemption.user_id = me.id and redemption.released_at is null
    and exists (select from public.orders where orders.id = redemption.order_id and orders.status = 'failed');

  -- A review of the own access stays as its product's, without a name.
  update public.reviews set show_name = false where show_name and access_id in (
    select id from public.user_accesses where user_id = me.id and invited_by_user_id is null);
  update public.analytics_events set user_id = null where user_id = me.id;
  -- Later migrations bring these tables; one that an order was made with belongs to the order's records.
  if to_regclass('public.quotations') is not null then
    delete from public.quotations quotation where quotation.user_id = me.id
      and not exists (select from public.orders where orders.quotation_id = quotation.id);
  end if;

  delete from public.run_answers answer using public.assessment_runs run, public.user_accesses access
  where answer.run_id = run.id and access.id = run.validated_access_id and access.user_id = me.id;
  update public.assessment_runs run set full_name = 'Persona anónima', corporate_email = 'anonima@cuenta.invalid',
    position = 'Sin dato', organizational_unit = 'Sin dato', data_role = 'Sin dato', company_name = 'Sin dato', invitation_code = 'Sin dato'
  from public.user_accesses access where access.id = run.validated_access_id and access.user_id = me.id;
  delete from public.respondent_sessions session using public.user_accesses access
  where access.id = session.access_id and access.user_id = me.id;
  delete from public.mails where order_id is null and recipient = me.email;
  delete from public.mails mail using public.user_accesses access where access.id = mail.access_id and access.user_id = me.id;
  update public.user_accesses set status = 'revoked', email = 'eliminado-' || id || '@cuenta.invalid', first_name = null,
    last_name = null, invitee_name = null, invitee_company = null, job_role = null, department = null, results = null
  where user_id = me.id;

  delete from auth.sessions where user_id = me.id;
  delete from auth.accounts where user_id = me.id;
  delete from auth.verifications where value = me.id::text;
  delete from public.email_changes where user_id = me.id;
  insert into public.audit_log (action, entity, entity_id) values ('account_deleted', 'profiles', me.id::text);
  return 'deleted';
end
$$;

-- What nobody can use any more: also tries after their window, and changes of e-mail that nobody can confirm or object to.
create or replace function private.purge_expired() returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  purged bigint := 0;
  more bigint;
begin
  delete from private.access_tries where window_started_at < now() - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from public.respondent_sessions where expires_at < now() - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.sessions where expires_at < now() - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.verifications where expires_at < now() - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.sign_in_tries where window_started_at < now() - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from public.email_changes where greatest(expires_at, objection_until) < now() - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  return purged;
end
$$;
