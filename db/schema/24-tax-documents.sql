-- Tax documents (boleta 39, factura 33, nota de crédito 61): the outbox of what a provider is asked for, and the record of what was issued.
-- A row is written in the transaction that pays an order or completes a refund.

-- Which provider the running shop asks; the server writes it at its start. None: the shop issues its documents by its own means.
create table private.tax_document_provider (
  is_only boolean primary key default true check (is_only),
  provider text not null check (provider in ('none', 'openfactura')),
  is_sandbox boolean not null
);

create table public.tax_documents (
  -- With the generation it is the idempotency key at the provider.
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references public.orders,
  order_number text not null,
  -- Codes of the SII: 33 factura, 39 boleta, 61 nota de crédito.
  kind smallint not null check (kind in (33, 39, 61)),
  -- Of a nota de crédito: the refund, and the document that it corrects.
  refund_id uuid references public.refunds,
  corrects_id uuid references public.tax_documents,
  -- 'external': the shop issues it by its own means. 'card_voucher': the card's voucher is the boleta.
  status text not null check (status in ('requested', 'issued', 'rejected', 'cancelled', 'external', 'card_voucher')),
  -- 'none': issued by the shop's own means.
  provider text not null check (provider in ('none', 'openfactura')),
  -- Of the provider's sandbox: it has no validity.
  is_sandbox boolean not null default false,
  receiver_rut text not null check (length(receiver_rut) <= 12),
  receiver_name text check (length(receiver_name) <= 100),
  receiver_activity text check (length(receiver_activity) <= 40),
  receiver_address text check (length(receiver_address) <= 70),
  receiver_commune text check (length(receiver_commune) <= 20),
  net_clp bigint not null check (net_clp >= 0),
  vat_clp bigint not null check (vat_clp >= 0),
  total_clp bigint not null check (total_clp > 0),
  requested_at timestamptz not null,
  -- A new one each time that the staff ask again: the provider remembers a key for a day.
  generation integer not null default 1,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Since when the provider may have issued it without the shop having read the answer.
  uncertain_since timestamptz,
  -- The provider's name for it, and what the SII knows it by.
  token text check (length(token) <= 200),
  folio bigint check (folio > 0),
  issued_on date,
  -- For orders by the day of issue, where what is not issued is last both ways.
  issued_on_newest date not null generated always as (coalesce(issued_on, '-infinity')) stored,
  issued_on_oldest date not null generated always as (coalesce(issued_on, 'infinity')) stored,
  issued_at timestamptz,
  sii_status text check (sii_status in ('pending', 'accepted', 'accepted_with_objections', 'rejected')),
  checks integer not null default 0,
  -- The provider's objections that did not keep it from being issued.
  warning text check (length(warning) <= 1000),
  -- Why it was rejected or is delayed: a code of ours or the provider's, and the provider's words.
  problem_code text check (length(problem_code) <= 40),
  problem jsonb check (length(problem::text) <= 6000),
  cancel_reason text check (length(cancel_reason) between 1 and 300),
  has_pdf boolean not null default false,
  has_xml boolean not null default false,
  list_words tsvector not null generated always as (private.list_words(
    coalesce(order_number, '') || ' ' || coalesce(folio::text, '') || ' ' || coalesce(receiver_name, '') || ' ' || coalesce(receiver_rut, ''))) stored,
  constraint tax_documents_sum check (net_clp + vat_clp = total_clp),
  constraint tax_documents_credit_note check ((kind = 61) = (refund_id is not null) and (kind = 61) = (corrects_id is not null)),
  constraint tax_documents_requested_is_due check (status <> 'requested' or next_attempt_at is not null),
  constraint tax_documents_issued check (status <> 'issued' or (folio is not null and issued_on is not null and issued_at is not null)),
  constraint tax_documents_cancelled check ((status = 'cancelled') = (cancel_reason is not null))
);
alter table public.tax_documents enable row level security;

-- Apart, so that lists read no files.
create table public.tax_document_files (
  document_id uuid primary key references public.tax_documents on delete cascade,
  pdf bytea check (octet_length(pdf) <= 2097152),
  -- As issued, in ISO 8859-1.
  xml bytea check (octet_length(xml) <= 1048576),
  -- Of a file that is in the object store (ADR 0065).
  pdf_sha256 text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  xml_sha256 text check (xml_sha256 ~ '^[0-9a-f]{64}$'),
  constraint tax_document_files_one_place check (num_nonnulls(pdf, pdf_sha256) <= 1 and num_nonnulls(xml, xml_sha256) <= 1)
);
alter table public.tax_document_files enable row level security;

