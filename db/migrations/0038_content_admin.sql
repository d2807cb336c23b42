-- What the back office edits of the shop's words: questionnaires, texts of the storefront and of mails, legal texts.

-- Null: published from a file of the release. Somebody who publishes from the back office owns the questionnaire from then on.
alter table public.questionnaire_versions
  add column published_by uuid references public.profiles (id);
-- Runs of a version are counted on its page.
create index assessment_runs_of_version on public.assessment_runs (questionnaire_id, questionnaire_version, status);

create function private.actor_is_admin() returns boolean
language sql stable parallel safe
as $$ select private.actor_kind() = 'admin' $$;

alter table public.questionnaires enable row level security;
alter table public.questionnaire_versions enable row level security;
create policy readable on public.questionnaires for select to alhena_app using (true);
create policy readable on public.questionnaire_versions for select to alhena_app using (true);
create policy added_by_admin on public.questionnaires for insert to alhena_app with check ((select private.actor_is_admin()));
create policy dropped_by_admin on public.questionnaires for delete to alhena_app using ((select private.actor_is_admin()));
create policy published_by_admin on public.questionnaire_versions for insert to alhena_app
  with check ((select private.actor_is_admin()) and published_by = (select private.actor_user_id()));
grant insert (id), delete on public.questionnaires to alhena_app;
grant insert (questionnaire_id, version, content) on public.questionnaire_versions to alhena_app;
alter table public.questionnaire_versions alter column published_by set default private.actor_user_id();

create function private.fields_of(content jsonb) returns jsonb
language sql immutable parallel safe
as $$
  select jsonb_path_query_array(content, '$.sections[*].questions[*].field')
    || jsonb_path_query_array(content, '$.sections[*].openQuestions[*].field')
$$;

-- Versions from the back office follow each other, and the documented wide form of DAMA's runs (dama_assessments) keeps its columns.
create function private.check_new_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if private.actor_is_admin() and new.version <> 1 + coalesce(
    (select max(version) from public.questionnaire_versions where questionnaire_id = new.questionnaire_id), 0)
  then
    raise exception 'versions follow each other' using errcode = 'check_violation', constraint = 'questionnaire_versions_in_order';
  end if;
  if new.questionnaire_id = 'dama-dmbok2' and private.fields_of(new.content) <> (
    select private.fields_of(content) from public.questionnaire_versions where questionnaire_id = 'dama-dmbok2' order by version limit 1)
  then
    raise exception 'the fields of dama_assessments stay' using errcode = 'check_violation', constraint = 'questionnaire_versions_dama_fields';
  end if;
  return new;
end
$$;
create trigger check_new before insert on public.questionnaire_versions for each row execute function private.check_new_version();

-- Products' pages tell the areas and levels of the newest version.
create function private.tell_version_published() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('alhena_public_pages', '');
  return null;
end
$$;
create trigger tell_published after insert on public.questionnaire_versions
for each statement execute function private.tell_version_published();

-- The version under work, one per questionnaire. Nobody but administrators sees it.
create table public.questionnaire_drafts (
  questionnaire_id text primary key references public.questionnaires (id) on delete cascade,
  -- What it was begun from; null for a questionnaire that has never been published.
  base_version integer,
  content jsonb not null check (length(content::text) <= 1000000),
  -- Rises with every change, so that whoever saves over somebody else's is told; one counter for all, so that a draft that was dropped
  -- and begun anew is not taken for the one that somebody read.
  revision bigint not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id)
);
create sequence private.draft_revision;

create function private.note_draft_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.revision := nextval('private.draft_revision');
  new.updated_at := now();
  new.updated_by := private.actor_user_id();
  return new;
end
$$;
create trigger note_change before insert or update on public.questionnaire_drafts for each row execute function private.note_draft_change();

alter table public.questionnaire_drafts enable row level security;
grant select, insert (questionnaire_id, base_version, content), update (base_version, content), delete
  on public.questionnaire_drafts to alhena_app;
create policy of_admins on public.questionnaire_drafts for all to alhena_app
  using ((select private.actor_is_admin())) with check ((select private.actor_is_admin()));

