create sequence private.draft_revision;

create table public.questionnaires (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{1,79}$'),
  created_at timestamptz not null default now()
);
alter table public.questionnaires enable row level security;

-- A published version never changes: a run keeps the version that it started with.
create table public.questionnaire_versions (
  questionnaire_id text not null references public.questionnaires,
  version integer not null check (version >= 1),
  content jsonb not null,
  -- What to do next, by question and level (app/features/questionnaires/plan.ts); null: it has no steps. Apart from the content, which
  -- respondents, product pages and completions read.
  plan jsonb,
  published_at timestamptz not null default now(),
  -- Null: published from a file of the release. Once the back office has published a version, it owns the questionnaire.
  published_by uuid default private.actor_user_id() references public.profiles,
  primary key (questionnaire_id, version)
);
alter table public.questionnaire_versions enable row level security;

create table public.assessment_runs (
  id uuid default gen_random_uuid() primary key,
  session_id uuid not null default gen_random_uuid() unique,
  user_id uuid references public.profiles on delete set null,
  full_name text not null check (length(full_name) >= 2 and length(full_name) <= 200),
  corporate_email text not null check (length(corporate_email) <= 254),
  position text not null check (length("position") >= 2 and length("position") <= 200),
  organizational_unit text not null check (length(organizational_unit) >= 2 and length(organizational_unit) <= 200),
  data_role text not null check (length(data_role) >= 2 and length(data_role) <= 2000),
  company_name text not null check (length(company_name) >= 2 and length(company_name) <= 200),
  invitation_code text not null,
  -- One run per access.
  validated_access_id uuid not null unique references public.user_accesses,
  questionnaire_id text not null,
  questionnaire_version integer not null,
  start_time timestamptz not null default now(),
  end_time timestamptz,
  -- Wall time from start to end, in whole seconds.
  duration_seconds integer check (duration_seconds >= 0),
  -- Time with the questionnaire visible, in whole seconds.
  active_seconds integer not null default 0 check (active_seconds >= 0),
  status text not null default 'in_progress' check (status in ('in_progress', 'completed')),
  closed_by text check (closed_by in ('respondent', 'buyer')),
  current_section integer not null default 1 check (current_section >= 1),
  privacy_notice_version text not null,
  -- What the respondent declared: nobody under 14 answers without the guardian's consent (Ley 19.628, article 16 quáter). Null: not asked,
  -- because the buyer answers the own purchase.
  age_declaration text check (age_declaration in ('14_or_more', 'guardian_consent')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint assessment_runs_check check ((status = 'completed') = (end_time is not null)),
  constraint assessment_runs_check1 check ((status = 'completed') = (closed_by is not null)),
  constraint assessment_runs_check2 check ((status = 'completed') = (duration_seconds is not null)),
  constraint assessment_runs_questionnaire_id_questionnaire_version_fkey foreign key (questionnaire_id, questionnaire_version) references public.questionnaire_versions (questionnaire_id, version)
) with (fillfactor=80);
alter table public.assessment_runs enable row level security;

create table public.run_answers (
  run_id uuid not null references public.assessment_runs,
  -- A question, or the evidence of a closed one: 'q1:note' and 'q1:link' (app/features/questionnaires/evidence.ts).
  field text not null check (length(field) >= 1 and length(field) <= 85),
  -- The option's position, 1 to 6, of a closed question; or the text of an open one, or of evidence.
  option smallint check (option >= 1 and option <= 6),
  text text check (length(text) <= 5000),
  client_seq bigint not null check (client_seq >= 0),
  -- When it was first saved, and last.
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (run_id, field),
  constraint run_answers_check check (num_nonnulls(option, text) = 1),
  constraint run_answers_evidence check (strpos(field, ':') = 0 or (text is not null and length(text) <= 500
    and (field like '%_:note' or (field like '%_:link' and (text = '' or text ~ '^https://[^[:space:]]+$')))))
) with (fillfactor=90);
alter table public.run_answers enable row level security;

-- The draft of the next version, one per questionnaire, visible to administrators only.
create table public.questionnaire_drafts (
  questionnaire_id text primary key references public.questionnaires on delete cascade,
  -- The version it is based on; null for a questionnaire that has never been published.
  base_version integer,
  content jsonb not null check (length(content::text) <= 1000000),
  -- The version's plan: null where it has none.
  plan jsonb check (length(plan::text) <= 1000000),
  -- Incremented with every change, to detect conflicts; from one sequence, so that a draft discarded and recreated is a different one.
  revision bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles
);
alter table public.questionnaire_drafts enable row level security;

alter table public.assessments add constraint assessments_questionnaire_id_fkey foreign key (questionnaire_id) references public.questionnaires;
alter table public.assessments add constraint assessments_questionnaire_version foreign key (questionnaire_id, questionnaire_version) references public.questionnaire_versions (questionnaire_id, version);

create index assessment_runs_of_user on public.assessment_runs (user_id, created_at desc);
-- The number of runs of a version is shown on its page.
create index assessment_runs_of_version on public.assessment_runs (questionnaire_id, questionnaire_version, status);
-- Completed runs in order of time, for the API's results.
create index assessment_runs_completed on public.assessment_runs (end_time, id) where status = 'completed';

-- A run in the specified wide format: 40 closed and 16 open columns. It uses the caller's rights.
create view public.dama_assessments with (security_invoker = true) as
select run.id, run.session_id, run.user_id, run.full_name, run.corporate_email, run.position, run.organizational_unit,
  run.data_role, run.company_name, run.invitation_code, run.validated_access_id, run.start_time, run.end_time, run.duration_seconds,
  run.status, run.current_section, run.created_at, run.updated_at,
  (answers.by_field ->> 'q1_governance_framework')::smallint as q1_governance_framework,
  (answers.by_field ->> 'q2_roles_responsibilities')::smallint as q2_roles_responsibilities,
  (answers.by_field ->> 'q3_governance_effectiveness')::smallint as q3_governance_effectiveness,
  (answers.by_field ->> 'q4_data_policies')::smallint as q4_data_policies,
  (answers.by_field ->> 'q5_governance_committee')::smallint as q5_governance_committee,
  (answers.by_field ->> 'q6_data_architecture')::smallint as q6_data_architecture,
  (answers.by_field ->> 'q7_data_models')::smallint as q7_data_models,
  (answers.by_field ->> 'q8_systems_integration')::smallint as q8_systems_integration,
  (answers.by_field ->> 'q9_architecture_repositories')::smallint as q9_architecture_repositories,
  (answers.by_field ->> 'q10_architecture_alignment')::smallint as q10_architecture_alignment,
  (answers.by_field ->> 'q11_modeling_standards')::smallint as q11_modeling_standards,
  (answers.by_field ->> 'q12_model_repositories')::smallint as q12_model_repositories,
  (answers.by_field ->> 'q13_business_involvement')::smallint as q13_business_involvement,
  (answers.by_field ->> 'q14_model_reviews')::smallint as q14_model_reviews,
  (answers.by_field ->> 'q15_modeling_quality')::smallint as q15_modeling_quality,
  (answers.by_field ->> 'q16_storage_lifecycle')::smallint as q16_storage_lifecycle,
  (answers.by_field ->> 'q17_performance_monitoring')::smallint as q17_performance_monitoring,
  (answers.by_field ->> 'q18_capacity_planning')::smallint as q18_capacity_planning,
  (answers.by_field ->> 'q19_backup_policies')::smallint as q19_backup_policies,
  (answers.by_field ->> 'q20_disaster_recovery')::smallint as q20_disaster_recovery,
  (answers.by_field ->> 'q21_security_policies')::smallint as q21_security_policies,
  (answers.by_field ->> 'q22_access_controls')::smallint as q22_access_controls,
  (answers.by_field ->> 'q23_security_audits')::smallint as q23_security_audits,
  (answers.by_field ->> 'q24_incident_procedures')::smallint as q24_incident_procedures,
  (answers.by_field ->> 'q25_security_compliance')::smallint as q25_security_compliance,
  (answers.by_field ->> 'q26_data_flow_mapping')::smallint as q26_data_flow_mapping,
  (answers.by_field ->> 'q27_etl_tools')::smallint as q27_etl_tools,
  (answers.by_field ->> 'q28_integration_monitoring')::smallint as q28_integration_monitoring,
  (answers.by_field ->> 'q29_interoperability')::smallint as q29_interoperability,
  (answers.by_field ->> 'q30_external_data_sharing')::smallint as q30_external_data_sharing,
  (answers.by_field ->> 'q31_quality_metrics')::smallint as q31_quality_metrics,
  (answers.by_field ->> 'q32_data_cleansing')::smallint as q32_data_cleansing,
  (answers.by_field ->> 'q33_issue_management')::smallint as q33_issue_management,
  (answers.by_field ->> 'q34_error_prevention')::smallint as q34_error_prevention,
  (answers.by_field ->> 'q35_quality_evaluation')::smallint as q35_quality_evaluation,
  (answers.by_field ->> 'q36_document_policies')::smallint as q36_document_policies,
  (answers.by_field ->> 'q37_metadata_standards')::smallint as q37_metadata_standards,
  (answers.by_field ->> 'q38_document_retrieval')::smallint as q38_document_retrieval,
  (answers.by_field ->> 'q39_retention_disposal')::smallint as q39_retention_disposal,
  (answers.by_field ->> 'q40_version_control')::smallint as q40_version_control,
  answers.by_field ->> 'governance_challenges' as governance_challenges,
  answers.by_field ->> 'governance_opportunities' as governance_opportunities,
  answers.by_field ->> 'architecture_barriers' as architecture_barriers,
  answers.by_field ->> 'architecture_benefits' as architecture_benefits,
  answers.by_field ->> 'modeling_alignment' as modeling_alignment,
  answers.by_field ->> 'modeling_practices' as modeling_practices,
  answers.by_field ->> 'storage_challenges' as storage_challenges,
  answers.by_field ->> 'storage_improvements' as storage_improvements,
  answers.by_field ->> 'security_risks' as security_risks,
  answers.by_field ->> 'security_initiatives' as security_initiatives,
  answers.by_field ->> 'integration_difficulties' as integration_difficulties,
  answers.by_field ->> 'interoperability_benefits' as interoperability_benefits,
  answers.by_field ->> 'quality_dimensions' as quality_dimensions,
  answers.by_field ->> 'quality_initiatives' as quality_initiatives,
  answers.by_field ->> 'document_challenges' as document_challenges,
  answers.by_field ->> 'document_value' as document_value
from public.assessment_runs run
left join lateral (
  select jsonb_object_agg(answer.field, coalesce(to_jsonb(answer.option), to_jsonb(answer.text))) as by_field
  from public.run_answers answer where answer.run_id = run.id
) answers on true
where run.questionnaire_id = 'dama-dmbok2';

-- Others than its respondent read a run's answers once it is completed: what is being written is nobody's yet.
create function private.actor_sees_run(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and access.status <> 'revoked'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)
        or (access.result_mode = 'nominative' and access.blocked_at is null and run.status = 'completed'
          and private.actor_reads_access(access.holder_id, access.completed_at is not null))));
