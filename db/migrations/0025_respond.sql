-- Tries at access codes, of which none passes beside another, and what an access that ends in the middle leaves.

-- The subjects hold no e-mail in clear from here on, so what was counted under the old names starts anew.
delete from private.access_tries;

-- Tells whether a code and an e-mail make a valid invitation, for somebody at a network address (null: not known). The try is counted
-- before anything is looked at, and holds the rows of its code, its e-mail and its network until it ends: tries at the same moment
-- wait for each other. The right pair takes its own try back. Unknown code, wrong e-mail, revoked and expired do the same work.
create function private.check_invitation(code_input text, email_input text, network text, at_time timestamptz)
returns table (is_valid boolean, error_message text, access_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  code text := upper(btrim(coalesce(code_input, '')));
  address text := private.normalize_email(coalesce(email_input, ''));
  subjects text[] := array_remove(array[
    'code:' || encode(sha256(convert_to(code, 'UTF8')), 'hex'),
    'email:' || encode(sha256(convert_to(address, 'UTF8')), 'hex'),
    'network:' || left(network, 60)], null);
  too_many boolean;
  found_access public.user_accesses;
begin
  with counted as (
    insert into private.access_tries as tries (subject, failures, window_started_at)
    select subject, 1, at_time from unnest(subjects) as subject order by subject
    on conflict (subject) do update set
      failures = case when tries.window_started_at > at_time - interval '15 minutes' then least(tries.failures + 1, 1000) else 1 end,
      window_started_at = case when tries.window_started_at > at_time - interval '15 minutes' then tries.window_started_at else at_time end
    returning tries.subject, tries.failures
  )
  -- A whole office may answer from one network address.
  select bool_or(counted.failures > case when counted.subject like 'network:%' then 60 else 10 end) into too_many from counted;
  select * into found_access from public.user_accesses where access_code = code;
  if too_many then
    return query select false, 'Demasiados intentos. Espera 15 minutos y vuelve a probar.', null::uuid;
  elsif found_access.email = address and found_access.status <> 'revoked' and found_access.expires_at > at_time then
    update private.access_tries set failures = greatest(failures - 1, 0) where subject = any (subjects);
    return query select true, null::text, found_access.id;
  else
    return query select false, 'Código de acceso o email inválido', null::uuid;
  end if;
end
$$;

create or replace function public.validate_invitation_code_with_email(code_input text, email_input text)
returns table (is_valid boolean, error_message text, access_id uuid)
language sql volatile security definer set search_path = pg_catalog, public
as $$ select * from private.check_invitation(code_input, email_input, null, now()) $$;

-- The session outlives its access: a browser that was opened with the right pair is told that the access has ended, instead of being
-- asked for a code that no longer works. What an ended access may still do is decided where it is done, and below.
drop function private.open_respondent_session(text, text, text, timestamptz);
create function private.open_respondent_session(
  code_input text, email_input text, network text, new_token_hash text, session_ends_at timestamptz, at_time timestamptz)
returns table (is_valid boolean, error_message text, access_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  verdict record;
begin
  select * into verdict from private.check_invitation(code_input, email_input, network, at_time);
  if verdict.is_valid then
    insert into public.respondent_sessions (token_hash, access_id, expires_at)
    values (new_token_hash, verdict.access_id, session_ends_at);
  end if;
  return query select verdict.is_valid, verdict.error_message, verdict.access_id;
end
$$;

-- The second wall: answers are written while the access lasts.
create or replace function private.actor_answers_run(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and access.expires_at > now()
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)));
end
$$;
