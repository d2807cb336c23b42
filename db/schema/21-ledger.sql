-- The ledger: every movement of money as a balanced double entry, written in the transaction of the event that causes it, and chargebacks.
--
-- Sales, refunds, surplus payments and chargebacks are posted by the triggers below. Anything else calls
--
--   private.post_ledger(event text, at_time timestamptz, source_id uuid, order_id uuid, lines jsonb)
--
-- as the shop or an administrator. `source_id` is the row that caused the entry, `order_id` its order or null, and `lines` an array such as
-- [{"account": "fees", "debit": 1000}, {"account": "vat_credit", "debit": 190}, {"account": "card_receivable", "credit": 1190}] in pesos.
-- Debits and credits must be equal, or it raises an exception (ledger_balanced). There is one entry per event and source: a second call
-- changes nothing and returns null, the first one the entry's id. Lines of zero are left out. Entries that move simulated_receivable are
-- simulated as a whole and never mixed with accounts of real money.

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

create table public.ledger_entries (
  id uuid default gen_random_uuid() primary key,
  event text not null check (event in ('sale', 'refund', 'surplus_received', 'surplus_returned', 'surplus_cancelled', 'chargeback', 'chargeback_won', 'fee', 'payout', 'bank_receipt', 'bank_payment', 'correction')),
  at timestamptz not null,
  source_id uuid not null,
  order_id uuid references public.orders,
  -- Of a payment at the simulator: not money.
  is_simulated boolean not null,
  -- The sum of its debits, and of its credits.
  amount_clp bigint not null check (amount_clp >= 0),
  accounts text[] not null,
  recorded_by uuid default private.actor_user_id(),
  created_at timestamptz not null default now(),
  list_words tsvector not null,
  constraint ledger_entries_once unique (event, source_id)
);
alter table public.ledger_entries enable row level security;

create table public.ledger_lines (
  entry_id uuid not null references public.ledger_entries,
  position smallint not null,
  account text not null check (account in ('card_receivable', 'purchase_order_receivable', 'simulated_receivable', 'bank', 'suspense', 'vat_credit', 'vat_payable', 'customer_surplus', 'sales', 'discounts', 'refunds', 'chargebacks', 'fees')),
  debit_clp bigint not null default 0 check (debit_clp >= 0),
  credit_clp bigint not null default 0 check (credit_clp >= 0),
  primary key (entry_id, position),
  constraint ledger_lines_one_side check ((debit_clp > 0) <> (credit_clp > 0))
);
alter table public.ledger_lines enable row level security;

-- The result of comparing a closed day's entries with the rows that caused them.
create table public.ledger_checks (
  day date primary key,
  checked_at timestamptz not null,
  entry_count integer not null,
  sales_clp bigint not null,
  refunds_clp bigint not null,
  chargebacks_clp bigint not null,
  difference_count integer not null,
  -- The first fifty: kind, event, source_id, order_id, expected and found pesos.
  differences jsonb not null,
  -- An entry was added to the day afterwards.
  is_stale boolean not null default false
);
alter table public.ledger_checks enable row level security;

create unique index chargebacks_once on public.chargebacks (lower(btrim(reference))) where reference is not null;
create index chargebacks_of_order on public.chargebacks (order_id, created_at);
create index chargebacks_of_attempt on public.chargebacks (attempt_id);
create index chargebacks_of_recorder on public.chargebacks (recorded_by) where recorded_by is not null;
create index chargebacks_by_time on public.chargebacks (created_at, id);
create index chargebacks_by_deadline on public.chargebacks (answer_by, id);
create index chargebacks_by_amount on public.chargebacks (amount_clp, id);
create index chargebacks_to_answer on public.chargebacks (answer_by) where status = 'received';
create index chargebacks_by_settled on public.chargebacks (settled_at) where settled_at is not null;
create index chargebacks_words on public.chargebacks using gin (list_words);
create index ledger_entries_by_time on public.ledger_entries (at, id);
create index ledger_entries_by_amount on public.ledger_entries (amount_clp, id);
create index ledger_entries_by_event on public.ledger_entries (event, at, id);
create index ledger_entries_of_order on public.ledger_entries (order_id, at) where order_id is not null;
create index ledger_entries_words on public.ledger_entries using gin (list_words);
create index ledger_entries_accounts on public.ledger_entries using gin (accounts);
create index ledger_checks_to_do on public.ledger_checks (day) where is_stale or difference_count > 0;

-- Net pesos of a total with 19% VAT. No total has a tie (specification 3, decision 7).
create function private.net_of(total bigint) returns bigint
language sql immutable strict parallel safe
as $$ select round(total::numeric * 100 / 119)::bigint $$;

