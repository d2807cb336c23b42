import { afterAll, beforeAll, expect, it } from 'vitest'
import { productOptions, productsOnSaleOptions } from '#app/features/catalogue/admin/product-list.server.ts'
import { companyOptions } from '#app/features/clients/admin/company-list.server.ts'
import { clientOptions } from '#app/features/clients/clients.server.ts'
import { listReaders } from '#app/features/texts/mail-preview.server.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'

const NOW = new Date('2026-11-21T15:00:00Z')

let database: TestDatabase
let admin: Extract<Actor, { kind: 'admin' }>
let buyer: TestProfile

beforeAll(async () => {
  database = await cloneDatabase()
  admin = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
  buyer = await createProfile(database.ownerPool, { first_name: 'Millaray', last_name: 'Huenchumil' })
  await database.ownerPool.query("update profiles set company = 'Ñirehuao SpA' where id = $1", [buyer.id])
})
afterAll(() => database.close())

const find = (finder: typeof clientOptions | typeof companyOptions, search: string, actor: Actor = admin) =>
  asActor(database.db, actor, tx => finder(tx, { search, limit: 20, now: NOW }))

it('find clients and companies by the beginnings of their words, for the staff alone', async () => {
  const client = { value: buyer.id, label: 'Millaray Huenchumil · Ñirehuao SpA', detail: buyer.email }
  expect(await find(clientOptions, 'huenchu mill')).toEqual([client])
  expect(await find(companyOptions, 'nireh')).toMatchObject([{ label: 'Ñirehuao SpA' }])
  expect(await find(clientOptions, "'; --")).toEqual([])
  const stranger = { kind: 'user', userId: (await createProfile(database.ownerPool)).id } as const
  expect(await find(clientOptions, 'huenchu', stranger)).toEqual([])
  expect(await find(companyOptions, 'nireh', stranger)).toEqual([])
})

it('find products, and those on sale alone', async () => {
  const { name, id } = await createProduct(database.ownerPool)
  const labels = async (finder: typeof productOptions) =>
    (await asActor(database.db, admin, tx => finder(tx, { search: name, limit: 20, now: NOW }))).map(
      found => found.label,
    )
  expect(await labels(productOptions)).toContain(name)
  expect(await labels(productsOnSaleOptions)).toContain(name)
  await database.ownerPool.query("update assessments set status = 'draft' where id = $1", [id])
  expect(await labels(productOptions)).toContain(name)
  expect(await labels(productsOnSaleOptions)).not.toContain(name)
})

it('find recipients of one kind of mail whose data are kept', async () => {
  const insert = (template: string, recipient: string, params: object) =>
    database.ownerPool.query('insert into mails (template, recipient, params) values ($1, $2, $3)', [
      template,
      recipient,
      params,
    ])
  await insert('quotation', 'millaray@nirehuao.example', { nombre: 'Millaray' })
  await insert('quotation', 'ayelen@nirehuao.example', {})
  await insert('order_receipt', 'otra@nirehuao.example', { nombre: 'Otra' })
  const recipients = async (search: string) =>
    (await listReaders(database, { editor: admin, key: 'quotation', search })).real.map(
      ({ label }) => label.split(',')[0],
    )
  expect(await recipients('nirehuao')).toEqual(['millaray@nirehuao.example'])
  expect(await recipients('mill')).toEqual(['millaray@nirehuao.example'])
  expect(await recipients('nadie')).toEqual([])
})
