-- The wall inside the database. The application connects as the owner's login but works under alhena_app, a role that owns
-- nothing; who acts is told per transaction through settings, and every policy reads them.

do $$
begin
  create role alhena_app nologin;
exception
  -- Roles belong to the whole cluster: another database of it, or a start at the same moment, may have made it.
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role(session_user, 'alhena_app', 'set') then
    execute format('grant alhena_app to %I', session_user);
  end if;
exception
  -- PostgreSQL 15 knows no 'set' privilege of roles.
  when invalid_parameter_value then execute format('grant alhena_app to %I', session_user);
end
$$;

revoke create on schema public from public;
create schema private;
grant usage on schema public, private to alhena_app;

create function private.actor_kind() returns text
language sql stable parallel safe
as $$ select coalesce(nullif(current_setting('alhena.kind', true), ''), 'visitor') $$;

create function private.actor_user_id() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('alhena.user_id', true), '')::uuid $$;

-- Administrators, and the shop's own work (mail worker, payment returns, recovery).
create function private.actor_is_staff() returns boolean
language sql stable parallel safe
as $$ select private.actor_kind() in ('system', 'admin') $$;

create function private.is_system() returns boolean
language sql stable parallel safe
as $$ select private.actor_kind() = 'system' $$;

-- E-mails are compared trimmed, lower-cased and NFKC-normalised.
create function private.normalize_email(email text) returns text
language sql immutable strict parallel safe
as $$ select lower(normalize(btrim(email), NFKC)) $$;

create function private.touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- Values that every server on this database must share and that no request may read, as the key that signs session cookies.
create table private.secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
