-- The ledger: every movement of money as a balanced double entry, written in the transaction of the event that causes it.
--
-- Each cause posts its own by `postEntry` (app/features/accounting/post-entry.server.ts), which calls
--
--   private.post_ledger(event text, at_time timestamptz, source_id uuid, order_id uuid, lines jsonb)
--
-- as the shop or an administrator. `source_id` is the row that caused the entry, `order_id` its order or null, and `lines` an array such as
-- [{"account": "fees", "debit": 1000}, {"account": "vat_credit", "debit": 190}, {"account": "card_receivable", "credit": 1190}] in pesos.
-- Debits and credits must be equal, or it raises an exception (ledger_balanced). There is one entry per event and source: a second call
-- changes nothing and returns null, the first one the entry's id. Lines of zero are left out. Entries that move simulated_receivable are
-- simulated as a whole and never mixed with accounts of real money.

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

create index ledger_entries_by_time on public.ledger_entries (at, id);
create index ledger_entries_by_amount on public.ledger_entries (amount_clp, id);
create index ledger_entries_by_event on public.ledger_entries (event, at, id);
create index ledger_entries_of_order on public.ledger_entries (order_id, at) where order_id is not null;
create index ledger_entries_words on public.ledger_entries using gin (list_words);
create index ledger_entries_accounts on public.ledger_entries using gin (accounts);
create index ledger_checks_to_do on public.ledger_checks (day) where is_stale or difference_count > 0;

-- Net pesos of a total with 19% VAT. No total has a tie (specification 3, spec D7).
create function private.net_of(total bigint) returns bigint
language sql immutable strict parallel safe
as $$ select round(total::numeric * 100 / 119)::bigint $$;

-- What lines add to the figures of their day. kind and label: ledger_debit and ledger_credit, the account, after 'simulated:' when it is not
-- money.
create view private.ledger_figures as
  select line.entry_id, 'ledger_' || side.name as kind, private.day_of(entry.at) as day,
    case when entry.is_simulated then 'simulated:' else '' end || line.account as label, side.amount
  from public.ledger_entries entry
    join public.ledger_lines line on line.entry_id = entry.id
    cross join lateral (values ('debit', line.debit_clp), ('credit', line.credit_clp)) side (name, amount)
  where side.amount > 0;

create function private.post_ledger(event text, at_time timestamptz, source_id uuid, order_id uuid, lines jsonb) returns uuid
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  written uuid;
  debits bigint;
  credits bigint;
  touched text[];
  simulated boolean;
begin
  if not private.actor_is_staff() then
    raise exception 'only the shop writes the ledger' using errcode = 'insufficient_privilege';
  end if;
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
  values (post_ledger.event, at_time, post_ledger.source_id, post_ledger.order_id, simulated, debits, touched,
    private.list_words(concat_ws(' ', debits,
      (select order_number from public.orders where id = post_ledger.order_id))))
  on conflict on constraint ledger_entries_once do nothing
  returning entry.id into written;
  if written is null then return null; end if;
  insert into public.ledger_lines (entry_id, position, account, debit_clp, credit_clp)
  select written, row_number() over (), line.account, coalesce(line.debit, 0), coalesce(line.credit, 0)
  from jsonb_to_recordset(lines) line (account text, debit bigint, credit bigint)
  where coalesce(line.debit, 0) <> 0 or coalesce(line.credit, 0) <> 0;
  insert into private.daily_changes (kind, day, label, count, amount)
  select kind, day, label, count(*), sum(amount) from private.ledger_figures where entry_id = written group by 1, 2, 3;
  update public.ledger_checks set is_stale = true where day = private.day_of(at_time) and not is_stale;
  return written;
end
$$;

-- Nothing but the function above writes lines; this holds for whoever else would.
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

-- A payment that its order did not need has no row in refunds; the ledger has what was received, and what was given back, or that it was found
-- never to have been charged. The shop posts them (app/features/payments/attempts/surplus.server.ts); this refuses the commit of what forgot to.
create function private.surplus_is_posted() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  posted text[] := array(select event from public.ledger_entries where source_id = new.id);
  due text[] := case when new.status = 'refund_pending' then '{surplus_received}' when new.status = 'refunded' then '{surplus_received,surplus_returned}'
    when 'surplus_received' = any (posted) then '{surplus_cancelled}' else '{}' end;
