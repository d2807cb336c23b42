import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AdminActor,
  importStatement,
  storeStatement,
} from '#app/features/bank-statements/import/import-statement.server.ts'
import { listAccounts } from '#app/features/bank-statements/import/statements.server.ts'
import { setAside } from '#app/features/bank-statements/lines/decide-line.server.ts'
import { readList } from '#app/kit/lists/define-list.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { createUploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { bankLineRows } from './bank-line-list.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let actor: AdminActor
beforeAll(async () => {
  database = await cloneDatabase(2)
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  for (const [account, ...lines] of STATEMENTS) {
    const file = new File([['Fecha;Glosa;Abono', ...lines].join('\n')], 'cartola.csv')
    const statementId = await storeStatement({ db: database.db, uploads }, { actor, account, file, now: NOW })
    await importStatement(database.db, { actor, statementId, now: NOW })
  }
})
const uploads = createUploadReader({ warn: () => undefined })
afterAll(async () => {
  await uploads.close()
  await database.close()
})

const STATEMENTS = [
  ['Banco Uno', '19/11/2026;TRANSF 0761920839 EMPRESA;590.000', '20/11/2026;Abono de Núñez;149.990'],
  ['Banco Dos', '21/11/2026;Abono de Pérez;149.990'],
] as const

const list = (query: string) =>
  asActor(database.db, actor, async tx => {
    const { query: read } = readList(bankLineRows.list, new URL(`http://x/?${query}`), NOW)
    const page = await bankLineRows.page(tx, read)
    const { matching } = await bankLineRows.count(tx, read)
    expect(matching).toBe(page.rows.length)
    return page.rows
  })
const texts = async (query: string) => (await list(query)).map(({ description }) => description)

it('finds credits by their text, RUT and amount as people write them, the newest first', async () => {
  expect(await texts('')).toEqual(['Abono de Pérez', 'Abono de Núñez', 'TRANSF 0761920839 EMPRESA'])
  expect(await texts('search=nunez')).toEqual(['Abono de Núñez'])
  expect(await texts('search=76.192.083-9')).toEqual(['TRANSF 0761920839 EMPRESA'])
  expect(await texts('search=%24149.990')).toEqual(['Abono de Pérez', 'Abono de Núñez'])
  expect(await texts('sort=menor-monto&search=abono')).toHaveLength(2)
  expect(await texts('search=nada')).toEqual([])
})

it('filters by state, account and days in Santiago', async () => {
  const [line] = await list('search=nunez')
  await setAside(database.db, { actor, lineId: line?.id ?? '', note: 'No es venta', now: NOW })
  expect(await texts('')).toHaveLength(2)
  expect(await texts('estado=set_aside')).toEqual(['Abono de Núñez'])
  expect(await texts('estado=set_aside&search=abono')).toEqual(['Abono de Núñez'])
  expect(await texts('estado=all')).toHaveLength(3)
  expect(await texts('estado=surplus')).toEqual([])
  const accounts = await asActor(database.db, actor, listAccounts)
  expect(accounts.map(({ name }) => name)).toEqual(['Banco Dos', 'Banco Uno'])
  expect(await texts(`cuenta=${accounts[0]?.id}`)).toEqual(['Abono de Pérez'])
  expect(await texts(`cuenta=${accounts[0]?.id}&search=transf`)).toEqual([])
  const days = 'periodo=fechas&desde=2026-11-20&hasta=2026-11-21&estado=all'
  expect(await texts(days)).toEqual(['Abono de Pérez', 'Abono de Núñez'])
  expect(await texts(`${days}&search=transf`)).toEqual([])
})
