create table public.assessment_runs (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null unique default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  full_name text not null check (length(full_name) between 2 and 200),
  corporate_email text not null check (length(corporate_email) <= 254),
  position text not null check (length(position) between 2 and 200),
  organizational_unit text not null check (length(organizational_unit) between 2 and 200),
  data_role text not null check (length(data_role) between 2 and 2000),
  company_name text not null check (length(company_name) between 2 and 200),
  invitation_code text not null,
  -- One run per access.
  validated_access_id uuid not null unique references public.user_accesses (id),
  questionnaire_id text not null,
  questionnaire_version integer not null,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  -- Wall time from start to end, in whole seconds.
  duration_seconds integer check (duration_seconds >= 0),
  -- Time with the questionnaire in view, in whole seconds.
  active_seconds integer not null default 0 check (active_seconds >= 0),
  status text not null default 'in_progress' check (status in ('in_progress', 'completed')),
  closed_by text check (closed_by in ('respondent', 'buyer')),
  current_section integer not null default 1 check (current_section >= 1),
  privacy_notice_version text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (questionnaire_id, questionnaire_version) references public.questionnaire_versions (questionnaire_id, version),
  check ((status = 'completed') = (end_time is not null)),
  check ((status = 'completed') = (closed_by is not null)),
  check ((status = 'completed') = (duration_seconds is not null))
)
-- Every answer touches its run: free space on the page keeps those updates off the indexes.
with (fillfactor = 80);
create index assessment_runs_of_user on public.assessment_runs (user_id, created_at desc);

create table public.run_answers (
  run_id uuid not null references public.assessment_runs (id),
  field text not null check (length(field) between 1 and 80),
  -- The option's position, 1 to 6, of a closed question; or the text of an open one.
  option smallint check (option between 1 and 6),
  text text check (length(text) <= 5000),
  client_seq bigint not null check (client_seq >= 0),
  updated_at timestamptz not null default now(),
  primary key (run_id, field),
  check (num_nonnulls(option, text) = 1)
)
with (fillfactor = 90);

alter table public.assessment_runs enable row level security;
alter table public.run_answers enable row level security;
grant select, insert on public.assessment_runs to alhena_app;
grant update (status, end_time, duration_seconds, active_seconds, closed_by, current_section, updated_at)
  on public.assessment_runs to alhena_app;
grant select, insert, update on public.run_answers to alhena_app;

-- Whoever may see the access may see its run; only the person who answers it writes answers. Functions instead of subqueries: a
-- policy that reads a table with policies of its own is planned anew in every save, which cost 5 ms of it; a function's plan is kept.
create function private.actor_sees_access(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access
    where access.id = checked and (access.user_id = private.actor_user_id() or access.id = private.actor_access_id()));
end
$$;

create function private.actor_sees_run(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and (access.user_id = private.actor_user_id() or access.id = private.actor_access_id()));
end
$$;

-- The browser that was opened with e-mail and code, or the buyer for the own access; never staff.
create function private.actor_answers_run(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)));
end
$$;

create policy readable on public.assessment_runs for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_sees_access(validated_access_id));
create policy started_by_respondent on public.assessment_runs for insert to alhena_app
  with check (exists (
    select from public.user_accesses access
    where access.id = validated_access_id
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null))));
-- The buyer may close a run of the own purchase ('Terminar').
create policy changeable on public.assessment_runs for update to alhena_app
  using ((select private.actor_is_staff()) or private.actor_sees_access(validated_access_id));

create policy readable on public.run_answers for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_sees_run(run_id));
create policy answered_by_respondent on public.run_answers for insert to alhena_app
  with check (private.actor_answers_run(run_id));
create policy corrected_by_respondent on public.run_answers for update to alhena_app
  using (private.actor_answers_run(run_id));

-- Wrong tries at access codes, counted per access (its code) and per address (the e-mail typed, or the network address).
create table private.access_tries (
  subject text primary key,
  failures integer not null,
  window_started_at timestamptz not null
);

-- Tells whether a code and an e-mail make a valid invitation. Unknown code, wrong e-mail, revoked and expired share one answer.
create function public.validate_invitation_code_with_email(code_input text, email_input text)
returns table (is_valid boolean, error_message text, access_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  code text := upper(btrim(code_input));
  address text := private.normalize_email(email_input);
  subjects text[] := array['code:' || code, 'email:' || address];
  found_access public.user_accesses;
begin
  if exists (
    select from private.access_tries tries
    where tries.subject = any (subjects) and tries.failures >= 10 and tries.window_started_at > now() - interval '15 minutes'
  ) then
    return query select false, 'Demasiados intentos. Espera 15 minutos y vuelve a probar.', null::uuid;
    return;
  end if;
  select * into found_access from public.user_accesses where access_code = code;
  if found and found_access.email = address and found_access.status <> 'revoked' and found_access.expires_at > now() then
    return query select true, null::text, found_access.id;
    return;
  end if;
  insert into private.access_tries as tries (subject, failures, window_started_at)
  select subject, 1, now() from unnest(subjects) as subject order by subject
  on conflict (subject) do update set
    failures = case when tries.window_started_at > now() - interval '15 minutes' then tries.failures + 1 else 1 end,
    window_started_at = case when tries.window_started_at > now() - interval '15 minutes' then tries.window_started_at else now() end;
  return query select false, 'Código de acceso o email inválido', null::uuid;
end
$$;

-- Opens a respondent's session with e-mail and code: the only way to one without an account.
create function private.open_respondent_session(code_input text, email_input text, new_token_hash text, session_ends_at timestamptz)
returns table (is_valid boolean, error_message text, access_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  verdict record;
begin
  select * into verdict from public.validate_invitation_code_with_email(code_input, email_input);
  if verdict.is_valid then
    insert into public.respondent_sessions (token_hash, access_id, expires_at)
    select new_token_hash, access.id, least(session_ends_at, access.expires_at)
    from public.user_accesses access where access.id = verdict.access_id;
  end if;
  return query select verdict.is_valid, verdict.error_message, verdict.access_id;
end
$$;
