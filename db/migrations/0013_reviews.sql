-- What people say of a product after completing it: 1 to 5 and a comment, one review per access, shown once a moderator has
-- published it.
create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  access_id uuid not null unique references public.user_accesses (id),
  -- Of the access, set by the database.
  assessment_id uuid not null references public.assessments (id),
  rating smallint not null check (rating between 1 and 5),
  comment text not null default '' check (length(comment) <= 1000),
  -- Whether the author lets the name be seen, and the only form of it that is: 'Camila P.', set by the database.
  show_name boolean not null default false,
  author_name text check (length(author_name) <= 130),
  -- Counts the author's changes, so that a moderator decides about the text that was on the screen.
  revision integer not null default 1,
  status text not null default 'pending' check (status in ('pending', 'published', 'hidden')),
  hidden_reason text check (length(hidden_reason) between 1 and 300),
  moderated_at timestamptz,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (show_name or author_name is null),
  check ((status = 'hidden') = (hidden_reason is not null)),
  check ((status = 'pending') = (moderated_at is null)),
  check (status <> 'published' or published_at is not null)
);
create index reviews_published on public.reviews (assessment_id, published_at desc, id) where status = 'published';
create index reviews_newest on public.reviews (created_at desc, id);
create index reviews_pending on public.reviews (created_at desc, id) where status = 'pending';
create trigger touch before update on public.reviews for each row execute function private.touch_updated_at();

-- Published ratings of a product. Under three of them both say zero: everybody may read the table, and one or two ratings would tell
-- what single people think.
alter table public.assessments
  add column rating_count integer not null default 0 check (rating_count = 0 or rating_count >= 3),
  add column rating_sum integer not null default 0 check (rating_sum between rating_count and rating_count * 5),
  -- The mean as if five more people had given 3.5: few ratings weigh little. The order 'Mejor valorados'.
  add column rating_rank numeric(6, 4) generated always as (
    case when rating_count >= 3 then (rating_sum + 17.5) / (rating_count + 5) end) stored;
create index assessments_best_rated on public.assessments (rating_rank desc nulls last, featured desc, created_at desc, id)
  where status = 'active' and deleted_at is null;

-- The person behind a completed assessment: the browser opened with e-mail and code, or the buyer for the own access; a run that the
-- buyer closed for somebody else is nobody's to rate.
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

-- First name and initial of the last name. Names that were typed as one text are read as Chileans write them: with four words or more
-- the third one is the first surname, with fewer the second. A word with an '@' is no name.
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

-- The name that the author of an access' review may let be seen. Whoever may not see the access gets none.
create function private.review_name_of(checked uuid) returns text
language sql stable
as $$
  select private.review_author_name(access.first_name, access.last_name, run.full_name)
  from public.user_accesses access join public.assessment_runs run on run.validated_access_id = access.id
  where access.id = checked
$$;

create function private.review_of_access() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  select item.assessment_id into new.assessment_id
  from public.user_accesses access join public.order_items item on item.id = access.order_item_id
  where access.id = new.access_id;
  new.author_name := case when new.show_name then private.review_name_of(new.access_id) end;
  return new;
end
$$;
create trigger review_of_access before insert on public.reviews for each row execute function private.review_of_access();

-- The words are the author's and stay once moderated; the decision is the staff's. A shown name can be taken back at any time.
create function private.review_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
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
create trigger review_changes before update on public.reviews for each row execute function private.review_changes();

-- Who loses an access, as with an account that is deleted, is named no more.
create function private.unname_reviews() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  update public.reviews set show_name = false where access_id = new.id and show_name;
  return null;
end
$$;
create trigger unname_reviews after update of status on public.user_accesses
for each row when (new.status = 'revoked') execute function private.unname_reviews();

-- Counted anew under the product's lock: two reviews published at the same moment both count.
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
create trigger count_ratings after insert or update of status, rating or delete on public.reviews
for each row execute function private.count_ratings();

-- How many published ratings of each value a product has; nothing under three.
create function public.rating_distribution(product uuid) returns table (rating integer, ratings bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select review.rating::integer, count(*) from public.reviews review join public.assessments on assessments.id = review.assessment_id
  where review.assessment_id = product and review.status = 'published' and assessments.rating_count >= 3
  group by review.rating
$$;

-- Published comments, newest first; nothing while the product has fewer than three published ratings. Of the time only the month of
-- publication is told: the day would lead to who completed when.
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

alter table public.reviews enable row level security;
grant select on public.reviews to alhena_app;
grant insert (access_id, rating, comment, show_name) on public.reviews to alhena_app;
grant update (rating, comment, show_name, status, hidden_reason) on public.reviews to alhena_app;
create policy readable on public.reviews for select to alhena_app
  using ((select private.actor_is_staff()) or private.actor_rates_access(access_id));
create policy written_by_author on public.reviews for insert to alhena_app
  with check (private.actor_rates_access(access_id));
create policy changeable on public.reviews for update to alhena_app
  using ((select private.actor_is_staff()) or private.actor_rates_access(access_id));
