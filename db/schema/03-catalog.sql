create type private.listed_change as (
  sign integer, category_id uuid, type text, duration_band smallint, price_band smallint, tags text[], words text[]);

create table public.categories (
  id uuid default gen_random_uuid() primary key,
  name text collate "es-x-icu" not null check (length(name) >= 1 and length(name) <= 80),
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{1,79}$') unique,
  description text not null default '',
  "order" integer not null default 0,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Edits, and one.
  version integer not null default 1,
  seo_title text not null default '' check (length(seo_title) <= 70),
  seo_description text not null default '' check (length(seo_description) <= 160)
);
alter table public.categories enable row level security;

-- The least that somebody can pay for a product, VAT included: the base price where one person may buy, else the price of its smallest
-- group by the formula of specification 1, section 9; the twin of priceOf (app/features/pricing/pricing.ts).
create function private.least_price(base_price_clp bigint, min_seats integer) returns bigint
language sql immutable parallel safe
as $$
  select (base_price_clp * (100 + (greatest(min_seats, 1) - 1) * case when min_seats >= 50 then 10 when min_seats >= 11 then 20 else 40 end) + 50) / 100
$$;

create table public.assessments (
  id uuid default gen_random_uuid() primary key,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{1,79}$') unique,
  name text collate "es-x-icu" not null check (length(name) >= 1 and length(name) <= 200),
  type text not null check (type in ('assessment', 'workshop')),
  description_short text not null default '',
  description_long text not null default '',
  image_url text,
  category_id uuid not null references public.categories,
  tags text[] not null default '{}',
  outcomes text[] not null default '{}',
  -- What keeps each outcome, in their order: a list of parts of the result, guides and materials each (app/features/catalogue/deliverables.ts).
  kept_by jsonb not null default '[]' check (jsonb_typeof(kept_by) = 'array'),
  audience text not null default '',
  featured boolean not null default false,
  format text not null default 'En línea',
  duration_min integer not null check (duration_min > 0),
  duration_max integer,
  base_price_clp integer not null check (base_price_clp >= 0 and base_price_clp <= 100000000),
  allow_business boolean not null default true,
  min_seats integer not null default 1 check (min_seats >= 1 and min_seats <= 1000),
  max_seats integer not null default 1000 check (max_seats >= 1 and max_seats <= 1000),
  questionnaire_id text,
  -- Whether respondents say their age before they answer: for products that people under 14 may answer (Ley 19.628, article 16 quáter).
  asks_age boolean not null default false,
  -- Seats of paid orders, counted by the shop with each payment, for the sort order 'Más comprados'.
  paid_seats bigint not null default 0 check (paid_seats >= 0),
  status text not null default 'draft' check (status in ('active', 'draft', 'archived')),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Minutes at most.
  duration_upto integer not null generated always as (COALESCE(duration_max, duration_min)) stored,
  -- The filters' bands: app/features/catalogue/filters.ts labels them, and a test compares the two.
  duration_band smallint generated always as (
case
    when (COALESCE(duration_max, duration_min) <= 15) then 1
    when (COALESCE(duration_max, duration_min) <= 30) then 2
    else 3
end) stored not null,
  -- What 'Desde' names, and filters and sorting use.
  least_price_clp bigint generated always as (private.least_price(base_price_clp, min_seats)) stored not null,
  price_band smallint generated always as (
case
    when (private.least_price(base_price_clp, min_seats) <= 50000) then 1
    when (private.least_price(base_price_clp, min_seats) <= 150000) then 2
    when (private.least_price(base_price_clp, min_seats) <= 300000) then 3
    else 4
end) stored not null,
  search tsvector not null default ''::tsvector,
  search_words text[] not null default '{}',
  rating_count integer not null default 0 check (rating_count = 0 or rating_count >= 3),
  rating_sum integer not null default 0,
  -- The mean with five additional ratings of 3.5, so that few ratings weigh little; for the sort order 'Mejor valorados'.
  rating_rank numeric(6,4) generated always as (
case
    when (rating_count >= 3) then (((rating_sum)::numeric + 17.5) / ((rating_count + 5))::numeric)
    else null::numeric
end) stored,
  -- Edits, and one.
  version integer not null default 1,
  seo_title text not null default '' check (length(seo_title) <= 70),
  seo_description text not null default '' check (length(seo_description) <= 160),
  -- Null: new runs use the newest version.
  questionnaire_version integer,
  -- A workshop's content; null: that of content/workshops.es.json.
  workshop_content jsonb check (jsonb_typeof(workshop_content) = 'object'),
  -- Guides that come with the results, and materials of a workshop: some 20 KB, read only where they are shown.
  deliverables jsonb not null default '{"guides": [], "materials": []}' check (jsonb_typeof(deliverables) = 'object'),
  -- The shop's order is featured products, then the newest (specification 1, section 7), unless the staff moved a product: then its
  -- position replaces its creation time. Both are seconds, so that new products still come first.
  shop_position numeric,
  shop_order numeric generated always as ((COALESCE(shop_position, EXTRACT(epoch FROM (created_at - '1970-01-01 00:00:00+00'::timestamptz))) +
case
    when featured then '1000000000000'::numeric
    else (0)::numeric
end)) stored not null,
  constraint assessments_check check (duration_max >= duration_min),
  constraint assessments_check1 check (min_seats <= max_seats),
  constraint assessments_check2 check (allow_business or min_seats = 1),
  constraint assessments_check3 check (rating_sum >= rating_count and rating_sum <= (rating_count * 5)),
  constraint assessments_check4 check (questionnaire_version is null or questionnaire_id is not null)
);
alter table public.assessments alter column search set storage main;
alter table public.assessments enable row level security;