begin
  if not due <@ posted and not exists (select from public.refunds where attempt_id = new.id) then
    raise exception 'a surplus payment is posted to the ledger in its own transaction'
      using errcode = 'check_violation', constraint = 'payment_attempts_posted';
  end if;
  return null;
end
$$;

-- Compares the entries of a day with the rows that cause them: every sale, refund and chargeback of the day has its entry with the same
-- pesos, no entry lacks its row, all balance, surplus payments are posted, and an order's VAT is that of what is left of it. Keeps the result.
-- `found` and `expected` are what changed in the shop's assets, and for kind 'vat' the order's VAT.
create function private.check_ledger_day(checked date, at_time timestamptz) returns integer
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  first_moment constant timestamptz := checked::timestamp at time zone 'America/Santiago';
  next_moment constant timestamptz := (checked + 1)::timestamp at time zone 'America/Santiago';
  assets constant text[] := '{card_receivable,purchase_order_receivable,simulated_receivable,bank,suspense}';
  differing integer;
begin
  with posted as materialized (
    select entry.id, entry.event, entry.source_id, entry.order_id, entry.amount_clp,
      coalesce(sum(line.debit_clp), 0) as debits, coalesce(sum(line.credit_clp), 0) as credits,
      coalesce(sum(line.debit_clp - line.credit_clp) filter (where line.account = any (assets)), 0) as asset,
      coalesce(sum(line.credit_clp - line.debit_clp) filter (where line.account = 'vat_payable'), 0) as vat
    from public.ledger_entries entry left join public.ledger_lines line on line.entry_id = entry.id
    where entry.at >= first_moment and entry.at < next_moment group by entry.id),
  caused as materialized (
    select 'sale' as event, id as source_id, id as order_id, total_clp as asset, vat_clp as vat
    from public.orders where paid_at is not null and effective_at >= first_moment and effective_at < next_moment
    union all
    select 'refund', id, order_id, -amount_clp, null from public.refunds
    where status = 'done' and settled_at >= first_moment and settled_at < next_moment
    union all
    select 'chargeback', id, order_id, -amount_clp, 0 from public.chargebacks
    where created_at >= first_moment and created_at < next_moment
    union all
    select 'chargeback_won', id, order_id, amount_clp, 0 from public.chargebacks
    where status = 'won' and settled_at >= first_moment and settled_at < next_moment),
  surplus as (
    select attempt.id, attempt.order_id, attempt.amount_clp, attempt.status = 'refunded' as is_back
    from public.payment_attempts attempt
    where attempt.created_at >= first_moment and attempt.created_at < next_moment and attempt.status in ('refund_pending', 'refunded')
      and not exists (select from public.refunds where attempt_id = attempt.id)),
  differing_rows as (
    select 'unbalanced' as kind, event, source_id, order_id, debits as expected, credits as found from posted
    where debits <> credits or debits <> amount_clp
    union all
    select case when posted.id is null then 'missing' when caused.source_id is null then 'without_source' else 'amount' end,
      coalesce(caused.event, posted.event), coalesce(caused.source_id, posted.source_id), coalesce(caused.order_id, posted.order_id),
      caused.asset, posted.asset
    from caused full join posted on posted.event = caused.event and posted.source_id = caused.source_id
    where coalesce(caused.event, posted.event) in ('sale', 'refund', 'chargeback', 'chargeback_won')
      and (caused.asset is distinct from posted.asset or caused.vat <> posted.vat)
    union all
    select 'missing', event.name, surplus.id, surplus.order_id, surplus.amount_clp, null
    from surplus cross join lateral (values ('surplus_received', true), ('surplus_returned', is_back)) event (name, is_due)
    where event.is_due and not exists (
      select from public.ledger_entries entry where entry.event = event.name and entry.source_id = surplus.id)
    union all
    select 'vat', 'refund', orders.id, orders.id, whole.expected, whole.found
    from public.orders cross join lateral (
      select orders.total_clp - orders.refunded_clp - private.net_of(orders.total_clp - orders.refunded_clp) as expected,
        sum(line.credit_clp - line.debit_clp) as found
      from public.ledger_entries entry join public.ledger_lines line on line.entry_id = entry.id
      where entry.order_id = orders.id and entry.event in ('sale', 'refund') and line.account = 'vat_payable') whole
    where orders.id in (select order_id from caused where event = 'refund') and orders.refunded_clp > 0
      and whole.expected <> coalesce(whole.found, 0)),
  kept as (
    insert into public.ledger_checks as known
      (day, checked_at, entry_count, sales_clp, refunds_clp, chargebacks_clp, difference_count, differences)
    select checked, at_time, (select count(*) from posted),
      (select coalesce(sum(asset), 0) from posted where event = 'sale'),
      (select coalesce(-sum(asset), 0) from posted where event = 'refund'),
      (select coalesce(-sum(asset), 0) from posted where event in ('chargeback', 'chargeback_won')),
      (select count(*) from differing_rows),
      (select coalesce(jsonb_agg(to_jsonb(shown)), '[]') from (
        select * from differing_rows order by kind, event, source_id limit 50) shown)
    on conflict (day) do update set (checked_at, entry_count, sales_clp, refunds_clp, chargebacks_clp, difference_count, differences, is_stale)
      = (excluded.checked_at, excluded.entry_count, excluded.sales_clp, excluded.refunds_clp, excluded.chargebacks_clp,
        excluded.difference_count, excluded.differences, false)
    returning known.difference_count)
  select difference_count into differing from kept;
  return differing;
