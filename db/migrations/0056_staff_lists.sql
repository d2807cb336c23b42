-- Lists of the back office that had no search, no period or no order of their own: products in the order that the staff give them,
-- reviews, workshops, quotations, accesses until a day.

-- The shop's own order is what is featured, then the newest (specification 1, section 7), unless somebody has put a product elsewhere: its
-- place then counts instead of its day. Both are seconds, so that a new product stands first as before.
alter table public.assessments add column shop_place numeric;
alter table public.assessments add column shop_order numeric not null generated always as (
  coalesce(shop_place, extract(epoch from created_at - timestamptz '1970-01-01 00:00:00+00')) + case when featured then 1e12 else 0 end) stored;
grant update (shop_place) on public.assessments to alhena_app;

drop index public.assessments_listed, public.assessments_most_purchased, public.assessments_by_price, public.assessments_by_duration,
  public.assessments_best_rated;
create index assessments_listed on public.assessments (shop_order desc, id) where status = 'active' and deleted_at is null;
create index assessments_most_purchased on public.assessments (paid_seats desc, shop_order desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_by_price on public.assessments (base_price_clp, shop_order desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_by_duration on public.assessments (duration_upto, duration_min, shop_order desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_best_rated on public.assessments (rating_rank desc nulls last, shop_order desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_in_order on public.assessments (shop_order, id);
create trigger tell_public_order after update of shop_place on public.assessments
for each statement execute function private.tell_public_change();

-- Reviews by rating, by product and by day, also where they are searched.
create index reviews_by_rating on public.reviews (rating, id);
create index reviews_of_rating on public.reviews (rating, created_at, id);
create index reviews_of_product on public.reviews (assessment_id, created_at, id);

create function private.find_reviews(
  given text, wanted_status text, wanted_rating integer, product uuid, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page('public.reviews',
    concat_ws(' and ', 'true',
      case when wanted_status is not null then format('status = %L', wanted_status) end,
      case when wanted_rating is not null then format('rating = %L', wanted_rating) end,
      case when product is not null then format('assessment_id = %L', product) end,
      case when from_time is not null then format('created_at >= %L', from_time) end,
      case when until_time is not null then format('created_at < %L', until_time) end),
    private.list_query(given), sort_column, descending, place, most);
end
$$;

-- A page of the paid workshops, in the order of their sale or of their session: without a date ('unset'), to come ('coming'), with people
-- whose attendance nobody confirmed ('to_confirm') or all, with these words, with a session in these days. How many sales have such a
-- session PostgreSQL cannot know; it would rather read them all and sort than walk along them, product by product.
create function private.find_workshops(
  wanted text, given text, from_time timestamptz, until_time timestamptz, at_time timestamptz,
  sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
  set enable_sort = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  way text := case when descending then 'desc' else 'asc' end;
  beyond text := case when descending then '<' else '>' end;
  conditions text := concat_ws(' and ',
    -- More seats of another item: its people are there.
    'orders.status = ''paid'' and item.deleted_at is null and item.tops_up_item_id is null',
    case wanted
      when 'unset' then '(session.order_item_id is null or session.cancelled_at is not null)'
      when 'coming' then format('session.starts_at > %L and session.cancelled_at is null', at_time)
      when 'to_confirm' then format('session.starts_at <= %L and session.cancelled_at is null and exists (
        select from public.user_accesses access where access.order_item_id = item.id and access.status not in (''revoked'', ''completed''))',
        at_time)
    end,
    case when given <> '' then format('orders.list_words @@ private.list_query(%L)', given) end,
    case when from_time is not null then format('session.starts_at >= %L', from_time) end,
    case when until_time is not null then format('session.starts_at < %L', until_time) end);
begin
  if not private.actor_is_staff() then return; end if;
  if sort_column = 'starts_at' then
    return query execute format(
      'select item.id
       from public.workshop_sessions session
         join public.order_items item on item.id = session.order_item_id
         join public.orders on orders.id = item.order_id
       where %1$s and %2$s
       order by session.starts_at %3$s, session.order_item_id %3$s limit $2',
      conditions,
      case when place is null then 'true'
        else format('(session.starts_at, session.order_item_id) %s (
          select known.starts_at, known.order_item_id from public.workshop_sessions known where known.order_item_id = $1)', beyond) end,
      way) using place, most;
  else
    return query execute format(
      'select found.id
       from public.assessments product cross join lateral (
         select item.id, item.created_at
         from public.order_items item
           join public.orders on orders.id = item.order_id
           left join public.workshop_sessions session on session.order_item_id = item.id
         where item.assessment_id = product.id and %1$s and %2$s
         order by item.created_at %3$s, item.id %3$s limit $2) found
       where product.type = ''workshop''
       order by found.created_at %3$s, found.id %3$s limit $2',
      conditions,
      case when place is null then 'true'
        else format('(item.created_at, item.id) %s (
          select known.created_at, known.id from public.order_items known where known.id = $1)', beyond) end,
      way) using place, most;
  end if;
end
$$;

-- Everybody's quotations: by number, people, company and reference.
alter table public.quotations add column list_words tsvector not null default '';

create function private.write_quotation_words() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
begin
  new.list_words := private.list_words(concat_ws(' ', new.number, new.buyer_name, new.buyer_email, new.company_name, new.company_rut,
    new.reference));
  return new;
end
$$;
create trigger write_words before insert
  or update of number, buyer_name, buyer_email, company_name, company_rut, reference, list_words on public.quotations
for each row execute function private.write_quotation_words();

alter table public.quotations disable trigger user;
update public.quotations set
  list_words = private.list_words(concat_ws(' ', number, buyer_name, buyer_email, company_name, company_rut, reference));
alter table public.quotations enable trigger user;

create index quotations_words on public.quotations using gin (list_words);
create index quotations_by_time on public.quotations (issued_at, id);
create index quotations_by_total on public.quotations (total_clp, id);
create index quotations_by_end on public.quotations (valid_until, id);

-- Bought: there is a paid order of it.
create function private.find_quotations(
  given text, wanted_state text, at_time timestamptz, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page('public.quotations',
    concat_ws(' and ', 'true',
      case when wanted_state is not null then
        format('id %s (select bought.quotation_id from public.orders bought where bought.quotation_id is not null and bought.status = ''paid'')',
          case when wanted_state = 'bought' then 'in' else 'not in' end) end,
      case wanted_state
        when 'valid' then format('valid_until >= %L', at_time)
        when 'expired' then format('valid_until < %L', at_time) end,
      case when from_time is not null then format('issued_at >= %L', from_time) end,
      case when until_time is not null then format('issued_at < %L', until_time) end),
    private.list_query(given), sort_column, descending, place, most);
end
$$;

-- As before, with an end of the time in which accesses were given.
drop function private.find_accesses(text, text, uuid, uuid, timestamptz, timestamptz, timestamptz, text, boolean, uuid, integer);
create function private.find_accesses(
  given text, wanted_state text, product uuid, client uuid, from_time timestamptz, until_time timestamptz, ends_until timestamptz,
  at_time timestamptz, sort_column text, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page('public.user_accesses',
    concat_ws(' and ',
      case wanted_state
        when 'invited' then format('status = ''active'' and expires_at > %L', at_time)
        when 'accessed' then format('status = ''in_use'' and expires_at > %L', at_time)
        when 'unfinished' then format('status in (''active'', ''in_use'') and expires_at > %L', at_time)
        when 'expired' then format('status in (''active'', ''in_use'') and expires_at <= %L', at_time)
        when 'completed' then 'status = ''completed'''
        when 'revoked' then 'status = ''revoked'''
        else 'true'
      end,
      case when product is not null then format('assessment_id = %L', product) end,
      case when client is not null then format('user_id = %L', client) end,
      case when from_time is not null then format('created_at >= %L', from_time) end,
      case when until_time is not null then format('created_at < %L', until_time) end,
      case when ends_until is not null then
        format('status in (''active'', ''in_use'') and expires_at > %L and expires_at <= %L', at_time, ends_until) end),
    private.list_query(given), sort_column, descending, place, most);
end
$$;

-- The uses of a code, page by page, by time and by amount.
drop index public.discount_redemptions_of_code;
create index discount_redemptions_of_code on public.discount_redemptions (discount_code_id, created_at, id);
create index discount_redemptions_by_amount on public.discount_redemptions (discount_code_id, amount_clp, id);
