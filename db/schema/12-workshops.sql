-- CT- and 12 symbols without 0, O, 1 and I: 60 bits from the system's generator (see private.new_access_code).
create function private.new_certificate_code() returns text
language sql volatile
as $$
  with drawn as materialized (select uuid_send(gen_random_uuid()) as bytes)
  select 'CT-' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', (get_byte(bytes, position) & 31) + 1, 1), '')
  from drawn, unnest(array[0, 1, 2, 3, 4, 5, 7, 9, 10, 11, 12, 13]) as position
$$;

-- One session per item, agreed by the staff with its buyer. Cancelled ones stay, so that a new date updates the same calendar entry.
create table public.workshop_sessions (
  order_item_id uuid primary key references public.order_items,
  starts_at timestamptz not null,
  minutes integer not null check (minutes >= 15 and minutes <= 1440),
  place text not null default '' check (length(place) <= 200),
  link text not null default '' check (length(link) <= 500 and (link = '' or link ~ '^https://[^\s"<>]+$')),
  notes text not null default '' check (length(notes) <= 2000),
  cancelled_at timestamptz,
  -- Counts the changes: it detects conflicting edits, and calendars use the newest.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint workshop_sessions_somewhere check (place <> '' or link <> '')
);
alter table public.workshop_sessions enable row level security;

-- Name and day at the confirmation of attendance. Deleted with the access.
create table public.workshop_certificates (
  access_id uuid primary key references public.user_accesses,
  code text not null default private.new_certificate_code() check (code ~ '^CT-[2-9A-HJ-NP-Z]{12}$') unique,
  full_name text not null check (length(full_name) >= 1 and length(full_name) <= 254),
  workshop text not null check (length(workshop) >= 1 and length(workshop) <= 200),
  -- The day in Santiago.
  held_on date not null,
  -- How long it was: its session's, or the product's at one's own pace.
  minutes integer check (minutes > 0),
  issued_at timestamptz not null default now(),
  seller jsonb check (length(seller::text) <= 4000),
  text text check (length(text) <= 2000)
);
alter table public.workshop_certificates enable row level security;

-- What a participant has read and done of a workshop at one's own pace. Deleted with the access.
create table public.workshop_lessons (
  access_id uuid not null references public.user_accesses,
  -- The key of the lesson among the product's materials.
  lesson text not null check (length(lesson) >= 1 and length(lesson) <= 60),
  done_at timestamptz not null,
  primary key (access_id, lesson)
);
alter table public.workshop_lessons enable row level security;

create index workshop_sessions_by_start on public.workshop_sessions (starts_at, order_item_id);

-- Sessions belong to paid workshops, and stay as they are once certificates were issued.
create function private.workshop_session_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if not exists (
    select from public.order_items item join public.orders on orders.id = item.order_id
      join public.assessments product on product.id = item.assessment_id
    where item.id = new.order_item_id and item.deleted_at is null and orders.status = 'paid' and product.type = 'workshop')
  then
    raise exception 'sessions are of paid workshops'
      using errcode = 'check_violation', constraint = 'workshop_sessions_of_paid_workshops';
  end if;
  if tg_op = 'UPDATE' then
    if exists (
      select from public.workshop_certificates certificate join public.user_accesses access on access.id = certificate.access_id
      where access.order_item_id = new.order_item_id)
    then
      raise exception 'what was held is not changed' using errcode = 'check_violation', constraint = 'workshop_sessions_held';
    end if;
    new.revision := old.revision + 1;
    new.updated_at := now();
  end if;
  return new;
end
$$;

