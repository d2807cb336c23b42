-- What visitors who agreed to it did (specification 1, section 7). Rows are only added; nobody but the staff reads them.
create table public.analytics_events (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Random, made by the browser and kept in its session storage.
  session_id uuid not null,
  user_id uuid default private.actor_user_id() references public.profiles (id) on delete set null,
  event_type text not null check (event_type ~ '^[a-z_]{1,40}$'),
  event_data jsonb not null check (jsonb_typeof(event_data) = 'object' and octet_length(event_data::text) <= 8192),
  page_url text not null check (length(page_url) <= 1000),
  referrer text check (length(referrer) <= 1000),
  user_agent text check (length(user_agent) <= 300),
  -- The notice under which the visitor agreed: consent must be provable (Ley 21.719, article 12).
  notice_version smallint not null
);
-- Reports ask for some kinds of events between two days, and follow their sessions.
create index analytics_events_by_type on public.analytics_events (event_type, created_at) include (session_id);
-- Rows come in the order of time: the removal of old ones needs no more than this.
create index analytics_events_by_time on public.analytics_events using brin (created_at);
create index analytics_events_of_user on public.analytics_events (user_id) where user_id is not null;

alter table public.analytics_events enable row level security;
-- Not user_id: the database tells itself who acts.
grant insert (created_at, session_id, event_type, event_data, page_url, referrer, user_agent, notice_version), select, delete
  on public.analytics_events to alhena_app;
create policy recorded_as_oneself on public.analytics_events for insert to alhena_app
  with check (user_id is not distinct from (select private.actor_user_id()));
create policy staff_reads on public.analytics_events for select to alhena_app using ((select private.actor_is_staff()));
create policy system_removes on public.analytics_events for delete to alhena_app using ((select private.is_system()));
