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

-- Which part of the back office each scope of the staff may read and write. `app/features/identity/staff/doors.ts` has the same rows for
-- routes and navigation. No row: nothing. The scope `admin` needs none.
create table private.staff_doors (
  area text not null,
  scope text not null check (scope in ('sales', 'content', 'support', 'finance')),
  access text not null check (access in ('read', 'write')),
  primary key (area, scope)
);

insert into private.staff_doors (area, scope, access) values
  ('figures', 'sales', 'read'), ('figures', 'finance', 'read'),
  ('catalog', 'sales', 'read'), ('catalog', 'content', 'write'), ('catalog', 'support', 'read'),
  ('orders', 'sales', 'write'), ('orders', 'support', 'read'), ('orders', 'finance', 'read'),
  ('finance', 'finance', 'read'),
  ('accesses', 'sales', 'read'), ('accesses', 'support', 'write'),
  ('reviews', 'content', 'write'), ('reviews', 'support', 'read'),
  ('discounts', 'sales', 'write'), ('discounts', 'finance', 'read'),
  ('clients', 'sales', 'write'), ('clients', 'support', 'read'),
  ('content', 'content', 'write'),
  ('own', 'sales', 'write'), ('own', 'content', 'write'), ('own', 'support', 'write'), ('own', 'finance', 'write');

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
      select from private.staff_doors door
      where door.scope = profile.staff_scope and door.area = any (areas) and (door.access = 'write' or door.access = needed))
    from public.profiles profile where profile.id = private.actor_user_id() and profile.deleted_at is null), false);
end
$$;

-- Narrows the policies of the staff; other actors have their own. What is `own` stays so for somebody who leaves the staff in the
-- transaction, whose last mail and entry are still to be written.
create function private.staff_may(areas text[], needed text) returns boolean
language sql stable parallel safe
as $$ select case when private.actor_kind() <> 'admin' or 'own' = any (areas) then true else private.scope_may(areas, needed) end $$;

-- For functions that work with the owner's rights, where no policy applies.
create function private.require_door(area text) returns void
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
      ('review', array['reviews']), ('assessment_run', array['accesses']), ('mail', array['settings', 'orders', 'accesses']),
      ('mail_text', array['content']), ('shop_text', array['content']), ('legal_text', array['content']), ('questionnaire', array['content'])
  ) readable (entity, readers)
  where private.staff_may(readable.readers, 'read')
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

do $$
declare
  guarded text;
  everybody constant text[] := array['own'];
  people constant text[] := array['clients', 'orders', 'accesses', 'reviews', 'discounts', 'finance'];
  sales constant text[] := array['orders', 'clients', 'finance', 'discounts', 'figures'];
begin
  foreach guarded in array array['categories', 'assessments', 'catalogue_cells', 'catalogue_tags', 'search_words', 'former_product_slugs',
    'former_category_keys', 'product_pictures']
  loop
    perform private.guard_table(guarded, everybody, array['catalog']);
  end loop;
  foreach guarded in array array['discount_codes', 'discount_redemptions', 'discount_code_products', 'discount_code_totals'] loop
    perform private.guard_table(guarded, sales, array['discounts', 'orders']);
  end loop;
  foreach guarded in array array['quotations', 'quotation_lines', 'quotation_links', 'quotation_replies'] loop
    perform private.guard_table(guarded, sales, array['orders']);
  end loop;
  foreach guarded in array array['orders', 'order_items'] loop
    perform private.guard_table(guarded, people || array['figures'], array['orders', 'finance', 'accesses']);
  end loop;
  foreach guarded in array array['payment_attempts', 'refunds', 'manual_payments', 'chargebacks', 'tax_documents', 'tax_document_files'] loop
    perform private.guard_table(guarded, array['orders', 'finance', 'figures'], array['orders', 'finance']);
  end loop;
  foreach guarded in array array['user_accesses', 'respondent_sessions', 'access_refusals', 'invitation_drafts', 'invitation_sends',
    'invitation_send_rows', 'access_imports', 'assessment_runs', 'run_answers', 'workshop_sessions', 'workshop_certificates']
  loop
    perform private.guard_table(guarded, array['accesses', 'orders', 'reviews', 'clients'], array['accesses', 'orders']);
  end loop;
  foreach guarded in array array['organisations', 'organisation_members', 'organisation_invitations', 'companies', 'client_totals'] loop
    perform private.guard_table(guarded, people, array['clients', 'orders']);
  end loop;
  foreach guarded in array array['ledger_entries', 'ledger_lines', 'ledger_checks', 'gateway_reports', 'gateway_movements',
    'reconciliation_days', 'reconciliation_differences', 'month_closings', 'bank_accounts', 'bank_statements', 'bank_lines']
  loop
    perform private.guard_table(guarded, array['finance', 'orders'], array['finance', 'orders']);
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
  perform private.guard_table('reviews', array['reviews', 'catalog', 'clients'], array['reviews']);
  perform private.guard_table('mails', array['settings', 'orders', 'clients', 'accesses'], everybody);
  perform private.guard_table('analytics_events', array['figures'], everybody);
  perform private.guard_table('api_keys', array['integrations', 'team'], array['integrations']);
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

-- The staff knows one another; people are read by those who work with them.
create policy scope_reads_people on public.profiles as restrictive for select to alhena_app
  using (
    (select private.staff_may(array['clients', 'orders', 'accesses', 'discounts', 'finance'], 'read')) or staff_scope is not null
    or id = (select private.actor_user_id()));
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
