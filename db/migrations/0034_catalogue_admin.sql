-- The catalogue's back office: administrators write categories and products, nobody else does. Two of them at once are told by a version;
-- what was sold keeps its name on its order; an address that was public once goes on leading to its product.

alter table public.categories
  add column version integer not null default 1,
  add column seo_title text not null default '' check (length(seo_title) <= 70),
  add column seo_description text not null default '' check (length(seo_description) <= 160);

alter table public.assessments
  add column version integer not null default 1,
  add column seo_title text not null default '' check (length(seo_title) <= 70),
  add column seo_description text not null default '' check (length(seo_description) <= 160),
  -- Null: whoever starts gets the newest one.
  add column questionnaire_version integer check (questionnaire_version is null or questionnaire_id is not null),
  -- What a workshop delivers; null: as content/workshops.es.json has it.
  add column workshop_content jsonb check (jsonb_typeof(workshop_content) = 'object'),
  add constraint assessments_questionnaire_version
    foreign key (questionnaire_id, questionnaire_version) references public.questionnaire_versions (questionnaire_id, version);

create index assessments_edited on public.assessments (updated_at desc, id desc);
create index categories_in_order on public.categories ("order", id);
create index assessments_by_name on public.assessments (name, id);
create index assessments_search_all on public.assessments using gin (search);

-- A version counts edits of what an editor shows. The order of the categories is none of it.
create function private.count_edit() returns trigger
language plpgsql
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger count_edit before update of slug, name, type, description_short, description_long, image_url, category_id, tags, outcomes,
  audience, featured, format, duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats, questionnaire_id,
  questionnaire_version, workshop_content, seo_title, seo_description, status on public.assessments
for each row execute function private.count_edit();
create trigger count_edit before update of name, slug, description, status, seo_title, seo_description on public.categories
for each row execute function private.count_edit();
drop trigger touch on public.categories;
create trigger touch before update of name, slug, description, status, seo_title, seo_description on public.categories
for each row execute function private.touch_updated_at();

-- Addresses that led to a product once. Nobody else gets them.
create table public.former_product_slugs (
  slug text primary key,
  assessment_id uuid not null references public.assessments (id),
  created_at timestamptz not null default now()
);
create index former_product_slugs_of_product on public.former_product_slugs (assessment_id);
-- A list may name a category by its slug or by its name, folded.
create table public.former_category_keys (
  key text primary key,
  category_id uuid not null references public.categories (id),
  created_at timestamptz not null default now()
);
create index former_category_keys_of_category on public.former_category_keys (category_id);

create function private.keep_product_slug() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- One change of an address at a time: two could take each other's. The number is arbitrary.
  perform pg_advisory_xact_lock(7426516);
  if exists (select from public.former_product_slugs where slug = new.slug and assessment_id <> new.id) then
    raise exception 'this address leads to another product' using errcode = 'unique_violation', constraint = 'assessments_slug_key';
  end if;
  if tg_op = 'UPDATE' then
    insert into public.former_product_slugs (slug, assessment_id) values (old.slug, new.id) on conflict (slug) do nothing;
  end if;
  delete from public.former_product_slugs where slug = new.slug and assessment_id = new.id;
  return new;
end
$$;
create trigger keep_slug before update of slug on public.assessments
for each row when (old.slug is distinct from new.slug) execute function private.keep_product_slug();
create trigger keep_slug_of_others before insert on public.assessments
for each row execute function private.keep_product_slug();

create function private.keep_category_keys() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform pg_advisory_xact_lock(7426516);
  if exists (select from public.former_category_keys where key = new.slug and category_id <> new.id) then
    raise exception 'this address leads to another category' using errcode = 'unique_violation', constraint = 'categories_slug_key';
  end if;
  if tg_op = 'UPDATE' then
    insert into public.former_category_keys (key, category_id)
      select key, new.id from unnest(array[old.slug, private.fold(old.name)]) key group by key
      on conflict (key) do update set category_id = excluded.category_id;
  end if;
  delete from public.former_category_keys where category_id = new.id and key in (new.slug, private.fold(new.name));
  return new;
end
$$;
create trigger keep_keys before update of slug, name on public.categories
for each row when (old.slug is distinct from new.slug or old.name is distinct from new.name) execute function private.keep_category_keys();
create trigger keep_keys_of_others before insert on public.categories
for each row execute function private.keep_category_keys();

