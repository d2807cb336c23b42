import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type List, readList } from '#app/lists/define-list.ts'
import type { ListSource } from '#app/lists/list-query.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { createPaidItem, createProfile, findProduct } from './support/factories.ts'

// Every order of every declared list: its column is never null and has an index, and its pages are found with and without a search.

/** The table whose column each list sorts; another one for some columns. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accesos: { '*': 'user_accesses' },
  auditoria: { '*': 'audit_log' },
  catalogo: { '*': 'assessments' },
  categorias: { '*': 'categories' },
  clientes: { '*': 'profiles', spent_clp: 'client_totals' },
  contracargos: { '*': 'chargebacks' },
  cotizaciones: { '*': 'quotations' },
  descuentos: { '*': 'discount_codes' },
  diferencias: { '*': 'reconciliation_differences' },
  'documentos-tributarios': { '*': 'tax_documents' },
  empresas: { '*': 'companies' },
  libro: { '*': 'ledger_entries' },
  opiniones: { '*': 'reviews' },
  ordenes: { '*': 'orders' },
  'solicitudes-de-datos': { '*': 'data_requests' },
  transferencias: { '*': 'bank_lines' },
}
/** Those of one object's rows, whose indexes begin with that object, and of purchases of workshops, which are found by a function. */
const OF_AN_OBJECT = ['envios', 'usos', 'sesiones']

type Source = ListSource<{ id: string }, Record<string, never>, string, object>
type AnyList = List<{ id: string }>

const isSource = (value: unknown): value is Source =>
  typeof value === 'object' && value !== null && 'batches' in value && 'page' in value
const isList = (value: unknown): value is AnyList =>
  typeof value === 'object' && value !== null && 'sortColumn' in value && 'sorts' in value

let database: TestDatabase
let admin: Actor
const sources: Source[] = []
const lists: AnyList[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  const product = await findProduct(database.ownerPool)
  for (const [first_name, seats] of [
    ['Zulema', 2],
    ['Álvaro', 3],
    ['andrea', 1],
  ] as const) {
    const { id } = await createProfile(database.ownerPool, { first_name, last_name: 'Sur' })
    await createPaidItem(database.ownerPool, { userId: id, productId: product.id, seats })
  }
  const modules = {
    ...import.meta.glob<Record<string, unknown>>('/app/features/**/*-list.server.ts'),
    ...import.meta.glob<Record<string, unknown>>('/app/features/**/*-list.tsx'),
  }
  for (const load of Object.values(modules)) {
    for (const exported of Object.values(await load())) {
      if (isSource(exported)) sources.push(exported)
      else if (isList(exported)) lists.push(exported)
    }
  }
}, 60_000)
afterAll(() => database.close())

const addressOf = (sort: string, search: string) =>
  new URL(`http://shop.test/x?periodo=todo&sort=${sort}&search=${search}`)

describe('every order of a list', () => {
  it('is one of a declared list with its queries', () => {
    expect(lists.length).toBeGreaterThanOrEqual(18)
    expect(lists.map(({ name }) => name).filter(name => !sources.some(({ list }) => list.name === name))).toEqual([])
  })

  it('finds its pages, with and without a search', async () => {
    const failed: string[] = []
    for (const source of sources.filter(({ scope }) => scope === undefined)) {
      for (const { key } of source.list.sorts) {
        for (const search of ['', 'sur']) {
          const { query } = readList(source.list, addressOf(key, search), new Date())
          await asActor(database.db, admin, tx => source.page(tx, query)).catch((error: unknown) => {
            failed.push(`${source.list.name} ${key} ${search}: ${error}`)
          })
        }
      }
    }
    expect(failed).toEqual([])
  }, 60_000)

  it('has an index that ends with the id, on a column that is never null', async () => {
    const { rows } = await database.ownerPool.query<{ name: string; column: string; good: boolean }>(
      `select relation.relname as name, attribute.attname as column, attribute.attnotnull and exists (
         select from pg_index where indrelid = relation.oid and indpred is null and indkey[0] = attribute.attnum
           and (indisunique and indnkeyatts = 1 or indkey[1] = (
             select attnum from pg_attribute where attrelid = relation.oid and attname = 'id'))) as good
       from pg_class relation join pg_attribute attribute on attribute.attrelid = relation.oid and attnum > 0
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    const good = new Set(rows.filter(row => row.good).map(row => `${row.name}.${row.column}`))
    const sorted = lists
      .filter(({ name }) => !OF_AN_OBJECT.includes(name))
      .flatMap(({ name, sorts }) =>
        sorts.map(({ column }) => `${TABLES[name]?.[column] ?? TABLES[name]?.['*']}.${column}`),
      )
    expect(sorted.length).toBeGreaterThan(40)
    expect([...new Set(sorted)].filter(column => !good.has(column))).toEqual([])
  })
})

describe('orders by name', () => {
  const namesOf = async (list: string, sort: string, search = '') => {
    const source = sources.find(known => known.list.name === list)
    if (!source) throw new Error(`No list ${list}`)
    const { query } = readList(source.list, addressOf(sort, search), new Date())
    const { rows } = await asActor(database.db, admin, tx => source.page(tx, query))
    return rows.map(row => JSON.stringify(row)).flatMap(row => /Zulema|Álvaro|andrea/.exec(row)?.[0] ?? [])
  }

  it('take no notice of capitals and accents', async () => {
    const byName = ['Álvaro', 'andrea', 'Zulema']
    for (const list of ['ordenes', 'clientes'] as const) {
      const sort = list === 'ordenes' ? 'cliente' : 'nombre'
      expect(await namesOf(list, sort), list).toEqual(byName)
      expect(await namesOf(list, sort, 'sur'), list).toEqual(byName)
      expect(await namesOf(list, `${sort}-z`), list).toEqual(byName.toReversed())
    }
  })

  it('follow a changed name', async () => {
    await database.ownerPool.query("update profiles set first_name = 'Xenia' where first_name = 'Álvaro'")
    expect(await namesOf('ordenes', 'cliente')).toEqual(['andrea', 'Zulema'])
    const { rows } = await database.ownerPool.query(
      "select distinct client_name from orders where client_name like 'x%'",
    )
    expect(rows).toEqual([{ client_name: 'xenia sur' }])
  })
})

it('orders can be sorted by people, number and state', async () => {
  const source = sources.find(({ list }) => list.name === 'ordenes')
  if (!source) throw new Error('No list of orders')
  for (const [sort, column] of [
    ['mas-personas', 'seats'],
    ['numero', 'order_number'],
    ['estado', 'status'],
  ] as const) {
    const { query } = readList(source.list, addressOf(sort, ''), new Date())
    const page = await asActor(database.db, admin, tx => source.page(tx, query))
    const values = page.rows.map(row => Reflect.get(row, column))
    const ordered = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
    expect(values, sort).toEqual(sort.startsWith('mas') ? ordered.toReversed() : ordered)
  }
})
