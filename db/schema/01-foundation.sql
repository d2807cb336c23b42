-- Roles, schemas, the actor and its time, and what every other file uses.

-- The application connects with its own login and works as alhena_app, a role that owns nothing. Roles belong to the whole cluster: another
-- database, a concurrent start or an administrator may have created this one, and an owner without CREATEROLE may not even try.
do $$
begin
  if to_regrole('alhena_app') is null then create role alhena_app nologin; end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

-- The shop's own work (mail worker, payment returns, recovery) runs as alhena_system, under a login of its own: an injected statement in a
-- visitor's or a user's transaction can't become the shop. It may do what alhena_app may, which every policy and grant names.
do $$
begin
  if to_regrole('alhena_system') is null then create role alhena_system nologin; end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role('alhena_system', 'alhena_app', 'member') then grant alhena_app to alhena_system; end if;
end
$$;

do $$
declare
  worked text;
begin
  foreach worked in array array['alhena_app', 'alhena_system'] loop
    begin
      if not pg_has_role(session_user, worked, 'set') then
        execute format('grant %I to %I', worked, session_user);
      end if;
    exception
      -- PostgreSQL 15 has no 'set' privilege for roles.
      when invalid_parameter_value then execute format('grant %I to %I', worked, session_user);
    end;
  end loop;
end
$$;

revoke create on schema public from public;
create schema private;
create schema auth;
create schema simulator;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
grant usage on schema public, private, extensions to alhena_app;

-- 'system' counts only for a connection of the shop's own, whatever a statement has set. The role is a setting, because a function that
-- runs as its owner has another current user. Without a role (migrations, maintenance) the login decides.
create function private.may_be_system() returns boolean
language sql stable parallel safe
as $$
  select case current_setting('role') when 'alhena_system' then true when 'none' then pg_has_role(session_user, 'alhena_system', 'usage')
    else false end
$$;

create function private.actor_kind() returns text
language sql stable parallel safe
as $$
  select case current_setting('alhena.kind', true) when 'system' then case when private.may_be_system() then 'system' else 'visitor' end
    else coalesce(nullif(current_setting('alhena.kind', true), ''), 'visitor') end
$$;

create function private.actor_user_id() returns uuid
language sql stable parallel safe
as $$ select nullif(current_setting('alhena.user_id', true), '')::uuid $$;

-- What identifies somebody or something as it is compared: NFKC, without invisible characters, '-' for every dash, one blank for blanks of
-- any kind. The application folds before it asks (app/kernel/fold.ts); a test compares both, character by character.
create function private.fold_identifier(input text) returns text
language sql immutable strict parallel safe
as $$
  -- Most are composed Latin letters with single blanks already.
  select case when input ~ '^([!-~\u00bf-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e]+( [!-~\u00bf-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e]+)*)?$' then input
    else btrim(regexp_replace(regexp_replace(
      normalize(regexp_replace(regexp_replace(input,
        '[\u0009-\u000d\u0020\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g'),
        '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e'
        '\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+', '', 'g'), NFKC),
      '[\u02d7\u058a\u05be\u1400\u1806\u2010-\u2015\u2043\u2212\u2796\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31\ufe32\ufe58\ufe63\uff0d\U00010d6e\U00010ead]', '-', 'g'),
      ' +', ' ', 'g')) end
$$;

-- E-mails are stored and compared folded, in lower case, with the domain as the DNS has it (app/kernel/email.ts), which is ASCII.
create function private.normalize_email(email text) returns text
language sql immutable strict parallel safe
as $$ select lower(private.fold_identifier(email)) $$;

-- A typed code's letters and digits in upper case: separators, quotes and dots make no difference.
create function private.code_key(input text) returns text
language sql immutable strict parallel safe
as $$ select upper(regexp_replace(private.fold_identifier(input), '[^[:alnum:]]+', '', 'g')) $$;

-- The key for grouping people, ignoring case, accents and spaces.
create function private.group_key(input text) returns text
language sql immutable parallel safe
as $$ select private.fold(regexp_replace(btrim(coalesce(input, '')), '\s+', ' ', 'g')) $$;

-- A run's choices as one number: four decimal digits per option of each question, in order, 0001 for the selected one. Summed over people,
-- four digits hold the count, because a purchase has at most a thousand seats. Summing forty thousand rows took ten times as long.
create function private.packed_counts(options smallint[]) returns numeric
language sql immutable parallel safe
as $$
  select coalesce(string_agg(case when chosen.value = choice then '0001' else '0000' end, '' order by chosen.ordinal, choice), '0')::numeric
  from unnest(options) with ordinality as chosen (value, ordinal) cross join generate_series(1, 6) choice
