-- Reviews of a product by people who completed it: 1 to 5 and a comment, one review per access, shown once a moderator has published it.
create table public.reviews (
  id uuid default gen_random_uuid() primary key,
  access_id uuid not null unique references public.user_accesses,
  -- Set by the database from the access.
  assessment_id uuid not null references public.assessments,
  rating smallint not null check (rating >= 1 and rating <= 5),
  comment text not null default '' check (length(comment) <= 1000),
  -- Whether the author shows the name, and its only shown form: 'Camila P.', set by the database.
  show_name boolean not null default false,
  author_name text check (length(author_name) <= 130),
  -- Counts the author's changes, so that a moderator decides about the text that was shown.
  revision integer not null default 1,
  status text not null default 'pending' check (status in ('pending', 'published', 'hidden')),
  hidden_reason text check (length(hidden_reason) >= 1 and length(hidden_reason) <= 300),
  moderated_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- The search text of reviews: the words of the comment and of the product's name.
  list_words tsvector not null default ''::tsvector,
  constraint reviews_check check (show_name or author_name is null),
  constraint reviews_check1 check ((status = 'hidden') = (hidden_reason is not null)),
  constraint reviews_check2 check ((status = 'pending') = (moderated_at is null)),
  constraint reviews_check3 check (status <> 'published' or published_at is not null)
);
alter table public.reviews enable row level security;

-- Who has rated what, so that one person counts once per product, however many seats they have. Nobody can read it: the hash of an e-mail
-- would reveal the author to anybody who guesses the e-mail.
create table private.review_authors (
  assessment_id uuid not null references public.assessments,
  person bytea not null,
  access_id uuid not null unique references public.user_accesses,
  primary key (assessment_id, person)
);

create index reviews_published on public.reviews (assessment_id, published_at desc, id) where status = 'published';
create index reviews_by_time on public.reviews (created_at, id);
create index reviews_by_state on public.reviews (status, id);
create index reviews_by_status on public.reviews (status, created_at, id);
-- Reviews by rating, by product and by day, also for searches.
create index reviews_by_rating on public.reviews (rating, id);
create index reviews_of_rating on public.reviews (rating, created_at, id);
create index reviews_of_product on public.reviews (assessment_id, created_at, id);
create index reviews_words on public.reviews using gin (list_words);

