-- What was issued keeps the words that it was issued with: how prices say that the tax is in them, who certified, what a legal text said.

-- Beside prices (0046_settings.sql); what was never set, or makes no sense, is the release's.
create function private.sale_vat_text() returns text
language sql stable security definer set search_path = pg_catalog, public
as $$
  select coalesce(
    (select btrim(content ->> 'vat_text') from public.text_overrides
     where kind = 'setting' and key = 'sales' and length(btrim(content ->> 'vat_text')) between 1 and 40),
    'IVA incluido')
$$;

alter table public.orders add column vat_text text not null default 'IVA incluido' check (length(vat_text) between 1 and 40);
alter table public.quotations add column vat_text text not null default 'IVA incluido' check (length(vat_text) between 1 and 40);

create or replace function private.take_terms_of_sale() returns trigger
language plpgsql
as $$
begin
  new.access_days := private.sale_days('access_days', 180);
  new.vat_text := private.sale_vat_text();
  return new;
end
$$;
create function private.take_vat_text() returns trigger
language plpgsql
as $$
begin
  new.vat_text := private.sale_vat_text();
  return new;
end
$$;
create trigger take_vat_text before insert on public.quotations for each row execute function private.take_vat_text();

-- Who certified, and in which words (null: the shop's own). Those that are out keep what they say today; where nobody has set a seller,
-- they name the release's.
alter table public.workshop_certificates
  add column seller jsonb check (length(seller::text) <= 4000),
  add column words text check (length(words) <= 2000);
update public.workshop_certificates
set seller = (select content from public.text_overrides where kind = 'setting' and key = 'seller');
update public.workshop_certificates certificate set words = left(product.workshop_content ->> 'certificateText', 2000)
from public.user_accesses access join public.assessments product on product.id = access.assessment_id
where access.id = certificate.access_id;

drop function private.confirm_attendance(uuid, uuid[], boolean, timestamptz);
-- As before (0027_workshops.sql), except that a certificate keeps who issues it and its words.
create function private.confirm_attendance(
  item_id uuid, access_ids uuid[], own_pace boolean, at_time timestamptz, issuer jsonb, certificate_words text)
returns table (access_id uuid, email text, first_name text, own boolean, code text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  held_at timestamptz;
  workshop_name text;
begin
  if not private.actor_is_staff() then
    raise exception 'only staff confirms attendance' using errcode = 'insufficient_privilege';
  end if;
  -- Before any access, as a refund does it.
  select product.name into workshop_name
  from public.orders join public.order_items item on item.order_id = orders.id
    join public.assessments product on product.id = item.assessment_id
  where item.id = item_id and orders.status = 'paid' and product.type = 'workshop'
  for share of orders;
  if not found then return; end if;
  select session.starts_at into held_at
  from public.workshop_sessions session
  where session.order_item_id = item_id and session.cancelled_at is null and session.starts_at <= at_time
  for share;
  if not found and own_pace then held_at := at_time; end if;
  if held_at is null then return; end if;
  return query
    with attended as (
      update public.user_accesses access
      set status = 'completed', accessed_at = coalesce(access.accessed_at, held_at), completed_at = at_time, progress = 100
      where access.order_item_id = item_id and access.id = any (access_ids) and access.status in ('active', 'in_use')
        and access.expires_at > held_at
      returning access.id, access.email, access.first_name, access.last_name, access.invitee_name, access.invited_by_user_id
    ), made as (
      insert into public.workshop_certificates (access_id, full_name, workshop, held_on, seller, words)
      select attended.id,
        coalesce(nullif(btrim(attended.invitee_name), ''), nullif(btrim(concat_ws(' ', attended.first_name, attended.last_name)), ''),
          attended.email),
        workshop_name, (held_at at time zone 'America/Santiago')::date, issuer, certificate_words
      from attended
      returning workshop_certificates.access_id, workshop_certificates.code
    )
    select attended.id, attended.email, attended.first_name, attended.invited_by_user_id is null, made.code
    from attended join made on made.access_id = attended.id
    order by attended.id;
end
$$;

-- A legal text is kept with its placeholders, so that a changed address is told at once. What they stood for when a version took the place of
-- the one before is kept with the new one: that is how the old one last read. Null: not known.
-- And whether a new version of the notice about measuring asks everybody again: it does, unless it says the same in better words.
alter table public.legal_versions
  add column placeholder_values jsonb check (length(placeholder_values::text) <= 10000),
  add column asks_again boolean not null default true;
grant insert (placeholder_values, asks_again) on public.legal_versions to alhena_app;
