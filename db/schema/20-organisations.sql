-- Companies whose people share purchases. A purchase belongs to its buyer, or to an organisation: then its members see it by their role,
-- and its buyer only as a member.
create table public.organisations (
  id uuid default gen_random_uuid() primary key,
  name text collate "es-x-icu" not null check (length(name) >= 1 and length(name) <= 120),
  rut text check (length(rut) <= 12),
  created_at timestamptz not null,
  -- Nobody belongs to it any more.
  closed_at timestamptz,
  -- Marked by the staff: it may have client companies.
  is_consultant boolean not null default false,
  -- The consultant whose client company it is: the consultant's members have their role in it as well. Given when it is made, so that
  -- nobody who was invited before gets more readers than were named.
  consultant_id uuid,
  -- For the foreign key: only a marked organisation has client companies, and it stays marked while it does.
  consultant_is_marked boolean generated always as (consultant_id is not null) stored,
  unique (id, is_consultant),
  foreign key (consultant_id, consultant_is_marked) references public.organisations (id, is_consultant),
  -- Neither chains nor its own client.
  constraint organisations_no_chains check (consultant_id is null or not is_consultant),
  constraint organisations_closed_alone check (consultant_id is null or closed_at is null)
);
alter table public.organisations enable row level security;

create table public.organisation_members (
  organisation_id uuid not null references public.organisations on delete cascade,
  user_id uuid not null references public.profiles,
  role text not null check (role in ('buyer', 'coordinator', 'results')),
  joined_at timestamptz not null,
  primary key (organisation_id, user_id)
);
alter table public.organisation_members enable row level security;

-- Only the SHA-256 of the link's token is stored.
create table public.organisation_invitations (
  id uuid default gen_random_uuid() primary key,
  organisation_id uuid not null references public.organisations on delete cascade,
  email text not null check (length(email) <= 254 and email = private.normalize_email(email)),
  role text not null check (role in ('buyer', 'coordinator', 'results')),
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$') unique,
  invited_by uuid not null references public.profiles,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint organisation_invitations_end check (accepted_at is null or revoked_at is null)
);
alter table public.organisation_invitations enable row level security;

create index organisation_members_of_user on public.organisation_members (user_id, organisation_id) include (role);
-- One open invitation per address.
create unique index organisation_invitations_open on public.organisation_invitations (organisation_id, email)
  where accepted_at is null and revoked_at is null;
create index organisation_invitations_of_organisation on public.organisation_invitations (organisation_id, created_at desc);
create index organisation_invitations_of_inviter on public.organisation_invitations (invited_by);

alter table public.orders add constraint orders_organisation_id_fkey foreign key (organisation_id) references public.organisations;
alter table public.order_items add constraint order_items_organisation_id_fkey foreign key (organisation_id) references public.organisations;
alter table public.user_accesses add constraint user_accesses_organisation_id_fkey foreign key (organisation_id) references public.organisations;

create index organisations_of_consultant on public.organisations (consultant_id, consultant_is_marked) where consultant_id is not null;
create index orders_of_organisation on public.orders (organisation_id) where organisation_id is not null;
create index order_items_of_organisation on public.order_items (organisation_id) where organisation_id is not null;
create index user_accesses_of_organisation on public.user_accesses (organisation_id) where organisation_id is not null;

-- The lines and accesses of an order belong to its organisation.
create function private.pass_on_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.order_items set organisation_id = new.organisation_id where order_id = new.id;
  update public.user_accesses set organisation_id = new.organisation_id
  where order_item_id in (select id from public.order_items where order_id = new.id);
  return null;
end
$$;

-- Until an organisation is closed, somebody can buy, invite and hand over: in a client company the people of its consultant. The lock makes
-- two people who leave at once wait for each other, and for whoever releases the client company.
create function private.keep_a_buyer() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  consultant uuid;
begin
  select consultant_id into consultant from public.organisations where id = old.organisation_id and closed_at is null for update;
  if found and consultant is null and not exists (
    select from public.organisation_members where organisation_id = old.organisation_id and role = 'buyer')
  then
    raise exception 'an organisation keeps a member who buys'
      using errcode = 'check_violation', constraint = 'organisations_keep_a_buyer';
  end if;
  return null;
end
$$;