end
$$;

-- Whether a run that the actor may close has an answer: who closes it reads none before (actor_sees_run).
create function private.run_has_answers(checked uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (
    select from public.assessment_runs run join public.run_answers answer on answer.run_id = run.id
    where run.id = checked and private.actor_closes_access(run.validated_access_id) and answer.text is distinct from '')
$$;

-- Answers can be written until the access expires or is revoked.
create function private.actor_answers_run(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and access.expires_at > private.actor_time() and access.status <> 'revoked'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)));
end
$$;

-- Evidence is given, and read, where its person was promised nothing else: never in a confidential access, also not what was given before a
-- purchase became confidential.
create function private.run_takes_evidence(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and access.result_mode = 'nominative');
end
$$;

-- A completed run does not change, except that its person is removed or corrected.
create function private.completed_run_stays() returns trigger
language plpgsql
as $$
declare
  person constant text[] := array['full_name', 'corporate_email', 'position', 'organizational_unit', 'data_role', 'company_name',
    'invitation_code', 'user_id', 'updated_at'];
begin
  if current_user <> 'alhena_app' and to_jsonb(new) - person = to_jsonb(old) - person then return new; end if;
  raise exception 'a completed run is not changed' using errcode = 'check_violation', constraint = 'assessment_runs_completed';
