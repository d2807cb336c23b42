-- More seats for a business item that was bought before. A top-up is an order of its own whose one item names the item that it adds to:
-- what was sold stays as it was sold, on both, and the seats that can be used grow on the first alone.

alter table public.order_items
  add column tops_up_item_id uuid,
  -- Seats that the other item had when the price was made: the price is the difference to a larger count and holds for that one step.
  add column from_seats integer check (from_seats between 1 and 999),
  -- Seats of paid top-ups of this item, kept by a trigger.
  add column added_seats integer not null default 0 check (added_seats >= 0),
  add column total_seats integer not null generated always as (seats + added_seats) stored,
  add constraint order_items_top_up_of_own foreign key (tops_up_item_id, user_id) references public.order_items (id, user_id),
  add constraint order_items_top_up_step check ((tops_up_item_id is null) = (from_seats is null)),
  add constraint order_items_most_seats check (seats + added_seats <= 1000),
  -- Who is invited takes a seat of the item that was topped up.
  add constraint order_items_top_up_gives_no_access check (tops_up_item_id is null or (used_seats = 0 and added_seats = 0)),
  drop constraint order_items_seats_left,
  add constraint order_items_seats_left check (used_seats between 0 and seats + added_seats);
create unique index order_items_one_top_up_of_order on public.order_items (order_id) where tops_up_item_id is not null;
create index order_items_top_ups on public.order_items (tops_up_item_id) where tops_up_item_id is not null;

-- A top-up adds to a paid business item of the same buyer and product, from the seats that it has, as far as the product goes.
create function private.top_up_of_living_item() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if new.added_seats <> 0 or new.tops_up_item_id is not null and not exists (
    select from public.order_items item
      join public.orders on orders.id = item.order_id
      join public.assessments product on product.id = item.assessment_id
    where item.id = new.tops_up_item_id and item.user_id = new.user_id and item.assessment_id = new.assessment_id
      and item.mode = 'business' and new.mode = 'business' and item.tops_up_item_id is null and item.deleted_at is null
      and orders.status = 'paid' and item.total_seats = new.from_seats
      and new.from_seats + new.seats <= least(product.max_seats, 1000))
  then
    raise exception 'seats are added to a paid item as it stands'
      using errcode = 'check_violation', constraint = 'order_items_top_up_of_living_item';
  end if;
  return new;
end
$$;
create trigger top_up_of_living_item before insert on public.order_items
for each row execute function private.top_up_of_living_item();

-- The seats grow in the statement that pays the top-up, once, and only from the count that it was priced for. Where that is gone (the
-- first purchase was given back, or other seats came first) the order fails instead: its payment is not confirmed, or goes back.
-- A refund takes back what is unused; a seat that somebody has stays.
-- Runs before every other trigger of an order's status, by its name: they see what became of it.
create function private.apply_top_up() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  top_up public.order_items;
begin
  if (old.status, new.status) not in (('pending', 'paid'), ('paid', 'refunded')) then return new; end if;
  select * into top_up from public.order_items where order_id = new.id and tops_up_item_id is not null;
  if not found then return new; end if;
  if new.status = 'refunded' then
    update public.order_items item
    set added_seats = item.added_seats - least(top_up.seats, item.added_seats, item.total_seats - item.used_seats)
    where item.id = top_up.tops_up_item_id;
    return new;
  end if;
  -- Also where nothing is left to pay: the price is the shop's to make.
  if not private.actor_is_staff() then
    raise exception 'only the shop adds seats' using errcode = 'check_violation', constraint = 'orders_topped_up_by_shop';
  end if;
  -- Waits for a refund under way.
  perform from public.orders
  where id = (select order_id from public.order_items where id = top_up.tops_up_item_id) and status = 'paid' for share;
  if found then
    update public.order_items set added_seats = added_seats + top_up.seats
    where id = top_up.tops_up_item_id and deleted_at is null and total_seats = top_up.from_seats;
  end if;
  if not found then
    new.status := 'failed';
    new.paid_at := null;
  end if;
  return new;
end
$$;
create trigger apply_top_up before update of status on public.orders for each row execute function private.apply_top_up();

-- As before, except that a top-up gives its buyer no access: the own one is of the item that it adds to.
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
      btrim(buyer.first_name || ' ' || buyer.last_name), coalesce(new.company_name, buyer.company), new.paid_at + interval '180 days'
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
