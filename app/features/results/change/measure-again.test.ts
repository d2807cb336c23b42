import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { previewList } from '#app/features/accesses/invitations/invitation-list.server.ts'
import { findRepeatedList, prepareRepeatedList } from '#app/features/accesses/invitations/repeated-list.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { answerAll, invitePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, type TestProfile } from '#tests/support/factories.ts'
import { findMeasureAgain } from './measure-again.server.ts'

let database: TestDatabase
let product: { id: string }
beforeAll(async () => {
  database = await cloneDatabase()
  product = await createProduct(database.ownerPool, { questionnaireId: 'agilidad', basePriceClp: 100_000 })
  await rows(
    `insert into discount_codes (code, name, type, value, valid_from) values ('GRATIS', 'GRATIS', 'percentage', 100, '2026-01-01')`,
  )
})
afterAll(() => database.close())

async function rows(text: string, ...values: unknown[]) {
  return (await database.ownerPool.query(text, values)).rows
}

/** A purchase whose buyer set targets and invited six people. */
async function measure(buyer: TestProfile, mode = 'nominative') {
  const purchase = { userId: buyer.id, productId: product.id, seats: 8, mode: 'business' } as const
  const { item_id: itemId } = await createPaidItem(database.ownerPool, purchase)
  await rows(
    `update order_items set result_mode = $2, section_targets = '{"1": 5}', section_weights = '{"2": 3}', share_results = true,
       reporting_groups = '[{"name": "Comercial", "areas": ["Ventas"]}]' where id = $1`,
    itemId,
    mode,
  )
  const people = Array.from({ length: 6 }, (_, at) => ({
    area: 'Ventas',
    position: at === 0 ? 'gerente' : 'Vendedora',
  }))
  const accesses = await invitePeople(database.ownerPool, { itemId, userId: buyer.id }, people)
  await rows("update user_accesses set invitee_name = 'Rosa ' || department || ' Soto' where id = any ($1)", accesses)
  return { itemId, accesses }
}

/** Buys the line that the results page offers. @param repeats what the browser says that it measures again */
async function buyAgain(buyer: TestProfile, repeats: string | undefined) {
  const cart = cartOf({ id: product.id, basePriceClp: 100_000 }, { seats: 8, code: 'GRATIS', total: 0 })
  const choices = cart.choices.map(choice => ({ ...choice, repeats }))
  const placed = await checkOut(
    database.db,
    asSessionUser(buyer),
    { ...cart, choices, repeat: 'yes' },
    BOLETA,
    new Date(),
  )
  if (!placed.ok) throw new Error(JSON.stringify(placed.error))
  const [item] = await rows('select * from order_items where order_id = $1', placed.value.id)
  return item
}

it('a purchase is bought again with its seats, and takes over targets, importance, sharing and who reads the answers', async () => {
  const buyer = await createProfile(database.ownerPool)
  const { itemId } = await measure(buyer, 'confidential')
  const line = await findMeasureAgain(database.db, { userId: buyer.id, itemId })
  expect(line).toMatchObject({ product_id: product.id, mode: 'business', seats: 8, repeats: itemId, sold: true })
  expect(await buyAgain(buyer, line?.repeats)).toMatchObject({
    repeats_order_item_id: itemId,
    result_mode: 'confidential',
    section_targets: { 1: 5 },
    section_weights: { 2: 3 },
    share_results: true,
    reporting_groups: [{ name: 'Comercial', areas: ['Ventas'] }],
  })
})

