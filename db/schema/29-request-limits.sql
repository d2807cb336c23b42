-- Requests of busy addresses and keys of the API, which all web processes count together. They exchange their counts each half second; a request itself
-- never waits for them. The keys are digests under a secret of the shop. After a crash the counts start at zero.
create unlogged table private.request_counts (
  key text primary key check (length(key) = 43),
  points bigint not null,
  ends_at timestamptz not null
);
create index request_counts_by_end on private.request_counts (ends_at);

-- Adds points to each key's count and returns the counts of all processes. Only for the shop.
create function private.share_request_counts(at_time timestamptz, keys text[], spent bigint[], seconds integer)
  returns table (key text, points bigint, ends_at timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
#variable_conflict use_column
begin
  if not private.is_system() then return; end if;
  return query
    insert into private.request_counts as known (key, points, ends_at)
    -- In one order, so that two processes never wait for each other.
    select entry.key, entry.points, at_time + seconds * interval '1 second' from unnest(keys, spent) entry(key, points) order by entry.key
    on conflict (key) do update set
      points = case when known.ends_at <= at_time then excluded.points else known.points + excluded.points end,
      ends_at = case when known.ends_at <= at_time then excluded.ends_at else known.ends_at end
    returning known.key, known.points, known.ends_at;
end
$$;
revoke execute on function private.share_request_counts(timestamptz, text[], bigint[], integer) from public;
grant execute on function private.share_request_counts(timestamptz, text[], bigint[], integer) to alhena_system;
