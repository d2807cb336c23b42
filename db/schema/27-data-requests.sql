-- What people ask about their personal data (Ley 19.628 as amended by Ley 21.719): requests with their deadlines and the proof of their
-- answers.

create sequence private.data_request_numbers;

create table public.data_requests (
  id uuid default gen_random_uuid() primary key,
  number text not null unique,
  kind text not null check (kind in ('access', 'portability', 'rectification', 'erasure', 'objection', 'blocking')),
  status text not null default 'open' check (status in ('open', 'done', 'refused')),
  -- The person's own mailbox or account, or a letter, call or mail that the staff recorded.
  channel text not null check (channel in ('mailbox', 'account', 'staff')),
  -- Kept after an erasure: without it nothing proves whose request was answered.
  email text not null check (length(email) <= 254 and email = private.normalize_email(email)),
  user_id uuid references public.profiles,
  person_name text check (length(person_name) >= 1 and length(person_name) <= 120),
  details text check (length(details) >= 1 and length(details) <= 2000),
  received_at timestamptz not null,
  acknowledged_at timestamptz not null,
  -- Of the law: 30 calendar days, or 2 working days of a blocking; later by an extension.
  due_at timestamptz not null,
  extended_at timestamptz,
  extension_reason text check (length(extension_reason) >= 1 and length(extension_reason) <= 1000),
  assigned_to uuid references public.profiles,
  -- When it was passed on to whoever invited the person and decides about the data.
  forwarded_at timestamptz,
  recorded_by uuid references public.profiles,
  answered_at timestamptz,
  -- Null: carried out by the shop at the person's own click.
  answered_by uuid references public.profiles,
  -- What the person was told: what was done, or why not.
  answer text check (length(answer) >= 1 and length(answer) <= 4000),
  proof jsonb check (length(proof::text) <= 4000),
  -- When the owner was told that it is due soon, and that it is overdue.
  warned_at timestamptz,
  overdue_warned_at timestamptz,
  list_words tsvector not null generated always as (private.list_words(number || ' ' || email || ' ' || coalesce(person_name, ''))) stored,
  constraint data_requests_answered check ((status = 'open') = (answered_at is null) and (answered_at is null) = (answer is null)),
  constraint data_requests_extended check ((extended_at is null) = (extension_reason is null)),
  -- Article 11: only the 30 days can be extended.
  constraint data_requests_blocking_is_short check (kind <> 'blocking' or extended_at is null)
);
alter table public.data_requests enable row level security;

create index data_requests_by_time on public.data_requests (received_at, id);
create index data_requests_by_state on public.data_requests (status, id);
create index data_requests_by_status on public.data_requests (status, received_at, id);
create index data_requests_by_kind on public.data_requests (kind, received_at, id);
create index data_requests_by_end on public.data_requests (due_at, id);
create index data_requests_due on public.data_requests (due_at) where status = 'open';
create index data_requests_of_email on public.data_requests (email, received_at desc);
create index data_requests_of_user on public.data_requests (user_id) where user_id is not null;
create index data_requests_of_assignee on public.data_requests (assigned_to) where assigned_to is not null;
create index data_requests_of_recorder on public.data_requests (recorded_by) where recorded_by is not null;
create index data_requests_of_answerer on public.data_requests (answered_by) where answered_by is not null;
create index data_requests_words on public.data_requests using gin (list_words);

-- Requests are numbered one after the other.
create function private.number_data_request() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.number := 'SD-' || to_char(private.day_of(new.received_at), 'YYYY') || '-' || lpad(nextval('private.data_request_numbers')::text, 6, '0');
  return new;
end
$$;

-- Records a request of the acting person. With an answer it is one that the shop has carried out.
create function private.file_data_request(
  new_kind text, new_details text, ends_at timestamptz, done_answer text, done_proof jsonb, at_time timestamptz)
