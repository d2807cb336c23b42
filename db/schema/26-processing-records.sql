-- The record of processing activities and the register of breaches (Ley 19.628 as amended by Ley 21.719).

-- The release's rows can be edited; they are archived, never deleted.
create table public.processing_activities (
  id uuid default gen_random_uuid() primary key,
  -- Of the release's own; null for one that the shop added.
  key text unique check (length(key) <= 60),
  position smallint not null default 100,
  name text collate "es-x-icu" not null check (length(name) >= 1 and length(name) <= 160),
  -- Whether the shop decides about it (responsable) or works for a buyer (encargado).
  capacity text not null check (capacity in ('controller', 'processor')),
  purposes text not null check (length(purposes) >= 1 and length(purposes) <= 3000),
  legal_basis text not null check (length(legal_basis) >= 1 and length(legal_basis) <= 3000),
  subjects text not null check (length(subjects) >= 1 and length(subjects) <= 3000),
  data_categories text not null check (length(data_categories) >= 1 and length(data_categories) <= 3000),
  recipients text not null check (length(recipients) >= 1 and length(recipients) <= 3000),
  retention text not null check (length(retention) >= 1 and length(retention) <= 3000),
  safeguards text not null check (length(safeguards) >= 1 and length(safeguards) <= 3000),
  archived_at timestamptz,
  updated_at timestamptz not null,
  updated_by uuid references public.profiles
);
alter table public.processing_activities enable row level security;

create table public.data_breaches (
  id uuid default gen_random_uuid() primary key,
  title text collate "es-x-icu" not null check (length(title) >= 1 and length(title) <= 160),
  -- When the shop came to know it, from which the time to notify counts.
  known_at timestamptz not null,
  occurred_at timestamptz,
  description text not null check (length(description) >= 1 and length(description) <= 4000),
  data_categories text not null check (length(data_categories) >= 1 and length(data_categories) <= 2000),
  -- About how many people; null while unknown.
  people integer check (people >= 0),
  consequences text not null check (length(consequences) >= 1 and length(consequences) <= 4000),
  measures text not null check (length(measures) >= 1 and length(measures) <= 4000),
  -- The shop's own deadline: the law says 'without undue delay'.
  notify_by timestamptz not null,
  agency_notified_at timestamptz,
  people_notified_at timestamptz,
  buyers_notified_at timestamptz,
  -- Who was told what and by which means, or why nobody had to be.
  told text check (length(told) >= 1 and length(told) <= 4000),
  closed_at timestamptz,
  created_by uuid not null default private.actor_user_id() references public.profiles,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  warned_at timestamptz,
  constraint data_breaches_closed_is_told check (closed_at is null or told is not null)
);
alter table public.data_breaches enable row level security;

create index processing_activities_in_order on public.processing_activities (position, name);
create index processing_activities_of_editor on public.processing_activities (updated_by) where updated_by is not null;
create index data_breaches_by_time on public.data_breaches (known_at desc, id);
create index data_breaches_of_author on public.data_breaches (created_by);

create policy staff_reads on public.processing_activities for select to alhena_app using ((select private.actor_is_staff()));
create policy written_by_admin on public.processing_activities for insert to alhena_app
  with check ((select private.actor_is_admin()) and updated_by = (select private.actor_user_id()));
create policy edited_by_admin on public.processing_activities for update to alhena_app
  using ((select private.actor_is_admin())) with check (updated_by = (select private.actor_user_id()));
create policy staff_reads on public.data_breaches for select to alhena_app using ((select private.actor_is_staff()));
create policy written_by_admin on public.data_breaches for insert to alhena_app with check ((select private.actor_is_admin()));
create policy edited_by_admin on public.data_breaches for update to alhena_app using ((select private.actor_is_staff()));

grant select, insert (name, position, capacity, purposes, legal_basis, subjects, data_categories, recipients, retention, safeguards, updated_at, updated_by),
  update (name, capacity, purposes, legal_basis, subjects, data_categories, recipients, retention, safeguards, archived_at, updated_at, updated_by)
  on public.processing_activities to alhena_app;
grant select, insert (title, known_at, occurred_at, description, data_categories, people, consequences, measures, notify_by, agency_notified_at,
    people_notified_at, buyers_notified_at, told, closed_at, created_at, updated_at),
  update (title, known_at, occurred_at, description, data_categories, people, consequences, measures, notify_by, agency_notified_at,
    people_notified_at, buyers_notified_at, told, closed_at, updated_at, warned_at) on public.data_breaches to alhena_app;
