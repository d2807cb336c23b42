-- Whoever knows somebody's code could read what is answered with it. In a confidential purchase only the invited person does (decision
-- 18): buyer and staff are not told it, and codes that they were told before end when the purchase becomes confidential.

create function private.renew_codes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  with renewed as (
    update public.user_accesses set access_code = private.new_access_code()
    where order_item_id = new.id and invited_by_user_id is not null and status not in ('completed', 'revoked')
    returning id)
  update public.respondent_sessions set revoked_at = now()
  from renewed where access_id = renewed.id and revoked_at is null;
  return null;
end
$$;
create trigger renew_codes after update of result_mode on public.order_items
for each row when (new.result_mode = 'confidential' and old.result_mode <> 'confidential') execute function private.renew_codes();
