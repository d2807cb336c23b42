create table public.profiles (
  id uuid primary key default gen_random_uuid(),
  first_name text not null check (length(first_name) between 1 and 120),
  last_name text not null default '' check (length(last_name) <= 120),
  company text check (length(company) <= 200),
  phone text check (length(phone) <= 40),
  email text not null unique check (length(email) <= 254 and email = private.normalize_email(email)),
  email_verified boolean not null default false,
  avatar_url text,
  role text not null default 'client' check (role in ('admin', 'client', 'respondent', 'assessment_manager')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create trigger touch before update on public.profiles for each row execute function private.touch_updated_at();

-- The last administrator keeps the role, whatever asks. The table lock makes two demotions at once wait for each other.
create function private.keep_an_admin() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if old.role = 'admin' and (tg_op = 'DELETE' or new.role <> 'admin') then
    perform pg_advisory_xact_lock(hashtext('profiles.last_admin'));
    if not exists (select from public.profiles where role = 'admin' and id <> old.id) then
      raise exception 'the last administrator keeps the role' using errcode = 'check_violation', constraint = 'profiles_last_admin';
    end if;
  end if;
  return coalesce(new, old);
end
$$;

create trigger keep_an_admin before update of role or delete on public.profiles
for each row execute function private.keep_an_admin();

alter table public.profiles enable row level security;
grant select, update (first_name, last_name, company, phone) on public.profiles to alhena_app;
create policy own_profile on public.profiles for select to alhena_app
  using (id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy change_own_profile on public.profiles for update to alhena_app
  using (id = (select private.actor_user_id()));

-- Sessions, passwords and one-time tokens belong to the auth library; the application's role sees none of them.
create schema auth;

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);

create table auth.accounts (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user on auth.accounts (user_id);

create table auth.verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on auth.verifications (identifier);

create table auth.rate_limits (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);
