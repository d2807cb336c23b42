-- What is kept about a person, and how it is shown to its subject, corrected, blocked, erased and deleted in time (Ley 19.628 as amended by
-- Ley 21.719); the links by which somebody without an account reaches it.

-- Links to a mailbox, and the browser's session that one opens. Only SHA-256s are stored; purge_expired deletes rows after a day.
create table private.data_access_links (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  email text not null check (length(email) <= 254 and email = private.normalize_email(email)),
  network text not null check (length(network) <= 60),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  session_hash text unique check (session_hash ~ '^[0-9a-f]{64}$'),
  session_ends_at timestamptz,
  constraint data_access_links_used check (num_nulls(used_at, session_hash, session_ends_at) in (0, 3))
);

-- Mailboxes whose owners want no invitations, reminders, shared results, nor mails about the actions of plans.
create table private.mail_objections (
  email text primary key check (length(email) <= 254 and email = private.normalize_email(email)),
  objected_at timestamptz not null
);

create index data_access_links_of_email on private.data_access_links (email, created_at);
create index data_access_links_of_network on private.data_access_links (network, created_at);
create index data_access_links_by_age on private.data_access_links (created_at);
-- What the retention job looks for.
create index user_accesses_by_age on public.user_accesses (coalesce(completed_at, expires_at)) where erased_at is null;

-- Inserts a link for a mailbox. False: three were asked for it, or thirty from the network, within an hour.
create function private.request_data_access(address text, from_network text, new_hash text, ends_at timestamptz, at_time timestamptz)
returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('data_access ' || address, 2));
  if (select count(*) from private.data_access_links where email = address and created_at > at_time - interval '1 hour') >= 3
    or (select count(*) from private.data_access_links where network = left(from_network, 60) and created_at > at_time - interval '1 hour') >= 30
  then return false; end if;
  insert into private.data_access_links (token_hash, email, network, created_at, expires_at)
  values (new_hash, address, left(from_network, 60), at_time, ends_at);
  return true;
end
$$;

-- Uses a link, once, and opens a session. Returns the mailbox; null: used, expired or unknown.
create function private.open_data_access(input_hash text, new_session_hash text, session_ends timestamptz, at_time timestamptz) returns text
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update private.data_access_links set used_at = at_time, session_hash = new_session_hash, session_ends_at = session_ends
  where token_hash = input_hash and used_at is null and expires_at > at_time
  returning email
$$;