-- One factura or boleta per order, and one nota de crédito per refund.
create unique index tax_documents_one_per_order on public.tax_documents (order_id) where kind <> 61;
create unique index tax_documents_one_per_refund on public.tax_documents (refund_id) where refund_id is not null;
create index tax_documents_of_order on public.tax_documents (order_id, requested_at, id);
create index tax_documents_corrections on public.tax_documents (corrects_id) where corrects_id is not null;
create index tax_documents_due on public.tax_documents (next_attempt_at) where next_attempt_at is not null;
create index tax_documents_by_time on public.tax_documents (requested_at, id);
create index tax_documents_by_total on public.tax_documents (total_clp, id);
create index tax_documents_by_kind on public.tax_documents (kind, requested_at, id);
create index tax_documents_by_state on public.tax_documents (status, id);
create index tax_documents_newest on public.tax_documents (issued_on_newest, id);
create index tax_documents_oldest on public.tax_documents (issued_on_oldest, id);
create index tax_documents_by_status on public.tax_documents (status, requested_at, id);
create index tax_document_files_pdf_inside on public.tax_document_files (document_id) where pdf is not null;
create index tax_document_files_xml_inside on public.tax_document_files (document_id) where xml is not null;
create index tax_document_files_pdf_outside on public.tax_document_files (pdf_sha256) where pdf_sha256 is not null;
create index tax_document_files_xml_outside on public.tax_document_files (xml_sha256) where xml_sha256 is not null;
create index tax_documents_words on public.tax_documents using gin (list_words);

-- An issued document stays, unless the SII rejects it; the staff may correct what they attached themselves.
create function private.tax_document_changes() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
begin
  if (old.status, new.status) in (('requested', 'requested'), ('requested', 'issued'), ('requested', 'rejected'), ('requested', 'cancelled'),
    ('issued', 'rejected'), ('rejected', 'requested'), ('rejected', 'cancelled'), ('rejected', 'issued'), ('external', 'issued'),
    ('external', 'cancelled'), ('cancelled', 'issued'), ('card_voucher', 'issued'))
    or (old.status = 'issued' and new.status = 'issued'
      and (old.provider = 'none' or (old.folio, old.token) is not distinct from (new.folio, new.token)))
    -- Its receiver's name is removed with the account.
    or (old.status = new.status and current_user <> 'alhena_app')
  then return new; end if;
  raise exception 'a tax document cannot go from % to %', old.status, new.status
    using errcode = 'check_violation', constraint = 'tax_documents_status_transition';
end
$$;

create trigger changes before update on public.tax_documents for each row execute function private.tax_document_changes();

-- Whoever may see the order's receipt may see its documents.
create policy readable on public.tax_documents for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_reads_receipt(order_id));
create policy requested_by_shop on public.tax_documents for insert to alhena_system with check ((select private.is_system()));
create policy recorded_by_shop on public.tax_documents for update to alhena_app using ((select private.is_system()));
create policy corrected_by_admin on public.tax_documents for update to alhena_app using ((select private.actor_kind()) = 'admin');
create policy readable on public.tax_document_files for select to alhena_app
  using (
    (select private.actor_is_staff()) or exists (
      select from public.tax_documents document join public.orders on orders.id = document.order_id
      where document.id = document_id and orders.holder_id = any ((select private.actor_holders('buyer'))::uuid[])));
create policy kept_by_staff on public.tax_document_files for insert to alhena_app with check ((select private.actor_is_staff()));
create policy replaced_by_staff on public.tax_document_files for update to alhena_app using ((select private.actor_is_staff()));

grant insert (order_id, order_number, kind, refund_id, corrects_id, status, provider, is_sandbox, receiver_rut, receiver_name, receiver_activity,
  receiver_address, receiver_commune, net_clp, vat_clp, total_clp, requested_at, next_attempt_at) on public.tax_documents to alhena_system;
grant select on private.tax_document_provider to alhena_system;
grant select, update (status, provider, receiver_rut, receiver_name, receiver_activity, receiver_address, receiver_commune, generation, attempts,
  next_attempt_at, uncertain_since, token, folio, issued_on, issued_at, sii_status, checks, warning, problem_code, problem, cancel_reason, has_pdf,
  has_xml) on public.tax_documents to alhena_app;
grant select, insert (document_id, pdf, xml), update (pdf, xml, pdf_sha256, xml_sha256) on public.tax_document_files to alhena_app;