$$;

-- Words as the back office's searches compare them: whole and as prefixes, without accents, independent of language.
create function private.list_words(input text) returns tsvector
language sql immutable strict parallel safe
as $$
  select array_to_tsvector(array(
    select distinct left(word, 80) from unnest(string_to_array(private.plain_words(private.join_numbers(private.fold(input))), ' ')) word where word <> ''))
$$;

-- Values that every server on this database must share and that no request may read, such as the key that signs session cookies.
create table private.secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- Administrators, and the shop's own work (mail worker, payment returns, recovery).
create function private.actor_is_staff() returns boolean
language sql stable parallel safe
as $$ select private.actor_kind() in ('system', 'admin') $$;

create function private.is_system() returns boolean
language sql stable parallel safe
as $$ select private.actor_kind() = 'system' $$;

-- The time of the last change.
create function private.touch_updated_at() returns trigger
language plpgsql
as $$
begin
  new.updated_at := now();
  return new;
end
$$;

-- Rows that are only added.
create function private.refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- A revision from the named sequence, with the time and the author of the change.
create function private.set_revision() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  new.revision := nextval(tg_argv[0]::regclass);
  new.updated_at := now();
  new.updated_by := private.actor_user_id();
  return new;
end
$$;

-- Text as searches compare it: folded, without accents, in lower case. It needs neither an extension nor a server locale, and treats a
-- column in the Spanish order ("es-x-icu") as it treats what somebody types.
create function private.fold(input text) returns text
language sql immutable strict parallel safe
as $$ select lower(regexp_replace(normalize(private.fold_identifier(input collate "default"), NFD), '[\u0300-\u036f]', '', 'g')) $$;

-- Only letters and digits: the parser would treat addresses, signed numbers and hyphenated words specially.
create function private.plain_words(input text) returns text
language sql immutable strict parallel safe
as $$ select regexp_replace(input collate "default", '[^[:alnum:]]+', ' ', 'g') $$;

-- Amounts and RUTs as one word, however they are written: 249.990, 76.123.456-0, 76 123 456-0 and 761234560. A hyphen joins only the check
-- digit of a RUT: quotations' and orders' numbers keep their parts. Takes folded text.
create function private.join_numbers(input text) returns text
language sql immutable strict parallel safe
as $$
  select regexp_replace(
    regexp_replace(input collate "default", '(\d)\.(?=\d)', '\1', 'g'),
    '(?<![[:alnum:]-])0*(\d{1,2}) ?(\d{3}) ?(\d{3}) ?[-–] ?([\dk])(?![[:alnum:]])', '\1\2\3\4', 'g')
$$;

-- A RUT as searches compare it, without its hyphen. Indexes and comparisons name the collation "C", whose order serves prefixes.
create function private.rut_key(rut text) returns text
language sql immutable strict parallel safe
as $$ select lower(replace(rut, '-', '')) $$;

-- The RUT, or the five or more digits that it starts with, which a search consists of; otherwise null.
create function private.typed_rut(input text) returns text
language sql immutable strict parallel safe
as $$
  select substring(btrim(private.plain_words(private.join_numbers(private.fold(input)))) from '^\d{5,8}[\dk]?$')
$$;

-- Every typed word must be a prefix of a word in the row; null when nothing typed is a word.
create function private.list_query(input text) returns tsquery
language sql immutable strict parallel safe
as $$
  select string_agg('''' || word || ''':*', ' & ')::tsquery
  from (select distinct left(word, 80) as word from unnest(string_to_array(private.plain_words(private.join_numbers(private.fold(input))), ' ')) word
    where word <> '' limit 12) typed
$$;

-- The statistics decide how far the list is scanned: words in many rows fill a page soon; only otherwise are the rarest ones looked up.
-- Words without statistics are searched among the newest rows first: prefixes of numbers match many words.
create function private.search_page(
  source regclass, conditions text, search_query tsquery, sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable set search_path = pg_catalog, public set enable_seqscan = off
as $$
declare
  way text := case when descending then 'desc' else 'asc' end;
  page_conditions text := conditions;
  weight record;
  met uuid[];
begin
  if search_query is null then return; end if;
  if after_id is not null then
    page_conditions := format('%1$s and (%2$I, id) %3$s (select %2$I, id from %4$s where id = %5$L)',
      conditions, sort_column, case when descending then '<' else '>' end, source, after_id);
  end if;
  select * into weight from private.weigh_search(source, search_query);
  execute format(
    'select array_agg(id) from (select id from (
       select id, list_words from %1$s where %2$s order by %3$I %4$s, id %4$s limit $3) near where list_words @@ $1 limit $2) met',
    source, page_conditions, sort_column, way) into met using search_query, max_rows, private.rows_near(weight.share, max_rows);
  if cardinality(met) >= max_rows then
    return query select unnest(met);
  else
    return query execute format(
      'with hits as materialized (select * from %1$s where list_words @@ $1)
       select id from hits where list_words @@ $3 and %2$s order by %3$I %4$s, id %4$s limit $2',
      source, page_conditions, sort_column, way) using weight.rare, max_rows, search_query;
  end if;
