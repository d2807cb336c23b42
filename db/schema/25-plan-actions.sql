-- The actions of a plan that somebody works with: of a company purchase, or of one person's own answers. They begin as what the answers asked
-- for at that moment; later answers change none of them.
create table public.plan_actions (
  id uuid default gen_random_uuid() primary key,
  order_item_id uuid not null references public.order_items,
  -- Of one person's own plan; null: of the purchase's.
  access_id uuid references public.user_accesses,
  -- The closed question that it is about, with kind, goal and the level that was reached; null for an action that somebody added.
  field text check (length(field) between 1 and 120),
  kind text check (kind in ('find_out', 'agree', 'act', 'begin')),
  goal smallint check (goal between 3 and 5),
  reached smallint check (reached between 1 and 5),
  -- What it is called: as it was when it was stored, or as somebody wrote it.
  title text not null check (length(title) between 1 and 400),
  -- Its place among the actions of its plan, the lowest first.
  position integer not null check (position >= 0),
  -- Who answers for it, who need be neither invited nor a member.
  owner_name text check (length(owner_name) between 1 and 250),
  owner_email text check (length(owner_email) <= 254 and owner_email = private.normalize_email(owner_email)),
  due_on date check (due_on between '2000-01-01' and '2100-01-01'),
  state text not null default 'todo' check (state in ('todo', 'doing', 'done', 'dropped')),
  dropped_reason text check (length(dropped_reason) between 1 and 300),
  note text not null default '' check (length(note) <= 2000),
  -- Left out of what is shown, files included, until it is shown again.
  hidden boolean not null default false,
  done_at timestamptz,
  -- Counts its changes: whoever changes an action names the version that was shown.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null default now(),
  constraint plan_actions_subject check (num_nulls(field, kind) in (0, 2) and (kind is not distinct from 'act') = (goal is not null)),
  constraint plan_actions_owner check (owner_email is null or owner_name is not null),
  constraint plan_actions_dropped check ((state = 'dropped') = (dropped_reason is not null)),
  constraint plan_actions_done check ((state = 'done') = (done_at is not null))
);
alter table public.plan_actions enable row level security;

create index plan_actions_in_order on public.plan_actions (order_item_id, access_id, position);
create index plan_actions_of_access on public.plan_actions (access_id) where access_id is not null;
create index plan_actions_of_owner on public.plan_actions (owner_email) where owner_email is not null;
create index plan_actions_by_time on public.plan_actions (created_at, id) where access_id is null;
create index plan_actions_by_change on public.plan_actions (updated_at) where access_id is null;
-- What is due: of actions that are still to be done.
create index plan_actions_due on public.plan_actions (due_on) where state in ('todo', 'doing') and not hidden;
-- What the answers ask for is stored once.
create unique index plan_actions_once on public.plan_actions (order_item_id, access_id, field, kind, goal) nulls not distinct
  where field is not null;

-- Makes those who change one plan wait for each other, until the transaction ends: its length and its order depend on all of its rows.
create function private.lock_plan(item_id uuid, of_access uuid) returns void
language sql volatile
as $$ select pg_advisory_xact_lock(hashtextextended('plan ' || item_id || coalesce(' ' || of_access, ''), 3)) $$;

create trigger touch before update on public.plan_actions for each row execute function private.touch_updated_at();

-- The plan of a purchase is read by those who see its results and changed by those who coordinate it; one person's own by that person alone.
create policy read_with_results on public.plan_actions for select to alhena_app
  using (
    access_id is null and order_item_id in (
      select item.id from public.order_items item where item.holder_id = any ((select private.actor_holders('results'))::uuid[])));
create policy changed_by_coordinators on public.plan_actions for all to alhena_app
  using (
    access_id is null and order_item_id in (
      select item.id from public.order_items item where item.holder_id = any ((select private.actor_holders('coordinator'))::uuid[])))
  with check (
    access_id is null and order_item_id in (
      select item.id from public.order_items item where item.holder_id = any ((select private.actor_holders('coordinator'))::uuid[])));
create policy own on public.plan_actions for all to alhena_app
  using (
    access_id in (
      select access.id from public.user_accesses access
      where access.user_id = (select private.actor_user_id()) and access.invited_by_user_id is null))
  with check (
    access_id in (
      select access.id from public.user_accesses access
      where access.user_id = (select private.actor_user_id()) and access.invited_by_user_id is null
        and access.order_item_id = plan_actions.order_item_id));
create policy shop_reads on public.plan_actions for select to alhena_app using ((select private.is_system()));

grant select,
  insert (order_item_id, access_id, field, kind, goal, reached, title, position, owner_name, owner_email, due_on, state, dropped_reason, note,
    hidden, created_at),
  update (title, position, owner_name, owner_email, due_on, state, dropped_reason, note, hidden, done_at, version) on public.plan_actions
  to alhena_app;