it('its people are a list to look at, and nobody is invited before it is confirmed', async () => {
  const buyer = await createProfile(database.ownerPool)
  const earlier = await measure(buyer)
  await rows("update user_accesses set status = 'revoked' where id = $1", earlier.accesses[5])
  const { id: itemId } = await buyAgain(buyer, earlier.itemId)
  const invitations = () =>
    rows('select 1 from user_accesses where order_item_id = $1 and invited_by_user_id is not null', itemId)
  const owned = { userId: buyer.id, itemId }
  expect(await findRepeatedList(database.db, owned)).toMatchObject({ people: 5 })
  expect(await invitations()).toEqual([])
  const draftId = await prepareRepeatedList(database.db, owned)
  if (draftId === undefined) throw new Error('There is no list')
  const preview = await previewList(database.db, { ...owned, draftId, now: new Date() })
  expect(preview).toMatchObject({ confirmed: false, invites: 5 })
  const [draft] = await rows('select rows from invitation_drafts where id = $1', draftId)
  expect(draft.rows).toHaveLength(5)
  expect(draft.rows).toContainEqual(
    expect.objectContaining({ firstName: 'Rosa', lastName: 'Ventas Soto', role: 'Gerente', area: 'Ventas' }),
  )
  expect(await invitations()).toEqual([])
  // Whoever was invited meanwhile is not on it again.
  const [seated] = await rows('select email from user_accesses where id = $1', earlier.accesses[0])
  await rows(
    `insert into user_accesses (order_item_id, user_id, email, invited_by_user_id, expires_at)
     values ($1, $2, $3, $2, now() + interval '9 days')`,
    itemId,
    buyer.id,
    seated.email,
  )
  expect(await findRepeatedList(database.db, owned)).toMatchObject({ people: 4 })
})

it('nobody takes over another buyer’s purchase, whatever a browser sends', async () => {
  const [buyer, stranger] = [await createProfile(database.ownerPool), await createProfile(database.ownerPool)]
  const { itemId } = await measure(buyer, 'confidential')
  expect(await findMeasureAgain(database.db, { userId: stranger.id, itemId })).toBeUndefined()
  const bought = await buyAgain(stranger, itemId)
  expect(bought).toMatchObject({
    repeats_order_item_id: null,
    result_mode: 'nominative',
    section_targets: {},
    share_results: false,
  })
  const owned = { userId: stranger.id, itemId: bought.id }
  // Not even where the column names it.
  await rows('update order_items set repeats_order_item_id = $2 where id = $1', bought.id, itemId)
  expect(await findRepeatedList(database.db, owned)).toBeUndefined()
  expect(await prepareRepeatedList(database.db, owned)).toBeUndefined()
  // The database refuses it where the use case does not.
  const self = cartOf({ id: product.id, basePriceClp: 100_000 }, { mode: 'self', repeat: 'yes' })
  const pending = await checkOut(database.db, asSessionUser(stranger), self, BOLETA, new Date())
  const orderId = pending.ok ? pending.value.id : ''
  const insertAs = (userId: string) =>
    asActor(database.db, { kind: 'user', userId }, tx =>
      sql`insert into order_items (order_id, user_id, assessment_id, mode, seats, base_price_clp, unit_price_clp, subtotal_clp, total_clp,
          pricing_band, per_extra_rate, repeats_order_item_id)
        values (${orderId}, ${userId}, ${product.id}, 'business', 2, 1, 1, 1, 1, '1-10', 0, ${itemId})`.execute(tx),
    )
  await expect(insertAs(stranger.id)).rejects.toMatchObject({ constraint: 'order_items_repeats_own_item' })
})

it('is compared with what it repeats first, though another one had more of its people', async () => {
  const buyer = await createProfile(database.ownerPool)
  const [first, second] = [await measure(buyer), await measure(buyer)]
  const later = await buyAgain(buyer, first.itemId)
  const fields: { field: string }[] = await rows("select field from private.closed_fields('agilidad', 1)")
  const answers = Object.fromEntries(fields.map(({ field }) => [field, 3]))
  const answer = (ids: readonly string[]) =>
    answerAll(
      database.ownerPool,
      'agilidad',
      ids,
      ids.map(() => ({ answers })),
    )
  await answer(first.accesses.slice(0, 2))
  await answer(second.accesses)
  await answer(await invitePeople(database.ownerPool, { itemId: later.id, userId: buyer.id }, [{}, {}]))
  const found = await findConsolidated(database.db, buyer.id, later.id)
  expect(found?.baselines.map(({ order_item_id }) => order_item_id)).toEqual([first.itemId, second.itemId])
})