-- What an administrator may not write, whatever the screen says. The owner's seeds know what they do.
create function private.catalogue_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if private.actor_kind() <> 'admin' then return new; end if;
  if tg_op = 'UPDATE' and (new.type <> old.type or (old.questionnaire_id is not null and new.questionnaire_id is distinct from old.questionnaire_id))
    and exists (select from public.order_items where assessment_id = new.id)
  then
    raise exception 'what was sold keeps its type and questionnaire' using errcode = 'check_violation', constraint = 'assessments_sold_stays';
  end if;
  -- The lock waits for whoever is archiving the category.
  if new.status = 'active' and not exists (
    select from public.categories where id = new.category_id and status = 'active' for share)
  then
    raise exception 'a product on sale is in a category on sale'
      using errcode = 'check_violation', constraint = 'assessments_of_active_category';
  end if;
  return new;
end
$$;
create trigger catalogue_rules before insert or update of status, category_id, type, questionnaire_id on public.assessments
for each row execute function private.catalogue_rules();

create function private.category_rules() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if private.actor_kind() = 'admin' and exists (
    select from public.assessments where category_id = new.id and status = 'active' and deleted_at is null)
  then
    raise exception 'a category with products on sale stays' using errcode = 'check_violation', constraint = 'categories_empty_when_inactive';
  end if;
  return new;
end
$$;
create trigger category_rules before update of status on public.categories
for each row when (new.status = 'inactive') execute function private.category_rules();

-- Pictures of products, named by their content: an address shows the same for ever, and a copy of the database has them all.
create table public.product_pictures (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- WebP, 1280 by 640 and 640 by 320.
  wide bytea not null check (octet_length(wide) between 1 and 1500000),
  card bytea not null check (octet_length(card) between 1 and 500000),
  created_at timestamptz not null default now()
);
-- WebP has no redundancy to find.
alter table public.product_pictures alter column wide set storage external, alter column card set storage external;

-- An order says what its products were called when they were bought.
alter table public.order_items add column product_name text not null default '';
alter table public.order_items disable trigger user;
update public.order_items item set product_name = product.name from public.assessments product where product.id = item.assessment_id;
alter table public.order_items enable trigger user;
create function private.name_item() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.product_name := (select name from public.assessments where id = new.assessment_id);
  return new;
end
$$;
create trigger name_item before insert on public.order_items for each row execute function private.name_item();

alter table public.categories enable row level security;
alter table public.former_product_slugs enable row level security;
alter table public.former_category_keys enable row level security;
alter table public.product_pictures enable row level security;

create policy listed on public.categories for select to alhena_app using (true);
create policy everybodys on public.former_product_slugs for select to alhena_app using (true);
create policy everybodys on public.former_category_keys for select to alhena_app using (true);
create policy everybodys on public.product_pictures for select to alhena_app using (true);
create policy added_by_admins on public.categories for insert to alhena_app with check ((select private.actor_kind()) = 'admin');
create policy edited_by_admins on public.categories for update to alhena_app
  using ((select private.actor_kind()) = 'admin') with check ((select private.actor_kind()) = 'admin');
create policy added_by_admins on public.assessments for insert to alhena_app with check ((select private.actor_kind()) = 'admin');
create policy edited_by_admins on public.assessments for update to alhena_app
  using ((select private.actor_kind()) = 'admin') with check ((select private.actor_kind()) = 'admin');
create policy added_by_admins on public.product_pictures for insert to alhena_app with check ((select private.actor_kind()) = 'admin');

-- Nothing is deleted, and what the shop counts (sales, ratings, versions, times) nobody writes.
grant select on public.former_product_slugs, public.former_category_keys, public.product_pictures to alhena_app;
grant insert (id, wide, card) on public.product_pictures to alhena_app;
grant insert (name, slug, description, "order", status, seo_title, seo_description) on public.categories to alhena_app;
grant update (name, slug, description, "order", status, seo_title, seo_description) on public.categories to alhena_app;
grant insert (slug, name, type, description_short, description_long, image_url, category_id, tags, outcomes, audience, featured, format,
  duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats, questionnaire_id, questionnaire_version, workshop_content,
  seo_title, seo_description, status) on public.assessments to alhena_app;
grant update (slug, name, type, description_short, description_long, image_url, category_id, tags, outcomes, audience, featured, format,
  duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats, questionnaire_id, questionnaire_version, workshop_content,
  seo_title, seo_description, status) on public.assessments to alhena_app;

-- Servers keep public pages: they hear at once, each of them, that what those show has changed.
create function private.tell_public_change() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('alhena_public_pages', '');
  return null;
end
$$;
create trigger tell_public_change after insert or update of slug, name, type, description_short, description_long, image_url, category_id,
  tags, outcomes, audience, featured, format, duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats,
  questionnaire_id, questionnaire_version, workshop_content, seo_title, seo_description, status, deleted_at on public.assessments
for each statement execute function private.tell_public_change();
create trigger tell_public_change after insert or update on public.categories
for each statement execute function private.tell_public_change();
