-- Lists as their readers keep them: the search, filters, order and period of a list's address, under a name of one's own.

create table public.saved_views (
  id uuid default gen_random_uuid() primary key,
  user_id uuid not null default private.actor_user_id() references public.profiles,
  -- The list's address.
  path text not null check (path ~ '^/admin(/[a-z0-9-]+)*$' and length(path) <= 120),
  name text collate "es-x-icu" not null check (length(btrim(name)) between 1 and 60),
  query text not null check (length(query) <= 2000),
  created_at timestamptz not null
);
alter table public.saved_views enable row level security;
create unique index saved_views_once on public.saved_views (user_id, path, lower(name));

create policy own on public.saved_views for all to alhena_app
  using ((select private.actor_is_admin()) and user_id = (select private.actor_user_id()))
  with check ((select private.actor_is_admin()) and user_id = (select private.actor_user_id()));

grant select, delete, insert (path, name, query, created_at), update (name, query) on public.saved_views to alhena_app;
