-- What the buyer's half reads, quicker and narrower: the dashboard's counters, open answers over many people, and of a confidential
-- item no more than who has completed it, whatever the statement.

-- The dashboard counts a buyer's accesses from the index alone, and shows the first ones of an item in its order.
create index user_accesses_counted on public.user_accesses (user_id, order_item_id) include (id, accessed_at, completed_at)
  where status <> 'revoked';
create index user_accesses_of_group on public.user_accesses (order_item_id, invited_by_user_id nulls first, created_at, id)
  where status <> 'revoked';

-- Of a confidential item the buyer's own role finds an invited person's access as it was sent, until it is completed: who has opened it
-- or begun is in runs and sessions, which that role does not read there. Runs after `touch`, by its name, because it holds the time too.
create function private.untold_state() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if exists (select from public.order_items where id = new.order_item_id and result_mode = 'confidential') then
    if new.status = 'in_use' then new.status := 'active'; end if;
    new.accessed_at := new.completed_at;
    new.opened_at := null;
    new.progress := case when new.status = 'completed' then 100 else 0 end;
    new.answered_closed := 0;
    if (new.status, new.email, new.invitee_name, new.job_role, new.department, new.reminders_sent)
      is not distinct from (old.status, old.email, old.invitee_name, old.job_role, old.department, old.reminders_sent)
    then new.updated_at := old.updated_at; end if;
  end if;
  return new;
end
$$;
drop trigger confidential_progress on public.user_accesses;
drop function private.confidential_progress();
create trigger untold_state before update on public.user_accesses
for each row when (new.invited_by_user_id is not null) execute function private.untold_state();

-- What was told before.
update public.user_accesses access set progress = access.progress
from public.order_items item
where item.id = access.order_item_id and item.result_mode = 'confidential' and access.invited_by_user_id is not null;

-- A buyer sees the browsers of the own accesses and of those whose answers are theirs to read.
drop policy own on public.respondent_sessions;
create policy own on public.respondent_sessions for all to alhena_app
  using (
    access_id in (
      select access.id from public.user_accesses access join public.order_items item on item.id = access.order_item_id
      where access.user_id = (select private.actor_user_id())
        and (access.invited_by_user_id is null or item.result_mode = 'nominative'))
    or access_id = (select private.actor_access_id()) or (select private.actor_is_staff()))
  with check (
    access_id in (
      select id from public.user_accesses where user_id = (select private.actor_user_id()) and invited_by_user_id is null)
    or (select private.actor_is_staff()));

-- Tries with an e-mail are counted per network: whoever knows somebody's address shuts nobody out elsewhere.
delete from private.access_tries;

create or replace function private.check_invitation(code_input text, email_input text, network text, at_time timestamptz)
returns table (is_valid boolean, error_message text, access_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  code text := upper(btrim(coalesce(code_input, '')));
  address text := private.normalize_email(coalesce(email_input, ''));
  subjects text[] := array_remove(array[
    'code:' || encode(sha256(convert_to(code, 'UTF8')), 'hex'),
    'email:' || encode(sha256(convert_to(address || ' ' || coalesce(left(network, 60), ''), 'UTF8')), 'hex'),
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

-- Which open questions a completed run answers, so that a purchase's texts are read one by one and not looked for among its answers.
alter table private.completed_runs add column open_fields text[] not null default '{}';
update private.completed_runs entry set open_fields = answered.fields
from (select run_id, array_agg(field order by field) as fields from public.run_answers where btrim(text) <> '' group by run_id) answered
where answered.run_id = entry.run_id;

create or replace function private.count_completed_run(completed public.assessment_runs) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  insert into private.completed_runs (run_id, access_id, order_item_id, own, questionnaire_id, questionnaire_version, area, "position",
    means, options, open_fields)
  with answered as materialized (
    select asked.section, asked.place, answer.option
    from private.closed_fields(completed.questionnaire_id, completed.questionnaire_version) asked
      left join public.run_answers answer on answer.run_id = completed.id and answer.field = asked.field
  ), sections as materialized (
    select section, (avg(option) filter (where option < 6))::double precision as mean from answered group by section
  )
  select completed.id, access.id, access.order_item_id, access.invited_by_user_id is null, completed.questionnaire_id,
    completed.questionnaire_version, coalesce(nullif(btrim(access.department), ''), completed.organizational_unit),
    -- 'otro' is a choice of the invite form that says nothing.
    coalesce(nullif(nullif(btrim(access.job_role), ''), 'otro'), completed.position),
    (select array_prepend(avg(mean), array_agg(mean order by section)) from sections),
    (select array_agg(option order by place) from answered),
    coalesce((select array_agg(field order by field) from public.run_answers where run_id = completed.id and btrim(text) <> ''), '{}')
  from public.user_accesses access
  where access.id = completed.validated_access_id and exists (select from answered)
  on conflict (run_id) do nothing
$$;

-- Open answers of the acting buyer's item, without names and in no order that tells whose they are. A confidential item tells those of
-- whole blocks, at least eight people's more with each step, and of a question only when eight have answered it.
create or replace function private.item_texts(item_id uuid) returns table (field text, answer text)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  told_mode text;
  block record;
  told_blocks bigint[] := '{}';
  step bigint[] := '{}';
  step_people bigint := 0;
begin
  select item.result_mode into told_mode
  from public.order_items item join public.orders on orders.id = item.order_id
  where item.id = item_id and item.user_id = private.actor_user_id() and item.deleted_at is null and orders.status = 'paid';
  if told_mode = 'nominative' then
    return query
      select asked.field, given.text
      from private.completed_runs entry join public.user_accesses access on access.id = entry.access_id
        cross join unnest(entry.open_fields) as asked (field)
        -- One look-up each: a join would be planned as a walk through everybody's answers.
        cross join lateral (
          select run_answers.text from public.run_answers where run_id = entry.run_id and run_answers.field = asked.field limit 1) given
      where entry.order_item_id = item_id and access.status <> 'revoked' and btrim(given.text) <> ''
      order by asked.field, md5(asked.field || entry.run_id);
  elsif told_mode = 'confidential' then
    for block in
      select blocks.id, count(*) as people
      from private.result_blocks blocks join private.completed_runs entry on entry.block_id = blocks.id
      where blocks.order_item_id = item_id and not blocks.retired group by blocks.id order by blocks.id
    loop
      step := step || block.id;
      step_people := step_people + block.people;
      if step_people >= 8 then
        told_blocks := told_blocks || step;
        step := '{}';
        step_people := 0;
      end if;
    end loop;
    return query
      select shown.field, shown.text from (
        select asked.field, given.text, entry.run_id, count(*) over (partition by asked.field) as answers
        from private.completed_runs entry cross join unnest(entry.open_fields) as asked (field)
          cross join lateral (
            select run_answers.text from public.run_answers where run_id = entry.run_id and run_answers.field = asked.field limit 1) given
        where entry.block_id = any (told_blocks) and btrim(given.text) <> '') shown
      where shown.answers >= 8
      order by shown.field, md5(shown.field || shown.run_id);
  end if;
end
$$;
