-- For the operator, when somebody lost every second factor: the person logs in with the password and adds one again. Every session ends.
create function private.reset_second_factors(of_email text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  person uuid;
begin
  update public.profiles set two_factor_enabled = false
  where email = private.normalize_email(of_email) and deleted_at is null and two_factor_enabled returning id into person;
  if not found then return false; end if;
  delete from auth.two_factors where user_id = person;
  delete from auth.passkeys where user_id = person;
  delete from auth.sessions where user_id = person;
  insert into public.audit_log (actor_kind, action, entity, entity_id) values ('system', 'second_factors_reset', 'profiles', person::text);
  return true;
end
$$;
revoke execute on function private.reset_second_factors(text) from public;

-- Records that somebody of the staff logged in, whom the call makes the actor of its transaction, and queues the mail about it, if any.
create function private.note_sign_in(of_user uuid, facts jsonb, mail jsonb, at_time timestamptz) returns void
language plpgsql volatile
as $$
begin
  perform set_config('alhena.kind', 'admin', true), set_config('alhena.user_id', of_user::text, true), set_config('alhena.now', at_time::text, true);
  insert into public.audit_log (action, entity, entity_id, after) values ('signed_in', 'profiles', of_user::text, facts);
  insert into public.mails (template, recipient, params)
    select template, recipient, params from jsonb_to_record(mail) as queued (template text, recipient text, params jsonb) where mail is not null;
end
$$;

-- The areas through which the staff reads and writes each table.
create table private.staff_tables (
  name text primary key,
  readers text[] not null,
  writers text[] not null
);

-- What the acting member of the staff may do, from the profile as it is now: a scope that was taken stops the next statement. Somebody
-- without a scope is no staff, whatever the actor claims.
create function private.scope_may(areas text[], needed text) returns boolean
-- plpgsql keeps its plan: every query of the back office asks once for each of its tables.
language plpgsql stable parallel safe security definer set search_path = pg_catalog, public
as $$
begin
  return coalesce((
    select profile.staff_scope = 'admin' or exists (
      select from private.staff_permissions permission
      where permission.scope = profile.staff_scope and permission.area = any (areas) and permission.access in ('write', needed))
    from public.profiles profile where profile.id = private.actor_user_id() and profile.deleted_at is null), false);
end
$$;

-- Narrows the policies of the staff; other actors have their own. What is `own` stays so for somebody who leaves the staff in the
-- transaction, whose last mail and entry are still to be written.
create function private.staff_may(areas text[], needed text) returns boolean
language sql stable parallel safe
as $$ select case when private.actor_kind() <> 'admin' or 'own' = any (areas) then true else private.scope_may(areas, needed) end $$;

-- Whether the actor is the shop or a member of the staff whose scope reads one of the areas. For functions that read with the owner's
-- rights, where no policy applies: they ask for the area of the list that shows the same rows.
create function private.staff_reads(areas text[]) returns boolean
language sql stable parallel safe
as $$ select private.actor_is_staff() and private.staff_may(areas, 'read') $$;

-- The same before a change.
create function private.require_permission(area text) returns void
language plpgsql stable
as $$
begin
  if not private.staff_may(array[area], 'write') then
    raise exception 'the scope of this member of the staff does not include %', area using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- The kinds of entries of the audit log that the acting member of the staff may read: those of tables and texts that the scope reads.
create function private.readable_entities() returns text[]
language sql stable parallel safe security definer set search_path = pg_catalog, public
as $$
  select coalesce(array_agg(readable.entity), '{}') from (
    select guarded.name, guarded.readers from private.staff_tables guarded where guarded.name <> 'profiles'
    union all values ('profiles', array['clients']), ('assessment', array['catalog']), ('category', array['catalog']),
      ('review', array['reviews']), ('assessment_run', array['accesses']), ('mail', array['settings']),
      ('mail_text', array['content']), ('shop_text', array['content']), ('legal_text', array['content']), ('questionnaire', array['content'])
  ) readable (entity, readers)
  where private.staff_may(readable.readers, 'read')
$$;

-- Which mails the acting member of the staff reads, as a condition: those of what the scope reads. Null: none.
create function private.readable_mails() returns text
language sql stable parallel safe
as $$
  select string_agg(format('(%s)', readable.condition), ' or ') from (values
    ('access_id is not null', array['accesses']),
    ('access_id is null and order_id is not null', array['orders']),
    ('access_id is null and order_id is null', array['clients'])) readable (condition, areas)
  where private.staff_reads(readable.areas)
$$;

-- Whether an account bought or asked for a price: its name is on orders or quotations.
create function private.is_buyer(checked uuid) returns boolean
language sql stable parallel safe security definer set search_path = pg_catalog, public
as $$
  select exists (select from public.orders where user_id = checked) or exists (select from public.quotations where user_id = checked)
$$;

-- Whether a product is in an order: for its editors, who may not read orders.
create function private.is_ordered(product uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select private.staff_reads(array['catalog']) and exists (select from public.order_items where assessment_id = product)
$$;

-- Other reviews of the same product from seats of the same buyer: for moderators, who may not read accesses.
create function private.reviews_beside(of_access uuid) returns bigint
language sql stable security definer set search_path = pg_catalog, public
as $$
  select count(*)
  from public.user_accesses own
    join public.reviews moderated on moderated.access_id = own.id
    join public.user_accesses other on other.user_id = own.user_id and other.id <> own.id
    join public.reviews beside on beside.access_id = other.id and beside.assessment_id = moderated.assessment_id
  where own.id = of_access and private.staff_reads(array['reviews'])
$$;

-- Restricts a table for the staff. A table without a call is for the scope `admin` alone (below).
create function private.guard_table(guarded text, readers text[], writers text[]) returns void
language plpgsql
as $$
begin
  insert into private.staff_tables (name, readers, writers) values (guarded, readers, writers);
  -- What everybody reads has no condition, not even one that is always true: before a condition PostgreSQL does not use the indexes of the
  -- catalogue's search, whose operators might tell of rows that it hides.
  if not 'own' = any (readers) then
    execute format('create policy scope_reads on public.%I as restrictive for select to alhena_app
      using ((select private.staff_may(%L, ''read'')))', guarded, readers);
  end if;
  execute format('create policy scope_adds on public.%I as restrictive for insert to alhena_app
    with check ((select private.staff_may(%L, ''write'')))', guarded, writers);
  execute format('create policy scope_changes on public.%I as restrictive for update to alhena_app
    using ((select private.staff_may(%L, ''write'')))', guarded, writers);
  execute format('create policy scope_removes on public.%I as restrictive for delete to alhena_app
    using ((select private.staff_may(%L, ''write'')))', guarded, writers);
end
$$;

-- A table is read through the areas whose lists show its rows, and through no other: whoever reads one thing of it (a count, a name beside
-- another row) gets that by a function.
do $$
declare
  guarded text;
  everybody constant text[] := array['own'];
begin
  foreach guarded in array array['categories', 'assessments', 'catalogue_cells', 'catalogue_tags', 'search_words', 'former_product_slugs',
    'former_category_keys', 'product_pictures']
  loop
    perform private.guard_table(guarded, everybody, array['catalog']);
  end loop;
  foreach guarded in array array['discount_codes', 'discount_code_products', 'discount_code_totals'] loop
    perform private.guard_table(guarded, array['discounts'], array['discounts', 'orders']);
  end loop;
  perform private.guard_table('discount_redemptions', array['discounts', 'orders'], array['discounts', 'orders']);
  foreach guarded in array array['quotations', 'quotation_lines', 'quotation_links', 'quotation_replies'] loop
    perform private.guard_table(guarded, array['orders'], array['orders']);
  end loop;
  foreach guarded in array array['orders', 'order_items'] loop
    perform private.guard_table(guarded, array['orders'], array['orders', 'finance', 'accesses']);
  end loop;
  foreach guarded in array array['payment_attempts', 'refunds', 'manual_payments', 'chargebacks', 'tax_documents', 'tax_document_files'] loop
    perform private.guard_table(guarded, array['orders', 'finance'], array['orders', 'finance']);
  end loop;
  foreach guarded in array array['user_accesses', 'respondent_sessions', 'access_refusals', 'invitation_drafts', 'invitation_sends',
    'invitation_send_rows', 'access_imports', 'assessment_runs', 'workshop_sessions', 'workshop_certificates',
    'workshop_lessons']
  loop
    perform private.guard_table(guarded, array['accesses'], array['accesses', 'orders']);
  end loop;
  -- No screen of the staff shows what somebody answered.
  perform private.guard_table('run_answers', array['privacy'], array['accesses']);
  perform private.guard_table('plan_actions', array['privacy'], array['privacy']);
  perform private.guard_table('board_decisions', array['privacy'], array['privacy']);
  perform private.guard_table('organisation_logos', array['privacy'], array['privacy']);
  -- An order names the organisation that it was bought for.
  perform private.guard_table('organisations', array['clients', 'orders'], array['clients', 'orders']);
  foreach guarded in array array['organisation_members', 'organisation_invitations', 'companies', 'client_totals'] loop
    perform private.guard_table(guarded, array['clients'], array['clients', 'orders']);
  end loop;
  -- An order shows its entries, its transfers and the names of the accounts that they reached.
  foreach guarded in array array['ledger_entries', 'ledger_lines', 'bank_accounts', 'bank_lines'] loop
    perform private.guard_table(guarded, array['finance', 'orders'], array['finance', 'orders']);
  end loop;
  foreach guarded in array array['ledger_checks', 'gateway_reports', 'gateway_movements', 'reconciliation_days',
    'reconciliation_differences', 'month_closings', 'bank_statements']
  loop
    perform private.guard_table(guarded, array['finance'], array['finance', 'orders']);
  end loop;
  foreach guarded in array array['webhook_endpoints', 'webhook_events', 'webhook_deliveries', 'webhook_attempts'] loop
    perform private.guard_table(guarded, array['integrations'], array['integrations']);
  end loop;
  foreach guarded in array array['questionnaires', 'questionnaire_versions', 'legal_versions'] loop
    perform private.guard_table(guarded, everybody, array['content']);
  end loop;
  foreach guarded in array array['data_requests', 'processing_activities', 'data_breaches'] loop
    perform private.guard_table(guarded, array['privacy'], array['privacy']);
  end loop;
  perform private.guard_table('questionnaire_drafts', array['content'], array['content']);
  perform private.guard_table('text_overrides', everybody, array['content', 'settings']);
  perform private.guard_table('order_notes', array['orders'], array['orders']);
  perform private.guard_table('client_notes', array['clients'], array['clients']);
  perform private.guard_table('reviews', array['reviews'], array['reviews']);
  perform private.guard_table('mails', array['settings', 'orders', 'clients', 'accesses'], everybody);
  perform private.guard_table('analytics_events', array['figures'], everybody);
  perform private.guard_table('api_keys', array['integrations', 'team'], array['integrations']);
  perform private.guard_table('staff_invitations', array['team'], array['team']);
  perform private.guard_table('email_changes', everybody, everybody);
  perform private.guard_table('saved_views', everybody, everybody);
  -- Which profiles and entries are read is restricted by row, below.
  perform private.guard_table('profiles', everybody, everybody);
  perform private.guard_table('audit_log', everybody, everybody);

  for guarded in
    select tablename::text from pg_tables where schemaname = 'public' and rowsecurity
      and tablename not in (select name from private.staff_tables)
  loop
    perform private.guard_table(guarded, '{}', '{}');
  end loop;
end
$$;

-- The staff knows one another; accounts are read by those who work with people, and buyers' by those who read what they bought.
create policy scope_reads_people on public.profiles as restrictive for select to alhena_app
  using (
    (select private.staff_may(array['clients', 'accesses'], 'read')) or staff_scope is not null
    or id = (select private.actor_user_id())
    or ((select private.staff_may(array['orders', 'discounts', 'finance'], 'read')) and private.is_buyer(id)));
-- A mail is read with what it is about: `private.readable_mails` states the same for searches.
create policy scope_reads_mails on public.mails as restrictive for select to alhena_app
  using (
    case when access_id is not null then (select private.staff_may(array['accesses'], 'read'))
      when order_id is not null then (select private.staff_may(array['orders'], 'read'))
      else (select private.staff_may(array['clients'], 'read')) end);
-- Transfers that no order received name people who may be no clients.
create policy scope_reads_lines on public.bank_lines as restrictive for select to alhena_app
  using (order_id is not null or (select private.staff_may(array['finance'], 'read')));
create policy scope_reads_entities on public.audit_log as restrictive for select to alhena_app
  using (
    (select private.staff_may(array['audit'], 'read')) or entity = any ((select private.readable_entities())::text[]));
-- Settings are no texts of the shop: they decide where money goes and what everybody reads.
create policy scope_adds_setting on public.text_overrides as restrictive for insert to alhena_app
  with check (kind <> 'setting' or (select private.staff_may(array['settings'], 'write')));
create policy scope_changes_setting on public.text_overrides as restrictive for update to alhena_app
  using (kind <> 'setting' or (select private.staff_may(array['settings'], 'write')));
create policy scope_removes_setting on public.text_overrides as restrictive for delete to alhena_app
  using (kind <> 'setting' or (select private.staff_may(array['settings'], 'write')));

revoke execute on function private.guard_table(text, text[], text[]) from public;
