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
