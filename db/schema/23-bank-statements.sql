-- The bank's statements: what was credited to the shop's accounts, and which orders it paid.

create table public.bank_accounts (
  id uuid default gen_random_uuid() primary key,
  -- The bank and the account, as the staff call it.
  name text collate "es-x-icu" not null check (length(btrim(name)) >= 1 and length(name) <= 60),
  -- How its statements are read: the titles and the places of the columns, as they were last confirmed.
  reading jsonb check (length(reading::text) <= 4000),
  created_at timestamptz not null
);
alter table public.bank_accounts enable row level security;

-- An uploaded file: stored as it is until the staff confirm how it is read, like access_imports. Emptied then, because its lines have it.
create table public.bank_statements (
  id uuid default gen_random_uuid() primary key,
  account_id uuid not null references public.bank_accounts,
  uploaded_by uuid not null references public.profiles,
  file_name text not null check (length(file_name) <= 200),
  source jsonb check (length(source::text) <= 12000000),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  -- Credits that no earlier statement had.
  new_lines integer check (new_lines >= 0),
  constraint bank_statements_confirmed check ((confirmed_at is null) = (new_lines is null) and (confirmed_at is null) = (source is not null))
);
alter table public.bank_statements enable row level security;

-- One credit of an account. Its identity (account, day, amount, operation and text, and which of equal ones on that day) makes overlapping
-- statements bring each credit once.
create table public.bank_lines (
  id uuid default gen_random_uuid() primary key,
  account_id uuid not null references public.bank_accounts,
  -- The statement that brought it, and its row there.
  statement_id uuid not null references public.bank_statements,
  row_number integer not null check (row_number >= 1),
  booked_on date not null,
  amount_clp bigint not null check (amount_clp > 0),
  description text not null check (length(description) <= 600),
  -- The bank's number of the operation; null: the statement has none.
  operation text check (length(operation) >= 1 and length(operation) <= 60),
  -- As its column or its text says.
  payer_rut text check (payer_rut ~ '^[1-9][0-9]{0,7}-[0-9K]$'),
  occurrence integer not null check (occurrence >= 1),
  -- 'settled': it paid its order. 'linked': it is the money of an order that was recorded as paid before. 'set_aside': it is from no sale.
  -- 'returned': it was given back whole.
  state text not null default 'open' check (state in ('open', 'settled', 'linked', 'set_aside', 'returned')),
  order_id uuid references public.orders,
  attempt_id uuid references public.payment_attempts,
  -- What it had more than its order needed, and when that was given back.
  surplus_clp bigint not null default 0 check (surplus_clp >= 0),
  surplus_returned_at timestamptz,
  note text check (length(note) >= 1 and length(note) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  -- The decision as the ledger knows it: a line that is decided again has another one.
  decision_id uuid,
  created_at timestamptz not null,
  -- Noon of its day in Santiago, for lists and periods.
  booked_at timestamptz generated always as ((booked_on + time '12:00') at time zone 'America/Santiago') stored not null,
  -- How the bank writes accents, capitals and spaces differs between files of the same account.
  line_key text generated always as (
    md5(private.plain_words(private.fold(ltrim(coalesce(operation, ''), '0') || ' ' || description)))) stored not null,
  list_words tsvector generated always as (
    private.list_words(description || ' ' || coalesce(operation, '') || ' ' || coalesce(payer_rut, '') || ' ' || amount_clp::text)) stored not null,
  constraint bank_lines_order check (num_nonnulls(order_id, attempt_id) = case when state in ('settled', 'linked') then 2 else 0 end),
  constraint bank_lines_decided check ((state = 'open') = (decided_at is null)),
  constraint bank_lines_surplus check (surplus_clp <= amount_clp and (surplus_clp = 0 or state in ('settled', 'linked'))),
  constraint bank_lines_surplus_returned check (surplus_returned_at is null or surplus_clp > 0),
  constraint bank_lines_note check (note is not null or state not in ('set_aside', 'returned'))
);
alter table public.bank_lines enable row level security;

create unique index bank_accounts_by_name on public.bank_accounts (lower(btrim(name)));
create index bank_statements_of_account on public.bank_statements (account_id, created_at desc);
create index bank_statements_of_uploader on public.bank_statements (uploaded_by, created_at desc);
create index bank_statements_unconfirmed on public.bank_statements (created_at) where confirmed_at is null;
create unique index bank_lines_once on public.bank_lines (account_id, booked_on, amount_clp, line_key, occurrence);
create index bank_lines_of_statement on public.bank_lines (statement_id);
create index bank_lines_of_order on public.bank_lines (order_id) where order_id is not null;
create index bank_lines_of_attempt on public.bank_lines (attempt_id) where attempt_id is not null;
create index bank_lines_by_day on public.bank_lines (booked_at, id);
create index bank_lines_by_amount on public.bank_lines (amount_clp, id);
create index bank_lines_in_state on public.bank_lines (state, id);
create index bank_lines_by_state on public.bank_lines (state, booked_at, id);
create index bank_lines_with_surplus on public.bank_lines (booked_at, id) where surplus_clp > 0 and surplus_returned_at is null;
create index bank_lines_words on public.bank_lines using gin (list_words);
-- Payments recorded by hand whose money no statement has shown yet, newest first.
create index manual_payments_by_time on public.manual_payments (created_at desc);
-- Orders whose deadline passed before the money arrived.
create index orders_held_and_failed on public.orders (total_clp, created_at desc) where status = 'failed' and held_until is not null;

-- A line is decided once. What paid an order, or was given back, stays so: a refund of the order does not free the line. A setting aside and a
-- link to an order that was paid before can be taken back.
create function private.bank_line_decided() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if new.state = old.state then
    if old.state not in ('settled', 'linked') or old.surplus_returned_at is not null
      or (new.order_id, new.attempt_id, new.surplus_clp) is distinct from (old.order_id, old.attempt_id, old.surplus_clp)
    then
      raise exception 'a line is decided once' using errcode = 'check_violation', constraint = 'bank_lines_decided_once';
    end if;
    return new;
  end if;
  if not (old.state = 'open' or (new.state = 'open' and old.state in ('linked', 'set_aside') and old.surplus_clp = 0)) then
    raise exception 'a line cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'bank_lines_decided_once';
  end if;
  if new.attempt_id is not null and not exists (
    select from public.manual_payments payment
    where payment.attempt_id = new.attempt_id and payment.order_id = new.order_id)
  then
    raise exception 'a line pays the order of its payment' using errcode = 'check_violation', constraint = 'bank_lines_of_payment';
  end if;
  new.decided_by := case when new.state = 'open' then null else private.actor_user_id() end;
  new.decision_id := case when new.state in ('settled', 'linked', 'returned') then gen_random_uuid() end;
  return new;
end
$$;

-- What a decision moved is in the books when its transaction ends: the money of a purchase order that was a receivable, and what an order did
-- not need.
create function private.bank_line_is_posted() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  due text[] := array_remove(array[
    case when new.state = 'linked' and new.amount_clp > new.surplus_clp and exists (
      select from public.manual_payments where attempt_id = new.attempt_id and method = 'purchase_order') then 'bank_receipt' end,
    case when new.state = 'returned' or new.surplus_clp > 0 then 'surplus_received' end,
    case when new.state = 'returned' or new.surplus_returned_at is not null then 'surplus_returned' end], null);
begin
  if not due <@ array(select event from public.ledger_entries where source_id = new.decision_id)
    or (old.state = 'linked' and new.state = 'open'
      and (select array_agg(event) from public.ledger_entries where source_id = old.decision_id) = '{bank_receipt}')
  then
    raise exception 'a decision about a credit is posted to the ledger in its own transaction'
      using errcode = 'check_violation', constraint = 'bank_lines_posted';
  end if;
  return null;
end
$$;

-- A page of lines by text, RUT or amount, with the list's filters.
create function private.find_bank_lines(
  input text, state_filter text, account_filter uuid, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
declare
  conditions text := concat_ws(' and ', 'true',
    case when state_filter = 'surplus' then 'surplus_clp > 0 and surplus_returned_at is null'
      when state_filter is not null then format('state = %L', state_filter) end,
    case when account_filter is not null then format('account_id = %L', account_filter) end,
    case when from_time is not null then format('booked_at >= %L', from_time) end,
    case when until_time is not null then format('booked_at < %L', until_time) end);
begin
  if not private.actor_is_admin() or not private.staff_reads(array['finance']) then return; end if;
  return query select * from private.search_page(
    'public.bank_lines', conditions, private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

create trigger decided before update on public.bank_lines for each row execute function private.bank_line_decided();
create constraint trigger posted after update of state, surplus_returned_at on public.bank_lines deferrable initially deferred
for each row execute function private.bank_line_is_posted();

create policy admin_reads on public.bank_accounts for select to alhena_app using ((select private.actor_kind()) = 'admin');
create policy admin_adds on public.bank_accounts for insert to alhena_app with check ((select private.actor_kind()) = 'admin');
create policy admin_changes on public.bank_accounts for update to alhena_app using ((select private.actor_kind()) = 'admin');
create policy own on public.bank_statements for all to alhena_app
  using ((select private.actor_kind()) = 'admin' and (confirmed_at is not null or uploaded_by = (select private.actor_user_id())))
  with check ((select private.actor_kind()) = 'admin' and uploaded_by = (select private.actor_user_id()));
create policy shop_removes on public.bank_statements for delete to alhena_app using ((select private.is_system()) and confirmed_at is null);
create policy shop_reads on public.bank_statements for select to alhena_app using ((select private.is_system()));
create policy admin_reads on public.bank_lines for select to alhena_app using ((select private.actor_kind()) = 'admin');
create policy admin_adds on public.bank_lines for insert to alhena_app
  with check ((select private.actor_kind()) = 'admin' and state = 'open');
create policy admin_decides on public.bank_lines for update to alhena_app using ((select private.actor_kind()) = 'admin');

grant select, insert (name, created_at), update (reading) on public.bank_accounts to alhena_app;
grant select, delete, insert (account_id, uploaded_by, file_name, source, created_at),
  update (source, confirmed_at, new_lines) on public.bank_statements to alhena_app;
grant select, insert (account_id, statement_id, row_number, booked_on, amount_clp, description, operation, payer_rut, occurrence, created_at),
  update (state, order_id, attempt_id, surplus_clp, surplus_returned_at, note, decided_at) on public.bank_lines to alhena_app;
