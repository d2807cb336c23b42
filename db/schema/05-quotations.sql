create sequence public.quotation_numbers;

create table public.quotations (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null references public.profiles on delete cascade,
  number text not null unique,
  -- One quotation per rendered form: a second click or retry creates no other one.
  idempotency_key uuid not null,
  issued_at timestamptz not null,
  valid_until timestamptz not null,
  subtotal_clp bigint not null check (subtotal_clp >= 0),
  discount_clp bigint not null,
  discount_code text check (length(discount_code) <= 40),
  total_clp bigint not null,
  net_clp bigint not null,
  vat_clp bigint not null,
  seller_name text not null,
  seller_rut text not null,
  seller_address text not null,
  seller_email text not null,
  buyer_name text not null check (length(buyer_name) >= 1 and length(buyer_name) <= 241),
  buyer_email text not null check (length(buyer_email) <= 254),
  buyer_phone text check (length(buyer_phone) <= 40),
  company_name text check (length(company_name) <= 200),
  company_rut text check (length(company_rut) <= 12),
  company_address text check (length(company_address) <= 200),
  reference text check (length(reference) <= 200),
  terms_version text not null,
  vat_text text not null default 'IVA incluido' check (length(vat_text) >= 1 and length(vat_text) <= 40),
  -- The staff's search over all quotations: number, people, company, reference and total.
  client_name text collate "es-x-icu" generated always as (btrim(buyer_name)) stored not null,
  list_words tsvector not null generated always as (private.list_words(
    number || ' ' || buyer_name || ' ' || buyer_email || ' ' || coalesce(company_name, '') || ' ' || coalesce(company_rut, '') || ' '
    || coalesce(reference, '') || ' ' || total_clp::text || ' ' || ltrim(split_part(number, '-', 3), '0'))) stored,
  constraint quotations_check check (discount_clp >= 0 and discount_clp <= subtotal_clp),
  constraint quotations_check1 check (valid_until > issued_at),
  constraint quotations_check2 check (discount_code is not null or discount_clp = 0),
  constraint quotations_check3 check (total_clp = (subtotal_clp - discount_clp)),
  constraint quotations_check4 check ((net_clp + vat_clp) = total_clp and net_clp >= 0 and vat_clp >= 0),
  constraint quotations_user_id_idempotency_key_key unique (user_id, idempotency_key),
  constraint quotations_id_user_id_key unique (id, user_id),
  constraint quotations_end check (valid_until <= (issued_at + '16 days 02:00:00'::interval))
);
alter table public.quotations enable row level security;

create table public.quotation_lines (
  quotation_id uuid not null,
  user_id uuid not null,
  position smallint not null check ("position" >= 0 and "position" <= 49),
  assessment_id uuid not null references public.assessments,
  -- The product's name on that day.
  name text collate "es-x-icu" not null,
  mode text not null check (mode in ('self', 'business')),
  seats integer not null check (seats >= 1 and seats <= 1000),
  base_price_clp bigint not null check (base_price_clp >= 0),
  total_clp bigint not null check (total_clp >= 0),
  pricing_band text not null check (pricing_band in ('self', '1-10', '11-49', '50+')),
  per_extra_rate numeric(4,2) not null check (per_extra_rate >= 0::numeric and per_extra_rate <= 1::numeric),
  -- The item of an earlier order that the line measures again with the same people. The order that is made of it decides whether it does.
  repeats_order_item_id uuid,
  primary key (quotation_id, "position"),
  constraint quotation_lines_check check (mode = 'business' or seats = 1),
  constraint quotation_lines_repeats_for_company check (repeats_order_item_id is null or mode = 'business'),
  constraint quotation_lines_quotation_id_assessment_id_mode_key unique (quotation_id, assessment_id, mode),
  constraint quotation_lines_quotation_id_user_id_fkey foreign key (quotation_id, user_id) references public.quotations (id, user_id) on delete cascade
);
alter table public.quotation_lines enable row level security;

-- The link by which somebody without an account sees, approves and pays a quotation. Only the SHA-256 of its token is stored; a new link
-- replaces the former one.
create table public.quotation_links (
  quotation_id uuid primary key,
  user_id uuid not null,
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$') unique,
  created_at timestamptz not null,
  withdrawn_at timestamptz,
  constraint quotation_links_of_owner foreign key (quotation_id, user_id) references public.quotations (id, user_id) on delete cascade
);
alter table public.quotation_links enable row level security;

-- What people with the link answered. Rows never change; they are deleted with the requester's account.
create table public.quotation_replies (
  -- Generated with the form, so that a second click or retry adds no other one.
  id uuid not null,
  quotation_id uuid not null,
  user_id uuid not null,
  kind text not null check (kind in ('approved', 'declined', 'commented')),
  name text collate "es-x-icu" not null check (length(name) >= 1 and length(name) <= 120),
  job_role text check (length(job_role) >= 1 and length(job_role) <= 120),
  purchase_order text check (length(purchase_order) >= 1 and length(purchase_order) <= 60),
  comment text check (length(comment) >= 1 and length(comment) <= 1000),
  created_at timestamptz not null,
  primary key (quotation_id, id),
  constraint quotation_replies_said check (case kind when 'approved' then job_role is not null else comment is not null end),
  constraint quotation_replies_order check (kind = 'approved' or purchase_order is null),
  constraint quotation_replies_of_owner foreign key (quotation_id, user_id) references public.quotations (id, user_id) on delete cascade
);
alter table public.quotation_replies enable row level security;