end
$$;

-- Checks closed days: each once, and again the stale ones and those that differed the last time, when that was `recheck_before`. Days close
-- three hours after their midnight in Santiago. @returns the days that it took, with their differences now and before.
create function private.check_ledger(at_time timestamptz, recheck_before timestamptz, max_days integer)
returns table (day date, differences integer, before integer)
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  last_closed constant date := private.day_of(at_time - interval '3 hours') - 1;
  first_open date;
begin
  if not private.is_system() or not pg_try_advisory_xact_lock(hashtext('accounting.check')) then return; end if;
  first_open := coalesce(
    (select max(known.day) + 1 from public.ledger_checks known),
    (select private.day_of(min(found.at)) from (
      (select min(effective_at) as at from public.orders where status = 'paid')
      union all (select min(effective_at) from public.orders where status = 'refunded')
      union all (select min(entry.at) from public.ledger_entries entry)) found));
  return query
    select due.day, private.check_ledger_day(due.day, at_time), due.before
    from (
      select known.day, known.difference_count as before from public.ledger_checks known
      where (known.is_stale or known.difference_count > 0) and (known.is_stale or known.checked_at < recheck_before)
        and known.day <= last_closed
      union all
      select first_open + later, null from generate_series(0, last_closed - first_open) later
      order by 1 limit max_days) due;
end
$$;

-- A page of a searched list of entries.
create function private.find_ledger_entries(
  input text, event_filter text, account_filter text, simulated_filter boolean, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['finance']) then return; end if;
  return query select * from private.search_page('public.ledger_entries', concat_ws(' and ', 'true',
    case when event_filter is not null then format('event = %L', event_filter) end,
    case when account_filter is not null then format('accounts @> array[%L]', account_filter) end,
    case when simulated_filter is not null then format('is_simulated = %L', simulated_filter) end,
    case when from_time is not null then format('at >= %L', from_time) end,
    case when until_time is not null then format('at < %L', until_time) end),
    private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

create constraint trigger surplus_posted after update of status on public.payment_attempts deferrable initially deferred
for each row when (old.status <> new.status and new.status in ('refund_pending', 'refunded', 'rejected'))
execute function private.surplus_is_posted();
create constraint trigger balanced after insert on public.ledger_lines deferrable initially deferred
for each row execute function private.ledger_entry_is_balanced();

create trigger only_added before update or delete or truncate on public.ledger_entries
for each statement execute function private.refuse_change();
create trigger only_added before update or delete or truncate on public.ledger_lines
for each statement execute function private.refuse_change();

create policy staff_reads on public.ledger_entries for select to alhena_app using ((select private.actor_is_staff()));
create policy staff_reads on public.ledger_lines for select to alhena_app using ((select private.actor_is_staff()));
create policy staff_reads on public.ledger_checks for select to alhena_app using ((select private.actor_is_staff()));

grant select on public.ledger_entries, public.ledger_lines, public.ledger_checks to alhena_app;