-- Actions of plans of purchases, for systems. Of a confidential purchase it tells how far each one is, never what the answers asked for, nor
-- what somebody wrote; one person's own plan is told to nobody.
create function private.api_actions(action_filter uuid, item_filter uuid, state_filter text, from_time timestamptz, until_time timestamptz,
  descending boolean, after_id uuid, max_rows integer)
returns table (id uuid, order_id uuid, order_item_id uuid, product_id uuid, product_slug text, product_name text, confidential boolean,
  field text, kind text, goal smallint, reached smallint, title text, "owner" text, state text, due_on text, done_at timestamptz,
  hidden boolean, "position" integer, version integer, created_at timestamptz, updated_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.api_may('results:read') then return; end if;
  return query execute format(
    $query$
    select action.id, item.order_id, item.id, product.id, product.slug, product.name, not told.all,
      case when told.all then action.field end, case when told.all then action.kind end, case when told.all then action.goal end,
      case when told.all then action.reached end, case when told.all then action.title end, case when told.all then action.owner_name end,
      action.state, to_char(action.due_on, 'YYYY-MM-DD'), action.done_at, action.hidden, action.position, action.version,
      action.created_at, action.updated_at
    from public.plan_actions action
      join public.order_items item on item.id = action.order_item_id
      join public.orders on orders.id = item.order_id
      join public.assessments product on product.id = item.assessment_id
      cross join lateral (select item.result_mode = 'nominative' as all) told
    where action.access_id is null and item.deleted_at is null and orders.status = 'paid' and %s
    order by action.created_at %s, action.id %2$s limit %s
    $query$,
    concat_ws(' and ', 'true',
      case when action_filter is not null then format('action.id = %L', action_filter) end,
      case when item_filter is not null then format('item.id = %L', item_filter) end,
      case when state_filter is not null then format('action.state = %L', state_filter) end,
      case when from_time is not null then format('action.updated_at >= %L', from_time) end,
      case when until_time is not null then format('action.updated_at < %L', until_time) end,
      case when after_id is not null then format(
        '(action.created_at, action.id) %s (select other.created_at, other.id from public.plan_actions other where other.id = %L)',
        case when descending then '<' else '>' end, after_id) end),
    case when descending then 'desc' else 'asc' end, coalesce(max_rows::text, 'all'));
end
$$;

-- Mails about actions that are due: one row an action, day and occasion, so that each is written about once, however often its day is moved
-- away and back. The worker reads by them what a mail tells.
create table private.plan_mails (
  action_id uuid not null references public.plan_actions on delete cascade,
  due_on date not null,
  occasion text not null check (occasion in ('week', 'day')),
  -- Of public.mails, which may be deleted before.
  mail_id uuid not null,
  claimed_at timestamptz not null,
  primary key (action_id, due_on, occasion)
);
create index plan_mails_of_mail on private.plan_mails (mail_id);

-- SHA-256 (hex) of mailboxes whose owners want no mails about the actions of plans.
create table private.plan_mail_optouts (
  email_hash text primary key check (email_hash ~ '^[0-9a-f]{64}$'),
  opted_out_at timestamptz not null
);

create function private.mailbox_hash(address text) returns text
language sql immutable strict
as $$ select encode(sha256(convert_to(address, 'UTF8')), 'hex') $$;

-- Who gets the mails about an action: whoever answers for it, or the person whose own plan it is in, whoever else does it; that person
-- with an account, whose mailbox is proved, and who has not blocked the own data. Null: nobody.
create function private.plan_mail_recipient(action public.plan_actions) returns text
language sql stable security definer set search_path = pg_catalog, public
as $$
  select case when action.access_id is null then action.owner_email else (
    select person.email
    from public.user_accesses access join public.profiles person on person.id = access.user_id
    where access.id = action.access_id and access.invited_by_user_id is null and access.status <> 'revoked' and access.blocked_at is null
      and person.deleted_at is null and person.email_verified) end
$$;

-- Claims the mails that are due, for the same transaction: one a plan, recipient and occasion, with the purchase and its buyer; `own_access`
-- is that of one person's own plan. Only for the shop. 'week' is from seven to four days before the day of an action; 'day' is the day itself, or the last weekday before one of a weekend.
-- In 24 hours at most 30 mails about a purchase, and 5 to a mailbox.
create function private.claim_plan_mails(at_time timestamptz, max_rows integer)
returns table (mail_id uuid, order_id uuid, order_item_id uuid, own_access uuid, recipient text, owner_name text, product text, buyer text,
  company text)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
declare
  today date := private.day_of(at_time);
  last_day date := today + case extract(isodow from today) when 5 then 2 when 6 then 1 else 0 end;
begin
  if not private.is_system() then return; end if;
  -- One worker at a time: the next one sees what was claimed.
  perform pg_advisory_xact_lock(hashtextextended('plan mails', 3));
  return query
    with due as materialized (
      select action.id, action.order_item_id, coalesce(action.access_id, action.order_item_id) as plan_id, action.access_id, told.recipient,
        case when action.access_id is null then action.owner_name end as owner_name, action.due_on, told.occasion
      from public.plan_actions action
        join public.order_items item on item.id = action.order_item_id and item.deleted_at is null
        join public.orders on orders.id = item.order_id and orders.status = 'paid'
        cross join lateral (
          select case when action.due_on <= last_day then 'day' else 'week' end as occasion, private.plan_mail_recipient(action) as recipient) told
      where action.state in ('todo', 'doing') and not action.hidden and told.recipient is not null
        and (action.due_on between today and last_day or action.due_on between today + 4 and today + 7)
        and not exists (
          select from private.plan_mails sent
          where sent.action_id = action.id and sent.due_on = action.due_on and sent.occasion = told.occasion)
        and not exists (select from private.plan_mail_optouts where email_hash = private.mailbox_hash(told.recipient))
        and not exists (select from private.mail_objections where email = told.recipient)
    ), asked as (
      select order_item_id, plan_id, access_id, recipient, occasion, min(owner_name) as owner_name,
        row_number() over (partition by order_item_id order by min(due_on), min(id::text)) as of_item,
        row_number() over (partition by recipient order by min(due_on), min(id::text)) as of_mailbox
      from due group by order_item_id, plan_id, access_id, recipient, occasion
    ), chosen as materialized (
      select asked.*, gen_random_uuid() as mail_id from asked
      where of_item <= 30 - (
          select count(distinct sent.mail_id) from private.plan_mails sent join public.plan_actions of_plan on of_plan.id = sent.action_id
          where of_plan.order_item_id = asked.order_item_id and sent.claimed_at > at_time - interval '1 day')
        and of_mailbox <= 5 - (
          select count(*) from public.mails
          where mails.recipient = asked.recipient and mails.template = 'plan_actions_due' and mails.created_at > at_time - interval '1 day')
      order by order_item_id, of_item
      limit max_rows
    ), marked as (
      insert into private.plan_mails (action_id, due_on, occasion, mail_id, claimed_at)
      select due.id, due.due_on, due.occasion, chosen.mail_id, at_time
      from due join chosen using (plan_id, recipient, occasion)
    )
    select chosen.mail_id, item.order_id, item.id, chosen.access_id, chosen.recipient,
      coalesce(chosen.owner_name, (select profile.first_name from public.profiles profile where profile.email = chosen.recipient)), product.name,
      buyer.first_name || ' ' || buyer.last_name, coalesce(organisation.name, orders.company_name)
    from chosen
      join public.order_items item on item.id = chosen.order_item_id
      join public.orders on orders.id = item.order_id
      join public.assessments product on product.id = item.assessment_id
      left join public.organisations organisation on organisation.id = item.organisation_id
      join public.profiles buyer on buyer.id = private.contact_of(item.user_id, item.organisation_id);
end
$$;

-- What a mail tells its recipient, as it is sent: the actions that are still to be done by that day, and the questionnaire that they are of.
-- Null where there is nothing to tell any more.
create function private.plan_mail_told(of_mail uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, public
as $$
  select jsonb_build_object(
    'actions', jsonb_agg(jsonb_build_object('title', action.title, 'due_on', action.due_on, 'field', action.field, 'kind', action.kind,
      'goal', action.goal, 'reached', action.reached) order by action.due_on, action.position, action.id),
    'own', bool_or(action.access_id is not null),
    'answered', (
      select jsonb_build_object('id', run.questionnaire_id, 'version', run.questionnaire_version)
      from public.user_accesses access join public.assessment_runs run on run.validated_access_id = access.id
      where access.order_item_id = (array_agg(action.order_item_id))[1] and run.status = 'completed'
        and access.id = coalesce((array_agg(action.access_id))[1], access.id)
      order by run.end_time desc limit 1))
  from private.plan_mails sent
    join public.mails mail on mail.id = sent.mail_id
    join public.plan_actions action on action.id = sent.action_id and action.due_on = sent.due_on
    join public.order_items item on item.id = action.order_item_id and item.deleted_at is null
    join public.orders on orders.id = item.order_id and orders.status = 'paid'
  where private.is_system() and sent.mail_id = of_mail and private.plan_mail_recipient(action) = mail.recipient
    and action.state in ('todo', 'doing') and not action.hidden
    and not exists (select from private.plan_mail_optouts where email_hash = private.mailbox_hash(mail.recipient))
  having count(*) > 0
$$;

-- Whoever has the link of a mail wants no more of them: its mailbox was proved by that link. Only for the shop.
create function private.stop_plan_mails(address text, at_time timestamptz) returns void
language sql volatile security definer set search_path = pg_catalog, public
as $$
  insert into private.plan_mail_optouts (email_hash, opted_out_at)
  select private.mailbox_hash(address), at_time where private.is_system()
  on conflict do nothing
$$;