create function private.close_data_access(at_time timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update private.data_access_links set session_ends_at = least(session_ends_at, at_time)
  where private.actor_kind() = 'data_subject' and session_hash = nullif(current_setting('alhena.data_session', true), '')
$$;

-- Whose data the actor may see and change as their subject: the owner of a mailbox, or of an account with a confirmed e-mail.
create function private.actor_subject_email() returns text
language sql stable security definer set search_path = pg_catalog, public
as $$
  select case private.actor_kind()
    when 'data_subject' then (
      select link.email from private.data_access_links link
      where link.session_hash = nullif(current_setting('alhena.data_session', true), '') and link.session_ends_at > private.actor_time())
    when 'user' then (
      select profile.email from public.profiles profile
      where profile.id = private.actor_user_id() and profile.deleted_at is null and profile.email_verified)
  end
$$;

-- The accesses of a mailbox that have not been erased.
create function private.accesses_of_subject(address text) returns uuid[]
language sql stable security definer set search_path = pg_catalog, public
as $$
  select coalesce(array_agg(id), '{}') from public.user_accesses where email = address and erased_at is null
$$;

-- The actions of plans whose owner is named as the people of these accesses are: by the mailbox, or where none was written by the name, in the
-- plans of their purchases.
create function private.named_in_plans(of_accesses uuid[]) returns setof uuid
language sql stable security definer set search_path = pg_catalog, public
as $$
  select action.id
  from public.user_accesses access join public.plan_actions action on action.order_item_id = access.order_item_id
  where access.id = any (of_accesses) and case
    when action.owner_email is not null then action.owner_email = access.email
    else private.group_key(action.owner_name) in (
      select private.group_key(written.name)
      from (
        values (access.invitee_name), (concat_ws(' ', access.first_name, access.last_name)),
          ((select run.full_name from public.assessment_runs run where run.validated_access_id = access.id))) written (name)
      where btrim(written.name) <> '') end
$$;

-- Everything that is kept about the owner of a mailbox, as the person reads and downloads it. Of an action in the plan of a purchase it tells
-- what its owner answers for, not what others noted about it.
create function private.personal_data_of(address text) returns jsonb
language sql stable security definer set search_path = pg_catalog, public
as $$
  with me as (select * from public.profiles where email = address and deleted_at is null),
  mine as (select * from public.user_accesses where email = address and erased_at is null)
  select jsonb_build_object(
    'email', address,
    'mail_objection', exists (select from private.mail_objections where email = address),
    'account', (
      select jsonb_build_object('first_name', first_name, 'last_name', last_name, 'company', company, 'phone', phone, 'role', role,
        'created_at', created_at, 'measured_events', (select count(*) from public.analytics_events event where event.user_id = me.id))
      from me),
    'accesses', coalesce((
      select jsonb_agg(jsonb_build_object(
          'id', access.id, 'product', product.name, 'is_workshop', product.type = 'workshop', 'own', access.invited_by_user_id is null,
          'buyer', nullif(btrim(buyer.first_name || ' ' || buyer.last_name), ''),
          'buyer_company', coalesce(organisation.name, orders.company_name), 'organisation', organisation.name,
          'confidential', item.result_mode = 'confidential', 'status', access.status, 'blocked', access.blocked_at is not null,
          'first_name', access.first_name, 'last_name', access.last_name, 'invitee_name', access.invitee_name,
          'invitee_company', access.invitee_company, 'job_role', access.job_role, 'department', access.department,
          'created_at', access.created_at, 'opened_at', access.opened_at, 'accessed_at', access.accessed_at,
          'completed_at', access.completed_at, 'expires_at', access.expires_at, 'reminders_sent', access.reminders_sent,
          'run', (
            select jsonb_build_object('full_name', run.full_name, 'position', run.position, 'organizational_unit', run.organizational_unit,
              'data_role', run.data_role, 'company_name', run.company_name, 'privacy_notice_version', run.privacy_notice_version,
              'age_declaration', run.age_declaration,
              'status', run.status, 'closed_by', run.closed_by, 'start_time', run.start_time,
              'end_time', run.end_time, 'questionnaire_id', run.questionnaire_id, 'questionnaire_version', run.questionnaire_version,
              'answers', coalesce((
                select jsonb_agg(jsonb_build_object('field', answer.field, 'option', answer.option, 'text', answer.text,
                  'updated_at', answer.updated_at) order by answer.field)
                from public.run_answers answer where answer.run_id = run.id), '[]'))
            from public.assessment_runs run where run.validated_access_id = access.id),
          'review', (
            select jsonb_build_object('rating', review.rating, 'comment', review.comment, 'author_name', review.author_name,
              'status', review.status, 'created_at', review.created_at)
            from public.reviews review where review.access_id = access.id),
          'certificate', (
            select jsonb_build_object('code', certificate.code, 'full_name', certificate.full_name, 'issued_at', certificate.issued_at)
            from public.workshop_certificates certificate where certificate.access_id = access.id),
          'lessons_done', (select count(*) from public.workshop_lessons lesson where lesson.access_id = access.id)
        ) order by access.created_at desc, access.id)
      from mine access
        join public.order_items item on item.id = access.order_item_id
        join public.orders on orders.id = item.order_id
        join public.assessments product on product.id = access.assessment_id
        join public.profiles buyer on buyer.id = access.user_id
        left join public.organisations organisation on organisation.id = access.organisation_id), '[]'),
    'purchases', coalesce((
      select jsonb_agg(jsonb_build_object('order_number', orders.order_number, 'status', orders.status, 'total_clp', orders.total_clp,
        'created_at', orders.created_at, 'paid_at', orders.paid_at, 'document_type', orders.document_type, 'billing_rut', orders.billing_rut,
        'billing_name', orders.billing_name, 'billing_activity', orders.billing_activity, 'billing_address', orders.billing_address,
        'billing_commune', orders.billing_commune, 'company_name', orders.company_name, 'company_url', orders.company_url,
        'terms_version', orders.terms_version, 'terms_accepted_at', orders.terms_accepted_at) order by orders.created_at desc)
      from public.orders where orders.user_id = (select id from me)), '[]'),
    'quotations', coalesce((
      select jsonb_agg(jsonb_build_object('number', quotation.number, 'issued_at', quotation.issued_at, 'total_clp', quotation.total_clp,
        'buyer_name', quotation.buyer_name, 'buyer_phone', quotation.buyer_phone, 'company_name', quotation.company_name,
        'company_rut', quotation.company_rut, 'company_address', quotation.company_address, 'reference', quotation.reference)
        order by quotation.issued_at desc)
      from public.quotations quotation where quotation.user_id = (select id from me)), '[]'),
    'organisations', coalesce((
      select jsonb_agg(jsonb_build_object('name', organisation.name, 'role', member.role, 'joined_at', member.joined_at))
      from public.organisation_members member join public.organisations organisation on organisation.id = member.organisation_id
      where member.user_id = (select id from me)), '[]'),
    'plan_actions', coalesce((
      select jsonb_agg(jsonb_build_object('product', product.name, 'own', action.access_id is not null, 'title', action.title,
        'owner_name', action.owner_name, 'due_on', action.due_on, 'state', action.state, 'created_at', action.created_at,
        'note', case when action.access_id is not null then nullif(action.note, '') end,
        'dropped_reason', case when action.access_id is not null then action.dropped_reason end)
        order by action.due_on, action.created_at, action.position, action.id)
      from public.plan_actions action
        join public.order_items item on item.id = action.order_item_id
        join public.assessments product on product.id = item.assessment_id
      where action.access_id in (select id from mine)
        or action.access_id is null and (action.owner_email = address
          or action.id in (select private.named_in_plans(array(select id from mine))))), '[]'),
    'mails', coalesce((
      select jsonb_agg(jsonb_build_object('template', sent.template, 'subject', sent.subject, 'status', sent.status,
        'created_at', sent.created_at, 'sent_at', sent.sent_at) order by sent.created_at desc)
      from (
        select * from public.mails where recipient = address order by created_at desc limit 500) sent), '[]'),
    'log', coalesce((
      select jsonb_agg(jsonb_build_object('at', entry.at, 'action', entry.action, 'by', entry.actor_kind) order by entry.at desc)
      from (
        select at, action, actor_kind from public.audit_log
        where (entity = 'user_accesses' and entity_id in (select id::text from mine))
          or (entity = 'profiles' and entity_id in (select id::text from me))
        order by at desc limit 500) entry), '[]'),
    'requests', coalesce((
      select jsonb_agg(jsonb_build_object('number', request.number, 'kind', request.kind, 'status', request.status,
        'received_at', request.received_at, 'due_at', request.due_at, 'answered_at', request.answered_at, 'answer', request.answer)
        order by request.received_at desc, request.number desc)
      from (
        select * from public.data_requests where email = address order by received_at desc limit 100) request), '[]'))
$$;

-- The same for the actor; null for anybody who has proved no mailbox.
create function private.own_personal_data() returns jsonb
language sql stable security definer set search_path = pg_catalog, public
as $$
  select private.personal_data_of(subject.email) from (select private.actor_subject_email() as email) subject where subject.email is not null
$$;

-- Texts about people whose accesses were erased leave the log, as with a deleted account.
create function private.forget_accesses_in_audit(of_accesses uuid[]) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with mine (entity, id) as (
    select 'user_accesses', access_id::text from unnest(of_accesses) access_id
    union all select 'assessment_run', run.id::text from public.assessment_runs run where run.validated_access_id = any (of_accesses)
    union all select 'review', review.id::text from public.reviews review where review.access_id = any (of_accesses)
  )
  update public.audit_log entry
  set before = private.forgotten(entry.entity, entry.before), after = private.forgotten(entry.entity, entry.after)
  from mine
  where entry.entity = mine.entity and entry.entity_id = mine.id
    and (entry.before is distinct from private.forgotten(entry.entity, entry.before)
      or entry.after is distinct from private.forgotten(entry.entity, entry.after))
$$;

-- Whether the shop still has to do with a mailbox: by an account, an access, an invitation to an organisation or to the staff, or an open
-- request.
create function private.is_known_address(address text) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (select from public.profiles where email = address)
    or exists (select from public.user_accesses where email = address and erased_at is null)
    or exists (select from public.organisation_invitations where email = address and accepted_at is null and revoked_at is null)
    or exists (select from public.staff_invitations where email = address and accepted_at is null and revoked_at is null)
    or exists (select from public.data_requests where email = address and status = 'open')
$$;

-- What is left of mailboxes that the shop has nothing to do with any more, outside of what was erased itself: mails to them, mails and
-- failures of the sending that name them, uploaded lists of people, and closed invitations. Mails about an order stay with it, without
-- them.
create function private.forget_addresses(addresses text[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  gone text[] := array(select distinct address from unnest(addresses) address where address <> '' and not private.is_known_address(address));
  named text[] := array(select '%' || replace(replace(replace(address, '\', '\\'), '_', '\_'), '%', '\%') || '%' from unnest(gone) address);
begin
  if cardinality(gone) = 0 then return; end if;
  delete from public.mails
  where recipient = any (gone) and order_id is null and status in ('sent', 'failed', 'cancelled');
  update public.mails set last_error = null where last_error ilike any (named);
  update public.mails set params = '{}', subject = null where recipient <> all (gone) and params::text ilike any (named) and status in ('sent', 'failed', 'cancelled');
  update pgboss.job set output = null, source_output = null where output::text ilike any (named) or source_output::text ilike any (named);
  delete from public.invitation_drafts where rows::text ilike any (named) or source::text ilike any (named);
  delete from public.access_imports where rows::text ilike any (named) or source::text ilike any (named);
  delete from public.organisation_invitations where email = any (gone);
  delete from public.staff_invitations where email = any (gone);
  update public.plan_actions set owner_name = null, owner_email = null where owner_email = any (gone);
  delete from private.plan_mail_optouts where email_hash in (select private.mailbox_hash(address) from unnest(gone) address);
end
$$;

-- A mail about an erasure, or with a link to the own data, is the last that the shop has of a mailbox: sent, it keeps no address.
create function private.forget_last_mail() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not private.is_known_address(new.recipient) then
    new.recipient := 'eliminado-' || new.id || '@cuenta.invalid';
    new.params := '{}';
    new.subject := null;
    new.last_error := null;
  end if;
  return new;
end
$$;
create trigger forget_last_mail before update of status on public.mails
for each row when (new.status in ('sent', 'failed') and new.order_id is null and new.access_id is null
  and new.template in ('account_deleted', 'data_request_done', 'data_request_refused', 'data_access_link'))
execute function private.forget_last_mail();

-- Erases people and answers of accesses, the one way to do it. Deleted answers leave every figure of nominative results and every round that
-- is open; a published one keeps its figures and withdraws all its texts (forget_deleted_answers), so that no difference is one person's. A
-- seat that was completed stays used. Returns what was erased.
create function private.erase_accesses(of_accesses uuid[], at_time timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  erased uuid[];
  used uuid[];
  addresses text[];
  named uuid[];
  answers bigint;
begin
  select coalesce(array_agg(held.id), '{}'), coalesce(array_agg(held.order_item_id) filter (where held.status = 'completed'), '{}')
  into erased, used
  from (
    select id, order_item_id, status from public.user_accesses
    where id = any (of_accesses) and erased_at is null order by id for update) held;
  delete from public.run_answers answer using public.assessment_runs run
  where answer.run_id = run.id and run.validated_access_id = any (erased);
  get diagnostics answers = row_count;
  named := array(select private.named_in_plans(erased));
  update public.assessment_runs set full_name = 'Persona anónima', corporate_email = 'anonima@cuenta.invalid', position = 'Sin dato',
    organizational_unit = 'Sin dato', data_role = 'Sin dato', company_name = 'Sin dato', invitation_code = 'Sin dato', user_id = null
  where validated_access_id = any (erased);
  delete from public.respondent_sessions where access_id = any (erased);
  delete from public.access_refusals where access_id = any (erased);
  delete from public.mails where access_id = any (erased);
  perform private.forget_searches(invitee_name, email) from public.user_accesses where id = any (erased);
  addresses := array(select email from public.user_accesses where id = any (erased));
  -- The own plans, and whatever the person answers for in the plans of these purchases.
  delete from public.plan_actions where access_id = any (erased);
  update public.plan_actions set owner_name = null, owner_email = null where id = any (named);
  update public.user_accesses set status = 'revoked', email = 'eliminado-' || id || '@cuenta.invalid', first_name = null, last_name = null,
    invitee_name = null, invitee_company = null, job_role = null, department = null, results = null, blocked_at = null, erased_at = at_time
  where id = any (erased);
  -- Its answers were given: erasing them sells no second seat.
  update public.order_items item set used_seats = item.used_seats + kept.seats
  from (select item_id, count(*)::integer as seats from unnest(used) item_id group by item_id) kept
  where item.id = kept.item_id;
  perform private.forget_accesses_in_audit(erased);
  -- After their entries in the log, which are found by them.
  delete from public.reviews where access_id = any (erased);
  perform private.forget_addresses(addresses);
  insert into public.audit_log (at, action, entity, entity_id)
  select at_time, 'access_erased', 'user_accesses', erased_id::text from unnest(erased) erased_id;
  return jsonb_build_object('accesses', cardinality(erased), 'answers', answers);
end
$$;

create function private.set_blocked(of_accesses uuid[], blocked boolean, at_time timestamptz) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  changed integer;
begin
  update public.user_accesses set blocked_at = case when blocked then at_time end
  where id = any (of_accesses) and erased_at is null and (blocked_at is not null) <> blocked;
  get diagnostics changed = row_count;
  insert into public.audit_log (at, action, entity, entity_id)
  select at_time, case when blocked then 'access_blocked' else 'access_block_lifted' end, 'user_accesses', id::text
  from unnest(of_accesses) id where changed > 0;
  return changed;
end
$$;

create function private.set_mail_objection(address text, objected boolean, at_time timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if objected then
    insert into private.mail_objections (email, objected_at) values (address, at_time) on conflict do nothing;
    update public.mails set status = 'cancelled'
    where recipient = address and status = 'queued'
      and template in ('respondent_invitation', 'respondent_reminder', 'respondent_results', 'plan_actions_due');
  else
    delete from private.mail_objections where email = address;
  end if;
end
$$;

-- The mailboxes' owner and the staff, whoever of them acts: null for everybody else.
create function private.subject_or_staff(address text) returns text
language sql stable security definer set search_path = pg_catalog, public
as $$ select case when private.actor_is_admin() and private.staff_may(array['privacy'], 'write') then private.normalize_email(address) else private.actor_subject_email() end $$;

-- Of one access, or of all, with its name in every plan. The staff name the address; for others it is their own.
create function private.erase_personal_data(address text, of_access uuid, at_time timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  subject text := private.subject_or_staff(address);
  named bigint := 0;
begin
  if of_access is null then
    update public.plan_actions set owner_name = null, owner_email = null where owner_email = subject;
    get diagnostics named = row_count;
  end if;
  return jsonb_build_object('plan_actions', named) || private.erase_accesses((
    select coalesce(array_agg(access_id), '{}') from unnest(private.accesses_of_subject(subject)) access_id
    where of_access is null or access_id = of_access), at_time);
end
$$;

create function private.block_personal_data(address text, blocked boolean, at_time timestamptz) returns integer
language sql volatile security definer set search_path = pg_catalog, public
as $$ select private.set_blocked(private.accesses_of_subject(private.subject_or_staff(address)), blocked, at_time) $$;

create function private.object_to_mails(address text, objected boolean, at_time timestamptz) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  if private.subject_or_staff(address) is not null then
    perform private.set_mail_objection(private.subject_or_staff(address), objected, at_time);
  end if;
end
$$;

-- Corrects name, post and area of an own access and of its answers. The groups of results that were counted stay as they were.
create function private.correct_personal_data(
  of_access uuid, new_first_name text, new_last_name text, new_department text, new_job_role text, at_time timestamptz) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  new_name text := btrim(new_first_name || ' ' || new_last_name);
begin
  update public.user_accesses set first_name = new_first_name, last_name = new_last_name, invitee_name = new_name,
    department = nullif(new_department, ''), job_role = nullif(new_job_role, '')
  where id = of_access and id = any (private.accesses_of_subject(private.actor_subject_email()));
  if not found then return false; end if;
  update public.assessment_runs set full_name = new_name,
    organizational_unit = case when length(new_department) >= 2 then new_department else organizational_unit end,
    position = case when length(new_job_role) >= 2 then new_job_role else position end
  where validated_access_id = of_access;
  insert into public.audit_log (at, action, entity, entity_id) values (at_time, 'access_corrected', 'user_accesses', of_access::text);
  return true;
end
$$;

-- Erases accesses to questionnaires that ended before an instant, and says so in the log. For the shop.
create function private.apply_retention(before_time timestamptz, at_time timestamptz, max_rows integer)
returns table (accesses integer, answers integer)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  due uuid[];
  erased jsonb;
begin
  if not private.is_system() then return; end if;
  select coalesce(array_agg(held.id), '{}') into due from (
    select access.id from public.user_accesses access join public.assessments product on product.id = access.assessment_id
    where coalesce(access.completed_at, access.expires_at) < before_time and access.erased_at is null and product.type = 'assessment'
    order by coalesce(access.completed_at, access.expires_at), access.id limit max_rows
    for update of access skip locked) held;
  if cardinality(due) = 0 then return; end if;
  erased := private.erase_accesses(due, at_time);
  insert into public.audit_log (at, action, entity, entity_id, after)
  values (at_time, 'retention_applied', 'retention', to_char(private.day_of(at_time), 'YYYY-MM-DD'),
    erased || jsonb_build_object('ended_before', to_char(private.day_of(before_time), 'YYYY-MM-DD')));
  return query select (erased ->> 'accesses')::integer, (erased ->> 'answers')::integer;
end
$$;

-- Companies that nobody names any more.
create function private.forget_companies(of_companies uuid[]) returns void
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
begin
  delete from public.companies
  where id = any (of_companies)
    and not exists (select from public.profiles where profiles.company_id = companies.id)
    and not exists (select from public.orders where orders.company_id = companies.id);
exception when foreign_key_violation then
  -- Somebody names it at this moment: it stays.
  return;
end
$$;

-- A mailbox that no longer belongs to an account keeps no mails of it.
create function private.forget_account_mails(address text) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  delete from public.mails where recipient = address and order_id is null and access_id is null and status in ('sent', 'failed')
$$;

-- What goes with a deleted account besides its people and their answers (delete_own_account), in order, when everything else of its
-- transaction is written: quotations, mails, notes, saved views, plans, what of its purchases tax law does not ask for, and its texts in the log.
--
-- Tax law asks for (Código Tributario, articles 17 and 200; DL 825, article 58) number, day, products, amounts and means of payment, and whom a
-- factura was issued to. The rest goes: the company and web address that invitations named, the billing data of what was never paid, the name
-- on a boleta, whose receiver the SII does not know either, and free texts of mails. Purchases of an organisation stay its own.
create function private.account_erased() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  companies uuid[];
begin
  -- Quotations; one used by an order stays with the order, without the person.
  delete from public.quotations quotation
  where quotation.user_id = new.id and not exists (select from public.orders where orders.quotation_id = quotation.id);
  update public.quotations set buyer_name = 'Persona anónima', buyer_email = new.email, buyer_phone = null, reference = null
  where user_id = new.id;
  delete from public.quotation_links where user_id = new.id;
  delete from public.quotation_replies where user_id = new.id;

  -- Mails; a receipt stays with its order, without the person.
  perform private.forget_account_mails(old.email);
  update public.mails mail set recipient = new.email, subject = null, params = mail.params || jsonb_build_object('nombre', new.first_name)
  from public.orders where orders.id = mail.order_id and orders.user_id = new.id and mail.status in ('sent', 'failed');

  -- Notes about it, and its own views of lists.
  delete from public.client_notes where user_id = new.id;
  delete from public.order_notes where order_id in (select id from public.orders where user_id = new.id);
  delete from public.saved_views where user_id = new.id;

  -- The plans of its purchases, and its name in those of others.
  delete from public.plan_actions action using public.order_items item
  where item.id = action.order_item_id and item.user_id = new.id and item.organisation_id is null;
  update public.plan_actions set owner_name = null, owner_email = null where owner_email = old.email;
  delete from public.board_decisions made using public.order_items item
  where item.id = made.order_item_id and item.user_id = new.id and item.organisation_id is null;

  -- The links to results that nobody manages any more; those of an organisation's stay, without what this person called them.
  delete from private.result_links link using public.order_items item
  where item.id = link.order_item_id and item.user_id = new.id and item.organisation_id is null;
  update private.result_links set label = '' where made_by = new.id;

  -- Purchases.
  companies := array(select company_id from public.orders where user_id = new.id and organisation_id is null and company_id is not null)
    || (select company_id from public.profiles where id = new.id) || old.company_id;
  update public.orders set company_name = null, company_url = null, company_id = null
  where user_id = new.id and organisation_id is null and num_nonnulls(company_name, company_url, company_id) > 0;
  update public.quotations set company_name = null, company_rut = null, company_address = null
  where user_id = new.id and exists (
    select from public.orders where orders.quotation_id = quotations.id and orders.organisation_id is null);
  perform private.forget_companies(companies);
  -- The trigger writes the search text again, without them.
  update public.user_accesses set list_words = '' where user_id = new.id;
  update public.orders set document_type = 'boleta', billing_rut = null, billing_name = null, billing_activity = null,
    billing_address = null, billing_commune = null
  where user_id = new.id and organisation_id is null and (status = 'failed' or document_type = 'boleta')
    and num_nonnulls(billing_rut, billing_name, billing_activity, billing_address, billing_commune) > 0;
  update public.tax_documents document set receiver_name = null
  from public.orders
  where orders.id = document.order_id and orders.user_id = new.id and orders.organisation_id is null
    and document.receiver_rut = '66666666-6' and document.status <> 'requested' and document.receiver_name is not null;
  update public.mails mail set params = (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(mail.params)
    where key in ('nombre', 'numero_orden', 'fecha_orden', 'productos', 'descuento_clp', 'total_clp', 'medio_pago', 'nota_documento',
      'monto_reembolso_clp', 'documento', 'folio', 'fecha_emision'))
  from public.orders
  where orders.id = mail.order_id and orders.user_id = new.id and mail.status in ('sent', 'failed', 'cancelled');

  -- The log, also where somebody searched for the person.
  perform private.forget_in_audit(new.id);
  perform private.forget_searches(old.first_name || ' ' || old.last_name, old.email);
  return null;
end
$$;

create constraint trigger account_erased after update of deleted_at on public.profiles deferrable initially deferred
for each row when (old.deleted_at is null and new.deleted_at is not null) execute function private.account_erased();

revoke execute on function private.personal_data_of(text) from public;
revoke execute on function private.named_in_plans(uuid[]) from public;
revoke execute on function private.accesses_of_subject(text) from public;
revoke execute on function private.forget_accesses_in_audit(uuid[]) from public;
revoke execute on function private.forget_companies(uuid[]) from public;
revoke execute on function private.forget_account_mails(text) from public;
revoke execute on function private.forget_addresses(text[]) from public;
revoke execute on function private.is_known_address(text) from public;
revoke execute on function private.erase_accesses(uuid[], timestamptz) from public;
revoke execute on function private.set_blocked(uuid[], boolean, timestamptz) from public;
revoke execute on function private.set_mail_objection(text, boolean, timestamptz) from public;
