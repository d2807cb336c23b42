-- Chargebacks ("contracargos"): what a bank claims back for its cardholder. Each is counted against its order and posted to the ledger.

-- A bank's claim on a payment because its cardholder disputes it.
create table public.chargebacks (
  id uuid default gen_random_uuid() primary key,
  order_id uuid not null references public.orders,
  attempt_id uuid not null references public.payment_attempts,
  amount_clp bigint not null check (amount_clp > 0),
  reason text not null check (reason in ('not_recognised', 'fraud', 'not_received', 'not_as_described', 'duplicate', 'wrong_amount', 'cancelled', 'other')),
  note text check (length(note) >= 1 and length(note) <= 500),
  -- The bank's name for it.
  reference text check (length(btrim(reference)) >= 1 and length(btrim(reference)) <= 80),
  received_on date not null,
  -- The last day for the answer.
  answer_by date not null,
  status text not null default 'received' check (status in ('received', 'answered', 'won', 'lost')),
  -- The evidence that was sent to the bank.
  answer text check (length(answer) >= 1 and length(answer) <= 2000),
  answered_at timestamptz,
  settled_at timestamptz,
  settled_note text check (length(settled_note) >= 1 and length(settled_note) <= 500),
  -- When the order's accesses were revoked because of it; null: they were kept.
  accesses_revoked_at timestamptz,
  recorded_by uuid default private.actor_user_id() references public.profiles,
  created_at timestamptz not null,
  list_words tsvector not null default ''::tsvector,
  constraint chargebacks_answer_after_claim check (answer_by >= received_on),
  constraint chargebacks_answered check ((answer is null) = (answered_at is null) and (status <> 'answered' or answer is not null)),
  constraint chargebacks_settled check ((status in ('won', 'lost')) = (settled_at is not null))
);
alter table public.chargebacks enable row level security;

create unique index chargebacks_once on public.chargebacks (lower(btrim(reference))) where reference is not null;
create index chargebacks_of_order on public.chargebacks (order_id, created_at);
create index chargebacks_of_attempt on public.chargebacks (attempt_id);
create index chargebacks_of_recorder on public.chargebacks (recorded_by) where recorded_by is not null;
create index chargebacks_by_time on public.chargebacks (created_at, id);
create index chargebacks_by_state on public.chargebacks (status, id);
create index chargebacks_by_status on public.chargebacks (status, created_at, id);
create index chargebacks_by_deadline on public.chargebacks (answer_by, id);
create index chargebacks_by_amount on public.chargebacks (amount_clp, id);
create index chargebacks_to_answer on public.chargebacks (answer_by) where status = 'received';
create index chargebacks_by_settled on public.chargebacks (settled_at) where settled_at is not null;
create index chargebacks_words on public.chargebacks using gin (list_words);

-- A chargeback, and a refund, are of money that nothing else claims: what is refunded or being refunded and charged back is never more than
-- what was paid. The order's row is locked first, as every refund does.
create function private.claims_what_is_left() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  of_order public.orders;
begin
  select * into of_order from public.orders where id = new.order_id for update;
  if of_order.refunded_clp + of_order.charged_back_clp + new.amount_clp + (
    select coalesce(sum(open.amount_clp), 0) from public.refunds open
    where open.order_id = new.order_id and open.status in ('pending', 'manual_resolution')) > of_order.total_clp
  then
    raise exception 'order % has less than % pesos left', of_order.order_number, new.amount_clp
      using errcode = 'check_violation', constraint = 'orders_charged_back';
  end if;
  return new;
end
$$;

-- A chargeback is of a paid order and its payment, once: its words hold no personal data. The claim stays as it was recorded; it is answered and
-- settled once each, and never deleted.
create function private.chargeback_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'chargebacks rows are never changed or deleted' using errcode = 'restrict_violation';
  elsif tg_op = 'UPDATE' then
    if (old.status, new.status) not in (
        ('received', 'answered'), ('received', 'won'), ('received', 'lost'), ('answered', 'won'), ('answered', 'lost'))
      and (old.status <> new.status or old.status in ('won', 'lost'))
    then
      raise exception 'a chargeback cannot go from % to %', old.status, new.status
        using errcode = 'check_violation', constraint = 'chargebacks_status_transition';
    end if;
    return new;
  end if;
  if new.status <> 'received' or new.accesses_revoked_at is not null or not exists (
    select from public.orders join public.payment_attempts attempt on attempt.order_id = orders.id
    where orders.id = new.order_id and orders.status in ('paid', 'charged_back') and attempt.id = new.attempt_id
      and attempt.status in ('paid', 'partially_refunded'))
  then
    raise exception 'a chargeback starts with the payment of an order'
      using errcode = 'check_violation', constraint = 'chargebacks_of_payment';
  end if;
  new.list_words := private.list_words(concat_ws(' ', new.reference, new.amount_clp,
    (select order_number from public.orders where id = new.order_id)));
  return new;
end
$$;

-- A page of a searched list of chargebacks.
create function private.find_chargebacks(
  input text, status_filter text, reason_filter text, due_by date, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['finance']) then return; end if;
  return query select * from private.search_page('public.chargebacks', concat_ws(' and ', 'true',
    case when status_filter is not null then format('status = %L', status_filter) end,
    case when reason_filter is not null then format('reason = %L', reason_filter) end,
    case when due_by is not null then format('status = ''received'' and answer_by <= %L', due_by) end,
    case when from_time is not null then format('created_at >= %L', from_time) end,
    case when until_time is not null then format('created_at < %L', until_time) end),
    private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

create trigger claims_what_is_left before insert on public.chargebacks
for each row execute function private.claims_what_is_left();
create trigger claims_what_is_left before insert on public.refunds
for each row execute function private.claims_what_is_left();
create trigger chargeback_rules before insert or update or delete on public.chargebacks
for each row execute function private.chargeback_rules();
create constraint trigger posted after insert or update of status on public.chargebacks deferrable initially deferred
for each row when (new.status in ('received', 'won')) execute function private.is_posted('chargeback');

create policy staff_reads on public.chargebacks for select to alhena_app using ((select private.actor_is_staff()));
create policy recorded_by_admin on public.chargebacks for insert to alhena_app
  with check ((select private.actor_is_admin()) and recorded_by = (select private.actor_user_id()));
create policy changed_by_admin on public.chargebacks for update to alhena_app using ((select private.actor_is_admin()));

grant select on public.chargebacks to alhena_app;
grant insert (order_id, attempt_id, amount_clp, reason, note, reference, received_on, answer_by, created_at),
  update (status, answer, answered_at, settled_at, settled_note, accesses_revoked_at) on public.chargebacks to alhena_app;
