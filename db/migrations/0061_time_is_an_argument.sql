-- Time is an argument: no rule compares with the database's clock (decision 39).

-- The time of the transaction, as `asActor` sets it. Unset it is null, and whatever is compared with it is refused.
create function private.actor_time() returns timestamptz language sql stable
as $$ select nullif(current_setting('alhena.now', true), '')::timestamptz $$;

create or replace function private.actor_access_id() returns uuid language sql stable security definer set search_path = pg_catalog, public
as $$
  select session.access_id
  from public.respondent_sessions session join public.user_accesses access on access.id = session.access_id
  where session.token_hash = nullif(current_setting('alhena.respondent_session', true), '')
    and session.revoked_at is null and session.expires_at > private.actor_time() and access.status <> 'revoked'
$$;

create or replace function private.actor_answers_run(checked uuid) returns boolean language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.assessment_runs run join public.user_accesses access on access.id = run.validated_access_id
    where run.id = checked and access.expires_at > private.actor_time() and access.status <> 'revoked'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)));
end
$$;

create or replace function private.api_may(VARIADIC wanted text[]) returns boolean language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return private.actor_kind() = 'api' and exists (
    select from public.api_keys
    where key_hash = nullif(current_setting('alhena.api_key', true), '') and revoked_at is null
      and (expires_at is null or expires_at > private.actor_time()) and scopes && wanted);
end
$$;

drop function private.claim_sign_in_try(text, integer);
create function private.claim_sign_in_try(tried text, allowed integer, at_time timestamptz) returns boolean language sql security definer set search_path = pg_catalog, public
as $$
  delete from auth.sign_in_tries where subject in (
    select old.subject from auth.sign_in_tries old
    where old.window_started_at < at_time - interval '1 hour' and old.subject <> tried
    limit 20 for update skip locked);
  insert into auth.sign_in_tries as known (subject, tries, window_started_at) values (tried, 1, at_time)
  on conflict (subject) do update set
    tries = case when known.window_started_at > at_time - interval '15 minutes' then least(known.tries + 1, 1000000) else 1 end,
    window_started_at = case when known.window_started_at > at_time - interval '15 minutes' then known.window_started_at else at_time end
  returning tries <= allowed
$$;

drop function private.confirm_email_change(text, text, timestamptz);
create function private.confirm_email_change(given_hash text, given_late_hash text, objections_until timestamptz, at_time timestamptz) returns table(user_id uuid, old_email text, new_email text, first_name text) language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  change public.email_changes;
  me public.profiles;
begin
  -- The profile first, as every function here: two of them cannot wait for each other.
  select * into me from public.profiles
  where id = (select c.user_id from public.email_changes c where c.confirm_hash = given_hash) and deleted_at is null for update;
  if not found then return; end if;
  select * into change from public.email_changes c where c.confirm_hash = given_hash for update;
  if change.confirmed_at is not null or change.cancelled_at is not null or change.expires_at <= at_time or change.old_email <> me.email then
    return;
  end if;
  begin
    update public.profiles set email = change.new_email, email_verified = true where id = me.id;
  exception when unique_violation then
    return;
  end;
  update public.email_changes c
  set confirmed_at = at_time, late_objection_hash = given_late_hash, objection_until = objections_until
  where c.id = change.id;
  delete from auth.verifications where value = me.id::text;
  perform private.move_own_accesses(me.id, change.new_email);
  insert into public.audit_log (actor_kind, actor_user_id, action, entity, entity_id, before, after)
  values ('user', me.id, 'email_changed', 'profiles', me.id::text,
    jsonb_build_object('email', private.masked_email(change.old_email)),
    jsonb_build_object('email', private.masked_email(change.new_email)));
  return query select me.id, change.old_email, change.new_email, me.first_name;
end
$$;

drop function private.delete_own_account(text);
create function private.delete_own_account(known_hash text, at_time timestamptz) returns text language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  me public.profiles;
  refused text;
