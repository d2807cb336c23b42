create table public.questionnaires (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{1,79}$'),
  created_at timestamptz not null default now()
);

-- A published version never changes: a run keeps the version that it was started with.
create table public.questionnaire_versions (
  questionnaire_id text not null references public.questionnaires (id),
  version integer not null check (version >= 1),
  content jsonb not null,
  published_at timestamptz not null default now(),
  primary key (questionnaire_id, version)
);

create function private.refuse_change() returns trigger
language plpgsql
as $$
begin
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger published_versions_stay before update or delete on public.questionnaire_versions
for each row execute function private.refuse_change();

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{1,79}$'),
  description text not null default '',
  "order" integer not null default 0,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table public.assessments (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{1,79}$'),
  name text not null check (length(name) between 1 and 200),
  type text not null check (type in ('assessment', 'workshop')),
  description_short text not null default '',
  description_long text not null default '',
  image_url text,
  category_id uuid not null references public.categories (id),
  tags text[] not null default '{}',
  outcomes text[] not null default '{}',
  audience text not null default '',
  featured boolean not null default false,
  format text not null default 'Online',
  duration_min integer not null check (duration_min > 0),
  duration_max integer check (duration_max >= duration_min),
  base_price_clp integer not null check (base_price_clp between 0 and 100000000),
  allow_business boolean not null default true,
  min_seats integer not null default 1 check (min_seats between 1 and 1000),
  max_seats integer not null default 1000 check (max_seats between 1 and 1000),
  questionnaire_id text references public.questionnaires (id),
  -- Seats of paid orders, kept by the trigger that pays an order: the order 'Más comprados'.
  paid_seats bigint not null default 0 check (paid_seats >= 0),
  status text not null default 'draft' check (status in ('active', 'draft', 'archived')),
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_seats <= max_seats),
  -- Without business mode one person buys one seat: a larger minimum could never be bought.
  check (allow_business or min_seats = 1)
);
create index assessments_category on public.assessments (category_id);
create index assessments_questionnaire on public.assessments (questionnaire_id);
create index assessments_listed on public.assessments (featured desc, created_at desc, id)
  where status = 'active' and deleted_at is null;
create index assessments_tags on public.assessments using gin (tags) where status = 'active' and deleted_at is null;

create trigger touch before update on public.categories for each row execute function private.touch_updated_at();
-- paid_seats moves with every sale and is no edit of the product.
create trigger touch before update of slug, name, type, description_short, description_long, image_url, category_id, tags, outcomes,
  audience, featured, format, duration_min, duration_max, base_price_clp, allow_business, min_seats, max_seats, questionnaire_id,
  status, deleted_at on public.assessments
for each row execute function private.touch_updated_at();

-- Nobody's data: the catalogue is public. Which products are listed is the queries' to say, because a sold one stays readable.
alter table public.assessments enable row level security;
grant select on public.categories, public.assessments, public.questionnaires, public.questionnaire_versions to alhena_app;
create policy listed on public.assessments for select to alhena_app using (true);