-- The person behind a completed assessment: the session opened with e-mail and code, or the buyer for the own access; nobody for a run that
-- the buyer closed for another person.
create function private.actor_rates_access(checked uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return exists (
    select from public.user_accesses access join public.assessment_runs run on run.validated_access_id = access.id
    where access.id = checked and access.status = 'completed' and run.status = 'completed' and run.closed_by = 'respondent'
      and (access.id = private.actor_access_id()
        or (access.user_id = private.actor_user_id() and access.invited_by_user_id is null)));
end
$$;

-- First name and initial of the last name. Names typed as one text are split as in Chile: with four or more words the third one is the
-- first surname, with fewer the second. A word with '@' is no name.
create function private.review_author_name(first_name text, last_name text, full_name text) returns text
language sql immutable parallel safe
as $$
  with words as (
    select case when btrim(coalesce(first_name, '')) <> '' and btrim(coalesce(last_name, '')) <> ''
      then array[split_part(btrim(first_name), ' ', 1), btrim(last_name)]
      else regexp_split_to_array(btrim(coalesce(full_name, first_name, '')), '\s+') end as word
  )
  select left(word[1], 100) || coalesce(' ' || upper(left(word[case when cardinality(word) >= 4 then 3 else 2 end], 1)) || '.', '')
  from words
  where word[1] <> '' and word[1] not like '%@%'
$$;

-- The name that the author of an access's review may show. Nothing for an actor who may not see the access.
create function private.review_name_of(checked uuid) returns text
language sql stable
as $$
  select private.review_author_name(access.first_name, access.last_name, run.full_name)
  from public.user_accesses access join public.assessment_runs run on run.validated_access_id = access.id
  where access.id = checked
$$;

-- The text is the author's and fixed once moderated; the decision is the staff's. A shown name can be withdrawn at any time.
create function private.review_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.updated_at := now();
  if (new.rating, new.comment) is distinct from (old.rating, old.comment) or new.show_name and not old.show_name then
    if old.status <> 'pending' then
      raise exception 'a moderated review is not changed' using errcode = 'check_violation', constraint = 'reviews_moderated';
    end if;
    if not private.actor_rates_access(old.access_id) then
      raise exception 'only its author changes a review' using errcode = 'check_violation', constraint = 'reviews_by_author';
    end if;
  end if;
  if (new.rating, new.comment, new.show_name) is distinct from (old.rating, old.comment, old.show_name) then
    new.revision := old.revision + 1;
    new.author_name := case when new.show_name then private.review_name_of(old.access_id) end;
  end if;
  if (new.status, new.hidden_reason) is distinct from (old.status, old.hidden_reason) then
    if not private.actor_is_staff() or new.status = 'pending' then
      raise exception 'only moderators decide about a review' using errcode = 'check_violation', constraint = 'reviews_by_moderator';
    end if;
    new.moderated_at := now();
    if new.status = 'published' then new.published_at := coalesce(old.published_at, now()); end if;
  end if;
  return new;
end
$$;

-- Recounted under the product's lock: two concurrent publications both count.
create function private.count_ratings() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  product uuid := coalesce(new.assessment_id, old.assessment_id);
begin
  perform from public.assessments where id = product for no key update;
  update public.assessments set (rating_count, rating_sum) = (
    select case when count(*) >= 3 then count(*) else 0 end, case when count(*) >= 3 then sum(review.rating) else 0 end
    from public.reviews review where review.assessment_id = product and review.status = 'published')
  where id = product;
  return null;
end
$$;

-- The distribution of a product's published ratings; nothing below three.
create function public.rating_distribution(product uuid) returns table (rating integer, ratings bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select review.rating::integer, count(*) from public.reviews review join public.assessments on assessments.id = review.assessment_id
  where review.assessment_id = product and review.status = 'published' and assessments.rating_count >= 3
  group by review.rating
$$;

-- Published comments, newest first; nothing below three published ratings. Only the month of publication is returned: the day would reveal
-- who completed when.
create function public.published_comments(product uuid, skip integer, take integer)
returns table (rating integer, comment text, author_name text, month date, comments bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select review.rating::integer, review.comment, review.author_name,
    date_trunc('month', review.published_at at time zone 'America/Santiago')::date, count(*) over ()
  from public.reviews review join public.assessments on assessments.id = review.assessment_id
  where review.assessment_id = product and review.status = 'published' and review.comment <> '' and assessments.rating_count >= 3
  order by review.published_at desc, review.id
  limit least(greatest(take, 0), 50) offset greatest(skip, 0)
$$;

-- One review for each person and product.
create function private.new_review() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  rated_with uuid;
begin
  select item.assessment_id into new.assessment_id
  from public.user_accesses access join public.order_items item on item.id = access.order_item_id
  where access.id = new.access_id;
  new.author_name := case when new.show_name then private.review_name_of(new.access_id) end;
  -- One review of an access at a time: `on conflict` watches one of the two unique indexes, and a concurrent insert would fail at the other.
  perform from public.user_accesses where id = new.access_id for no key update;
  -- Also runs when the insert becomes an update of the same access's review: then the person has rated with this access.
  insert into private.review_authors as known (assessment_id, person, access_id)
  select new.assessment_id, sha256(convert_to(access.email, 'UTF8')), access.id
  from public.user_accesses access where access.id = new.access_id
  on conflict (assessment_id, person) do update set access_id = known.access_id
  returning access_id into rated_with;
  if rated_with <> new.access_id then
    raise exception 'this person has rated the product' using errcode = 'unique_violation', constraint = 'reviews_one_of_person';
  end if;
  return new;
end
$$;

create function private.find_reviews(
  input text, status_filter text, rating_filter integer, product uuid, from_time timestamptz, until_time timestamptz,
  sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  if not private.staff_reads(array['reviews']) then return; end if;
  return query select * from private.search_page('public.reviews',
    concat_ws(' and ', 'true',
      case when status_filter is not null then format('status = %L', status_filter) end,
      case when rating_filter is not null then format('rating = %L', rating_filter) end,
      case when product is not null then format('assessment_id = %L', product) end,
      case when from_time is not null then format('created_at >= %L', from_time) end,
      case when until_time is not null then format('created_at < %L', until_time) end),
    private.list_query(input), sort_column, descending, after_id, max_rows);
end
$$;

-- The search text of a review.
create function private.write_review_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.list_words := private.list_words(concat_ws(' ', new.comment, (select name from public.assessments where id = new.assessment_id)));
  return new;
end
$$;

create trigger new_review before insert on public.reviews for each row execute function private.new_review();
create trigger review_changes before update on public.reviews for each row execute function private.review_changes();
create trigger count_ratings after insert or update of status, rating or delete on public.reviews
for each row execute function private.count_ratings();
-- Named to run after the trigger that sets the product.
create trigger write_words before insert or update of comment, list_words on public.reviews
for each row execute function private.write_review_words();

create policy readable on public.reviews for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_rates_access(access_id));
create policy written_by_author on public.reviews for insert to alhena_app
  with check (private.actor_rates_access(access_id));
create policy changeable on public.reviews for update to alhena_app
  using ((select private.actor_is_staff()) or private.actor_rates_access(access_id));

grant select, insert (access_id, rating, comment, show_name),
  update (rating, comment, show_name, status, hidden_reason) on public.reviews to alhena_app;