begin
  -- A checkout of this buyer waits, as for another checkout.
  perform pg_advisory_xact_lock(hashtextextended(private.actor_user_id()::text, 1));
  select * into me from public.profiles where id = private.actor_user_id() and deleted_at is null for update;
  if not found or not exists (
    select from auth.accounts where user_id = me.id and provider_id = 'credential' and password = known_hash)
  then return 'password_changed'; end if;

  perform from public.orders where user_id = me.id and status = 'pending' order by id for update;
  if exists (
    select from public.payment_attempts attempt join public.orders on orders.id = attempt.order_id
    where orders.user_id = me.id and (
      (orders.status = 'pending' and attempt.status in ('committing', 'unknown', 'review', 'paid'))
      or attempt.status = 'refund_pending'))
  then return 'payment_in_progress'; end if;

  begin
    update public.profiles set first_name = 'Cuenta eliminada', last_name = '', company = null, phone = null, avatar_url = null,
      email = 'eliminada-' || me.id || '@cuenta.invalid', email_verified = false, role = 'client', deleted_at = at_time
    where id = me.id;
  exception when check_violation then
    get stacked diagnostics refused = constraint_name;
    if refused = 'profiles_last_admin' then return 'last_admin'; end if;
    raise;
  end;

  update public.orders set status = 'failed' where user_id = me.id and status = 'pending';
  update public.discount_redemptions redemption set released_at = at_time
  where redemption.user_id = me.id and redemption.released_at is null
    and exists (select from public.orders where orders.id = redemption.order_id and orders.status = 'failed');

  -- A review of the own access stays as its product's, without a name.
  update public.reviews set show_name = false where show_name and access_id in (
    select id from public.user_accesses where user_id = me.id and invited_by_user_id is null);
  update public.analytics_events set user_id = null where user_id = me.id;

  delete from public.run_answers answer using public.assessment_runs run, public.user_accesses access
  where answer.run_id = run.id and access.id = run.validated_access_id and access.user_id = me.id;
  update public.assessment_runs run set full_name = 'Persona anónima', corporate_email = 'anonima@cuenta.invalid',
    position = 'Sin dato', organizational_unit = 'Sin dato', data_role = 'Sin dato', company_name = 'Sin dato', invitation_code = 'Sin dato'
  from public.user_accesses access where access.id = run.validated_access_id and access.user_id = me.id;
  delete from public.respondent_sessions session using public.user_accesses access
  where access.id = session.access_id and access.user_id = me.id;
  delete from public.mails where order_id is null and recipient = me.email;
  delete from public.mails mail using public.user_accesses access where access.id = mail.access_id and access.user_id = me.id;
  update public.user_accesses set status = 'revoked', email = 'eliminado-' || id || '@cuenta.invalid', first_name = null,
    last_name = null, invitee_name = null, invitee_company = null, job_role = null, department = null, results = null
  where user_id = me.id;

  delete from auth.sessions where user_id = me.id;
  delete from auth.accounts where user_id = me.id;
  delete from auth.verifications where value = me.id::text;
  delete from public.email_changes where user_id = me.id;
  insert into public.audit_log (action, entity, entity_id) values ('account_deleted', 'profiles', me.id::text);
  return 'deleted';
end
$$;

drop function private.fold_daily_changes();
create function private.fold_daily_changes(at_time timestamptz) returns integer language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  folded integer;
begin
  if not private.is_system() or not pg_try_advisory_xact_lock(7426516) then return 0; end if;
  with gone as (
    delete from private.daily_changes where id in (select id from private.daily_changes order by id limit 10000)
    returning kind, day, label, count, amount),
  days as (
    insert into private.daily_figures as figure (kind, day, label, count, amount)
    select kind, day, label, sum(count), sum(amount) from gone group by 1, 2, 3
    on conflict (kind, day, label) do update
      set count = figure.count + excluded.count, amount = figure.amount + excluded.amount),
  months as (
    insert into private.monthly_figures as figure (kind, month, label, count, amount)
    select kind, private.month_of(day), label, sum(count), sum(amount) from gone group by 1, 2, 3
    on conflict (kind, month, label) do update
      set count = figure.count + excluded.count, amount = figure.amount + excluded.amount)
  select count(*) into folded from gone;
  delete from private.visit_days where day < private.day_of(at_time) - 1;
  delete from private.visit_steps where day < private.day_of(at_time) - 1;
  delete from private.visit_sources where day < private.day_of(at_time) - 1;
  return folded;
end
$$;

drop function private.forget_late_audit();
create function private.forget_late_audit(at_time timestamptz) returns bigint language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_system() then return 0; end if;
  return (select coalesce(sum(private.forget_in_audit(id)), 0) from public.profiles where deleted_at > at_time - interval '2 days');
end
$$;