-- Listed products by all filter dimensions; tag '' counts all of them, each other tag those that have it.
create table public.catalogue_cells (
  tag text not null,
  category_id uuid not null,
  type text not null,
  duration_band smallint not null,
  price_band smallint not null,
  products integer not null,
  primary key (tag, category_id, type, duration_band, price_band)
);
alter table public.catalogue_cells enable row level security;

create table public.catalogue_tags (
  name text collate "es-x-icu" primary key,
  products integer not null
);
alter table public.catalogue_tags enable row level security;

create table public.search_words (
  word text primary key,
  sound text not null,
  products integer not null
);
alter table public.search_words enable row level security;

-- Former addresses of products, which redirect. No other product may use them.
create table public.former_product_slugs (
  slug text primary key,
  assessment_id uuid not null references public.assessments,
  created_at timestamptz not null default now()
);
alter table public.former_product_slugs enable row level security;

-- A list's address may name a category by its slug or by its folded name.
create table public.former_category_keys (
  key text primary key,
  category_id uuid not null references public.categories,
  created_at timestamptz not null default now()
);
alter table public.former_category_keys enable row level security;

-- Pictures of products, addressed by the hash of their content: an address is immutable.
create table public.product_pictures (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  -- WebP, 1280 by 640 and 640 by 320. Null: in the object store (ADR 0065), where their SHA-256 tells whether they are the same.
  wide bytea check (octet_length(wide) >= 1 and octet_length(wide) <= 1500000),
  card bytea check (octet_length(card) >= 1 and octet_length(card) <= 500000),
  wide_sha256 text check (wide_sha256 ~ '^[0-9a-f]{64}$'),
  card_sha256 text check (card_sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  constraint product_pictures_one_place check (num_nonnulls(wide, wide_sha256) = 1 and num_nonnulls(card, card_sha256) = 1)
);
alter table public.product_pictures alter column wide set storage external;
alter table public.product_pictures alter column card set storage external;
alter table public.product_pictures enable row level security;

create index assessments_category on public.assessments (category_id);
create index assessments_questionnaire on public.assessments (questionnaire_id);
create index assessments_tags on public.assessments using gin (tags) where status = 'active' and deleted_at is null;
create index catalogue_tags_most_used on public.catalogue_tags (products desc, name);
create index assessments_search on public.assessments using gin (search) where status = 'active' and deleted_at is null;
CREATE INDEX search_words_sound ON public.search_words USING gist (sound extensions.gist_trgm_ops);
create index assessments_edited on public.assessments (updated_at desc, id desc);
create index categories_in_order on public.categories ("order", id);
create index categories_by_name on public.categories (name, id);
create index categories_by_status on public.categories (status, id);
create index categories_edited on public.categories (updated_at, id);
create index assessments_by_name on public.assessments (name, id);
create index assessments_by_base_price on public.assessments (base_price_clp, id);
create index assessments_by_length on public.assessments (duration_upto, id);
create index assessments_by_status on public.assessments (status, id);
create index assessments_search_all on public.assessments using gin (search);
create index former_product_slugs_of_product on public.former_product_slugs (assessment_id);
create index former_category_keys_of_category on public.former_category_keys (category_id);
create index assessments_listed on public.assessments (shop_order desc, id) where status = 'active' and deleted_at is null;
create index assessments_most_purchased on public.assessments (paid_seats desc, shop_order desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_by_price on public.assessments (least_price_clp, shop_order desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_by_duration on public.assessments (duration_upto, duration_min, shop_order desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_best_rated on public.assessments (rating_rank desc nulls last, shop_order desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_in_order on public.assessments (shop_order, id);

-- Words as written, for prefixes, and their Spanish stems, for plurals and the like.
create function private.search_vector(input text) returns tsvector
language sql immutable strict parallel safe
as $$
  select to_tsvector('pg_catalog.simple', private.plain_words(private.fold(input)))
      || to_tsvector('pg_catalog.spanish', private.plain_words(private.fold(input)))
$$;

-- The sound of a word in Chile: most Spanish typing errors replace a letter by another one with the same sound (s/c/z, b/v, g/j, ll/y, a
-- silent h).
create function private.sound(input text) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(replace(translate(
    regexp_replace(regexp_replace(regexp_replace(
      replace(replace(replace(private.fold(input), 'ch', '1'), 'ph', 'f'), 'll', 'y'),
      'qu(?=[ei])', 'k', 'g'), 'c(?=[ei])', 's', 'g'), 'g(?=[ei])', 'j', 'g'),
    'czvwqxh', 'ksbbks'), 'gui', 'gi'), '(.)\1+', '\1', 'g')
$$;

-- The search text of a product, in which its name weighs more than its description, and its words for corrections.
create function private.write_search() returns trigger
language plpgsql set search_path = pg_catalog, public
as $$
declare
  category text := (select name from public.categories where id = new.category_id);
  labels text := concat_ws(' ', array_to_string(new.tags, ' '), category);
begin
  new.search := setweight(private.search_vector(new.name), 'A') || setweight(private.search_vector(labels), 'B')
    || setweight(private.search_vector(new.description_short), 'C')
    || setweight(private.search_vector(concat_ws(' ', new.description_long, array_to_string(new.outcomes, ' '), new.audience)), 'D');
  -- With their accents, because corrections are shown.
  new.search_words := array(
    select word from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple',
      private.plain_words(lower(normalize(concat_ws(' ', new.name, labels, new.description_short), NFC)))))) word
    where length(word) between 3 and 60 and word !~ '^[0-9]+$');
  return new;
end
$$;

-- A category's new name reaches the search text of its products.
create function private.rename_category_in_search() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- The trigger above always writes the document.
  update public.assessments set search = '' where category_id = new.id;
  return null;
end
$$;

create function private.count_listed(changes private.listed_change[]) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- Serialised: two edits that share words would deadlock.
  perform pg_advisory_xact_lock(hashtext('catalogue.listed'));
  insert into public.catalogue_cells as kept
    select t.tag, c.category_id, c.type, c.duration_band, c.price_band, sum(c.sign)
    from unnest(changes) c cross join lateral (select '' union select unnest(c.tags)) t (tag)
    group by 1, 2, 3, 4, 5 having sum(c.sign) <> 0
    on conflict (tag, category_id, type, duration_band, price_band) do update set products = kept.products + excluded.products;
  insert into public.catalogue_tags as kept
    select t.tag, sum(c.sign) from unnest(changes) c cross join lateral (select distinct unnest(c.tags)) t (tag)
    where t.tag <> ''
    group by 1 having sum(c.sign) <> 0
    on conflict (name) do update set products = kept.products + excluded.products;
  insert into public.search_words as kept
    select w.word, private.sound(w.word), sum(c.sign) from unnest(changes) c cross join lateral unnest(c.words) w (word)
    group by 1 having sum(c.sign) <> 0
    on conflict (word) do update set products = kept.products + excluded.products;
  delete from public.catalogue_cells where products = 0;
  delete from public.catalogue_tags where products = 0;
  delete from public.search_words where products = 0;
end
$$;

-- The figures of the catalogue's filters follow each product that is listed, changed or taken out.
create function private.count_catalogue_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  changes private.listed_change[];
begin
  if tg_op = 'INSERT' then
    changes := array(select row(1, category_id, type, duration_band, price_band, tags, search_words)::private.listed_change
      from after_change where status = 'active' and deleted_at is null);
  elsif tg_op = 'DELETE' then
    changes := array(select row(-1, category_id, type, duration_band, price_band, tags, search_words)::private.listed_change
      from before_change where status = 'active' and deleted_at is null);
  else
    -- A sale changes paid_seats only and stops here.
    changes := array(
      with edited as (
        select b.id from before_change b join after_change a on a.id = b.id
        where (b.status, b.deleted_at is null, b.category_id, b.type, b.duration_band, b.price_band, b.tags, b.search_words)
          is distinct from (a.status, a.deleted_at is null, a.category_id, a.type, a.duration_band, a.price_band, a.tags, a.search_words))
      select row(-1, category_id, type, duration_band, price_band, tags, search_words)::private.listed_change
      from before_change join edited using (id) where status = 'active' and deleted_at is null
      union all
      select row(1, category_id, type, duration_band, price_band, tags, search_words)::private.listed_change
      from after_change join edited using (id) where status = 'active' and deleted_at is null);
  end if;
  if cardinality(changes) > 0 then perform private.count_listed(changes); end if;
  return null;
end
$$;

create function private.similar_words(input text, max_rows integer)
returns table (word text, sound text, input_sound text, products integer)
language sql stable parallel safe set search_path = pg_catalog, public, extensions
as $$
      select w.word, w.sound, private.sound(input), w.products from public.search_words w
      order by w.sound operator(extensions.<->) private.sound(input) limit max_rows
    $$;

create function private.find_products(input text, max_rows integer) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['catalog']) then return; end if;
  -- By name alone: the catalogue is small, and drafts are included.
  return query select id from public.assessments
    where ts_filter(search, '{a}') @@ private.list_query(input) and deleted_at is null
    order by status = 'active' desc, paid_seats desc, id limit max_rows;
end
$$;

-- A version counts edits of the fields in an editor, not of the categories' order.
create function private.count_edit() returns trigger
language plpgsql
as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;

-- An old address still leads to its product, and to no other.
create function private.keep_product_slug() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'UPDATE' and old.slug = new.slug then return new; end if;
  -- Serialises changes of addresses: two products could take each other's.
  perform pg_advisory_xact_lock(hashtext('catalogue.product_slugs'));
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

-- An old address and an old name still lead to their category, and to no other.
create function private.keep_category_keys() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  if tg_op = 'UPDATE' and (old.slug, old.name) = (new.slug, new.name) then return new; end if;
  perform pg_advisory_xact_lock(hashtext('catalogue.category_keys'));
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

-- What an administrator can't write, whatever the screen sends. The owner's seeds are exempt.
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
  -- Waits for a concurrent archiving of the category.
  if new.status = 'active' and not exists (
    select from public.categories where id = new.category_id and status = 'active' for share)
  then
    raise exception 'a product on sale is in a category on sale'
      using errcode = 'check_violation', constraint = 'assessments_of_active_category';
  end if;
  return new;
end
$$;

-- A category with products on sale stays active.
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

-- Notifies every server to invalidate its cached public pages.
create function private.notify_public_change() returns trigger
language plpgsql
as $$
begin
  perform pg_notify('alhena_public_pages', '');
  return null;
end
$$;

-- How an event names a product: by its id, or by the last part of its page's address.
create function private.event_product_key(event_type text, event_data jsonb, page_url text) returns text
language sql immutable parallel safe
as $$
  select case
    when event_type in ('plp_card_view', 'add_to_cart_self', 'add_to_cart_business') then event_data ->> 'product_id'
    when event_type = 'page_view' and page_url like '/assessment/%' then '/' || substring(page_url from '^/assessment/([a-z0-9-]+)')
  end
$$;

-- A product's new name reaches the search text of its reviews.
create function private.rename_in_reviews() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.reviews set list_words = '' where assessment_id = new.id;
  return null;
end
$$;

-- paid_seats changes with every sale, which is no edit of the product.
create trigger touch before update of slug, name, type, description_short, description_long, image_url, category_id, tags, outcomes,
  kept_by, audience, featured, format, duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats, questionnaire_id,
  asks_age, status, deleted_at on public.assessments
for each row execute function private.touch_updated_at();
create trigger write_search before insert or update of name, tags, category_id, description_short, description_long, outcomes, audience,
  search, search_words on public.assessments
for each row execute function private.write_search();
create trigger rename_in_search after update of name on public.categories
for each row when (old.name is distinct from new.name) execute function private.rename_category_in_search();
create trigger count_added after insert on public.assessments
  referencing new table as after_change for each statement execute function private.count_catalogue_change();
create trigger count_edited after update on public.assessments
  referencing old table as before_change new table as after_change for each statement execute function private.count_catalogue_change();
create trigger count_removed after delete on public.assessments
  referencing old table as before_change for each statement execute function private.count_catalogue_change();
create trigger count_edit before update of slug, name, type, description_short, description_long, image_url, category_id, tags, outcomes,
  audience, featured, format, duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats, questionnaire_id, asks_age,
  questionnaire_version, workshop_content, kept_by, seo_title, seo_description, status on public.assessments
for each row execute function private.count_edit();
create trigger count_edit before update of name, slug, description, status, seo_title, seo_description on public.categories
for each row execute function private.count_edit();
create trigger touch before update of name, slug, description, status, seo_title, seo_description on public.categories
for each row execute function private.touch_updated_at();
create trigger keep_slug before insert or update of slug on public.assessments for each row execute function private.keep_product_slug();
create trigger keep_keys before insert or update of slug, name on public.categories for each row execute function private.keep_category_keys();
create trigger catalogue_rules before insert or update of status, category_id, type, questionnaire_id on public.assessments
for each row execute function private.catalogue_rules();
create trigger category_rules before update of status on public.categories
for each row when (new.status = 'inactive') execute function private.category_rules();
create trigger notify_public_change after insert or update of slug, name, type, description_short, description_long, image_url, category_id,
  tags, outcomes, audience, featured, format, duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats,
  questionnaire_id, questionnaire_version, workshop_content, seo_title, seo_description, status, deleted_at, shop_position on public.assessments
for each statement execute function private.notify_public_change();
create trigger notify_public_change after insert or update on public.categories
for each statement execute function private.notify_public_change();
create trigger rename_in_reviews after update of name on public.assessments
for each row when (old.name is distinct from new.name) execute function private.rename_in_reviews();

create policy listed on public.assessments for select to alhena_app using (true);
create policy everybodys on public.catalogue_cells for select to alhena_app using (true);
create policy everybodys on public.catalogue_tags for select to alhena_app using (true);
create policy everybodys on public.search_words for select to alhena_app using (true);
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
create policy counted_by_shop on public.assessments for update to alhena_system using ((select private.is_system()));
create policy added_by_admins on public.product_pictures for insert to alhena_app with check ((select private.actor_kind()) = 'admin');
create policy moved_by_shop on public.product_pictures for update to alhena_system using ((select private.is_system()));

grant select, insert (name, slug, description, "order", status, seo_title, seo_description),
  update (name, slug, description, "order", status, seo_title, seo_description) on public.categories to alhena_app;
grant select, insert (slug, name, type, description_short, description_long, image_url, category_id, tags, outcomes, audience, featured, format, duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats, questionnaire_id, asks_age, status, seo_title, seo_description, questionnaire_version, workshop_content, kept_by, deliverables),
  update (slug, name, type, description_short, description_long, image_url, category_id, tags, outcomes, audience, featured, format, duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats, questionnaire_id, asks_age, status, seo_title, seo_description, questionnaire_version, workshop_content, kept_by, shop_position) on public.assessments to alhena_app;
grant update (paid_seats) on public.assessments to alhena_system;
grant select on public.catalogue_cells to alhena_app;
grant select on public.catalogue_tags to alhena_app;
grant select on public.search_words to alhena_app;
grant select on public.former_product_slugs to alhena_app;
grant select on public.former_category_keys to alhena_app;
grant select, insert (id, wide, card) on public.product_pictures to alhena_app;
grant update (wide, wide_sha256, card, card_sha256) on public.product_pictures to alhena_system;
revoke execute on function private.count_listed(private.listed_change[]) from public;
