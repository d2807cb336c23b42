create sequence private.text_revision;

-- Overrides of texts in content/*.es.json: of the storefront, and of one mail each.
create table public.text_overrides (
  kind text not null check (kind in ('shop', 'mail', 'setting')),
  key text not null check (key ~ '^[a-z][a-z0-9_]{0,79}$'),
  content jsonb not null check (length(content::text) <= 100000),
  revision bigint not null default 0,
  updated_at timestamptz not null default now(),
  updated_by uuid references public.profiles,
  primary key (kind, key),
  constraint text_overrides_known_setting check (kind <> 'setting' or (key in ('seller', 'sales', 'notice', 'transfer', 'tax', 'certificates', 'alerts', 'privacy', 'laws')))
);
alter table public.text_overrides enable row level security;

-- Versions of legal texts: orders, quotations and runs refer to the accepted or shown one.
create table public.legal_versions (
  key text not null check (key in ('privacy_respondents', 'purchase_terms', 'processing_agreement', 'cookies_analytics')),
  version integer not null check (version >= 1),
  content jsonb not null check (length(content::text) <= 200000),
  published_at timestamptz not null default now(),
  -- Null: from a file of the release.
  published_by uuid default private.actor_user_id() references public.profiles,
  -- The placeholders' values when a newer version replaced this one.
  placeholder_values jsonb check (length(placeholder_values::text) <= 10000),
  -- Of the notice about measuring: whether visitors who decided under an earlier version are asked again.
  asks_again boolean not null default true,
  primary key (key, version)
);
alter table public.legal_versions enable row level security;

-- Every process caches the texts and reloads them on this notification.
create function private.notify_texts_changed() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('alhena_texts', '');
  return null;
end
$$;

-- Published versions of a legal text stay, and are numbered one after the other.
create function private.legal_versions_stay() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op <> 'INSERT' then
    raise exception 'legal_versions rows are never changed or deleted' using errcode = 'restrict_violation';
  end if;
  if private.actor_is_admin() and new.version <> 1 + coalesce((select max(version) from public.legal_versions where key = new.key), 0) then
    raise exception 'versions follow each other' using errcode = 'check_violation', constraint = 'legal_versions_in_order';
  end if;
  return new;
end
$$;

-- The text beside prices; unset or invalid values fall back to the release's.
create function private.sale_vat_text() returns text
language sql stable security definer set search_path = pg_catalog, public
as $$
  select coalesce(
    (select btrim(content ->> 'vat_text') from public.text_overrides
     where kind = 'setting' and key = 'sales' and length(btrim(content ->> 'vat_text')) between 1 and 40),
    'IVA incluido')
$$;

create trigger set_revision before insert or update on public.text_overrides
for each row execute function private.set_revision('private.text_revision');
create trigger notify_change after insert or update or delete on public.text_overrides
for each statement execute function private.notify_texts_changed();
create trigger versions_stay before insert or update or delete on public.legal_versions
for each row execute function private.legal_versions_stay();
create trigger notify_change after insert on public.legal_versions for each statement execute function private.notify_texts_changed();

create policy readable on public.text_overrides for select to alhena_app using (true);
create policy added_by_admin on public.text_overrides for insert to alhena_app with check ((select private.actor_is_admin()));
create policy changed_by_admin on public.text_overrides for update to alhena_app using ((select private.actor_is_admin()));
create policy dropped_by_admin on public.text_overrides for delete to alhena_app using ((select private.actor_is_admin()));
create policy readable on public.legal_versions for select to alhena_app using (true);
create policy published_by_admin on public.legal_versions for insert to alhena_app
  with check ((select private.actor_is_admin()) and published_by = (select private.actor_user_id()));

grant select, delete, insert (kind, key, content), update (content) on public.text_overrides to alhena_app;
grant select, insert (key, version, content, placeholder_values, asks_again) on public.legal_versions to alhena_app;
