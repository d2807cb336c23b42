-- Settings of the shop that administrators change. They are kept as the shop's words are (0038): what was changed is a row, every process
-- is told, and what was never changed is the release's.

alter table public.text_overrides drop constraint text_overrides_kind_check;
alter table public.text_overrides add constraint text_overrides_kind_check check (kind in ('shop', 'mail', 'setting'));
alter table public.text_overrides add constraint text_overrides_known_setting
  check (kind <> 'setting' or key in ('seller', 'sales', 'notice'));

-- A number of days of the settings of sales; what was never set, or makes no sense, is the release's.
create function private.sale_days(name text, release integer) returns integer
language sql stable security definer set search_path = pg_catalog, public
as $$
  select coalesce(
    (select least(greatest((content ->> name)::integer, 1), 1095) from public.text_overrides
     where kind = 'setting' and key = 'sales' and content ->> name ~ '^[0-9]{1,4}$'),
    release)
$$;

-- What a purchase was made under stays: who sold (null: made before this was kept, under the release's data) and how long its accesses hold.
alter table public.orders
  add column seller jsonb check (length(seller::text) <= 4000),
  add column access_days integer not null default 180 check (access_days between 1 and 1095);

create function private.take_terms_of_sale() returns trigger
language plpgsql
as $$
begin
  new.access_days := private.sale_days('access_days', 180);
  return new;
end
$$;
create trigger take_terms_of_sale before insert on public.orders for each row execute function private.take_terms_of_sale();

create function private.take_reminders_of_sale() returns trigger
language plpgsql
as $$
begin
  if new.reminder_days is null and new.tops_up_item_id is null then
    new.reminder_days := private.sale_days('reminder_days', null);
    if new.reminder_days not between 2 and 30 then new.reminder_days := null; end if;
  end if;
  return new;
end
$$;
create trigger take_reminders_of_sale before insert on public.order_items
for each row execute function private.take_reminders_of_sale();

-- As before, except that the days are the order's own.
create or replace function private.order_status_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  items_total bigint;
begin
  if new.status = old.status then return new; end if;
  if not (old.status, new.status) in (('pending', 'paid'), ('pending', 'failed'), ('paid', 'refunded')) then
    raise exception 'an order cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_status_transition';
  end if;
  if new.status = 'paid' then
    -- A browser's own transaction may finish a free order; money is recorded by the shop or by an administrator.
    if new.total_clp > 0 and not private.actor_is_staff() then
      raise exception 'only the shop records a payment' using errcode = 'check_violation', constraint = 'orders_paid_by_shop';
    end if;
    new.paid_at := coalesce(new.paid_at, now());
    select sum(total_clp) into items_total from public.order_items where order_id = new.id;
    if items_total is distinct from new.total_clp then
      raise exception 'the items of order % do not add up to its total', new.order_number
        using errcode = 'check_violation', constraint = 'orders_items_add_up';
    end if;
    insert into public.user_accesses (order_item_id, user_id, email, first_name, last_name, invitee_name, invitee_company, expires_at)
    select item.id, item.user_id, buyer.email, buyer.first_name, buyer.last_name,
      btrim(buyer.first_name || ' ' || buyer.last_name), coalesce(new.company_name, buyer.company), new.paid_at + make_interval(days => new.access_days)
    from public.order_items item join public.profiles buyer on buyer.id = item.user_id
    where item.order_id = new.id and item.tops_up_item_id is null;
    -- In one order for every sale: two orders of the same products would else wait for each other for ever.
    perform from public.assessments
    where id in (select assessment_id from public.order_items where order_id = new.id) order by id for no key update;
    update public.assessments product set paid_seats = product.paid_seats + sold.seats
    from (select assessment_id, sum(seats) as seats from public.order_items where order_id = new.id group by assessment_id) sold
    where product.id = sold.assessment_id;
  elsif new.status = 'refunded' then
    perform from public.assessments
    where id in (select assessment_id from public.order_items where order_id = new.id) order by id for no key update;
    update public.assessments product set paid_seats = product.paid_seats - sold.seats
    from (select assessment_id, sum(seats) as seats from public.order_items where order_id = new.id group by assessment_id) sold
    where product.id = sold.assessment_id;
  end if;
  return new;
end
$$;

-- How the shop's mails go, at constant cost: when one last went out, when a try last failed, and what was given up.
alter table public.mails add column last_failed_at timestamptz;
update public.mails set last_failed_at = created_at where last_error is not null;

create function private.note_failed_try() returns trigger
language plpgsql
as $$
begin
  new.last_failed_at := now();
  return new;
end
$$;
create trigger note_failed_try before update of last_error on public.mails
for each row when (new.last_error is not null) execute function private.note_failed_try();

create index mails_by_sending on public.mails (sent_at desc) where sent_at is not null;
create index mails_by_failure on public.mails (last_failed_at desc) where last_failed_at is not null;
create index mails_given_up on public.mails (created_at desc, id) where status = 'failed';

-- Tries again what was given up. Mails of links that open an account were emptied when they were given up: whoever needs one asks anew.
create function private.retry_mails(mail_ids uuid[]) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update public.mails
  set status = 'queued', attempts = 0, next_attempt_at = 'epoch'
  where private.actor_is_admin() and id = any (mail_ids) and status = 'failed' and params <> '{}'
  returning id
$$;

-- The newest payments that came, that were turned down, and those that wait for an answer.
create index payment_attempts_that_came on public.payment_attempts (created_at desc)
  where status in ('paid', 'refund_pending', 'partially_refunded', 'refunded');
create index payment_attempts_in_doubt on public.payment_attempts (created_at)
  where status in ('committing', 'unknown', 'review', 'refund_pending');
create index payment_attempts_turned_down on public.payment_attempts (created_at desc)
  where status in ('rejected', 'form_error', 'timed_out');