create index quotations_of_user on public.quotations (user_id, issued_at desc, id);
create index quotation_replies_of_quotation on public.quotation_replies (quotation_id, created_at, id);
create unique index quotation_replies_one_approval on public.quotation_replies (quotation_id) where kind = 'approved';
create index quotation_lines_of_assessment on public.quotation_lines (assessment_id);
create index quotation_lines_repeating on public.quotation_lines (repeats_order_item_id) where repeats_order_item_id is not null;
create index quotations_words on public.quotations using gin (list_words);
create index quotations_by_time on public.quotations (issued_at, id);
create index quotations_by_total on public.quotations (total_clp, id);
create index quotations_by_client on public.quotations (client_name, id);
create index quotations_by_end on public.quotations (valid_until, id);

-- The database assigns the text about VAT, and the number: COT, the year in Santiago, and a counter without duplicates (but possibly with gaps).
create function private.new_quotation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  counted text := nextval('public.quotation_numbers')::text;
begin
  new.number := 'COT-' || to_char(new.issued_at at time zone 'America/Santiago', 'YYYY') || '-'
    || lpad(counted, greatest(6, length(counted)), '0');
  new.vat_text := private.sale_vat_text();
  return new;
end
$$;

-- Lines are inserted in the quotation's own transaction only: none can be added to an issued one.
create function private.lines_of_new_quotations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not exists (
    select from public.quotations where id = new.quotation_id and xmin = pg_current_xact_id()::xid)
  then
    raise exception 'an issued quotation keeps its lines'
      using errcode = 'check_violation', constraint = 'quotation_lines_of_new_quotations';
  end if;
  return new;
end
$$;

-- A page of quotations. The state 'bought': a paid order used it, also one that was charged back afterwards.
create function private.find_quotations(
  input text, state_filter text, at_time timestamptz, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['orders']) then return; end if;
  return query select * from private.search_page('public.quotations',
    concat_ws(' and ', 'true',
      case when state_filter is not null then
        format('id %s (select bought.quotation_id from public.orders bought where bought.quotation_id is not null and bought.status in (''paid'', ''charged_back''))',
          case when state_filter = 'bought' then 'in' else 'not in' end) end,
      case state_filter
        when 'valid' then format('valid_until >= %L', at_time)
        when 'expired' then format('valid_until < %L', at_time) end,
      case when from_time is not null then format('issued_at >= %L', from_time) end,
      case when until_time is not null then format('issued_at < %L', until_time) end),
    private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

-- The quotation whose open link the actor has; null for everybody else, and once it is withdrawn or the quotation has expired.
create function private.actor_quotation_id() returns uuid
language sql stable security definer set search_path = pg_catalog, public
as $$
  select link.quotation_id
  from public.quotation_links link join public.quotations quotation on quotation.id = link.quotation_id
  where private.actor_kind() = 'approver' and link.token_hash = nullif(current_setting('alhena.quotation_link', true), '')
    and link.withdrawn_at is null and quotation.valid_until >= private.actor_time()
$$;

create trigger ends_with_its_day before insert or update of valid_until on public.quotations
  for each row execute function private.ends_with_its_day('valid_until');
create trigger new_quotation before insert on public.quotations
for each row execute function private.new_quotation();
create trigger lines_of_new_quotations before insert on public.quotation_lines
for each row execute function private.lines_of_new_quotations();
create trigger of_existing_account before insert on public.quotations
for each row execute function private.require_existing_account();
create trigger of_existing_account before insert on public.quotation_links
for each row execute function private.require_existing_account();

create policy own_or_staff_reads on public.quotations for select to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy own_written on public.quotations for insert to alhena_app
  with check (user_id = (select private.actor_user_id()));
create policy own_or_staff_reads on public.quotation_lines for select to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()));
create policy own_written on public.quotation_lines for insert to alhena_app
  with check (user_id = (select private.actor_user_id()));

create policy approver_reads on public.quotations for select to alhena_app
  using (id = (select private.actor_quotation_id()));
create policy approver_reads on public.quotation_lines for select to alhena_app
  using (quotation_id = (select private.actor_quotation_id()));
create policy own_or_shop on public.quotation_links for all to alhena_app
  using (user_id = (select private.actor_user_id()) or (select private.actor_is_staff()))
  with check (user_id = (select private.actor_user_id()) or (select private.is_system()));
create policy read_with_quotation on public.quotation_replies for select to alhena_app
  using (
    user_id = (select private.actor_user_id()) or (select private.actor_is_staff())
    or quotation_id = (select private.actor_quotation_id()));
create policy recorded_by_shop on public.quotation_replies for insert to alhena_app with check ((select private.is_system()));

grant select, insert (user_id, idempotency_key, issued_at, valid_until, subtotal_clp, discount_clp, discount_code, total_clp, net_clp, vat_clp, seller_name, seller_rut, seller_address, seller_email, buyer_name, buyer_email, buyer_phone, company_name, company_rut, company_address, reference, terms_version) on public.quotations to alhena_app;
grant select, insert on public.quotation_lines to alhena_app;
grant select, insert (quotation_id, user_id, token_hash, created_at), update (token_hash, created_at, withdrawn_at) on public.quotation_links to alhena_app;
grant select, insert on public.quotation_replies to alhena_app;