drop function private.note_refusal(text, text, text);
create function private.note_refusal(given_path text, given_method text, given_role text, at_time timestamptz) returns void language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  me uuid := private.actor_user_id();
begin
  if me is null then return; end if;
  if exists (
    select from public.audit_log where actor_user_id = me and at > at_time - interval '10 minutes'
      and action = 'access_refused' and entity_id = left(given_path, 80))
  then return; end if;
  if (select count(*) from (
    select from public.audit_log where actor_user_id = me and at > at_time - interval '1 hour' and action = 'access_refused' limit 60) tried) >= 60
  then return; end if;
  insert into public.audit_log (at, action, entity, entity_id, after)
    values (at_time, 'access_refused', 'address', left(given_path, 80), jsonb_build_object('method', left(given_method, 10), 'role', given_role));
end
$$;

drop function private.note_session_use(uuid);
create function private.note_session_use(used uuid, at_time timestamptz) returns void language sql security definer set search_path = pg_catalog, public
as $$
  update auth.sessions set last_used_at = at_time
  where id = used and user_id = private.actor_user_id() and last_used_at < at_time - interval '5 minutes'
$$;

drop function private.object_to_email_change(text);
create function private.object_to_email_change(given_hash text, at_time timestamptz) returns text language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  change public.email_changes;
  me public.profiles;
begin
  select * into me from public.profiles
  where id = (select c.user_id from public.email_changes c where given_hash in (c.objection_hash, c.late_objection_hash))
    and deleted_at is null for update;
  if not found then return 'invalid'; end if;
  select * into change from public.email_changes c where given_hash in (c.objection_hash, c.late_objection_hash) for update;
  -- Also when another request took the place of this one: every notice that was mailed protects.
  if change.objection_until <= at_time or change.objected_at is not null then return 'invalid'; end if;
  begin
    update public.profiles set email = change.old_email, email_verified = true where id = me.id;
  exception when unique_violation then
    return 'invalid';
  end;
  -- Whoever asked for this change asked for those after it, and must not object back.
  update public.email_changes c set cancelled_at = coalesce(c.cancelled_at, at_time), objected_at = at_time
  where c.user_id = me.id and c.created_at >= change.created_at;
  update auth.accounts set password = null, updated_at = at_time where accounts.user_id = me.id and provider_id = 'credential';
  delete from auth.sessions where sessions.user_id = me.id;
  perform private.end_one_time_links(me.id);
  if me.email <> change.old_email then perform private.move_own_accesses(me.id, change.old_email); end if;
  insert into public.audit_log (actor_kind, actor_user_id, action, entity, entity_id, before, after)
  values ('user', me.id, 'email_change_objected', 'profiles', me.id::text,
    jsonb_build_object('email', private.masked_email(me.email)),
    jsonb_build_object('email', private.masked_email(change.old_email)));
  return case when me.email = change.old_email then 'cancelled' else 'restored' end;
end
$$;

create or replace function private.order_status_changes() returns trigger language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  items_total bigint;
begin
  if new.status = old.status then return new; end if;
  if not (old.status, new.status) in (('pending', 'paid'), ('pending', 'failed'), ('paid', 'refunded')) then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_status_transition';
  end if;
  if new.status = 'paid' then
    -- A browser's own transaction may finish a free order; money is recorded by the shop or by an administrator.
    if new.total_clp > 0 and not private.actor_is_staff() then
      raise exception 'only the shop records a payment' using errcode = 'check_violation', constraint = 'orders_paid_by_shop';
    end if;
    select sum(total_clp) into items_total from public.order_items where order_id = new.id;
    if items_total is distinct from new.total_clp then
      raise exception 'the items of order % do not add up to its total', new.order_number
        using errcode = 'check_violation', constraint = 'orders_items_add_up';
    end if;
    insert into public.user_accesses (order_item_id, user_id, email, first_name, last_name, invitee_name, invitee_company, expires_at)
    select item.id, item.user_id, buyer.email, buyer.first_name, buyer.last_name,
      btrim(buyer.first_name || ' ' || buyer.last_name), coalesce(new.company_name, buyer.company), new.paid_at + make_interval(days => new.access_days)
    from public.order_items item join public.profiles buyer on buyer.id = item.user_id
    where item.order_id = new.id and item.tops_up_item_id is null;
    -- In one order for every sale: two orders of the same products would else wait for each other for ever.
    perform from public.assessments
    where id in (select assessment_id from public.order_items where order_id = new.id) order by id for no key update;
    update public.assessments product set paid_seats = product.paid_seats + sold.seats
    from (select assessment_id, sum(seats) as seats from public.order_items where order_id = new.id group by assessment_id) sold
    where product.id = sold.assessment_id;
  elsif new.status = 'refunded' then
    perform from public.assessments
    where id in (select assessment_id from public.order_items where order_id = new.id) order by id for no key update;
    update public.assessments product set paid_seats = product.paid_seats - sold.seats
    from (select assessment_id, sum(seats) as seats from public.order_items where order_id = new.id group by assessment_id) sold
    where product.id = sold.assessment_id;
  end if;
  return new;
