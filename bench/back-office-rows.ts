import type { Pool } from 'pg'

/** Written again after the rows are in: an index that is built at once takes a fraction of the time. */
const INDEXES = ['orders_words', 'user_accesses_words', 'profiles_words', 'audit_log_words'] as const
const TABLES = ['profiles', 'orders', 'order_items', 'user_accesses', 'analytics_events'] as const

/**
 * Fills the shop up to so many orders of the last two years, with three accesses, five events and one entry of the audit log for each, in SQL. What triggers keep
 * (words, counts, daily figures) is written as they would write it. One buyer in ten orders is called Rosa, one in 100,000 orders
 * Quillagua, whatever the size.
 */
export async function fillBackOffice(pool: Pool, orders: number): Promise<void> {
  const client = await pool.connect()
  const indexes = await client.query<{ indexname: string; indexdef: string }>(
    'select indexname, indexdef from pg_indexes where indexname = any($1)',
    [INDEXES],
  )
  const run = async (...statements: string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  try {
    await run('set statement_timeout = 0', "set maintenance_work_mem = '512MB'", "set work_mem = '128MB'")
    await run(...TABLES.map(table => `alter table ${table} disable trigger user`))
    await run(...indexes.rows.map(({ indexname }) => `drop index ${indexname}`))
    // Orders refer to people and items to orders: the checks of what refers to what stay on.
    const numbered = `
      create temp table numbered as
      select number, md5('bench' || number)::uuid as id, md5('person' || number / 10)::uuid as person,
        now() - number * interval '63 seconds' * (1000000.0 / ${orders}) as at,
        case when number % 20 = 0 then 'pending' when number % 20 = 1 then 'failed' when number % 100 = 2 then 'refunded' else 'paid' end as status,
        (array[10000, 55000, 125000, 1770000])[1 + number % 4] as total, number % 4 = 3 as team
      from generate_series(1, ${orders}) number`
    await run('drop table if exists numbered', numbered, 'analyze numbered')
    await run(
      `insert into profiles (id, email, first_name, last_name, company, created_at, list_words)
       select id, email, first, last, company, at, private.list_words(concat_ws(' ', first, last, email, company)) from (
         select person as id, 'persona' || number / 10 || '@example.cl' as email, at,
           case when number / 10 % 10000 = 7 then 'Quillagua' when number / 10 % 10 = 0 then 'Rosa' else 'Ana' end as first,
           (array['Díaz', 'Soto', 'Pérez', 'Muñoz', 'Rojas'])[1 + number / 10 % 5] as last,
           case when number / 10 % 3 = 0 then 'Empresa ' || number / 10 || ' SpA' end as company
         from (select distinct on (person) * from numbered order by person, number) one) people
       on conflict do nothing`,
      `insert into orders (id, user_id, order_number, status, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key, terms_version,
         terms_accepted_at, created_at, paid_at, item_count, seat_count, has_self, has_business, list_words)
       select n.id, n.person, 'ALH-' || number || '-bench-' || right(n.id::text, 4), n.status, total, total, round(total / 1.19),
         total - round(total / 1.19), n.id, '1', at, at, case when n.status in ('paid', 'refunded') then at end, 1,
         case when team then 20 else 1 end, not team, team,
         p.list_words || private.list_words('ALH-' || number || '-bench-' || right(n.id::text, 4))
       from numbered n join profiles p on p.id = n.person on conflict do nothing`,
      `insert into order_items (id, order_id, user_id, assessment_id, mode, seats, used_seats, base_price_clp, unit_price_clp,
         subtotal_clp, total_clp, pricing_band, per_extra_rate, created_at)
       select n.id, n.id, person, products[1 + number % array_length(products, 1)], case when team then 'business' else 'self' end,
         case when team then 20 else 1 end, 1, 10000, 10000, total, total, case when team then '11-49' else 'self' end, 0.4, at
       from numbered n, (select array_agg(id order by slug) as products from assessments) catalogue on conflict do nothing`,
      `insert into user_accesses (id, order_item_id, assessment_id, user_id, email, status, access_code, invitee_name, invited_by_user_id, accessed_at,
         completed_at, expires_at, created_at, list_words)
       select md5('access' || number || seat)::uuid, n.id, (select assessment_id from order_items where id = n.id), n.person, 'persona' || number || '.' || seat || '@example.cl',
         (array['active', 'in_use', 'completed'])[1 + (number + seat) % 3],
         'AC-' || translate(upper(lpad(to_hex(number * 3 + seat), 8, '2')), '01', 'XY'), 'Invitada ' || number, case when seat > 0 then n.person end,
         case when (number + seat) % 3 > 0 then at end, case when (number + seat) % 3 = 2 then at end, at + interval '180 days', at,
         p.list_words || private.list_words('persona' || number || '.' || seat || '@example.cl Invitada ' || number)
       from numbered n join profiles p on p.id = n.person cross join generate_series(0, 2) seat on conflict do nothing`,
      `insert into analytics_events (created_at, session_id, event_type, event_data, page_url, notice_version)
       select at, md5('visit' || number)::uuid, (array['page_view', 'plp_view', 'plp_card_view', 'add_to_cart_self', 'plp_search'])[kind],
         case when kind in (3, 4) then jsonb_build_object('product_id', products[1 + number % array_length(products, 1)]) else '{}' end,
         case when kind = 1 and number % 3 = 0 then '/checkout' else '/' end, 1
       from numbered cross join generate_series(1, 5) kind, (select array_agg(id order by slug) as products from assessments) catalogue
       where not exists (select from analytics_events e where e.session_id = md5('visit1')::uuid and ${orders} <= 1000)`,
      `insert into audit_log (at, actor_kind, actor_user_id, action, entity, entity_id, before, after)
       select at, 'user', person, (array['access_invited', 'access_revoked', 'order_refunded', 'access_refused'])[1 + number % 4],
         case when number % 4 = 2 then 'orders' else 'user_accesses' end, id::text, jsonb_build_object('status', 'active'),
         jsonb_build_object('status', 'revoked', 'invitee_name', case when number % 10000 = 7 then 'Quillagua' when number % 10 = 0 then 'Rosa' else 'Ana' end)
       from numbered order by at`,
    )
    await run(...indexes.rows.map(({ indexdef }) => indexdef))
    await run(...TABLES.map(table => `alter table ${table} enable trigger user`))
    await run('select private.recount_daily_figures()', 'vacuum analyze')
  } finally {
    client.release()
  }
}