-- The account that a payment's money is owed by or lies in.
create function private.asset_account(gateway text) returns text
language sql immutable parallel safe
as $$
  select case gateway
    when 'simulator' then 'simulated_receivable'
    when 'transfer' then 'bank'
    when 'purchase_order' then 'purchase_order_receivable'
    else coalesce(case when gateway is not null then 'card_receivable' end, 'suspense')
  end
$$;

-- A refund by hand leaves the shop's bank account, unless it was no money.
create function private.asset_account_of_refund(gateway text, by_hand boolean) returns text
language sql immutable parallel safe
as $$ select case when by_hand and gateway <> 'simulator' then 'bank' else private.asset_account(gateway) end $$;

create function private.write_ledger_entry(event text, at_time timestamptz, source_id uuid, order_id uuid, lines jsonb) returns uuid
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  written uuid;
  debits bigint;
  credits bigint;
  touched text[];
  simulated boolean;
begin
  select coalesce(sum(line.debit), 0), coalesce(sum(line.credit), 0), coalesce(array_agg(distinct line.account), '{}')
  into debits, credits, touched
  from jsonb_to_recordset(lines) line (account text, debit bigint, credit bigint)
  where coalesce(line.debit, 0) <> 0 or coalesce(line.credit, 0) <> 0;
  if debits <> credits then
    raise exception 'debits of % and credits of % pesos of a % differ', debits, credits, event
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  simulated := 'simulated_receivable' = any (touched);
  if simulated and touched && array['card_receivable', 'purchase_order_receivable', 'bank', 'suspense'] then
    raise exception 'simulated payments are no money' using errcode = 'check_violation', constraint = 'ledger_simulated_apart';
  end if;
  insert into public.ledger_entries as entry (event, at, source_id, order_id, is_simulated, amount_clp, accounts, list_words)
  values (write_ledger_entry.event, at_time, write_ledger_entry.source_id, write_ledger_entry.order_id, simulated, debits, touched,
    private.list_words(concat_ws(' ', debits,
      (select order_number from public.orders where id = write_ledger_entry.order_id))))
  on conflict on constraint ledger_entries_once do nothing
  returning entry.id into written;
  if written is null then return null; end if;
  insert into public.ledger_lines (entry_id, position, account, debit_clp, credit_clp)
  select written, row_number() over (), line.account, coalesce(line.debit, 0), coalesce(line.credit, 0)
  from jsonb_to_recordset(lines) line (account text, debit bigint, credit bigint)
  where coalesce(line.debit, 0) <> 0 or coalesce(line.credit, 0) <> 0;
  insert into private.daily_changes (kind, day, label, count, amount)
  select * from private.ledger_figures(written);
  update public.ledger_checks set is_stale = true where day = private.day_of(at_time) and not is_stale;
  return written;
end
$$;

-- What an entry adds to the figures of its day. kind and label: ledger_debit and ledger_credit, the account, after 'simulated:' when it is
-- not money (lines, pesos).
create function private.ledger_figures(of_entry uuid)
returns table (kind text, day date, label text, count bigint, amount bigint)
language sql stable
as $$
  select 'ledger_' || side.name, private.day_of(entry.at), case when entry.is_simulated then 'simulated:' else '' end || line.account,
    count(*), sum(side.amount)::bigint
  from public.ledger_entries entry
    join public.ledger_lines line on line.entry_id = entry.id
    cross join lateral (values ('debit', line.debit_clp), ('credit', line.credit_clp)) side (name, amount)
  where entry.id = of_entry and side.amount > 0
  group by 1, 2, 3
$$;

create function private.post_ledger(event text, at_time timestamptz, source_id uuid, order_id uuid, lines jsonb) returns uuid
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then
    raise exception 'only the shop writes the ledger' using errcode = 'insufficient_privilege';
  end if;
  return private.write_ledger_entry(event, at_time, source_id, order_id, lines);
end
$$;

-- Nothing but the functions above writes lines; this holds for whoever else would.
create function private.ledger_entry_is_balanced() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if (select (sum(debit_clp), sum(credit_clp)) is distinct from (entry.amount_clp::numeric, entry.amount_clp::numeric)
    from public.ledger_entries entry join public.ledger_lines line on line.entry_id = entry.id
    where entry.id = new.entry_id group by entry.amount_clp)
  then
    raise exception 'the lines of ledger entry % do not balance', new.entry_id
      using errcode = 'check_violation', constraint = 'ledger_balanced';
  end if;
  return null;
end
$$;

-- A sale at the end of its transaction, when the payment is recorded as well: the money, the discount without VAT, the sale without VAT and
-- the VAT. The discount is what is left between the nets of subtotal and total, so that the parts are the order's own.
create function private.post_sale() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  before_discount bigint := private.net_of(new.subtotal_clp);
  paid_at_gateway text := (
    select gateway from public.payment_attempts
    where order_id = new.id and status in ('paid', 'partially_refunded', 'refund_pending', 'refunded')
    order by status = 'paid' desc, created_at desc, id limit 1);
