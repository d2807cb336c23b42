import { afterAll, beforeAll, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { sellerNow } from '#app/platform/mail/shop.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'
import { openSubject } from './data-subject.test-support.ts'
import { exerciseRight } from './own-rights.server.ts'
import { findPersonalData } from './personal-data.server.ts'
import { isUnknown, planActionText } from './personal-data.ts'
import { personalDataDocument } from './personal-data-document.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const rowsOf = async (statement: string, ...values: unknown[]) =>
  (await database.ownerPool.query(statement, values)).rows

/** A purchase whose plan names somebody by a mailbox, somebody by a name alone, and somebody else. */
async function planned({ owner }: { owner: string }) {
  const buyer = await createProfile(database.ownerPool)
  const product = await findProduct(database.ownerPool)
  const item = await createPaidItem(database.ownerPool, { userId: buyer.id, productId: product.id, seats: 3 })
  const invited = await createInvitation(database.ownerPool, {
    itemId: item.item_id,
    userId: buyer.id,
    name: 'Rosa Díaz',
  })
  await rowsOf(
    `insert into plan_actions (order_item_id, access_id, title, position, owner_name, owner_email, due_on, note, created_at) values
       ($1, null, 'Ordenar la bodega', 0, 'Rosa', $2, '2026-12-21', 'Rosa tarda mucho', now()),
       ($1, null, 'Medir la calidad', 1, 'ROSA DÍAZ', null, null, '', now()),
       ($1, null, 'Contratar', 2, 'Luis Soto', 'luis@example.cl', null, '', now()),
       ($1, $3, 'Leer el glosario', 0, null, null, null, 'Partir por calidad', now())`,
    item.item_id,
    owner,
    item.owner_access_id,
  )
  return { buyer, item, invited }
}

const titlesOf = (data: Awaited<ReturnType<typeof findPersonalData>>) => data?.plan_actions.map(({ title }) => title)

it('the own data name the actions that somebody answers for, without what others noted about them', async () => {
  const mailbox = 'rosa.diaz@example.cl'
  const { invited, buyer } = await planned({ owner: mailbox })
  await rowsOf('update user_accesses set email = $2 where id = $1', invited.id, mailbox)
  const own = await findPersonalData(database.db, await openSubject(database, mailbox))
  expect(titlesOf(own)).toEqual(['Ordenar la bodega', 'Medir la calidad'])
  expect(JSON.stringify(own)).not.toContain('tarda mucho')
  if (!own) throw new Error('There are no data')
  expect(own.plan_actions.map(planActionText)).toEqual([
    'Ordenar la bodega. Para el 21-12-2026: Por hacer',
    'Medir la calidad. Sin fecha: Por hacer',
  ])
  const { content } = personalDataDocument({
    data: own,
    answers: new Map(),
    actionText: String,
    mailText: String,
    seller: sellerNow(),
    brand: 'Alhena',
    now: new Date(),
  })
  const section = content.sections.find(({ title }) => title === 'Acciones de planes')
  expect(section?.facts.map(({ value }) => value)).toEqual(own.plan_actions.map(planActionText))
  // The buyer's are those of the own plan, with its note.
  const buyers = await findPersonalData(database.db, { kind: 'user', userId: buyer.id })
  expect(buyers?.plan_actions).toMatchObject([{ own: true, title: 'Leer el glosario', note: 'Partir por calidad' }])
})

it('somebody whom a plan alone names is known, and takes the name out of it', async () => {
  const mailbox = 'tercera@example.cl'
  const { item } = await planned({ owner: mailbox })
  const subject = await openSubject(database, mailbox)
  const own = await findPersonalData(database.db, subject)
  expect(own && isUnknown(own)).toBe(false)
  expect(titlesOf(own)).toEqual(['Ordenar la bodega'])
  const erase = () =>
    exerciseRight(database.db, subject, { intent: 'erase', access_id: null, word: 'BORRAR' }, new Date())
  expect(await erase()).toBe('Quitamos tu nombre de 1 acción de un plan.')
  expect(
    await rowsOf(
      'select title, owner_name from plan_actions where order_item_id = $1 and access_id is null order by position',
      item.item_id,
    ),
  ).toEqual([
    { title: 'Ordenar la bodega', owner_name: null },
    { title: 'Medir la calidad', owner_name: 'ROSA DÍAZ' },
    { title: 'Contratar', owner_name: 'Luis Soto' },
  ])
  await expect(erase()).rejects.toThrow('No había nada que cambiar.')
})

it('no plan is told to anybody else', async () => {
  await planned({ owner: 'otra@example.cl' })
  const stranger = await createProfile(database.ownerPool)
  expect(titlesOf(await findPersonalData(database.db, { kind: 'user', userId: stranger.id }))).toEqual([])
  const told = asActor(database.db, { kind: 'user', userId: stranger.id }, tx =>
    tx.selectFrom('plan_actions').select('id').execute(),
  )
  expect(await told).toEqual([])
})