end
$$;

-- A completed run enters its questionnaire's figures.
create function private.run_is_completed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform private.count_completed_run(new);
  return null;
end
$$;

-- Deleted answers are in no later round. A closed one keeps its figures, and shows no text any more.
create function private.forget_deleted_answers() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update private.result_rounds set texts_withdrawn = true
  where id in (select round_id from private.completed_runs where run_id in (select run_id from gone));
  delete from private.completed_runs where run_id in (select run_id from gone);
  return null;
end
$$;

-- A run can be completed while its access is valid. Skipped, not refused: the completing statement finds no row, as when it came too late.
-- The access is locked, so that a concurrent refund comes before or after both.
create function private.completion_holds_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform from public.user_accesses where id = new.validated_access_id and status <> 'revoked' for update;
  return case when found then new end;
end
$$;

-- Saves answers for whoever `kind` and `who` name, whom the call makes the actor of its transaction. Evidence of a confidential access is
-- left out, and `takes_evidence` is false.
create function private.save_run_answers(
  kind text, who text, of_run uuid, of_access uuid, questionnaire text, version_number integer,
  fields text[], options smallint[], texts text[], seqs bigint[],
  section integer, seconds integer, closed_questions integer, at_time timestamptz)
returns table (run_status text, open boolean, ended boolean, touched boolean, saved text[], takes_evidence boolean)
language plpgsql volatile
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  -- Never staff or the shop: answers are the respondent's own.
  if kind not in ('respondent', 'user') then
    raise exception 'only the respondent can save answers' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('alhena.kind', kind, true),
    set_config('alhena.respondent_session', case kind when 'respondent' then who else '' end, true),
    set_config('alhena.user_id', case kind when 'user' then who else '' end, true),
    set_config('alhena.now', at_time::text, true);
  return query
    with mine as (
      select run.id, run.status, access.id as access_id,
        access.status in ('active', 'in_use') and access.expires_at > at_time as open,
        access.status in ('active', 'in_use') and access.expires_at <= at_time as ended,
        access.result_mode = 'nominative' as takes_evidence
      from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
      where run.id = of_run and access.id = of_access and run.questionnaire_id = questionnaire
        and run.questionnaire_version = version_number
        and (access.id = (select private.actor_access_id())
          or (access.user_id = (select private.actor_user_id()) and access.invited_by_user_id is null))
    ), touched as (
      update public.assessment_runs run
      set current_section = section, updated_at = at_time,
        active_seconds = greatest(run.active_seconds, least(seconds, ceil(extract(epoch from at_time - run.start_time))::integer))
      from mine where run.id = mine.id and mine.open and run.status = 'in_progress'
      returning run.id, mine.access_id, mine.takes_evidence
    ), saved as (
      insert into public.run_answers as answer (run_id, field, option, text, client_seq, created_at, updated_at)
      select touched.id, incoming.field, incoming.option, incoming.text, incoming.seq, at_time, at_time
      from touched cross join unnest(fields, options, texts, seqs) as incoming (field, option, text, seq)
      where touched.takes_evidence or strpos(incoming.field, ':') = 0
      on conflict (run_id, field) do update
      set option = excluded.option, text = excluded.text, client_seq = excluded.client_seq, updated_at = excluded.updated_at
      where answer.client_seq < excluded.client_seq
      returning answer.field, answer.option is not null and answer.xmax = 0 as newly_closed
    ), progressed as (
      update public.user_accesses access
      set answered_closed = access.answered_closed + fresh.count,
        progress = least(100, round(100.0 * (access.answered_closed + fresh.count) / closed_questions))::integer
      from touched, (select count(*)::integer as count from saved where newly_closed) fresh
      where access.id = touched.access_id and fresh.count > 0
    )
    select (select mine.status from mine), (select mine.open from mine), (select mine.ended from mine),
      exists (select from touched), array(select saved.field from saved), (select mine.takes_evidence from mine);
