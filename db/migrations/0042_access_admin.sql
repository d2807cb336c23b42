-- The back office's accesses: filters by product and client, what is counted of them, a later end, mails to many and lists of people.

-- What an access is of, beside it: a filter together with a sort needs both in one index.
alter table public.user_accesses add column assessment_id uuid references public.assessments (id);
alter table public.user_accesses disable trigger user;
update public.user_accesses access set assessment_id = item.assessment_id
from public.order_items item where item.id = access.order_item_id;
alter table public.user_accesses enable trigger user;
alter table public.user_accesses alter column assessment_id set not null;

create function private.access_product() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.assessment_id := (select assessment_id from public.order_items where id = new.order_item_id);
  return new;
end
$$;
create trigger access_product before insert on public.user_accesses for each row execute function private.access_product();

create index user_accesses_by_product on public.user_accesses (assessment_id, created_at, id);
create index user_accesses_by_product_status on public.user_accesses (assessment_id, status, created_at, id);
create index user_accesses_by_client on public.user_accesses (user_id, created_at, id);
create index user_accesses_by_end on public.user_accesses (expires_at, id);
create index user_accesses_by_status_end on public.user_accesses (status, expires_at, id);

-- Open ones are told apart by whether somebody has begun; of the day they were given, as before.
create or replace function private.access_label(status text) returns text
language sql immutable parallel safe
as $$ select case status when 'revoked' then null when 'completed' then 'completed' when 'in_use' then 'started' else 'open' end $$;
lock table public.user_accesses in share row exclusive mode;
insert into private.daily_changes (kind, day, label, count)
  select 'access', private.day_of(created_at), label, sign * count(*)
  from public.user_accesses, (values ('open', -1), ('started', 1)) moved (label, sign)
  where status = 'in_use' group by 2, label, sign;

-- As before, with what else the list narrows to. 'unfinished' is who can still be reminded.
drop function private.find_accesses(text, text, timestamptz, text, boolean, uuid, integer);
create function private.find_accesses(
  given text, wanted_state text, product uuid, client uuid, from_time timestamptz, ends_until timestamptz, at_time timestamptz,
  sort_column text, descending boolean, place uuid, most integer)
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
      case when ends_until is not null then
        format('status in (''active'', ''in_use'') and expires_at > %L and expires_at <= %L', at_time, ends_until) end),
    private.list_query(given), sort_column, descending, place, most);
end
$$;

-- The only way to another end: later, by an administrator, while somebody can still answer.
create function private.extend_access(of_access uuid, until timestamptz) returns table (answer text, ended_before timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  access public.user_accesses;
begin
  if private.actor_kind() <> 'admin' then return query select 'not_admin', null::timestamptz; return; end if;
  select * into access from public.user_accesses where id = of_access for no key update;
  if not found then return query select 'not_found', null::timestamptz; return; end if;
  if access.status not in ('active', 'in_use') then return query select access.status, access.expires_at; return; end if;
  if until <= access.expires_at then return query select 'not_later', access.expires_at; return; end if;
  update public.user_accesses set expires_at = until where id = of_access;
  return query select 'extended', access.expires_at;
end
$$;

-- Invitations sent again to many: one run per administrator at a time, which the shop's worker carries out in batches.
create table public.invitation_sends (
  id uuid primary key default gen_random_uuid(),
  started_by uuid not null references public.profiles (id),
  created_at timestamptz not null,
  total integer not null check (total between 1 and 5000),
  sent integer not null default 0 check (sent >= 0),
  -- Who has finished, was revoked or was written to too often in the meantime.
  skipped integer not null default 0 check (skipped >= 0),
  ended_at timestamptz,
  stopped boolean not null default false,
  check (sent + skipped <= total),
  check (not stopped or ended_at is not null)
);
create unique index invitation_sends_one_open on public.invitation_sends (started_by) where ended_at is null;
create index invitation_sends_of_admin on public.invitation_sends (started_by, created_at desc);
create table public.invitation_send_rows (
  send_id uuid not null references public.invitation_sends (id),
  access_id uuid not null references public.user_accesses (id),
  primary key (send_id, access_id)
);
create index invitation_send_rows_of_access on public.invitation_send_rows (access_id);

-- People that an administrator adds to a sold item: as read, until confirmed. As invitation_drafts, the item chosen at any time.
create table public.access_imports (
  id uuid primary key default gen_random_uuid(),
  created_by uuid not null references public.profiles (id),
  order_item_id uuid references public.order_items (id),
  rows jsonb not null check (jsonb_typeof(rows) = 'array' and jsonb_array_length(rows) <= 1000),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  invited integer check (invited between 1 and 1000),
  check ((confirmed_at is null) = (invited is null)),
  check (confirmed_at is null or order_item_id is not null)
);
create index access_imports_of_admin on public.access_imports (created_by, created_at desc);
create index access_imports_by_age on public.access_imports (created_at);
create index access_imports_of_item on public.access_imports (order_item_id);
create trigger confirmed_once before update on public.access_imports
for each row when (old.confirmed_at is not null) execute function private.draft_is_confirmed_once();

alter table public.invitation_sends enable row level security;
alter table public.invitation_send_rows enable row level security;
alter table public.access_imports enable row level security;
grant select, insert (started_by, created_at, total), update (sent, skipped, ended_at, stopped) on public.invitation_sends to alhena_app;
grant select, insert, delete on public.invitation_send_rows to alhena_app;
grant select, insert (created_by, order_item_id, rows), update (order_item_id, rows, confirmed_at, invited), delete
  on public.access_imports to alhena_app;
create policy own on public.invitation_sends for all to alhena_app
  using ((select private.actor_kind()) = 'admin' and started_by = (select private.actor_user_id()))
  with check ((select private.actor_kind()) = 'admin' and started_by = (select private.actor_user_id()));
create policy shop_works on public.invitation_sends for all to alhena_app using ((select private.is_system()));
create policy own on public.invitation_send_rows for all to alhena_app
  using (send_id in (select id from public.invitation_sends))
  with check ((select private.actor_kind()) = 'admin' and send_id in (select id from public.invitation_sends));
create policy own on public.access_imports for all to alhena_app
  using ((select private.actor_kind()) = 'admin' and created_by = (select private.actor_user_id()))
  with check ((select private.actor_kind()) = 'admin' and created_by = (select private.actor_user_id()));
create policy shop_removes on public.access_imports for all to alhena_app using ((select private.is_system()));

-- Sold items with free seats, for whoever adds people: searched by their orders.
create index order_items_with_seats on public.order_items (created_at, id)
  where deleted_at is null and tops_up_item_id is null and used_seats < seats + added_seats;
