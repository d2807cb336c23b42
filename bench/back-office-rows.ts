import type { Pool } from 'pg'

/** The filled tables: their indexes except those of keys are rebuilt afterwards, much faster than row by row. */
const TABLES = [
  'profiles',
  'companies',
  'client_totals',
  'orders',
  'order_items',
  'user_accesses',
  'reviews',
  'discount_codes',
  'discount_redemptions',
  'quotations',
  'workshop_sessions',
  'webhook_events',
  'webhook_deliveries',
  'analytics_events',
  'audit_log',
] as const

/**
 * Fills an empty shop with this many orders of the last two years, in SQL: three accesses, five events and one audit
 * entry each, and for a tenth of them a review, a use of a code, a quotation and a webhook. Values that triggers
 * maintain (search text, counts, sums, daily figures) are computed directly. One buyer in ten is called Rosa, one in
 * 10,000 Quillagua, whatever the size.
 */
export async function fillBackOffice(pool: Pool, orders: number): Promise<void> {
  const client = await pool.connect()
  const run = async (...statements: string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  const indexes = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [TABLES],
  )
  try {
    // Disables triggers and foreign key checks: every row below refers to an existing one.
    await run('set statement_timeout = 0', "set maintenance_work_mem = '1GB'", "set work_mem = '256MB'")
    await run('set session_replication_role = replica')
    await run(...indexes.rows.map(({ name }) => `drop index ${name}`))
    await run(...rowsOf(orders))
    await run(...indexes.rows.map(({ definition }) => definition))
    await run('reset session_replication_role', 'select private.recount_daily_figures()', 'vacuum analyze')
  } finally {
    // Closes the connection, and its settings with it.
    client.release(true)
  }
}