end
$$;

drop function private.own_sessions();
create function private.own_sessions(at_time timestamptz) returns table(id uuid, user_agent text, created_at timestamptz, last_used_at timestamptz) language sql stable security definer set search_path = pg_catalog, public
as $$
  select session.id, session.user_agent, session.created_at, session.last_used_at
  from auth.sessions session
  where session.user_id = private.actor_user_id() and session.expires_at > at_time
  order by session.last_used_at desc, session.id limit 50
$$;

drop function private.purge_expired();
create function private.purge_expired(at_time timestamptz) returns bigint language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  purged bigint := 0;
  more bigint;
begin
  delete from private.access_tries where window_started_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from public.respondent_sessions where expires_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.sessions where expires_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.verifications where expires_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from auth.sign_in_tries where window_started_at < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  delete from public.email_changes where greatest(expires_at, objection_until) < at_time - interval '1 day';
  get diagnostics more = row_count; purged := purged + more;
  return purged;
end
$$;

drop function private.recount_daily_figures();
create function private.recount_daily_figures(at_time timestamptz default now()) returns void language plpgsql set search_path = pg_catalog, public set work_mem = '64MB' set enable_nestloop = 'off'
as $$
declare
  of_events constant text[] := '{event,visit,funnel,funnel_product,funnel_category,funnel_source}';
  yesterday constant date := private.day_of(at_time) - 1;
  first_day date;
begin
  perform pg_advisory_xact_lock(7426516);
  first_day := (select private.day_of(min(created_at)) from public.analytics_events);
  -- Old events are removed after a while: what was counted of their days stays, and the first day that is left may be half a day.
  if first_day < private.day_of(at_time) - 30 and exists (select from private.daily_figures where kind = 'event') then
    first_day := first_day + 1;
  end if;
  create temp table counted (kind text, day date, label text, count bigint, amount bigint) on commit drop;

  with gone as (delete from private.daily_changes where kind in ('order', 'sold', 'band', 'band_seats', 'discount', 'discount_sold')),
  placed as (
    select private.day_of(o.created_at) as day, private.order_label(o) as label, o.status = 'paid' as paid, o.discount_code as code,
      count(*) as orders, sum(o.total_clp) as total, sum(o.discount_clp) as taken
    from public.orders o group by 1, 2, 3, 4),
  sold as (
    select private.day_of(o.created_at) as day, item.assessment_id as product, item.pricing_band as band,
      count(*) as lines, sum(item.seats) as seats, sum(item.total_clp) as total
    from public.orders o join public.order_items item on item.order_id = o.id where o.status = 'paid' group by 1, 2, 3)
  insert into counted
  select 'order', day, label, sum(orders), sum(total) from placed group by 2, 3
  union all
  select 'discount', day, code, sum(orders), sum(taken) from placed where paid and code is not null group by 2, 3
  union all
  select 'discount_sold', day, code, sum(orders), sum(total) from placed where paid and code is not null group by 2, 3
  union all
  select 'sold', day, product::text, sum(seats), sum(total) from sold group by 2, 3
  union all
  select 'band', day, band, sum(lines), sum(total) from sold group by 2, 3
  union all
  select 'band_seats', day, band, sum(seats), 0 from sold group by 2, 3;

  with gone as (delete from private.daily_changes where kind = 'access')
  insert into counted
  select 'access', private.day_of(created_at), private.access_label(status), count(*), 0
  from public.user_accesses where status <> 'revoked' group by 2, 3;

  with gone as (delete from private.daily_changes where kind = any (of_events) and day >= first_day),
  visits as (select * from private.visits_since(first_day)),
  steps as (select * from private.steps_since(first_day))
  insert into counted
  select 'event', private.day_of(created_at), event_type, count(*), 0
  from public.analytics_events where private.day_of(created_at) >= first_day group by 2, 3
  union all
  select 'visit', day, '', count(*), 0 from visits group by 2
  union all
  select 'funnel_source', day, 'visit:' || source, count(*), 0 from visits group by day, source
  union all
  select case left(label, 2) when '' then 'funnel' when 'p:' then 'funnel_product' else 'funnel_category' end,
    day, concat_ws(':', step, nullif(substr(label, 3), '')), count(*), 0
  from steps group by day, step, label
  union all
  select 'funnel_source', steps.day, steps.step || ':' || visits.source, count(*), 0
  from steps join visits on visits.day = steps.day and visits.session_id = steps.session_id
  where steps.label = '' group by steps.day, steps.step, visits.source;

  delete from private.daily_figures where kind <> all (of_events) or day >= first_day;
  insert into private.daily_figures (kind, day, label, count, amount) select kind, day, label, count, amount from counted;
  delete from private.monthly_figures;
  insert into private.monthly_figures (kind, month, label, count, amount)
    select kind, private.month_of(day), label, sum(count), sum(amount) from private.daily_figures group by 1, 2, 3;

  -- What is known of the visits of these two days, for events to come. Of the day before as well: its visits may go on.
  lock table public.analytics_events in share row exclusive mode;
  create temp table known_steps on commit drop as select * from private.steps_since(yesterday - 1) where day >= yesterday;
  create temp table known_visits on commit drop as select * from private.visits_since(yesterday - 1) where day >= yesterday;
  delete from private.visit_steps;
  delete from private.visit_sources;
  insert into private.visit_steps (session_id, day, step, label) select session_id, day, step, label from known_steps;
  insert into private.visit_sources (day, source) select distinct day, source from known_visits where source <> 'otros';
  insert into private.visit_days as visit (day, session_id, source) select day, session_id, source from known_visits
    on conflict (day, session_id) do update set source = excluded.source;
  drop table counted, known_steps, known_visits;
