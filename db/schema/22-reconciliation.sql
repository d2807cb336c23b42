-- Reconciliation: the gateway's reports, their movements matched to payments, what differs by day, and the closing of months.

-- An uploaded report. Until it is confirmed its movements are in `content`; then they are rows.
create table public.gateway_reports (
  id uuid default gen_random_uuid() primary key,
  -- 'simulator': a report of the simulated bank, which is compared with simulated payments alone.
  gateway text not null check (gateway in ('webpay', 'simulator')),
  source text not null check (source in ('sales', 'settlement')),
  file_name text not null check (length(file_name) <= 200),
  -- Of the file's bytes.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- The days that it covers, both included.
  from_day date not null,
  until_day date not null,
  line_count integer not null check (line_count >= 0),
  -- Rows that are no movement of money: totals, rejected payments.
  ignored_count integer not null check (ignored_count >= 0),
  -- Lines that no earlier report had.
  new_count integer check (new_count >= 0),
  -- Its movements until it is confirmed.
  content jsonb check (length(content::text) <= 24000000),
  uploaded_by uuid not null default private.actor_user_id() references public.profiles,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  constraint gateway_reports_days check (from_day <= until_day),
  constraint gateway_reports_confirmed check ((confirmed_at is null) = (content is not null) and (confirmed_at is null) = (new_count is null))
);
alter table public.gateway_reports enable row level security;

-- A line of a confirmed report. Amounts are in pesos and positive: the kind says which way they go.
create table public.gateway_movements (
  id uuid default gen_random_uuid() primary key,
  report_id uuid not null references public.gateway_reports,
  gateway text not null check (gateway in ('webpay', 'simulator')),
  source text not null check (source in ('sales', 'settlement')),
  -- 'charge': the gateway's charge for something other than a sale. 'retention': money that it keeps back.
  kind text not null check (kind in ('sale', 'refund', 'charge', 'retention')),
  row_number integer not null,
  -- What makes a line that comes again the same one.
  line_key text not null check (line_key ~ '^[0-9a-f]{64}$'),
  day date not null,
  accounting_day date,
  -- Our reference of the attempt (`buy_order`).
  reference text check (length(reference) <= 64),
  authorization_code text check (length(authorization_code) <= 20),
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  payment_type text check (length(payment_type) <= 40),
  -- Of a sale in instalments this is the part that is paid out; the whole sale is in `total_clp`.
  amount_clp bigint not null check (amount_clp > 0),
  total_clp bigint not null check (total_clp > 0),
  installment integer,
  -- Commission without VAT, and its VAT; given back with a refund.
  fee_clp bigint not null default 0 check (fee_clp >= 0),
  fee_vat_clp bigint not null default 0 check (fee_vat_clp >= 0),
  -- The day of the deposit.
  payout_day date,
  detail text check (length(detail) <= 200),
  -- The payment that it is about.
  attempt_id uuid references public.payment_attempts,
  matched_by text check (matched_by in ('reference', 'authorization')),
  constraint gateway_movements_matched check ((attempt_id is null) = (matched_by is null)),
  constraint gateway_movements_settled check (source = 'settlement' or (payout_day is null and fee_clp = 0 and fee_vat_clp = 0)),
  constraint gateway_movements_once unique (gateway, line_key)
);
alter table public.gateway_movements enable row level security;

-- A day's figures, ours and the gateway's, written whenever either changes. Santiago days.
create table public.reconciliation_days (
  gateway text not null check (gateway in ('webpay', 'simulator')),
  day date not null,
  -- 'waiting': a sales report is missing. 'different': there are open differences.
  state text not null check (state in ('waiting', 'different', 'reconciled')),
  is_covered boolean not null,
  payment_count integer not null,
  payments_clp bigint not null,
  refunds_clp bigint not null,
  reported_count integer not null,
  reported_clp bigint not null,
  reported_refunds_clp bigint not null,
  -- Pesos of the day's payments that are in settlement reports.
  settled_clp bigint not null,
  open_count integer not null,
  reviewed_count integer not null,
  changed_at timestamptz not null,
  primary key (gateway, day)
);
alter table public.reconciliation_days enable row level security;