const rowsOf = (orders: number): string[] => [
  `create temp table numbered as
   select number, md5('bench' || number)::uuid as id, number / 10 as person_number, md5('person' || number / 10)::uuid as person,
     now() - number * interval '63 seconds' * (1000000.0 / ${orders}) as at,
     case when number % 20 = 0 then 'pending' when number % 20 = 1 then 'failed' when number % 100 = 2 then 'refunded' else 'paid' end as status,
     (array[10000, 55000, 125000, 1770000])[1 + number % 4] as total, number % 4 = 3 as team,
     product.id as product, product.name as product_name, product.type = 'workshop' as workshop
   from generate_series(1, ${orders}) number join (
     select id, name, type, row_number() over (order by slug) - 1 as place, count(*) over () as products from assessments) product
     on product.place = number % product.products`,
  'analyze numbered',
  `create temp table people as
   select distinct on (person) person as id, person_number as number, at, 'persona' || person_number || '@example.cl' as email,
     case when person_number % 10000 = 7 then 'Quillagua' when person_number % 10 = 0 then 'Rosa' else 'Ana' end as first,
     (array['Díaz', 'Soto', 'Pérez', 'Muñoz', 'Rojas'])[1 + person_number % 5] as last,
     case when person_number % 3 = 0 then 'Empresa ' || person_number || ' SpA' end as company
   from numbered order by person, numbered.number`,
  `create temp table sums as
   select person as id, count(*) as orders, sum(case when team then 20 else 1 end) as seats, sum(total) as spent, max(at) as last_at
   from numbered where status = 'paid' group by person`,
  `insert into companies (id, key, name, rut, paid_orders, seats, spent_clp, last_paid_at, created_at)
   select md5('company' || number)::uuid, private.company_key(company), company, 70000000 + number || '-k', coalesce(orders, 0), coalesce(seats, 0), coalesce(spent, 0), last_at, at
   from people left join sums using (id) where company is not null`,
  `insert into profiles (id, email, first_name, last_name, company, company_id, created_at)
   select id, email, first, last, company, case when company is not null then md5('company' || number)::uuid end, at
   from people order by at`,
  // One account in eleven never bought anything.
  `insert into profiles (id, email, first_name, last_name, created_at)
   select md5('visitor' || number)::uuid, 'visita' || number || '@example.cl', 'Pedro', 'Vera', at
   from numbered where number % 100 = 50 order by at`,
  `insert into client_totals (id, paid_orders, seats, spent_clp, last_paid_at) select id, orders, seats, spent, last_at from sums`,
  `insert into orders (id, user_id, order_number, status, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key, terms_version,
     terms_accepted_at, created_at, paid_at, refunded_clp, item_count, seat_count, has_self, has_business, company_id, billing_rut, list_words)
   select n.id, n.person, 'ALH-' || number || '-bench-' || right(n.id::text, 4), n.status, total, total, round(total / 1.19),
     total - round(total / 1.19), n.id, '1', n.at, n.at, case when n.status in ('paid', 'refunded') then n.at end, case when n.status = 'refunded' then total else 0 end, 1,
     case when team then 20 else 1 end, not team, team, case when n.status in ('paid', 'refunded') then p.company_id end,
     case when p.company is not null then 70000000 + person_number || '-k' end,
     p.list_words || private.list_words(concat_ws(' ', 'alh', number, 'bench', right(n.id::text, 4), total, product_name,
       case when p.company is not null then 70000000 + person_number || '-k' end))
   from numbered n join profiles p on p.id = n.person order by number desc`,
  `insert into order_items (id, order_id, user_id, assessment_id, mode, seats, used_seats, base_price_clp, unit_price_clp,
     subtotal_clp, total_clp, pricing_band, per_extra_rate, created_at, product_name)
   select id, id, person, product, case when team then 'business' else 'self' end,
     case when team then 20 else 1 end, 1, 10000, 10000, total, total, case when team then '11-49' else 'self' end, 0.4, at, product_name
   from numbered order by number desc`,
  `insert into user_accesses (id, order_item_id, assessment_id, user_id, email, status, access_code, invitee_name, invited_by_user_id, accessed_at,
     completed_at, expires_at, created_at, list_words)
   select md5('access' || number || seat)::uuid, n.id, product, n.person, 'persona' || number || '.' || seat || '@example.cl',
     (array['active', 'in_use', 'completed'])[case when attended then 3 else 1 + (number + seat) % 3 end], code,
     'Invitada ' || number, case when seat > 0 then n.person end, case when attended or (number + seat) % 3 > 0 then at end,
     case when attended or (number + seat) % 3 = 2 then at end, at + interval '180 days', at,
     words || array_to_tsvector(array[number::text, seat::text, 'persona' || number])
   from (
     select n.*, p.list_words || private.list_words('Invitada example cl') as words, seat,
       md5('code' || number || seat)::uuid::text as code,
       -- Workshops were held; in one of ten somebody was missing.
       workshop and at < now() - interval '21 days' and (seat < 2 or number / 12 % 10 > 0) as attended
     from numbered n join profiles p on p.id = n.person cross join generate_series(0, 2) seat) n
   order by number desc`,
  `insert into reviews (id, access_id, assessment_id, rating, comment, list_words, status, moderated_at, published_at, created_at)
   select id, md5('access' || number || (32 - number % 3) % 3)::uuid, product, 1 + number % 5, 'Opinión ' || number || ' de quien lo hizo.',
     private.list_words('Opinión ' || number || ' de quien lo hizo. ' || product_name),
     case when waits then 'pending' else 'published' end, case when not waits then at end,
     case when not waits then at end, at
   from (select *, number % 20 = 0 and number <= 2000 as waits from numbered where number % 10 = 0) n order by number desc`,
  `insert into discount_codes (id, code, name, type, value, current_uses, created_at)
   select md5('code' || number)::uuid, 'BENCH' || number, 'Campaña ' || number, 'percentage', 10, 1, at
   from numbered where number % 20 = 0 and number <= 20000 order by number desc`,
  // One code has as many uses as a large campaign.
  `insert into discount_redemptions (id, order_id, user_id, discount_code_id, amount_clp, created_at)
   select id, id, person, md5('code' || case when number % 20 = 0 and number <= 20000 then number else 20 end)::uuid, 1000, at
   from numbered where number % 10 = 0 order by number desc`,
  `insert into discount_code_totals (discount_code_id, paid_orders, revenue_clp, discount_clp)
   select discount_code_id, count(*), sum(total), sum(amount_clp) from discount_redemptions join numbered using (id) group by 1`,
  `insert into quotations (id, user_id, number, idempotency_key, issued_at, valid_until, subtotal_clp, discount_clp, total_clp, net_clp, vat_clp,
     seller_name, seller_rut, seller_address, seller_email, buyer_name, buyer_email, terms_version)
   select id, person, 'COT-B-' || number, id, at, at + interval '15 days', total, 0, total, total, 0,
     'Alhena', '76.000.000-0', 'Santiago', 'ventas@example.cl', 'Persona', 'persona@example.cl', '1'
   from numbered where number % 10 = 3 order by number desc`,
  // Sessions of the last week have no date yet.
  `insert into workshop_sessions (order_item_id, starts_at, minutes, place, created_at)
   select id, at + interval '14 days', 240, 'Santiago', at from numbered where workshop and status = 'paid' and at < now() - interval '7 days'`,
  `insert into webhook_endpoints (id, url, events) values (md5('endpoint')::uuid, 'https://receptor.example/alhena', '{order.paid}')`,
  `insert into webhook_events (id, type, occurred_at, data) select id, 'order.paid', at, '{}' from numbered where number % 10 = 5 order by number desc`,
  `insert into webhook_deliveries (id, endpoint_id, event_id, seq, status, attempts, next_attempt_at, created_at)
   select id, md5('endpoint')::uuid, id, number, case when number % 1000 = 5 then 'failed' else 'delivered' end, 1, null, at
   from numbered where number % 10 = 5 order by number desc`,
  `insert into analytics_events (created_at, session_id, event_type, event_data, page_url, notice_version)
   select at, md5('visit' || number)::uuid, (array['page_view', 'plp_view', 'plp_card_view', 'add_to_cart_self', 'plp_search'])[kind],
     case when kind in (3, 4) then jsonb_build_object('product_id', product) else '{}' end,
     case when kind = 1 and number % 3 = 0 then '/checkout' else '/' end, 1
   from numbered cross join generate_series(1, 5) kind order by number desc, kind`,
  `insert into audit_log (at, actor_kind, actor_user_id, action, entity, entity_id, before, after)
   select at, 'user', person, (array['access_invited', 'access_revoked', 'order_refunded', 'access_refused'])[1 + number % 4],
     case when number % 4 = 2 then 'orders' else 'user_accesses' end, id::text, jsonb_build_object('status', 'active'),
     jsonb_build_object('status', 'revoked', 'invitee_name', case when number % 100000 = 77 then 'Quillagua' when number % 10 = 0 then 'Rosa' else 'Ana' end)
   from numbered order by number desc`,
  // Counts as the triggers maintain them.
  'update assessments set paid_seats = sold.seats from (select product, sum(case when team then 20 else 1 end) as seats from numbered group by 1) sold where id = product',
  'drop table numbered, people, sums',
]