end
$$;

-- The saves of many people in one transaction, each of them a savepoint: one that fails, or waits for a lock for long, is left out, for
-- its caller to save it alone. In the order of runs, so that two such calls never wait for each other; whoever locks several accesses in another order
-- waits for this call, not this call for them.
create function private.save_many_run_answers(saves jsonb)
returns table (place integer, run_status text, open boolean, ended boolean, touched boolean, saved text[], takes_evidence boolean)
language plpgsql volatile
set lock_timeout = '50ms'
as $$
declare
  save record;
begin
  for save in
    select listed.* from jsonb_to_recordset(saves) as listed (place integer, kind text, who text, of_run uuid, of_access uuid,
      questionnaire text, version_number integer, fields text[], options smallint[], texts text[], seqs bigint[],
      section integer, seconds integer, closed_questions integer, at_time timestamptz)
    order by listed.of_run, listed.place
  loop
    begin
      return query select save.place, outcome.* from private.save_run_answers(save.kind, save.who, save.of_run, save.of_access,
        save.questionnaire, save.version_number, save.fields, save.options, save.texts, save.seqs,
        save.section, save.seconds, save.closed_questions, save.at_time) outcome;
    exception when others then
      null;
    end;
  end loop;
end
$$;

-- The back office's versions are consecutive, and the specified wide format of DAMA's runs (dama_assessments) keeps its columns.
create function private.versions_stay() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'questionnaire_versions rows are never changed or deleted' using errcode = 'restrict_violation';
  end if;
  if private.actor_is_admin() and new.version <> 1 + coalesce(
    (select max(version) from public.questionnaire_versions where questionnaire_id = new.questionnaire_id), 0)
  then
    raise exception 'versions follow each other' using errcode = 'check_violation', constraint = 'questionnaire_versions_in_order';
  end if;
  if new.questionnaire_id = 'dama-dmbok2' and private.fields_of(new.content) <> (
    select private.fields_of(content) from public.questionnaire_versions where questionnaire_id = 'dama-dmbok2' order by version limit 1)
  then
    raise exception 'the fields of dama_assessments stay' using errcode = 'check_violation', constraint = 'questionnaire_versions_dama_fields';
  end if;
  return new;
