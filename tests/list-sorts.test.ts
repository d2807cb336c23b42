import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compareTexts } from '#app/kernel/spanish-order.ts'
import { readList } from '#app/kit/lists/define-list.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { LIST_END } from '#app/platform/database/page-cursor.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { type AnyList, addressOf, loadLists, type Source, sortedColumns } from './support/declared-lists.ts'
import { createPaidItem, createProfile, findProduct } from './support/factories.ts'

// Every order of every declared list: its column is never null and has an index, and its pages are found with and without a search.

let database: TestDatabase
let admin: Actor
let sources: Source[]
let lists: AnyList[]

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
  ;({ lists, sources } = await loadLists())
}, 60_000)
afterAll(() => database.close())

describe('every order of a list', () => {
  it('is one of a declared list with its queries', () => {
    expect(lists.length).toBeGreaterThanOrEqual(18)
    expect(lists.map(({ name }) => name).filter(name => !sources.some(({ list }) => list.name === name))).toEqual([])
  })

  it('finds its pages, with and without a search', async () => {
    const failed: string[] = []
    for (const source of sources.filter(({ parent }) => parent === undefined)) {
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
    const sorted = sortedColumns(lists)
    expect(sorted.length).toBeGreaterThan(35)
    expect(sorted.filter(column => !good.has(column))).toEqual([])
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
      "select distinct client_name from orders where client_name like 'X%'",
    )
    expect(rows).toEqual([{ client_name: 'Xenia Sur' }])
  })
})

it('rows without a day are last in both orders by it, on every page of them', async () => {
  await database.ownerPool.query(
    `insert into companies (key, name, last_paid_at) select 'orden ' || n, 'Orden ' || n,
       case when n <= 3 then '2026-01-01'::timestamptz + n * interval '1 day' end from generate_series(1, 5) n`,
  )
  const source = sources.find(({ list }) => list.name === 'empresas')
  if (!source) throw new Error('No list of companies')
  const namesOf = async (sort: string, search: string, back: boolean) => {
    const url = addressOf(sort, search)
    if (back) url.searchParams.set('before', LIST_END)
    const pages: string[][] = []
    for (let page = 0; page < 9; page += 1) {
      const { query } = readList(source.list, url, new Date())
      query.size = 2
      const found = await asActor(database.db, admin, tx => source.page(tx, query))
      pages.push(found.rows.map(row => String(Reflect.get(row, 'name'))))
      const cursor = back ? found.previous : found.next
      if (cursor === undefined) break
      url.searchParams.set(back ? 'before' : 'after', cursor)
    }
    return (back ? pages.toReversed() : pages).flat().filter(name => name.startsWith('Orden'))
  }
  for (const search of ['', 'orden']) {
    const newest = await namesOf('ultimo-reciente', search, false)
    const oldest = await namesOf('ultimo-antiguo', search, false)
    expect(newest.slice(0, 3), search).toEqual(['Orden 3', 'Orden 2', 'Orden 1'])
    expect(oldest.slice(0, 3), search).toEqual(['Orden 1', 'Orden 2', 'Orden 3'])
    expect(newest.slice(3).toSorted(compareTexts)).toEqual(['Orden 4', 'Orden 5'])
    expect(oldest.slice(3)).toEqual(newest.slice(3).toReversed())
    expect(await namesOf('ultimo-reciente', search, true)).toEqual(newest)
    expect(await namesOf('ultimo-antiguo', search, true)).toEqual(oldest)
  }
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