end
$$;

revoke execute on function private.recount_daily_figures(timestamptz) from public;
drop function private.request_email_change(text, text, text, timestamptz, timestamptz);
create function private.request_email_change(wanted text, given_confirm_hash text, given_objection_hash text, ends_at timestamptz, objections_until timestamptz, at_time timestamptz) returns text language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  me public.profiles;
begin
  select * into me from public.profiles where id = private.actor_user_id() and deleted_at is null for update;
  if not found then return 'not_found'; end if;
  if wanted = me.email then return 'same'; end if;
  -- Somebody else's mailbox may get these mails.
  if (select count(*) from public.email_changes where user_id = me.id and created_at > at_time - interval '1 day') >= 5 then
    return 'too_many';
  end if;
  update public.email_changes set cancelled_at = at_time
  where user_id = me.id and confirmed_at is null and cancelled_at is null;
  insert into public.email_changes (user_id, old_email, new_email, confirm_hash, objection_hash, expires_at, objection_until, created_at)
  values (me.id, me.email, wanted, given_confirm_hash, given_objection_hash, ends_at, objections_until, at_time);
  return case when exists (select from public.profiles where email = wanted) then 'taken' else 'free' end;
end
$$;

create or replace function private.save_run_answers_as(kind text, who text, of_run uuid, of_access uuid, questionnaire text, version_number integer, fields text[], options smallint[], texts text[], seqs bigint[], section integer, seconds integer, closed_questions integer, at_time timestamptz) returns table(run_status text, open boolean, ended boolean, touched boolean, saved text[]) language plpgsql
as $$
begin
  -- Never staff, nor the shop: answers are the respondent's own.
  if kind not in ('respondent', 'user') then
    raise exception 'only who answers saves answers' using errcode = 'insufficient_privilege';
  end if;
  perform set_config('alhena.kind', kind, true),
    set_config('alhena.respondent_session', case kind when 'respondent' then who else '' end, true),
    set_config('alhena.user_id', case kind when 'user' then who else '' end, true),
    set_config('alhena.now', at_time::text, true);
  return query select * from private.save_run_answers(of_run, of_access, questionnaire, version_number, fields, options, texts, seqs,
    section, seconds, closed_questions, at_time);
end
$$;

drop function public.validate_invitation_code_with_email(text, text);
create function public.validate_invitation_code_with_email(code_input text, email_input text, at_time timestamptz default now()) returns table(is_valid boolean, error_message text, access_id uuid) language sql security definer set search_path = pg_catalog, public
as $$ select * from private.check_invitation(code_input, email_input, null, at_time) $$;