-- Creates an organisation whose first member is the acting user, who buys.
create function private.create_organisation(new_name text, new_rut text, at_time timestamptz) returns uuid
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  made uuid;
begin
  perform from public.profiles where id = private.actor_user_id() and deleted_at is null for key share;
  if not found or (
    select count(*) from public.organisation_members member join public.organisations organisation on organisation.id = member.organisation_id
    where member.user_id = private.actor_user_id() and organisation.consultant_id is null) >= 10
  then return null; end if;
  insert into public.organisations (name, rut, created_at) values (new_name, new_rut, at_time) returning id into made;
  insert into public.organisation_members (organisation_id, user_id, role, joined_at)
  values (made, private.actor_user_id(), 'buyer', at_time);
  return made;
end
$$;

-- Creates a client company of a consultant for which the acting user buys. Nobody needs to join it.
create function private.create_client_company(consultant uuid, new_name text, new_rut text, at_time timestamptz, out outcome text, out made uuid)
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.organisations
  where id = consultant and is_consultant and closed_at is null and id = any (private.actor_organisations('buyer')) for update;
  if not found then outcome := 'missing'; return; end if;
  if (select count(*) from public.organisations where consultant_id = consultant) >= 200 then outcome := 'too_many'; return; end if;
  insert into public.organisations (name, rut, created_at, consultant_id) values (new_name, new_rut, at_time, consultant) returning id into made;
  outcome := 'created';
end
$$;

-- A consultant no longer manages a client company that has a buyer of its own: its people see it no more.
create function private.release_client_company(released uuid) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.organisations where id = released and consultant_id = any (private.actor_organisations('buyer')) for update;
  if not found then return 'missing'; end if;
  if not exists (select from public.organisation_members where organisation_id = released and role = 'buyer') then return 'no_buyer'; end if;
  update public.organisations set consultant_id = null where id = released;
  return 'released';
end
$$;

-- The staff says whether an organisation may have client companies.
create function private.mark_consultant(marked uuid, as_consultant boolean) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  organisation public.organisations;
begin
  if private.actor_kind() <> 'admin' then return 'missing'; end if;
  perform private.require_permission('clients');
  select * into organisation from public.organisations where id = marked and closed_at is null for update;
  if not found then return 'missing'; end if;
  if organisation.is_consultant = as_consultant then return 'unchanged'; end if;
  if organisation.consultant_id is not null then return 'is_client'; end if;
  if exists (select from public.organisations where consultant_id = marked) then return 'has_clients'; end if;
  update public.organisations set is_consultant = as_consultant where id = marked;
  return 'marked';
end
$$;

-- The consultant of a client company by name, for whoever sees the company or works on its purchases, and whether a person belongs to it.
create function private.consultant_of(of_organisation uuid, person uuid, out name text, out client text, out is_theirs boolean)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select consultant.name, client.name, exists (
    select from public.organisation_members member where member.organisation_id = consultant.id and member.user_id = person)
  from public.organisations client join public.organisations consultant on consultant.id = client.consultant_id
  where client.id = of_organisation and (
    of_organisation = any (private.actor_organisations('results')) or private.staff_reads(array['accesses', 'orders', 'clients']))
$$;

-- Names and e-mails of the people of an organisation, for its members; of a client company for who belongs to its consultant also those of
-- the consultant.
create function private.organisation_people(of_organisation uuid)
returns table (user_id uuid, role text, joined_at timestamptz, first_name text, last_name text, email text, of_consultant boolean)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select member.user_id, member.role, member.joined_at, person.first_name, person.last_name, person.email, member.organisation_id <> held.id
  from public.organisations held
    join public.organisation_members member on member.organisation_id in (held.id, held.consultant_id)
    join public.profiles person on person.id = member.user_id
  where held.id = of_organisation and member.organisation_id = any (private.actor_organisations('results'))
  order by member.joined_at, member.user_id
$$;