-- Something that only one side has, or has with another amount.
create table public.reconciliation_differences (
  id uuid default gen_random_uuid() primary key,
  gateway text not null check (gateway in ('webpay', 'simulator')),
  day date not null,
  kind text not null check (kind in ('missing_there', 'missing_here', 'other_amount', 'refund_missing_there', 'refund_missing_here', 'refund_other_amount')),
  -- What it is about, so that comparing again finds the same difference.
  subject text not null check (length(subject) <= 80),
  attempt_id uuid references public.payment_attempts,
  order_id uuid references public.orders,
  movement_id uuid references public.gateway_movements,
  reference text,
  authorization_code text,
  -- Pesos here and there; null: that side has nothing.
  our_clp bigint,
  their_clp bigint,
  status text not null default 'open' check (status in ('open', 'reviewed')),
  note text check (length(note) between 1 and 500),
  reviewed_by uuid references public.profiles,
  reviewed_at timestamptz,
  created_at timestamptz not null,
  -- Of its day in Santiago, for lists.
  day_start timestamptz generated always as (day::timestamp at time zone 'America/Santiago') stored not null,
  -- The search text.
  list_words tsvector generated always as (private.list_words(
    coalesce(reference, '') || ' ' || coalesce(authorization_code, '') || ' ' || coalesce(our_clp::text, '') || ' ' || coalesce(their_clp::text, ''))) stored not null,
  constraint reconciliation_differences_once unique (gateway, subject),
  constraint reconciliation_differences_sides check (our_clp is not null or their_clp is not null),
  constraint reconciliation_differences_reviewed check (
    (status = 'reviewed') = (reviewed_at is not null) and (reviewed_at is null) = (note is null) and (reviewed_at is null) = (reviewed_by is null))
);
alter table public.reconciliation_differences enable row level security;

-- The closing of a month: its totals as they were, for good. What changes later is shown beside them.
create table public.month_closings (
  -- Its first day.
  month date primary key check (extract(day from month) = 1),
  totals jsonb not null check (length(totals::text) <= 4000),
  -- What was accepted when it was closed.
  open_days integer not null check (open_days >= 0),
  open_differences integer not null check (open_differences >= 0),
  reason text check (length(reason) between 1 and 500),
  closed_by uuid not null default private.actor_user_id() references public.profiles,
  closed_at timestamptz not null,
  constraint month_closings_reason check (reason is not null or (open_days = 0 and open_differences = 0))
);
alter table public.month_closings enable row level security;

-- Payments whose day must be compared again. Rows are added by whatever changes a payment, and taken by the worker, so that payments of one
-- day never wait for each other.
create table private.reconciliation_changes (
  id bigint generated always as identity primary key,
  attempt_id uuid not null
);

create unique index gateway_reports_once on public.gateway_reports (gateway, sha256) where confirmed_at is not null;
create index gateway_reports_of_uploader on public.gateway_reports (uploaded_by);
create index gateway_reports_by_time on public.gateway_reports (gateway, confirmed_at desc) where confirmed_at is not null;
create index gateway_reports_covering on public.gateway_reports (gateway, until_day, from_day)
  where source = 'sales' and confirmed_at is not null;
create index gateway_reports_unconfirmed on public.gateway_reports (created_at) where confirmed_at is null;
create index gateway_movements_of_report on public.gateway_movements (report_id, row_number);
create index gateway_movements_of_attempt on public.gateway_movements (attempt_id) where attempt_id is not null;
create index gateway_movements_by_day on public.gateway_movements (gateway, day);
create index gateway_movements_by_payout on public.gateway_movements (gateway, payout_day) where payout_day is not null;
create index gateway_movements_unmatched_reference on public.gateway_movements (reference) where attempt_id is null and reference is not null;
create index gateway_movements_unmatched_authorization on public.gateway_movements (authorization_code)
  where attempt_id is null and authorization_code is not null;
create index reconciliation_days_open on public.reconciliation_days (gateway, day) where state <> 'reconciled';
create index reconciliation_differences_of_attempt on public.reconciliation_differences (attempt_id) where attempt_id is not null;
create index reconciliation_differences_of_order on public.reconciliation_differences (order_id) where order_id is not null;
create index reconciliation_differences_of_movement on public.reconciliation_differences (movement_id) where movement_id is not null;
create index reconciliation_differences_of_reviewer on public.reconciliation_differences (reviewed_by) where reviewed_by is not null;
create index reconciliation_differences_of_day on public.reconciliation_differences (gateway, day);
create index reconciliation_differences_by_day on public.reconciliation_differences (day_start, id);
create index reconciliation_differences_by_status on public.reconciliation_differences (status, day_start, id);
create index month_closings_of_closer on public.month_closings (closed_by);
create index reconciliation_changes_of_attempt on private.reconciliation_changes (attempt_id);