returns table (id uuid, number text)
language sql volatile security definer set search_path = pg_catalog, public
as $$
  insert into public.data_requests (kind, channel, email, user_id, person_name, details, received_at, acknowledged_at, due_at, status,
    answered_at, answer, proof)
  select new_kind, case private.actor_kind() when 'user' then 'account' else 'mailbox' end, subject.email, profile.id,
    coalesce(
      nullif(left(btrim(profile.first_name || ' ' || profile.last_name), 120), ''),
      (select nullif(left(access.invitee_name, 120), '') from public.user_accesses access
        where access.email = subject.email order by access.created_at desc limit 1)),
    new_details, at_time, at_time, ends_at, case when done_answer is null then 'open' else 'done' end,
    case when done_answer is not null then at_time end, done_answer, done_proof
  from (select private.actor_subject_email() as email) subject
    left join public.profiles profile on profile.email = subject.email and profile.deleted_at is null
  where subject.email is not null
  returning data_requests.id, data_requests.number
$$;

-- Whether the actor filed a request of this kind in the last minutes: a download or a look is recorded once.
create function private.filed_lately(asked_kind text, since timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, public
as $$
  select exists (
    select from public.data_requests where email = private.actor_subject_email() and kind = asked_kind and received_at > since)
$$;

-- Open requests whose deadline is near or over and of which the owner was not told yet, marked as told. For the shop.
create function private.claim_due_data_requests(near timestamptz, at_time timestamptz)
returns table (id uuid, number text, kind text, due_at timestamptz, overdue boolean)
language sql volatile security definer set search_path = pg_catalog, public
as $$
  update public.data_requests request
  set warned_at = coalesce(request.warned_at, at_time), overdue_warned_at = case when request.due_at <= at_time then at_time end
  where private.is_system() and request.status = 'open' and request.due_at <= near
    and (request.warned_at is null or (request.due_at <= at_time and request.overdue_warned_at is null))
  returning request.id, request.number, request.kind, request.due_at, request.due_at <= at_time
$$;

-- Answered requests are proof for as long as an infringement can be pursued. For the shop.
create function private.purge_data_requests(before_time timestamptz) returns bigint
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  purged bigint;
begin
  if not private.is_system() then return 0; end if;
  delete from public.data_requests where answered_at < before_time;
  get diagnostics purged = row_count;
  return purged;
end
$$;

-- A page of a searched list of requests.
create function private.find_data_requests(
  input text, status_filter text, kind_filter text, due_by timestamptz, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['privacy']) then return; end if;
  return query select * from private.search_page('public.data_requests', concat_ws(' and ', 'true',
    case when status_filter is not null then format('status = %L', status_filter) end,
    case when kind_filter is not null then format('kind = %L', kind_filter) end,
    case when due_by is not null then format('status = ''open'' and due_at <= %L', due_by) end,
    case when from_time is not null then format('received_at >= %L', from_time) end,
    case when until_time is not null then format('received_at < %L', until_time) end),
    private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

-- An answered request is proof and stays.
create function private.answered_request_stays() returns trigger
language plpgsql
as $$
begin
  raise exception 'an answered request is not changed' using errcode = 'check_violation', constraint = 'data_requests_answered_stays';
end
$$;

create trigger ends_with_its_day before insert or update of due_at on public.data_requests
  for each row execute function private.ends_with_its_day('due_at');
create trigger number_request before insert on public.data_requests
for each row execute function private.number_data_request();
create trigger answered_stays before update on public.data_requests
for each row when (old.status <> 'open') execute function private.answered_request_stays();

create policy own_or_staff_reads on public.data_requests for select to alhena_app
  using ((select private.actor_is_staff()) or email = (select private.actor_subject_email()));
create policy recorded_by_staff on public.data_requests for insert to alhena_app
  with check ((select private.actor_is_admin()) and channel = 'staff' and recorded_by = (select private.actor_user_id()));
create policy answered_by_staff on public.data_requests for update to alhena_app using ((select private.actor_is_admin()));

grant select, insert (kind, channel, email, person_name, details, received_at, acknowledged_at, due_at, recorded_by, assigned_to),
  update (due_at, extended_at, extension_reason, assigned_to, forwarded_at, status, answered_at, answered_by, answer, proof) on public.data_requests to alhena_app;