end
$$;

-- What is sold can be answered: a product's questionnaire has a published version.
create function private.check_product_questionnaire() returns trigger
language plpgsql
as $$
begin
  if not exists (select from public.questionnaire_versions where questionnaire_id = new.questionnaire_id) then
    raise exception 'the questionnaire is not published' using errcode = 'check_violation', constraint = 'assessments_questionnaire_published';
  end if;
  return null;
end
$$;

-- Product pages show the areas and levels of the newest version.
create function private.notify_version_published() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('alhena_public_pages', '');
  return null;
end
$$;

create trigger versions_stay before insert or update or delete on public.questionnaire_versions
for each row execute function private.versions_stay();
create trigger completed_run_stays before update on public.assessment_runs
for each row when (old.status = 'completed') execute function private.completed_run_stays();
create trigger count_completed after update of status on public.assessment_runs
for each row when (new.status = 'completed' and old.status <> 'completed') execute function private.run_is_completed();
create trigger forget_deleted_answers after delete on public.run_answers referencing old table as gone
for each statement execute function private.forget_deleted_answers();
create trigger completion_holds_access before update of status on public.assessment_runs
for each row when (new.status = 'completed' and old.status <> 'completed') execute function private.completion_holds_access();
-- Named to run after the foreign keys, which say when there is no such questionnaire.
create trigger questionnaire_published after insert or update of questionnaire_id on public.assessments
for each row when (new.questionnaire_id is not null) execute function private.check_product_questionnaire();
create trigger notify_published after insert on public.questionnaire_versions
for each statement execute function private.notify_version_published();
create trigger set_revision before insert or update on public.questionnaire_drafts
for each row execute function private.set_revision('private.draft_revision');

create policy started_by_respondent on public.assessment_runs for insert to alhena_app
  with check (exists (
    select from public.user_accesses access
    where access.id = validated_access_id
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null))));
-- Whoever coordinates a purchase may close its runs ('Terminar').
create policy changeable on public.assessment_runs for update to alhena_app
  using ((select private.actor_is_staff()) or private.actor_closes_access(validated_access_id));
create policy answered_by_respondent on public.run_answers for insert to alhena_app
  with check (private.actor_answers_run(run_id));
create policy corrected_by_respondent on public.run_answers for update to alhena_app
  using (private.actor_answers_run(run_id));
create policy evidence_is_nominative on public.run_answers as restrictive for all to alhena_app
  using (strpos(field, ':') = 0 or private.run_takes_evidence(run_id))
  with check (strpos(field, ':') = 0 or private.run_takes_evidence(run_id));
create policy readable on public.questionnaires for select to alhena_app using (true);
create policy readable on public.questionnaire_versions for select to alhena_app using (true);
create policy added_by_admin on public.questionnaires for insert to alhena_app with check ((select private.actor_is_admin()));
create policy dropped_by_admin on public.questionnaires for delete to alhena_app using ((select private.actor_is_admin()));
create policy published_by_admin on public.questionnaire_versions for insert to alhena_app
  with check ((select private.actor_is_admin()) and published_by = (select private.actor_user_id()));
create policy of_admins on public.questionnaire_drafts for all to alhena_app
  using ((select private.actor_is_admin())) with check ((select private.actor_is_admin()));

grant select, delete, insert (id) on public.questionnaires to alhena_app;
grant select, insert (questionnaire_id, version, content, plan) on public.questionnaire_versions to alhena_app;
grant select, insert, update (end_time, duration_seconds, active_seconds, status, closed_by, current_section, updated_at) on public.assessment_runs to alhena_app;
grant select, insert, update on public.run_answers to alhena_app;
grant select, delete, insert (questionnaire_id, base_version, content, plan),
  update (base_version, content, plan) on public.questionnaire_drafts to alhena_app;
grant select on public.dama_assessments to alhena_app;

-- How a company's purchase of a product is read unless its buyer chooses otherwise before inviting: as its questionnaire proposes.
create function private.proposed_result_mode(product_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, public
as $$
  select coalesce((
    select version.content ->> 'resultMode'
    from public.assessments product join public.questionnaire_versions version on version.questionnaire_id = product.questionnaire_id
    where product.id = product_id and (product.questionnaire_version is null or version.version = product.questionnaire_version)
    order by version.version desc limit 1), 'nominative')
$$;
