import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessChoices } from '#app/features/accesses/admin/admin-access-list.server.ts'
import { auditChoices } from '#app/features/audit/admin/audit-list.server.ts'
import { listInOrder } from '#app/features/catalogue/admin/categories.server.ts'
import { productChoices } from '#app/features/discounts/admin/discount-list.server.ts'
import { listQuestionnaires } from '#app/features/questionnaires/drafts/drafts.server.ts'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import { readList } from '#app/kit/lists/define-list.ts'
import { savedViewsOf } from '#app/kit/lists/saved-views.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { type AnyList, addressOf, loadLists, type Source, sortedColumns } from './support/declared-lists.ts'
import { createPaidItem, createProduct, createProfile } from './support/factories.ts'

// Lists that people read by name are in the order of a Spanish dictionary: accents and capitals do not separate, 'ñ' follows 'n'.

const NAMES = ['Ábaco', 'Ética', 'Madurez e', 'Madurez O', 'nube', 'ñandú', 'Uso', 'zapato']
/** As they are inserted, and in no order that a list could have. */
const SHUFFLED = ['Uso', 'ñandú', 'Madurez O', 'zapato', 'Ética', 'nube', 'Madurez e', 'Ábaco']

/** Columns that queries sort by and that hold no Spanish: codes, numbers, addresses and keys. */
const PLAIN = new Set(
  'action billing_rut code email entity event field id key kind label line_key mode number order_number path questionnaire_id size slug sound state status step subject token'.split(
    ' ',
  ),
)
/** Names that the program gives, and columns that share their name with a sorted one and are sorted by nowhere. */
const NEVER_READ_SORTED =
  /^(secrets|alerts|staff_tables|schema_migrations)\.name$|^workshop_sessions\.place$|^assessment_runs\.position$|^staff_permissions\.area$|^data_requests\.person_name$/

let database: TestDatabase
let staff: Extract<Actor, { kind: 'admin' }>
let lists: AnyList[]
let sources: Source[]

beforeAll(async () => {
  database = await cloneDatabase()
  const { ownerPool } = database
  staff = { kind: 'admin', userId: (await createProfile(ownerPool, { role: 'admin' })).id }
  ;({ lists, sources } = await loadLists())
  const { id: productId } = await createProduct(ownerPool)
  for (const [at, name] of SHUFFLED.entries()) {
    const userId = (await createProfile(ownerPool, { first_name: name, last_name: '', role: 'admin' })).id
    const item = await createPaidItem(ownerPool, { userId, productId, company: name })
    await ownerPool.query('update user_accesses set invitee_name = $2 where id = $1', [item.owner_access_id, name])
    const product = await createProduct(ownerPool)
    await ownerPool.query('update assessments set name = $2, paid_seats = 1 where id = $1', [product.id, name])
    await ownerPool.query("insert into discount_codes (code, name, type, value) values ($2, $1, 'percentage', 10)", [
      name,
      `ORDEN-${at}`,
    ])
    await ownerPool.query(
      "insert into saved_views (user_id, path, name, query, created_at) values ($1, '/admin/orders', $2, 'sort=total', now())",
      [staff.userId, name],
    )
    await ownerPool.query(
      `insert into quotations (user_id, idempotency_key, issued_at, valid_until, subtotal_clp, discount_clp, total_clp, net_clp, vat_clp,
         seller_name, seller_rut, seller_address, seller_email, buyer_name, buyer_email, terms_version)
       values ($1, gen_random_uuid(), now(), now() + interval '10 days', 1190, 0, 1190, 1000, 190, 'x', '76192083-9', 'x', 'a@b.cl', $2, 'c@d.cl', '1')`,
      [userId, name],
    )
    await ownerPool.query('insert into questionnaires (id) values ($1)', [`orden-${at}`])
    await ownerPool.query(
      "insert into questionnaire_drafts (questionnaire_id, content) values ($1, jsonb_build_object('title', $2::text))",
      [`orden-${at}`, name],
    )
  }
  for (const [at, name] of SHUFFLED.entries()) {
    await ownerPool.query('insert into categories (name, slug) values ($1, $2)', [name, `categoria-${at}`])
  }
}, 60_000)
afterAll(() => database.close())

/** Those of the names that are in the rows, in their order. */
const namesIn = (rows: readonly unknown[]): string[] =>
  rows.flatMap(row => NAMES.find(name => JSON.stringify(row).includes(`"${name}"`)) ?? [])

