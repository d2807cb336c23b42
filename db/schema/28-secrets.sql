-- What finds a respondent's code without its being in the database: the mark of each stored code, keyed (HMAC-SHA256) by a secret that
-- only the application can open. The shop writes the marks a moment after the codes, which the database draws without the key.

create table private.code_marks (
  access_id uuid primary key references public.user_accesses on delete cascade,
  stored text not null,
  mark text check (mark ~ '^[0-9a-f]{64}$')
);

create index code_marks_mark on private.code_marks (mark) where mark is not null;
create index code_marks_missing on private.code_marks (access_id) where mark is null;

-- A new access code has yet to get the mark by which it is found.
create function private.want_code_mark() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  insert into private.code_marks (access_id, stored) values (new.id, new.access_code)
  on conflict (access_id) do update set stored = excluded.stored, mark = null;
  return null;
end
$$;

create trigger want_code_mark after insert or update of access_code on public.user_accesses
for each row execute function private.want_code_mark();

-- Stored codes without a mark, for the shop.
create function private.unmarked_codes(max_rows integer) returns table (access_id uuid, stored text)
language sql volatile security definer set search_path = pg_catalog, public
as $$
  select marks.access_id, marks.stored from private.code_marks marks
  where private.is_system() and marks.mark is null limit max_rows
$$;

-- Returns how many were written; a code that was replaced meanwhile stays without.
create function private.mark_codes(ids uuid[], stored_codes text[], new_marks text[]) returns bigint
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with written as (
    update private.code_marks marks set mark = fresh.mark
    from unnest(ids, stored_codes, new_marks) fresh (id, stored, mark)
    where private.is_system() and marks.access_id = fresh.id and marks.stored = fresh.stored
    returning 1)
  select count(*) from written
$$;

-- The stored codes of an e-mail, for the application to compare with a typed one. They open nothing without its key.
create function private.stored_codes_of(email_input text) returns setof text
language sql stable security definer set search_path = pg_catalog, public
as $$
  select access.access_code from public.user_accesses access
  where access.email = private.normalize_email(coalesce(email_input, '')) order by access.created_at desc limit 1000
$$;