-- An invitation by its link, for anybody who has it: the e-mail address is compared, not shown.
create function private.organisation_invitation(hash text, at_time timestamptz)
returns table (organisation text, role text, inviter text, state text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select organisation.name, invitation.role, btrim(inviter.first_name || ' ' || inviter.last_name),
    case
      when exists (select from public.organisation_members member
        where member.organisation_id = invitation.organisation_id and member.user_id = private.actor_user_id()) then 'member'
      when invitation.accepted_at is not null then 'used'
      when invitation.revoked_at is not null then 'revoked'
      when invitation.expires_at <= at_time then 'expired'
      when private.actor_user_id() is null then 'open'
      when not exists (select from public.profiles person
        where person.id = private.actor_user_id() and private.normalize_email(person.email) = invitation.email and person.email_verified)
        then 'other_address'
      else 'open' end
  from public.organisation_invitations invitation
    join public.organisations organisation on organisation.id = invitation.organisation_id
    join public.profiles inviter on inviter.id = invitation.invited_by
  where invitation.token_hash = hash
$$;

-- Accepts an invitation once, for the person whose confirmed e-mail it names.
create function private.accept_organisation_invitation(hash text, at_time timestamptz, out outcome text, out organisation uuid, out given_role text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  invitation public.organisation_invitations;
begin
  -- Every change locks the organisation first. Waits for a concurrent closing.
  perform from public.organisations
  where id = (select organisation_id from public.organisation_invitations where token_hash = hash) and closed_at is null for update;
  if not found then outcome := 'unknown'; return; end if;
  select * into invitation from public.organisation_invitations where token_hash = hash for update;
  if not found then outcome := 'unknown'; return; end if;
  outcome := (select state from private.organisation_invitation(hash, at_time));
  if outcome <> 'open' then return; end if;
  if private.actor_user_id() is null then outcome := 'unknown'; return; end if;
  -- Waits for a concurrent deletion of the account, and sees its result.
  perform from public.profiles where id = private.actor_user_id() and deleted_at is null for key share;
  if not found then outcome := 'unknown'; return; end if;
  insert into public.organisation_members (organisation_id, user_id, role, joined_at)
  values (invitation.organisation_id, private.actor_user_id(), invitation.role, at_time) on conflict do nothing;
  update public.organisation_invitations set accepted_at = at_time where id = invitation.id;
  outcome := 'accepted'; organisation := invitation.organisation_id; given_role := invitation.role;
end
$$;

-- Moves a paid company purchase of the acting buyer into an organisation in which the buyer buys, with the seats that were added to it. Into
-- a client company only before anybody is invited: respondents were told of no consultant.
create function private.move_order_to_organisation(number text, into_organisation uuid) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  moved uuid;
begin
  if into_organisation is null or not into_organisation = any (private.actor_organisations('buyer')) then return null; end if;
  select id into moved from public.orders
  where order_number = number and user_id = private.actor_user_id() and organisation_id is null and status = 'paid' and has_business
    and not exists (select from public.order_items where order_id = orders.id and tops_up_item_id is not null)
  for update;
  if not found then return null; end if;
  if exists (select from public.organisations where id = into_organisation and consultant_id is not null) and exists (
    select from public.order_items item join public.user_accesses access on access.order_item_id = item.id
    where item.order_id = moved and access.invited_by_user_id is not null)
  then
    raise exception 'a purchase moves to a client company before anybody is invited'
      using errcode = 'check_violation', constraint = 'orders_move_before_inviting';
  end if;
  update public.orders set organisation_id = into_organisation
  where id = moved or id in (
    select added.order_id from public.order_items added join public.order_items item on item.id = added.tops_up_item_id
    where item.order_id = moved);
  return moved;
end
$$;

-- Whoever is told that a person has finished: the buyer of the purchase, or else of its organisation, in a client company first of its
-- consultant.
create function private.contact_of(owner uuid, organisation uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, public
as $$
  select case when organisation is null then owner else (
    select member.user_id
    from public.organisations held join public.organisation_members member on member.organisation_id in (held.id, held.consultant_id)
    where held.id = organisation
    order by (member.user_id = owner) desc, member.role = 'buyer' desc, (member.organisation_id <> held.id) desc, member.joined_at, member.user_id
    limit 1) end
  where private.is_system()
$$;

-- The name and e-mail of whoever made an order, for those who may see its receipt.
create function private.buyer_of_order(of_order uuid) returns table (first_name text, last_name text, email text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select buyer.first_name, buyer.last_name, buyer.email
  from public.orders join public.profiles buyer on buyer.id = orders.user_id
  where orders.id = of_order and private.actor_may(orders.holder_id, 'buyer')
$$;

-- A deleted account leaves its organisations, whose purchases stay. Returns the organisations of which it was the only member: they are
-- closed, and what belongs to them is deleted with the account. So are the client companies of such a consultant that have no people of their
-- own; the others are released, and need a buyer.
create function private.leave_organisations(leaving uuid, at_time timestamptz) returns uuid[]
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  alone uuid[];
begin
  perform from public.organisations
  where id in (select organisation_id from private.organisation_roles(leaving)) order by id for update;
  select coalesce(array_agg(member.organisation_id), '{}') into alone
  from public.organisation_members member join public.organisations organisation on organisation.id = member.organisation_id
  where member.user_id = leaving and organisation.consultant_id is null and not exists (
    select from public.organisation_members other
    where other.organisation_id = member.organisation_id and other.user_id <> leaving);
  select alone || coalesce(array_agg(client.id), '{}') into alone from public.organisations client
  where client.consultant_id = any (alone) and not exists (
    select from public.organisation_members other where other.organisation_id = client.id and other.user_id <> leaving);
  if exists (
    select from public.organisations client
    where client.consultant_id = any (alone) and client.id <> all (alone) and not exists (
      select from public.organisation_members other
      where other.organisation_id = client.id and other.user_id <> leaving and other.role = 'buyer'))
  then
    raise exception 'a client company keeps a member who buys'
      using errcode = 'check_violation', constraint = 'organisations_keep_a_buyer';
  end if;
  update public.organisations set consultant_id = null where consultant_id = any (alone);
  update public.organisations set name = 'Organización cerrada', rut = null, closed_at = at_time where id = any (alone);
  delete from public.organisation_invitations where organisation_id = any (alone);
  update public.organisation_invitations set revoked_at = at_time
  where invited_by = leaving and accepted_at is null and revoked_at is null;
  delete from public.organisation_members where user_id = leaving;
  return alone;
end
$$;

-- The only person of an organisation closes it: its purchases return to their buyer. Refused when somebody else bought one of them. A
-- consultant closes its client companies first; a client company closes before anything was bought for it.
create function private.close_organisation(closed uuid, at_time timestamptz) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  organisation public.organisations;
begin
  select * into organisation from public.organisations
  where id = closed and closed_at is null and closed = any (private.actor_organisations('buyer')) for update;
  if not found then return 'missing'; end if;
  if exists (select from public.organisations where consultant_id = closed) then return 'has_clients'; end if;
  if exists (select from public.organisation_members where organisation_id = closed and user_id <> private.actor_user_id()) then
    return 'has_members';
  end if;
  if organisation.consultant_id is not null then
    if exists (select from public.orders where organisation_id = closed and status <> 'failed') then return 'is_used'; end if;
  elsif exists (select from public.orders where organisation_id = closed and user_id <> private.actor_user_id()) then
    return 'has_purchases';
  end if;
  update public.orders set organisation_id = null where organisation_id = closed;
  update public.organisations set closed_at = at_time, consultant_id = null where id = closed;
  delete from public.organisation_invitations where organisation_id = closed;
  delete from public.organisation_members where organisation_id = closed;
  return 'closed';
end
$$;

create trigger ends_with_its_day before insert or update of expires_at on public.organisation_invitations
  for each row execute function private.ends_with_its_day('expires_at');
create trigger pass_on_organisation after update of organisation_id on public.orders
for each row when (old.organisation_id is distinct from new.organisation_id) execute function private.pass_on_organisation();
create trigger keep_a_buyer after delete or update of role on public.organisation_members
for each row when (old.role = 'buyer') execute function private.keep_a_buyer();

create policy read_by_members on public.organisations for select to alhena_app
  using (id = any ((select private.actor_organisations('results'))::uuid[]) or (select private.actor_is_staff()));
create policy changed_by_buyers on public.organisations for update to alhena_app
  using (id = any ((select private.actor_organisations('buyer'))::uuid[]));
create policy read_by_members on public.organisation_members for select to alhena_app
  using (organisation_id = any ((select private.actor_organisations('results'))::uuid[]) or (select private.actor_is_staff()));
create policy changed_by_buyers on public.organisation_members for update to alhena_app
  using (organisation_id = any ((select private.actor_organisations('buyer'))::uuid[]));
-- A buyer removes others; everybody may leave.
create policy removed_by_buyers on public.organisation_members for delete to alhena_app
  using (organisation_id = any ((select private.actor_organisations('buyer'))::uuid[]) or user_id = (select private.actor_user_id()));
create policy of_buyers on public.organisation_invitations for all to alhena_app
  using (organisation_id = any ((select private.actor_organisations('buyer'))::uuid[]))
  with check (
    organisation_id = any ((select private.actor_organisations('buyer'))::uuid[]) and invited_by = (select private.actor_user_id()));


grant select, update (name, rut) on public.organisations to alhena_app;
grant select, delete, update (role) on public.organisation_members to alhena_app;
grant insert (organisation_id, email, role, token_hash, invited_by, created_at, expires_at),
  select (id, organisation_id, email, role, invited_by, created_at, expires_at, accepted_at, revoked_at),
  update (revoked_at) on public.organisation_invitations to alhena_app;
revoke execute on function private.leave_organisations(uuid, timestamptz) from public;