-- A card payment's day is that on which it was made.
create index payment_attempts_by_day
  on public.payment_attempts (gateway, ((coalesce(transaction_date, created_at) at time zone 'America/Santiago')::date))
  where gateway in ('webpay', 'simulator') and status in ('paid', 'refund_pending', 'partially_refunded', 'refunded', 'manual_resolution');
-- The simulated bank's report of some days.
create index simulator_transactions_by_commit on simulator.simulator_transactions (committed_at) where committed_at is not null;

-- A payment whose state or money changed is compared again with the reports of its gateway.
create function private.note_changed_payment() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  insert into private.reconciliation_changes (attempt_id) values (new.id);
  return null;
end
$$;

-- A payment whose refund changed is compared again with the reports of its gateway.
create function private.note_changed_refund() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  insert into private.reconciliation_changes (attempt_id) values (new.attempt_id);
  return null;
end
$$;

-- Takes noted payments, each once; a concurrent worker takes others. For the shop's own work.
create function private.take_changed_payments(max_rows integer) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with taken as (
    delete from private.reconciliation_changes where id in (
      select id from private.reconciliation_changes where private.is_system() order by id for update skip locked limit max_rows)
    returning attempt_id)
  select distinct attempt_id from taken
$$;

create trigger note_changed_payment after update of status, refunded_clp on public.payment_attempts
for each row when (
  new.gateway in ('webpay', 'simulator') and (old.status, old.refunded_clp) is distinct from (new.status, new.refunded_clp)
  and new.status in ('paid', 'refund_pending', 'partially_refunded', 'refunded', 'manual_resolution', 'rejected'))
execute function private.note_changed_payment();
create trigger note_changed_refund after update of status on public.refunds
for each row when (old.status is distinct from new.status) execute function private.note_changed_refund();

create policy staff_reads on public.gateway_reports for select to alhena_app using ((select private.actor_is_staff()));
create policy admin_uploads on public.gateway_reports for insert to alhena_app
  with check ((select private.actor_is_admin()) and uploaded_by = (select private.actor_user_id()) and confirmed_at is null);
create policy admin_confirms on public.gateway_reports for update to alhena_app
  using ((select private.actor_is_admin()) and confirmed_at is null) with check ((select private.actor_is_admin()) and confirmed_at is not null);
create policy unconfirmed_expire on public.gateway_reports for delete to alhena_app
  using ((select private.is_system()) and confirmed_at is null);
create policy staff_reads on public.gateway_movements for select to alhena_app using ((select private.actor_is_staff()));
create policy admin_stores on public.gateway_movements for insert to alhena_app with check ((select private.actor_is_admin()));
create policy staff_matches on public.gateway_movements for update to alhena_app using ((select private.actor_is_staff()));
create policy staff on public.reconciliation_days for all to alhena_app
  using ((select private.actor_is_staff())) with check ((select private.actor_is_staff()));
create policy staff on public.reconciliation_differences for all to alhena_app
  using ((select private.actor_is_staff())) with check ((select private.actor_is_staff()));
create policy staff_reads on public.month_closings for select to alhena_app using ((select private.actor_is_staff()));
create policy admin_closes on public.month_closings for insert to alhena_app
  with check ((select private.actor_is_admin()) and closed_by = (select private.actor_user_id()));

grant select, delete,
  insert (gateway, source, file_name, sha256, from_day, until_day, line_count, ignored_count, content, created_at),
  update (content, confirmed_at, new_count) on public.gateway_reports to alhena_app;
grant select, insert (id, report_id, gateway, source, kind, row_number, line_key, day, accounting_day, reference, authorization_code, card_last4, payment_type, amount_clp, total_clp, installment, fee_clp, fee_vat_clp, payout_day, detail),
  update (attempt_id, matched_by) on public.gateway_movements to alhena_app;
grant select, insert, update, delete on public.reconciliation_days to alhena_app;
grant select, delete,
  insert (gateway, day, kind, subject, attempt_id, order_id, movement_id, reference, authorization_code, our_clp, their_clp, created_at),
  update (day, kind, attempt_id, order_id, movement_id, reference, authorization_code, our_clp, their_clp, status, note, reviewed_by, reviewed_at)
  on public.reconciliation_differences to alhena_app;
grant select, insert (month, totals, open_days, open_differences, reason, closed_at) on public.month_closings to alhena_app;