-- How many runs each version has, at most 10,000 of a kind: an administrator does not see confidential runs, but may count them.
create function private.version_runs(questionnaire text)
returns table (version integer, in_progress integer, completed integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select published.version,
    (select count(*) from (select from public.assessment_runs run where run.questionnaire_id = questionnaire
      and run.questionnaire_version = published.version and run.status = 'in_progress' limit 10000) counted)::integer,
    (select count(*) from (select from public.assessment_runs run where run.questionnaire_id = questionnaire
      and run.questionnaire_version = published.version and run.status = 'completed' limit 10000) counted)::integer
  from public.questionnaire_versions published
  where published.questionnaire_id = questionnaire and private.actor_is_admin()
$$;

-- Of the acting buyer's items: how many of the people who are told answered which version.
create function private.item_versions(item_ids uuid[])
returns table (order_item_id uuid, questionnaire_id text, questionnaire_version integer, people integer)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select entry.order_item_id, entry.questionnaire_id, entry.questionnaire_version, count(*)::integer
  from public.order_items item join public.orders on orders.id = item.order_id
    join private.completed_runs entry on entry.order_item_id = item.id
    left join private.result_blocks block on block.id = entry.block_id and not block.retired
  where item.id = any (item_ids) and item.user_id = private.actor_user_id() and item.deleted_at is null and orders.status = 'paid'
    and case item.result_mode
      when 'confidential' then block.id is not null
      else exists (select from public.user_accesses access where access.id = entry.access_id and access.status <> 'revoked') end
  group by entry.order_item_id, entry.questionnaire_id, entry.questionnaire_version
$$;

-- Texts that stand in the place of those in content/*.es.json: of the storefront, and of one mail each.
create table public.text_overrides (
  kind text not null check (kind in ('shop', 'mail')),
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,79}$'),
  content jsonb not null check (length(content::text) <= 100000),
  revision bigint not null default 0,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles (id),
  primary key (kind, key)
);
-- One counter for all: an override that went and came back is not taken for the one that somebody read.
create sequence private.text_revision;

create function private.note_text_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.revision := nextval('private.text_revision');
  new.updated_at := now();
  new.updated_by := private.actor_user_id();
  return new;
end
$$;
create trigger note_change before insert or update on public.text_overrides for each row execute function private.note_text_change();

-- Every process keeps the texts in memory and reads them again when it is told.
create function private.tell_texts_changed() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('alhena_texts', '');
  return null;
end
$$;
create trigger tell_change after insert or update or delete on public.text_overrides
for each statement execute function private.tell_texts_changed();

alter table public.text_overrides enable row level security;
grant select, insert (kind, key, content), update (content), delete on public.text_overrides to alhena_app;
create policy readable on public.text_overrides for select to alhena_app using (true);
create policy added_by_admin on public.text_overrides for insert to alhena_app with check ((select private.actor_is_admin()));
create policy changed_by_admin on public.text_overrides for update to alhena_app using ((select private.actor_is_admin()));
create policy dropped_by_admin on public.text_overrides for delete to alhena_app using ((select private.actor_is_admin()));

-- Legal texts as they were shown: orders, quotations and runs name the version that somebody accepted or was told.
create table public.legal_versions (
  key text not null check (key in ('privacy_respondents', 'purchase_terms', 'cookies_analytics')),
  version integer not null check (version >= 1),
  content jsonb not null check (length(content::text) <= 200000),
  published_at timestamptz not null default now(),
  -- Null: from a file of the release.
  published_by uuid default private.actor_user_id() references public.profiles (id),
  primary key (key, version)
);

create function private.check_new_legal_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if private.actor_is_admin() and new.version <> 1 + coalesce((select max(version) from public.legal_versions where key = new.key), 0) then
    raise exception 'versions follow each other' using errcode = 'check_violation', constraint = 'legal_versions_in_order';
  end if;
  return new;
end
$$;
create trigger check_new before insert on public.legal_versions for each row execute function private.check_new_legal_version();
create trigger published_versions_stay before update or delete on public.legal_versions
for each row execute function private.refuse_change();
create trigger tell_change after insert on public.legal_versions for each statement execute function private.tell_texts_changed();

alter table public.legal_versions enable row level security;
grant select, insert (key, version, content) on public.legal_versions to alhena_app;
create policy readable on public.legal_versions for select to alhena_app using (true);
create policy published_by_admin on public.legal_versions for insert to alhena_app
  with check ((select private.actor_is_admin()) and published_by = (select private.actor_user_id()));
