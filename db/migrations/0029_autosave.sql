-- Saving answers in one call. The statement is the one that the application sent before, in a function whose plan each connection keeps:
-- planning it anew took as long as running it. Both functions work with the rights of whoever calls, so every policy holds as before.

create function private.save_run_answers(
  of_run uuid, of_access uuid, questionnaire text, version_number integer,
  fields text[], options smallint[], texts text[], seqs bigint[],
  section integer, seconds integer, closed_questions integer, at_time timestamptz)
returns table (run_status text, open boolean, ended boolean, touched boolean, saved text[])
language plpgsql volatile
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
begin
  return query
    with mine as (
      select run.id, run.status, access.id as access_id,
        access.status in ('active', 'in_use') and access.expires_at > at_time as open,
        access.status in ('active', 'in_use') and access.expires_at <= at_time as ended
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
      returning run.id, mine.access_id
    ), saved as (
      insert into public.run_answers as answer (run_id, field, option, text, client_seq, updated_at)
      select touched.id, given.field, given.option, given.text, given.seq, at_time
      from touched cross join unnest(fields, options, texts, seqs) as given (field, option, text, seq)
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
      exists (select from touched), array(select saved.field from saved);
end
$$;

-- The same as a transaction of its own: who acts is told in the call and holds until its end.
create function private.save_run_answers_as(
  kind text, who text,
  of_run uuid, of_access uuid, questionnaire text, version_number integer,
  fields text[], options smallint[], texts text[], seqs bigint[],
  section integer, seconds integer, closed_questions integer, at_time timestamptz)
returns table (run_status text, open boolean, ended boolean, touched boolean, saved text[])
language plpgsql volatile
as $$
begin
  -- Never staff, nor the shop: answers are the respondent's own.
  if kind not in ('respondent', 'user') then
    raise exception 'only who answers saves answers' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('alhena.kind', kind, true),
    set_config('alhena.respondent_session', case kind when 'respondent' then who else '' end, true),
    set_config('alhena.user_id', case kind when 'user' then who else '' end, true);
  return query select * from private.save_run_answers(of_run, of_access, questionnaire, version_number, fields, options, texts, seqs,
    section, seconds, closed_questions, at_time);
end
$$;