end
$$;

-- The same page with rows that are not found by words; null: there are none.
create function private.search_page_with(
  source regclass, conditions text, known uuid[], search_query tsquery, sort_column text, descending boolean, after_id uuid, max_rows integer)
returns setof uuid
language plpgsql stable set search_path = pg_catalog, public
as $$
declare
  page_conditions text := conditions;
begin
  if known is null then
    return query select * from private.search_page(source, conditions, search_query, sort_column, descending, after_id, max_rows);
    return;
  end if;
  if after_id is not null then
    page_conditions := format('%1$s and (%2$I, id) %3$s (select %2$I, id from %4$s where id = %5$L)',
      conditions, sort_column, case when descending then '<' else '>' end, source, after_id);
  end if;
  return query execute format(
    'select id from %4$s
     where id = any ($1 || array(select private.search_page(%4$L, %1$L, $2, %2$L, $3, %5$L, $4))) and %6$s
     order by %2$I %3$s, id %3$s limit $4',
    conditions, sort_column, case when descending then 'desc' else 'asc' end, source, after_id, page_conditions)
  using known, search_query, descending, max_rows;
end
$$;

create function private.day_of(at_time timestamptz) returns date
language sql stable parallel safe
as $$ select (at_time at time zone 'America/Santiago')::date $$;

-- The last millisecond of the day in Santiago that is so many calendar days after that of an instant; the twin of endOfDay
-- (app/kernel/dates.ts).
create function private.end_of_day(at_time timestamptz, days_later integer default 0) returns timestamptz
language sql stable parallel safe
as $$ select (private.day_of(at_time) + days_later + 1)::timestamp at time zone 'America/Santiago' - interval '1 millisecond' $$;

-- A limit that people are shown as a day ends with that day, whoever writes it.
create function private.ends_with_its_day() returns trigger
language plpgsql set search_path = pg_catalog
as $$
begin
  case tg_argv[0]
    when 'expires_at' then new.expires_at := private.end_of_day(new.expires_at);
    when 'valid_until' then new.valid_until := private.end_of_day(new.valid_until);
    when 'held_until' then new.held_until := private.end_of_day(new.held_until);
    when 'due_at' then new.due_at := private.end_of_day(new.due_at);
  end case;
  return new;
end
$$;

create function private.actor_is_admin() returns boolean
language sql stable parallel safe
as $$ select private.actor_kind() = 'admin' $$;

create function private.is_uuid(input text) returns boolean
language sql immutable parallel safe
as $$ select input ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' $$;

create function private.month_of(day date) returns date
language sql immutable parallel safe
as $$ select date_trunc('month', day::timestamp)::date $$;

