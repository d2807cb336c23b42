-- The backups that the worker made. The files are the operator's; the shop knows when they were made, whether they were tried, and why one failed.

create table private.backups (
  id bigint generated always as identity primary key,
  -- The moment that the backup is of.
  started_at timestamptz not null,
  finished_at timestamptz not null,
  -- Its name in BACKUP_DIR.
  file text,
  row_count bigint,
  byte_count bigint,
  is_encrypted boolean,
  -- Restored into a database made for that. Not, where the owner's login may not create one.
  is_verified boolean not null default false,
  -- Why there is none, or why it can't be restored.
  problem text,
  check (file is not null or problem is not null)
);

create index backups_made on private.backups (started_at) where problem is null;

-- The moment of the last backup that can be restored; null: there is none.
create function private.last_backup_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public
as $$ select max(started_at) from private.backups where problem is null $$;

-- Whether that one was restored to try it.
create function private.is_last_backup_verified() returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$ select is_verified from private.backups where problem is null order by started_at desc limit 1 $$;

-- Since when a newer backup is missing: the moment of the last one, or of the first try where none can be restored; null: none was tried.
create function private.last_backup_or_try_at() returns timestamptz
language sql stable security definer set search_path = pg_catalog, public
as $$ select coalesce(private.last_backup_at(), (select min(started_at) from private.backups)) $$;
