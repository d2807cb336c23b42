-- Workshops that were sold, the newest first, are found product by product: a shop has few, and an index leads through the sales of each.
create index order_items_by_product on public.order_items (assessment_id, created_at, id);
drop index public.order_items_of_assessment;

-- A page of the paid workshops without a date ('unset'), to come ('coming'), with people whose attendance nobody confirmed ('to_confirm')
-- or all. How many sales have such a session PostgreSQL cannot know; it would rather read them all and sort than walk along the newest.
create function private.find_workshops(wanted text, at_time timestamptz, place uuid, most integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
  set enable_sort = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query execute format(
    'select found.id
     from public.assessments product cross join lateral (
       select item.id, item.created_at
       from public.order_items item
         join public.orders on orders.id = item.order_id
         left join public.workshop_sessions session on session.order_item_id = item.id
       where item.assessment_id = product.id and orders.status = ''paid'' and item.deleted_at is null
         -- More seats of another item: its people are there.
         and item.tops_up_item_id is null and %s and %s
       order by item.created_at desc, item.id desc limit $3) found
     where product.type = ''workshop''
     order by found.created_at desc, found.id desc limit $3',
    case wanted
      when 'unset' then '(session.order_item_id is null or session.cancelled_at is not null)'
      when 'coming' then 'session.starts_at > $1 and session.cancelled_at is null'
      when 'to_confirm' then 'session.starts_at <= $1 and session.cancelled_at is null and exists (
        select from public.user_accesses access where access.order_item_id = item.id and access.status not in (''revoked'', ''completed''))'
      else 'true'
    end,
    case when place is null then 'true'
      else '(item.created_at, item.id) < (select before.created_at, before.id from public.order_items before where before.id = $2)' end)
    using at_time, place, most;
end
$$;

-- Reviews are searched by words as every other list is: those of the comment and of the product's name.
alter table public.reviews add column list_words tsvector not null default '';

create function private.write_review_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.list_words := private.list_words(concat_ws(' ', new.comment, (select name from public.assessments where id = new.assessment_id)));
  return new;
end
$$;
-- After the trigger that sets the product: they go by name.
create trigger write_words before insert or update of comment, list_words on public.reviews
for each row execute function private.write_review_words();

create function private.rename_in_reviews() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.reviews set list_words = '' where assessment_id = new.id;
  return null;
end
$$;
create trigger rename_in_reviews after update of name on public.assessments
for each row when (old.name is distinct from new.name) execute function private.rename_in_reviews();

alter table public.reviews disable trigger user;
update public.reviews review set list_words = private.list_words(concat_ws(' ', review.comment, product.name))
from public.assessments product where product.id = review.assessment_id;
alter table public.reviews enable trigger user;
create index reviews_words on public.reviews using gin (list_words);
create index reviews_by_product on public.reviews (assessment_id);

create function private.find_reviews(given text, wanted_status text, wanted_rating integer, descending boolean, place uuid, most integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.actor_is_staff() then return; end if;
  return query select * from private.search_page('public.reviews',
    concat_ws(' and ', 'true',
      case when wanted_status is not null then format('status = %L', wanted_status) end,
      case when wanted_rating is not null then format('rating = %L', wanted_rating) end),
    private.list_query(given), 'created_at', descending, place, most);
end
$$;