-- The public data of a certificate by its code. None for a revoked access.
create function public.verify_certificate(code_input text) returns table (full_name text, workshop text, held_on date, minutes integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select certificate.full_name, certificate.workshop, certificate.held_on, certificate.minutes
  from public.workshop_certificates certificate join public.user_accesses access on access.id = certificate.access_id
  where certificate.code = upper(btrim(code_input)) and access.status = 'completed'
$$;

-- Completes accesses and issues their certificates, which store issuer and text. The caller has locked the order, and checked who asks.
-- @param held_at when the workshop was held, which no access may have expired before.
create function private.certify(
  access_ids uuid[], held_at timestamptz, workshop_name text, workshop_minutes integer, at_time timestamptz, issuer jsonb,
  certificate_text text)
returns table (access_id uuid, email text, first_name text, own boolean, code text, held_at timestamptz)
language sql volatile security definer set search_path = pg_catalog, public
as $$
  with attended as (
    update public.user_accesses access
    set status = 'completed', accessed_at = coalesce(access.accessed_at, $2), completed_at = at_time, progress = 100
    where access.id = any (access_ids) and access.status in ('active', 'in_use') and access.expires_at > $2
    returning access.id, access.email, access.first_name, access.last_name, access.invitee_name, access.invited_by_user_id
  ), made as (
    insert into public.workshop_certificates (access_id, full_name, workshop, held_on, minutes, seller, text)
    select attended.id,
      coalesce(nullif(btrim(attended.invitee_name), ''), nullif(btrim(concat_ws(' ', attended.first_name, attended.last_name)), ''),
        attended.email),
      workshop_name, ($2 at time zone 'America/Santiago')::date, workshop_minutes, issuer, certificate_text
    from attended
    returning workshop_certificates.access_id, workshop_certificates.code
  )
  select attended.id, attended.email, attended.first_name, attended.invited_by_user_id is null, made.code, $2
  from attended join made on made.access_id = attended.id
  order by attended.id
$$;
revoke execute on function private.certify(uuid[], timestamptz, text, integer, timestamptz, jsonb, text) from public;

-- Completes the accesses of attendees and issues their certificates. @returns when the workshop was held
create function private.confirm_attendance(
  item_id uuid, access_ids uuid[], own_pace boolean, at_time timestamptz, issuer jsonb, certificate_text text)
returns table (access_id uuid, email text, first_name text, own boolean, code text, held_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  workshop_time timestamptz;
  workshop_name text;
  product_minutes integer;
  session_minutes integer;
begin
  if not private.actor_is_staff() then
    raise exception 'only staff confirms attendance' using errcode = 'insufficient_privilege';
  end if;
  perform private.require_permission('accesses');
  -- Locked before any access, in the same order as a refund.
  select product.name, product.duration_min into workshop_name, product_minutes
  from public.orders join public.order_items item on item.order_id = orders.id
    join public.assessments product on product.id = item.assessment_id
  where item.id = item_id and orders.status = 'paid' and product.type = 'workshop'
  for share of orders;
  if not found then return; end if;
  select session.starts_at, session.minutes into workshop_time, session_minutes
  from public.workshop_sessions session
  where session.order_item_id = item_id and session.cancelled_at is null and session.starts_at <= at_time
  for share;
  if not found and own_pace then workshop_time := at_time; end if;
  if workshop_time is null then return; end if;
  return query
    select certified.* from private.certify(
      array(select access.id from public.user_accesses access where access.order_item_id = item_id and access.id = any (access_ids)),
      workshop_time, workshop_name, coalesce(session_minutes, product_minutes), at_time, issuer, certificate_text) certified;
end
$$;

-- Marks a lesson of the acting participant as done, or takes the mark back, and completes the access with the last one, which can't be taken
-- back. @param lessons all of the workshop. @returns no row for whoever takes no part, or once the order is not paid any more; else whether
-- the access has ended or is completed (then nothing changes), how many are done, and what the certificate is made of where this was the last.
create function private.mark_lesson(
  of_access uuid, marked text, is_done boolean, lessons text[], at_time timestamptz, issuer jsonb, certificate_text text)
returns table (ended boolean, completed boolean, done integer, certified jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  product record;
  mine record;
  count_done integer;
  made jsonb;
begin
  if not private.actor_is_participant(of_access) or not marked = any (lessons) then return; end if;
  -- Locked before the access, in the same order as a refund.
  select workshop.name, workshop.duration_min into product
  from public.user_accesses access
    join public.order_items item on item.id = access.order_item_id
    join public.orders on orders.id = item.order_id
    join public.assessments workshop on workshop.id = item.assessment_id
  where access.id = of_access and orders.status = 'paid' and item.deleted_at is null and workshop.type = 'workshop'
  for share of orders;
  if not found then return; end if;
  select access.status, access.expires_at <= at_time as ended into mine
  from public.user_accesses access where access.id = of_access and access.status <> 'revoked' for update;
  if not found then return; end if;
  if mine.status <> 'completed' and not mine.ended then
    if is_done then
      insert into public.workshop_lessons (access_id, lesson, done_at) values (of_access, marked, at_time) on conflict do nothing;
    else
      delete from public.workshop_lessons where access_id = of_access and lesson = marked;
    end if;
  end if;
  select count(*) into count_done from public.workshop_lessons where access_id = of_access and lesson = any (lessons);
  if mine.status <> 'completed' and not mine.ended then
    update public.user_accesses set status = 'in_use', accessed_at = coalesce(accessed_at, at_time),
      progress = least(99, count_done * 100 / cardinality(lessons))
    where id = of_access;
    if count_done = cardinality(lessons) then
      select to_jsonb(certificate) into made
      from private.certify(array[of_access], at_time, product.name, product.duration_min, at_time, issuer, certificate_text) certificate;
    end if;
  end if;
  return query select mine.ended, mine.status = 'completed' or made is not null, count_done, made;
end
$$;

-- A page of the paid workshops: without a date ('unset'), upcoming ('coming'), with unconfirmed attendance ('to_confirm'), or all.
-- PostgreSQL can't estimate how many sales have such a session; it would rather read and sort them all than scan along the newest.
create function private.find_workshops(
  state_filter text, input text, from_time timestamptz, until_time timestamptz, at_time timestamptz,
  sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
  set enable_sort = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off
as $$
declare
  way text := case when descending then 'desc' else 'asc' end;
  beyond text := case when descending then '<' else '>' end;
  conditions text := concat_ws(' and ',
    -- Added seats of another item, which has their people.
    'orders.status = ''paid'' and item.deleted_at is null and item.tops_up_item_id is null',
    case state_filter
      when 'unset' then '(session.order_item_id is null or session.cancelled_at is not null)'
      when 'coming' then format('session.starts_at > %L and session.cancelled_at is null', at_time)
      when 'to_confirm' then format('session.starts_at <= %L and session.cancelled_at is null and exists (
        select from public.user_accesses access where access.order_item_id = item.id and access.status not in (''revoked'', ''completed''))',
        at_time)
    end,
    case when input <> '' then format('orders.list_words @@ private.list_query(%L)', input) end,
    case when from_time is not null then format('session.starts_at >= %L', from_time) end,
    case when until_time is not null then format('session.starts_at < %L', until_time) end);
begin
  if not private.staff_reads(array['accesses']) then return; end if;
  if sort_column = 'starts_at' then
    return query execute format(
      'select item.id
       from public.workshop_sessions session
         join public.order_items item on item.id = session.order_item_id
         join public.orders on orders.id = item.order_id
       where %1$s and %2$s
       order by session.starts_at %3$s, session.order_item_id %3$s limit $2',
      conditions,
      case when after_id is null then 'true'
        else format('(session.starts_at, session.order_item_id) %s (
          select known.starts_at, known.order_item_id from public.workshop_sessions known where known.order_item_id = $1)', beyond) end,
      way) using after_id, max_rows;
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
      case when after_id is null then 'true'
        else format('(item.created_at, item.id) %s (
          select known.created_at, known.id from public.order_items known where known.id = $1)', beyond) end,
      way) using after_id, max_rows;
  end if;
end
$$;

create trigger workshop_session_changes before insert or update on public.workshop_sessions
for each row execute function private.workshop_session_changes();

create policy readable on public.workshop_sessions for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_sees_item(order_item_id));
create policy set_by_staff on public.workshop_sessions for insert to alhena_app with check ((select private.actor_is_staff()));
create policy changed_by_staff on public.workshop_sessions for update to alhena_app using ((select private.actor_is_staff()));
create policy readable on public.workshop_certificates for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_is_participant(access_id));

create policy readable on public.workshop_lessons for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_is_participant(access_id));

grant select, insert (order_item_id, starts_at, minutes, place, link, notes),
  update (starts_at, minutes, place, link, notes, cancelled_at) on public.workshop_sessions to alhena_app;
grant select on public.workshop_certificates to alhena_app;
grant select on public.workshop_lessons to alhena_app;
