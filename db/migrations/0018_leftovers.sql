-- Deletes the account of whoever acts, if the password is still what was verified. Orders and their billing data stay, as tax law
-- asks; the person, the seats and their answers go. 'deleted', or why not.
-- Quotations go by forget_quotations, as soon as deleted_at is set: what an older version did here about them did nothing any more.
create or replace function private.delete_own_account(known_hash text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, public
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
      email = 'eliminada-' || me.id || '@cuenta.invalid', email_verified = false, role = 'client', deleted_at = now()
    where id = me.id;
  exception when check_violation then
    get stacked diagnostics refused = constraint_name;
    if refused = 'profiles_last_admin' then return 'last_admin'; end if;
    raise;
  end;

  update public.orders set status = 'failed' where user_id = me.id and status = 'pending';
  update public.discount_redemptions redemption set released_at = now()
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
