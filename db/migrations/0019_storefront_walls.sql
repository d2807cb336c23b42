-- What an account that buys again, invites itself, moves on or leaves could do to ratings, mails and quotations.

-- Who has rated what, so that one person counts once for a product, however many seats the person has. Nobody reads it: the hash of an
-- e-mail would tell whoever guesses the e-mail who wrote which review.
create table private.review_authors (
  assessment_id uuid not null references public.assessments (id),
  person bytea not null,
  access_id uuid not null unique references public.user_accesses (id),
  primary key (assessment_id, person)
);

insert into private.review_authors (assessment_id, person, access_id)
select review.assessment_id, sha256(convert_to(access.email, 'UTF8')), access.id
from public.reviews review join public.user_accesses access on access.id = review.access_id
where access.status <> 'revoked'
order by review.created_at
on conflict do nothing;

create function private.one_review_of_person() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  rated_with uuid;
begin
  -- Also runs where the insert becomes a change of the same access' review: then the person has rated with this very access.
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
-- Triggers run in the order of their names: after the one that sets the product.
create trigger review_of_person before insert on public.reviews for each row execute function private.one_review_of_person();

create function private.forget_review_author() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from private.review_authors where access_id = new.id;
  return null;
end
$$;
create trigger forget_review_author after update of status on public.user_accesses
for each row when (new.status = 'revoked') execute function private.forget_review_author();

-- A mailbox that is no longer the account's keeps no mails of it, nor does an account that is gone: what was sent to its former
-- addresses names the person as well. A receipt stays with its order, without the person.
create function private.forget_mails() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  delete from public.mails where recipient = old.email and order_id is null and access_id is null and status in ('sent', 'failed');
  if new.deleted_at is null then return null; end if;
  delete from public.mails mail using public.email_changes change
  where change.user_id = new.id and mail.order_id is null and mail.access_id is null
    and (mail.recipient = change.old_email or mail.recipient = change.new_email and not exists (
      select from public.profiles where email = change.new_email));
  update public.mails mail set recipient = new.email, params = mail.params || jsonb_build_object('nombre', new.first_name)
  from public.orders where orders.id = mail.order_id and orders.user_id = new.id and mail.status in ('sent', 'failed');
  return null;
end
$$;
create trigger forget_mails after update of email on public.profiles
for each row when (old.email is distinct from new.email) execute function private.forget_mails();

-- No offer without an end: 15 calendar days and the day of issue, with a clock that changes in between.
alter table public.quotations
  add constraint quotations_end check (valid_until <= issued_at + interval '16 days 2 hours');
