-- The outbox of mails: written with the change that causes them, sent by a worker, kept as a record of what was sent to whom.
create table public.mails (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  recipient text not null check (length(recipient) <= 254),
  params jsonb not null,
  order_id uuid references public.orders (id),
  access_id uuid references public.user_accesses (id),
  status text not null default 'queued' check (status in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'sent') = (sent_at is not null)),
  check ((status in ('queued', 'sending')) = (next_attempt_at is not null))
);
create index mails_due on public.mails (next_attempt_at) where next_attempt_at is not null;
create index mails_of_order on public.mails (order_id) where order_id is not null;
create index mails_of_access on public.mails (access_id) where access_id is not null;

alter table public.mails enable row level security;
grant select, insert, update (params, status, attempts, next_attempt_at, last_error, sent_at) on public.mails to alhena_app;
create policy written_by_anyone_signed_in on public.mails for insert to alhena_app
  with check ((select private.actor_kind()) <> 'visitor');
create policy staff_and_buyer_read on public.mails for select to alhena_app
  using (
    (select private.actor_is_staff())
    or access_id in (select id from public.user_accesses where user_id = (select private.actor_user_id())));
create policy worker_sends on public.mails for update to alhena_app using ((select private.is_system()));

-- Who did what to whose data, with before and after. Rows are only ever added.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_kind text not null default private.actor_kind(),
  actor_user_id uuid default private.actor_user_id(),
  action text not null check (length(action) <= 80),
  entity text not null check (length(entity) <= 80),
  entity_id text not null check (length(entity_id) <= 80),
  before jsonb,
  after jsonb
);
create index audit_log_of_entity on public.audit_log (entity, entity_id, id desc);
create trigger only_added before update or delete on public.audit_log for each row execute function private.refuse_change();
create trigger never_emptied before truncate on public.audit_log for each statement execute function private.refuse_change();

alter table public.audit_log enable row level security;
grant select, insert on public.audit_log to alhena_app;
create policy staff_reads on public.audit_log for select to alhena_app using ((select private.actor_is_staff()));
create policy written_as_oneself on public.audit_log for insert to alhena_app
  with check (actor_kind = private.actor_kind() and actor_user_id is not distinct from private.actor_user_id());
