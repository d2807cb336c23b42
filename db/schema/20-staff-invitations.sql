-- Invitations to the staff: somebody who gives roles names an address and a scope, and whoever owns the mailbox joins by the account of that
-- address. It is the only way into the staff but the operator's. Only the SHA-256 of the link's token is stored.
create table public.staff_invitations (
  id uuid default gen_random_uuid() primary key,
  email text not null check (length(email) <= 254 and email = private.normalize_email(email)),
  scope text not null check (scope in ('admin', 'sales', 'content', 'support', 'finance')),
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$') unique,
  invited_by uuid not null references public.profiles,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- Withdrawn, sent again with another link, or of no use any more.
  revoked_at timestamptz,
  constraint staff_invitations_end check (accepted_at is null or revoked_at is null)
);
alter table public.staff_invitations enable row level security;

-- One open invitation per address.
create unique index staff_invitations_open on public.staff_invitations (email) where accepted_at is null and revoked_at is null;
create index staff_invitations_by_time on public.staff_invitations (created_at desc, id);
create index staff_invitations_of_inviter on public.staff_invitations (invited_by);

-- Whether another invitation may be sent: fifty are open at most, sixty are sent in a day. The lock makes two who invite at once wait for
-- each other.
create function private.may_invite_staff(at_time timestamptz) returns boolean
language plpgsql volatile
as $$
begin
  perform pg_advisory_xact_lock(hashtext('staff_invitations'));
  return (select count(*) filter (where accepted_at is null and revoked_at is null and expires_at > at_time) < 50
      and count(*) filter (where created_at > at_time - interval '1 day') < 60
    from public.staff_invitations);
end
$$;

-- Invites an address, as the acting member of the staff, whose session was just confirmed. It replaces an open invitation to the address,
-- whose link ends. Whether the address has an account decides nothing, unless it is one of the staff, who know one another.
create function private.invite_staff(invited text, new_scope text, new_hash text, of_session uuid, ends_at timestamptz, at_time timestamptz,
  out answer text, out made uuid, out inviter text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  answer := 'not_admin';
  if private.actor_kind() <> 'admin' then return; end if;
  -- Waits for whoever takes the role at the same time, and sees the result.
  select btrim(first_name || ' ' || last_name) into inviter from public.profiles where id = private.actor_user_id() for share;
  if not private.staff_may(array['team'], 'write') then return; end if;
  if not private.is_reauthenticated(of_session, at_time) then answer := 'not_confirmed'; return; end if;
  if exists (select from public.profiles where email = invited and staff_scope is not null and deleted_at is null) then
    answer := 'is_staff'; return;
  end if;
  if not private.may_invite_staff(at_time) then answer := 'too_many'; return; end if;
  update public.staff_invitations set revoked_at = at_time where email = invited and accepted_at is null and revoked_at is null;
  insert into public.staff_invitations (email, scope, token_hash, invited_by, created_at, expires_at)
  values (invited, new_scope, new_hash, private.actor_user_id(), at_time, ends_at) returning id into made;
  answer := 'invited';
end
$$;

-- Sends an open invitation again: another link to the same address with the same scope, by whoever decided on it. No session needs to be
-- confirmed, because nothing is given that was not given before.
create function private.resend_staff_invitation(sent uuid, new_hash text, ends_at timestamptz, at_time timestamptz,
  out answer text, out made uuid, out inviter text, out invited text, out given_scope text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  former public.staff_invitations;
begin
  answer := 'not_admin';
  if private.actor_kind() <> 'admin' or not private.staff_may(array['team'], 'write') then return; end if;
  if not private.may_invite_staff(at_time) then answer := 'too_many'; return; end if;
  update public.staff_invitations set revoked_at = at_time
  where id = sent and accepted_at is null and revoked_at is null returning * into former;
  if not found then answer := 'gone'; return; end if;
  insert into public.staff_invitations (email, scope, token_hash, invited_by, created_at, expires_at)
  values (former.email, former.scope, new_hash, former.invited_by, at_time, ends_at) returning id into made;
  select btrim(first_name || ' ' || last_name) into inviter from public.profiles where id = former.invited_by;
  answer := 'sent'; invited := former.email; given_scope := former.scope;
end
$$;

-- An invitation by its link, for anybody who has it: the address is compared, not shown.
create function private.staff_invitation(hash text, at_time timestamptz) returns table (scope text, inviter text, state text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select invitation.scope, btrim(inviter.first_name || ' ' || inviter.last_name),
    case
      when me.staff_scope is not null then 'member'
      when invitation.accepted_at is not null then 'used'
      -- Whoever lost the role gives none, also where the invitation was not ended with it.
      when invitation.revoked_at is not null or inviter.staff_scope is distinct from 'admin' then 'revoked'
      when invitation.expires_at <= at_time then 'expired'
      when private.actor_user_id() is null then 'open'
      when me.id is null or not me.email_verified or private.normalize_email(me.email) <> invitation.email then 'other_address'
      else 'open' end
  from public.staff_invitations invitation
    join public.profiles inviter on inviter.id = invitation.invited_by
    left join public.profiles me on me.id = private.actor_user_id() and me.deleted_at is null
  where invitation.token_hash = hash
$$;

-- Accepts an invitation once, for the person whose confirmed address it names.
create function private.accept_staff_invitation(hash text, at_time timestamptz,
  out outcome text, out accepted uuid, out given_scope text, out role_before text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  invitation public.staff_invitations;
begin
  outcome := 'unknown';
  if private.actor_user_id() is null then return; end if;
  -- Who invited and who accepts first, as a change of the role of either locks them: then each sees what the other did.
  perform from public.profiles
  where id = private.actor_user_id() or id = (select invited_by from public.staff_invitations where token_hash = hash)
  order by id for no key update;
  select * into invitation from public.staff_invitations where token_hash = hash for update;
  if not found then return; end if;
  outcome := (select state from private.staff_invitation(hash, at_time));
  if outcome <> 'open' then return; end if;
  select role into role_before from public.profiles where id = private.actor_user_id();
  update public.staff_invitations set accepted_at = at_time where id = invitation.id;
  update public.profiles set role = 'admin', staff_scope = invitation.scope where id = private.actor_user_id();
  outcome := 'accepted'; accepted := invitation.id; given_scope := invitation.scope;
end
$$;

-- Who no longer gives roles has invited nobody, and who is of the staff needs no invitation.
create function private.end_staff_invitations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.staff_invitations set revoked_at = now()
  where accepted_at is null and revoked_at is null
    and (invited_by = new.id and new.staff_scope is distinct from 'admin' or email = new.email and new.staff_scope is not null);
  return null;
end
$$;

create trigger ends_with_its_day before insert or update of expires_at on public.staff_invitations
  for each row execute function private.ends_with_its_day('expires_at');
create trigger end_staff_invitations after update of role, staff_scope on public.profiles
for each row when (old.staff_scope is distinct from new.staff_scope) execute function private.end_staff_invitations();

create policy admin_reads on public.staff_invitations for select to alhena_app using ((select private.actor_kind()) = 'admin');
create policy admin_changes on public.staff_invitations for update to alhena_app using ((select private.actor_kind()) = 'admin');

grant select (id, email, scope, invited_by, created_at, expires_at, accepted_at, revoked_at), update (revoked_at)
  on public.staff_invitations to alhena_app;
revoke execute on function private.may_invite_staff(timestamptz) from public;
