-- Codes that somebody typed in vain, each counted once: the same cart asks about its code with every change. Old ones go with new ones.
create table private.discount_tries (
  -- A buyer, or a network address.
  asker text not null check (length(asker) between 1 and 100),
  code_digest bytea not null,
  tried_at timestamptz not null,
  primary key (asker, code_digest)
);
create index discount_tries_by_age on private.discount_tries (tried_at);

-- The same answer as validate_discount_code, for somebody who may be guessing: after 20 codes in vain within 15 minutes every code,
-- right or wrong, gets one and the same refusal.
create function private.ask_discount_code(code_input text, order_total bigint, at_time timestamptz, asked_by text)
returns table (is_valid boolean, discount_amount bigint, error_message text, error_code text, discount_code_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, public
as $$
declare
  verdict record;
  digest bytea := sha256(convert_to(upper(btrim(code_input)), 'UTF8'));
begin
  if (
    select count(*) from private.discount_tries tries
    where tries.asker = asked_by and tries.code_digest <> digest and tries.tried_at > at_time - interval '15 minutes'
  ) >= 20 then
    return query select false, 0::bigint, 'Probaste muchos códigos seguidos. Espera 15 minutos y vuelve a intentarlo', 'too_many_tries', null::uuid;
    return;
  end if;
  select * into verdict from public.validate_discount_code(code_input, order_total, at_time);
  -- Whoever knows a code and lacks pesos for it has guessed nothing.
  if not verdict.is_valid and verdict.error_code <> 'below_minimum' then
    delete from private.discount_tries where tried_at < at_time - interval '1 day';
    insert into private.discount_tries (asker, code_digest, tried_at) values (asked_by, digest, at_time)
    on conflict (asker, code_digest) do update set tried_at = excluded.tried_at;
  end if;
  return query select verdict.is_valid, verdict.discount_amount, verdict.error_message, verdict.error_code, verdict.discount_code_id;
end
$$;