describe('lists of the back office', () => {
  const BY_NAME = {
    accesos: 'nombre',
    catalogo: 'nombre',
    categorias: 'nombre',
    clientes: 'nombre',
    cotizaciones: 'cliente',
    descuentos: 'nombre',
    empresas: 'nombre',
    ordenes: 'cliente',
  }

  /** All rows of an order, from page to page. */
  async function rowsOf(list: string, sort: string, search = '') {
    const source = sources.find(known => known.list.name === list)
    if (!source) throw new Error(`No list ${list}`)
    const { query } = readList(source.list, addressOf(sort, search), new Date())
    const found: unknown[] = []
    let after: string | undefined
    do {
      const page = await asActor(database.db, staff, tx => source.page(tx, Object.assign(query, { size: 3, after })))
      found.push(...page.rows)
      after = page.next
    } while (after !== undefined)
    return found
  }

  it.each(Object.entries(BY_NAME))(
    '%s are in the order of the dictionary, both ways, over pages',
    async (list, sort) => {
      expect(namesIn(await rowsOf(list, sort))).toEqual(NAMES)
      expect(namesIn(await rowsOf(list, `${sort}-z`))).toEqual(NAMES.toReversed())
    },
  )

  it('are so when they are searched', async () => {
    for (const [list, sort] of Object.entries(BY_NAME)) {
      expect(namesIn(await rowsOf(list, sort, 'madurez')), list).toEqual(['Madurez e', 'Madurez O'])
      expect(namesIn(await rowsOf(list, sort, 'etica')), list).toEqual(['Ética'])
    }
  })

  it('of every name are among them', () => {
    const named = lists.filter(({ sorts }) => sorts.some(({ column }) => /(^|_)name$/.test(column)))
    expect(named.map(({ name }) => name).toSorted()).toEqual(Object.keys(BY_NAME))
  })
})

it('choices of forms are in the order of the dictionary', async () => {
  const found = await asActor(database.db, staff, async tx => {
    const access = await accessChoices(tx, {})
    return {
      products: access.products,
      clients: access.clients,
      discounted: await productChoices(tx),
      questionnaires: await listQuestionnaires(tx),
      categories: await listInOrder(tx),
      staff: (await auditChoices(tx, undefined)).people,
      views: await savedViewsOf(tx, '/admin/orders'),
    }
  })
  for (const [choices, rows] of Object.entries(found)) expect(namesIn(rows), choices).toEqual(NAMES)
})

it('the program sorts texts in the same order', () => {
  expect(SHUFFLED.toSorted(compareTexts)).toEqual(NAMES)
  expect(['Área 10', 'area 9', 'Área 1'].toSorted(compareTexts)).toEqual(['Área 1', 'area 9', 'Área 10'])
})

it('the program compares by its own kernel, but for days and ids', async () => {
  const found = (await sourcesIn('app', 'server')).filter(({ source }) => source.includes('localeCompare('))
  expect(found.map(({ file }) => file).toSorted()).toEqual([
    'app/features/bank-statements/matching/settle-lines.server.ts',
    'app/features/cart/held-prices.ts',
  ])
})

describe('a column of texts that something is sorted by', () => {
  const columns = new Map<string, string[]>()
  const collations = new Map<string, string>()

  beforeAll(async () => {
    const { rows } = await database.ownerPool.query<{ table: string; column: string; collation: string }>(
      `select relation.relname as table, attribute.attname as column, collname as collation
       from pg_class relation join pg_attribute attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
         join pg_collation on pg_collation.oid = attcollation
       where relkind = 'r' and atttypid = 'text'::regtype and relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)`,
    )
    for (const { table, column, collation } of rows) {
      columns.set(column, [...(columns.get(column) ?? []), `${table}.${column}`])
      collations.set(`${table}.${column}`, collation)
    }
  })

  /** Those of the columns ('table.column') that hold Spanish and sort by bytes. */
  const sortedByBytes = (names: readonly string[]) =>
    names.filter(
      name =>
        collations.has(name) &&
        collations.get(name) !== 'es-x-icu' &&
        !PLAIN.has(name.split('.')[1] ?? '') &&
        !NEVER_READ_SORTED.test(name),
    )

  it('of a declared list is in the Spanish order', () => {
    expect(sortedByBytes(sortedColumns(lists))).toEqual([])
  })

  it('in any query is in the Spanish order', async () => {
    const sorted = new Set((await sourcesIn('app', 'db/schema')).flatMap(({ source }) => sortsIn(source)))
    expect(sorted.size).toBeGreaterThan(50)
    expect(sortedByBytes([...sorted].flatMap(column => columns.get(column) ?? []))).toEqual([])
  })
})

/** The sources in some folders, without tests. */
async function sourcesIn(...folders: string[]): Promise<{ file: string; source: string }[]> {
  const root = join(import.meta.dirname, '..')
  const names = folders.flatMap(folder => globSync(`${folder}/**/*.{ts,tsx,sql}`, { cwd: root }))
  const files = names.filter(name => !/\.test(-support)?\./.test(name))
  return Promise.all(files.map(async file => ({ file, source: await readFile(join(root, file), 'utf8') })))
}

/** The columns that the queries of a source sort by, without their tables. Expressions are left out. */
const sortsIn = (source: string): string[] => [
  ...[...source.matchAll(/\.orderBy\(\s*'([\w.]+)'/g)].map(([, name = '']) => name.split('.').at(-1) ?? ''),
  ...[
    ...source.matchAll(/\border by ((?:"?\w+"?\.)?"?\w+"?(?: desc| asc)?(?:, (?:"?\w+"?\.)?"?\w+"?(?: desc| asc)?)*)/g),
  ].flatMap(([, list = '']) =>
    list.split(', ').map(
      part =>
        part
          .replace(/ (desc|asc)$/, '')
          .replaceAll('"', '')
          .split('.')
          .at(-1) ?? '',
    ),
  ),
]
