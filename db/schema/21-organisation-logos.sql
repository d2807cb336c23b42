-- The logo that an organisation's documents show beside its name.
create table public.organisation_logos (
  organisation_id uuid primary key references public.organisations on delete cascade,
  -- As the shop drew it from what was uploaded: nothing but pixels.
  png bytea not null check (octet_length(png) >= 1 and octet_length(png) <= 262144),
  -- In pixels.
  width integer not null check (width >= 1 and width <= 600),
  height integer not null check (height >= 1 and height <= 240),
  -- SHA-256 of `png`, in its address.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  updated_at timestamptz not null,
  updated_by uuid not null references public.profiles
);
alter table public.organisation_logos alter column png set storage external;
alter table public.organisation_logos enable row level security;

create index organisation_logos_of_person on public.organisation_logos (updated_by);

-- A closed organisation gets none: waits for a concurrent closing, and sees its result.
create function private.logo_of_open_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.organisations where id = new.organisation_id and closed_at is null for share;
  if not found then
    raise exception 'a closed organisation has no logo'
      using errcode = 'check_violation', constraint = 'organisation_logos_of_open';
  end if;
  return new;
end
$$;

-- A closed organisation loses its own.
create function private.forget_logo() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from public.organisation_logos where organisation_id = new.id;
  return null;
end
$$;

create trigger logo_of_open_organisation before insert or update on public.organisation_logos
for each row execute function private.logo_of_open_organisation();
create trigger forget_logo after update of closed_at on public.organisations
for each row when (new.closed_at is not null) execute function private.forget_logo();

-- Seen by everybody of the organisation, as its name is; changed by those who coordinate.
create policy read_by_members on public.organisation_logos for select to alhena_app
  using (organisation_id = any ((select private.actor_organisations('results'))::uuid[]));
create policy changed_by_coordinators on public.organisation_logos for all to alhena_app
  using (organisation_id = any ((select private.actor_organisations('coordinator'))::uuid[]))
  with check (
    organisation_id = any ((select private.actor_organisations('coordinator'))::uuid[])
    and updated_by = (select private.actor_user_id()));

grant select, delete, insert (organisation_id, png, width, height, hash, updated_at, updated_by),
  update (png, width, height, hash, updated_at, updated_by) on public.organisation_logos to alhena_app;