-- The statistics' estimate for a search: the share of rows with all its words, assuming independence, and the words in few rows. An index
-- lookup that includes a word of every row reads every row. Words without statistics count as rare.
create function private.weigh_search(source regclass, search_query tsquery, out share double precision, out rare tsquery)
language sql stable
as $$
  with known as (
    select common.word, common.share
    from pg_catalog.pg_class searched
      join pg_catalog.pg_namespace home on home.oid = searched.relnamespace
      join pg_catalog.pg_stats stats
        on stats.schemaname = home.nspname and stats.tablename = searched.relname and stats.attname = 'list_words',
      unnest(stats.most_common_elems::text::text[], stats.most_common_elem_freqs) common (word, share)
    where searched.oid = source),
  weighed as (
    select typed.word[1] as word, least(1, coalesce((
      select sum(known.share) from known where starts_with(known.word, typed.word[1])), 0)) as share
    from regexp_matches(search_query::text, '''([^'']+)'':\*', 'g') typed (word))
  select
    (select exp(sum(ln(greatest(weighed.share, 1e-9)))) from weighed),
    (select string_agg('''' || word || ''':*', ' & ')::tsquery from weighed
     where weighed.share <= greatest(0.01, (select min(share) from weighed)))
$$;

-- Rows of a list that are scanned before its words are looked up: three times as many as should fill a page.
create function private.rows_near(share double precision, max_rows integer) returns integer
language sql immutable parallel safe
as $$ select case when share * 5000 < max_rows then 500 else least(5000, 3 * max_rows / share)::integer end $$;

-- The time of the transaction, set by `asActor`. Unset it is null, and every comparison with it fails.
create function private.actor_time() returns timestamptz language sql stable
as $$ select nullif(current_setting('alhena.now', true), '')::timestamptz $$;

-- The roles in an organisation that may do what one may.
create function private.roles_with(needed text) returns text[]
language sql immutable parallel safe
as $$
  select case needed when 'buyer' then array['buyer'] when 'coordinator' then array['buyer', 'coordinator']
    when 'results' then array['buyer', 'coordinator', 'results'] end
$$;

-- The one rule of who belongs where: the organisations of a user, each once, with the strongest role: as a member, or as a member of the
-- consultant whose client company it is. The roles' names sort by what they may do.
create function private.organisation_roles(of_user uuid) returns table (organisation_id uuid, role text)
language sql stable
as $$
  select belonging.organisation_id, min(belonging.role)
  from (
    select member.organisation_id, member.role from public.organisation_members member where member.user_id = of_user
    union all
    select client.id, member.role
    from public.organisation_members member join public.organisations client on client.consultant_id = member.organisation_id
    where member.user_id = of_user) belonging
  group by belonging.organisation_id
$$;

-- The organisations in which the acting user has the needed role or one above it. Nearly every policy asks: in plpgsql a connection plans the
-- question once, and not with each statement. So it is with the three functions after it, which statements would plan as parts of themselves.
create function private.actor_organisations(needed text) returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, public
as $$
begin
  return (select coalesce(array_agg(organisation_id), '{}') from private.organisation_roles(private.actor_user_id())
    where role = any (private.roles_with(needed)));
end
$$;

-- The same as `organisation_roles`, for statements.
create function private.roles_of(of_user uuid) returns table (organisation_id uuid, role text)
language plpgsql stable rows 3 set search_path = pg_catalog, public
as $$
begin
  return query select * from private.organisation_roles(of_user);
end
$$;

-- Whose purchases a user may act on: the own ones, and those of these organisations.
create function private.holders_of(of_user uuid, needed text) returns uuid[]
language plpgsql stable set search_path = pg_catalog, public
as $$
begin
  return (select array_append(coalesce(array_agg(organisation_id), '{}'), of_user) from private.organisation_roles(of_user)
    where role = any (private.roles_with(needed)));
end
$$;

-- Whose purchases an address shows: those of the organisation that it names (an id, as a text), of the first one, or the user's own.
create function private.requested_holder(of_user uuid, requested text, needed text) returns uuid
language plpgsql stable set search_path = pg_catalog, public
as $$
begin
  return coalesce(
    (select organisation.id
     from private.organisation_roles(of_user) belonging join public.organisations organisation on organisation.id = belonging.organisation_id
     where organisation.closed_at is null and belonging.role = any (private.roles_with(needed))
     order by organisation.id::text = requested desc, organisation.consultant_id is not null, organisation.name, organisation.id
     limit 1),
    of_user);
end
$$;

-- Whose purchases the acting user may act on: the own ones, and those of these organisations.
create function private.actor_holders(needed text) returns uuid[]
language sql stable
as $$ select array_append(private.actor_organisations(needed), private.actor_user_id()) $$;

-- The one rule of who may act on a purchase, an item or an access.
create function private.actor_may(holder uuid, needed text) returns boolean
language sql stable
as $$ select holder = any (private.actor_holders(needed)) $$;

-- An access's results: whoever may coordinate sees unfinished ones as well.
create function private.actor_reads_access(holder uuid, completed boolean) returns boolean
language sql stable
as $$ select private.actor_may(holder, case when completed then 'results' else 'coordinator' end) $$;

revoke execute on function private.search_page(regclass, text, tsquery, text, boolean, uuid, integer) from public;
revoke execute on function private.search_page_with(regclass, text, uuid[], tsquery, text, boolean, uuid, integer) from public;
revoke execute on function private.weigh_search(regclass, tsquery) from public;
