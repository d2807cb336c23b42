-- Search and browse: a search document per product, the words that the shop uses (for typing errors) and counts of products that make
-- the cost of a list independent of the catalogue's size. All three are kept by triggers, so that nobody has to remember them.

create schema if not exists extensions;
grant usage on schema extensions to alhena_app;
-- 'Trusted': the owner of the database may create it. Where an administrator has put it elsewhere, it is used from there.
create extension if not exists pg_trgm with schema extensions;

-- Text as searches compare it: without accents, in lower case. It needs neither an extension nor a locale of the server's.
create function private.fold(given text) returns text
language sql immutable strict parallel safe
as $$ select lower(regexp_replace(normalize(given, NFD), '[\u0300-\u036f]', '', 'g')) $$;

-- Only letters and figures: the parser would read addresses, numbers with signs and hyphenated words as things of their own.
create function private.plain_words(given text) returns text
language sql immutable strict parallel safe
as $$ select regexp_replace(given, '[^[:alnum:]]+', ' ', 'g') $$;

-- Words as they stand, for beginnings of words, and their Spanish stems, for plurals and the like.
create function private.search_vector(given text) returns tsvector
language sql immutable strict parallel safe
as $$
  select to_tsvector('pg_catalog.simple', private.plain_words(private.fold(given)))
      || to_tsvector('pg_catalog.spanish', private.plain_words(private.fold(given)))
$$;

-- How a word sounds in Chile: most typing errors in Spanish write one sound with another letter (s/c/z, b/v, g/j, ll/y, a silent h).
create function private.sound(given text) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(replace(translate(
    regexp_replace(regexp_replace(regexp_replace(
      replace(replace(replace(private.fold(given), 'ch', '1'), 'ph', 'f'), 'll', 'y'),
      'qu(?=[ei])', 'k', 'g'), 'c(?=[ei])', 's', 'g'), 'g(?=[ei])', 'j', 'g'),
    'czvwqxh', 'ksbbks'), 'gui', 'gi'), '(.)\1+', '\1', 'g')
$$;

alter table public.assessments
  add column duration_upto integer generated always as (coalesce(duration_max, duration_min)) stored,
  -- The filters' bands: app/features/catalogue/filters.ts names them, and a test compares the two.
  add column duration_band smallint generated always as (
    case when coalesce(duration_max, duration_min) <= 15 then 1 when coalesce(duration_max, duration_min) <= 30 then 2 else 3 end) stored,
  add column price_band smallint generated always as (
    case when base_price_clp <= 50000 then 1 when base_price_clp <= 150000 then 2 when base_price_clp <= 300000 then 3 else 4 end) stored,
  add column search tsvector not null default '',
  add column search_words text[] not null default '{}';
-- Ranking reads it of every match: it stays in the row, and the long texts go out of it.
alter table public.assessments alter column search set storage main;

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
  -- With their accents: corrections are shown.
  new.search_words := array(
    select word from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple',
      private.plain_words(lower(normalize(concat_ws(' ', new.name, labels, new.description_short), NFC)))))) word
    where length(word) between 3 and 60 and word !~ '^[0-9]+$');
  return new;
end
$$;
create trigger write_search before insert or update of name, tags, category_id, description_short, description_long, outcomes, audience,
  search, search_words on public.assessments
for each row execute function private.write_search();

create function private.rename_category_in_search() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- Whatever is written, the trigger above writes the document.
  update public.assessments set search = '' where category_id = new.id;
  return null;
end
$$;
create trigger rename_in_search after update of name on public.categories
for each row when (old.name is distinct from new.name) execute function private.rename_category_in_search();

-- Listed products by everything that the filters tell apart; tag '' counts all of them, each other tag those that have it.
create table public.catalogue_cells (
  tag text not null,
  category_id uuid not null,
  type text not null,
  duration_band smallint not null,
  price_band smallint not null,
  products integer not null,
  primary key (tag, category_id, type, duration_band, price_band)
);
create table public.catalogue_tags (name text primary key, products integer not null);
create index catalogue_tags_most_used on public.catalogue_tags (products desc, name);
create table public.search_words (word text primary key, sound text not null, products integer not null);

alter table public.catalogue_cells enable row level security;
alter table public.catalogue_tags enable row level security;
alter table public.search_words enable row level security;
grant select on public.catalogue_cells, public.catalogue_tags, public.search_words to alhena_app;
create policy everybodys on public.catalogue_cells for select to alhena_app using (true);
create policy everybodys on public.catalogue_tags for select to alhena_app using (true);
create policy everybodys on public.search_words for select to alhena_app using (true);

-- One product that came into the list (sign 1) or left it (-1).
create type private.listed_change as (
  sign integer, category_id uuid, type text, duration_band smallint, price_band smallint, tags text[], words text[]);

create function private.count_listed(changes private.listed_change[]) returns void
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  -- One at a time: two edits that share words would wait for each other. The number is arbitrary.
  perform pg_advisory_xact_lock(7426515);
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
    -- A sale changes paid_seats alone and stops here.
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
revoke execute on function private.count_listed(private.listed_change[]) from public;

update public.assessments set search = '';
do $$
begin
  perform private.count_listed(array(select row(1, category_id, type, duration_band, price_band, tags, search_words)::private.listed_change
    from public.assessments where status = 'active' and deleted_at is null));
end
$$;

create trigger count_added after insert on public.assessments
  referencing new table as after_change for each statement execute function private.count_catalogue_change();
create trigger count_edited after update on public.assessments
  referencing old table as before_change new table as after_change for each statement execute function private.count_catalogue_change();
create trigger count_removed after delete on public.assessments
  referencing old table as before_change for each statement execute function private.count_catalogue_change();

create index assessments_search on public.assessments using gin (search) where status = 'active' and deleted_at is null;
-- One for each order of a list; upside down, ties are sorted as they come.
create index assessments_most_purchased on public.assessments (paid_seats desc, featured desc, created_at desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_by_price on public.assessments (base_price_clp, featured desc, created_at desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_by_duration on public.assessments (duration_upto, duration_min, featured desc, created_at desc, id)
  where status = 'active' and deleted_at is null;

-- The words of the shop that sound most like a given one, nearest first. The extension's own schema is looked up once, here, and no
-- caller's search_path can put another operator in its place.
do $body$
declare
  home text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm');
begin
  execute format('create index search_words_sound on public.search_words using gist (sound %I.gist_trgm_ops)', home);
  execute format($create$
    create function private.similar_words(given text, most integer)
    returns table (word text, sound text, given_sound text, products integer)
    language sql stable parallel safe set search_path = pg_catalog, public, %1$I
    as $f$
      select w.word, w.sound, private.sound(given), w.products from public.search_words w
      order by w.sound operator(%1$I.<->) private.sound(given) limit most
    $f$
  $create$, home);
end
$body$;
