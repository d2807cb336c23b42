-- Removes what nobody can use any more: sessions and one-time tokens after their end, counted tries after their window.
create function private.purge_expired() returns bigint
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
  return purged;
end
$$;