begin
  perform private.write_ledger_entry('sale', new.paid_at, new.id, new.id, jsonb_build_array(
    jsonb_build_object('account', private.asset_account(paid_at_gateway), 'debit', new.total_clp),
    jsonb_build_object('account', 'discounts', 'debit', before_discount - new.net_clp),
    jsonb_build_object('account', 'sales', 'credit', before_discount),
    jsonb_build_object('account', 'vat_payable', 'credit', new.vat_clp)));
  return null;
end
$$;

-- The net and VAT of a refund are what the order's left total loses of each, so that all refunds of an order add up to its own net and VAT.
-- Named to run after the trigger that adds the refund to the order.
create function private.post_refund() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  of_order public.orders := (select orders from public.orders where id = new.order_id);
  left_after bigint := of_order.total_clp - of_order.refunded_clp;
  left_before bigint := left_after + new.amount_clp;
  net bigint := (case when left_before = of_order.total_clp then of_order.net_clp else private.net_of(left_before) end)
    - private.net_of(left_after);
  gateway text := (select attempt.gateway from public.payment_attempts attempt where attempt.id = new.attempt_id);
begin
  perform private.write_ledger_entry('refund', new.settled_at, new.id, new.order_id, jsonb_build_array(
    jsonb_build_object('account', 'refunds', 'debit', net),
    jsonb_build_object('account', 'vat_payable', 'debit', new.amount_clp - net),
    jsonb_build_object('account', private.asset_account_of_refund(gateway, new.by_hand), 'credit', new.amount_clp)));
  return null;
end
$$;

-- A payment that its order did not need: received, and given back. It has no row in refunds. One that a person finds never to have been
-- charged is cancelled.
create function private.post_surplus() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  moment timestamptz := coalesce(private.actor_time(), new.updated_at);
  asset text := private.asset_account(new.gateway);
begin
  if exists (select from public.refunds where attempt_id = new.id) then return null; end if;
  if new.status = 'rejected' then
    if exists (select from public.ledger_entries where event = 'surplus_received' and source_id = new.id) then
      perform private.write_ledger_entry('surplus_cancelled', moment, new.id, new.order_id, jsonb_build_array(
        jsonb_build_object('account', 'customer_surplus', 'debit', new.amount_clp),
        jsonb_build_object('account', asset, 'credit', new.amount_clp)));
    end if;
    return null;
  end if;
  perform private.write_ledger_entry('surplus_received', moment, new.id, new.order_id, jsonb_build_array(
    jsonb_build_object('account', asset, 'debit', new.amount_clp),
    jsonb_build_object('account', 'customer_surplus', 'credit', new.amount_clp)));
  if new.status = 'refunded' then
    perform private.write_ledger_entry('surplus_returned', moment, new.id, new.order_id, jsonb_build_array(
      jsonb_build_object('account', 'customer_surplus', 'debit', new.amount_clp),
      jsonb_build_object('account', private.asset_account_of_refund(new.gateway, new.returned_by_hand), 'credit', new.amount_clp)));
  end if;
  return null;
end
$$;

create constraint trigger post_sale after update of status on public.orders deferrable initially deferred
for each row when (old.status = 'pending' and new.status = 'paid') execute function private.post_sale();
create trigger post_refund after update of status on public.refunds
for each row when (old.status <> 'done' and new.status = 'done') execute function private.post_refund();
create trigger post_surplus after update of status on public.payment_attempts
for each row when (old.status <> new.status and new.status in ('refund_pending', 'refunded', 'rejected'))
execute function private.post_surplus();
create constraint trigger balanced after insert on public.ledger_lines deferrable initially deferred
for each row execute function private.ledger_entry_is_balanced();
create trigger only_added before update or delete on public.ledger_entries for each row execute function private.refuse_change();
create trigger only_added before update or delete on public.ledger_lines for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.ledger_entries for each statement execute function private.refuse_change();
create trigger never_emptied before truncate on public.ledger_lines for each statement execute function private.refuse_change();

create policy staff_reads on public.ledger_entries for select to alhena_app using ((select private.actor_is_staff()));
create policy staff_reads on public.ledger_lines for select to alhena_app using ((select private.actor_is_staff()));
create policy staff_reads on public.ledger_checks for select to alhena_app using ((select private.actor_is_staff()));
create policy staff_reads on public.chargebacks for select to alhena_app using ((select private.actor_is_staff()));

grant select on public.ledger_entries, public.ledger_lines, public.ledger_checks, public.chargebacks to alhena_app;
revoke execute on function private.write_ledger_entry(text, timestamptz, uuid, uuid, jsonb) from public;
