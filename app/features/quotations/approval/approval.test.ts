import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedQuotation } from '#app/features/quotations/quotations.server.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { type Actor, asActor, VISITOR } from '#app/platform/database/actor.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { asSessionUser } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile } from '#tests/support/factories.ts'
import { createTestQuotation, quotationCartOf } from '#tests/support/quotations.ts'
import { wordAs } from '#tests/support/row-security.ts'
import { findLink, findReplies, ownLink } from './approval.server.ts'
import { LINK_TEXTS, MAX_REPLIES, type NewReply } from './approval.ts'
import { replyToQuotation } from './reply-to-quotation.server.ts'
import { shareQuotation, withdrawLink } from './share-quotation.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const NOT_VALID = 'Solo se comparte una cotización vigente.'
const APPROVED_BEFORE = 'Alguien ya aprobó esta cotización. Abajo ves quién y cuándo.'
const OVER = new Date('2026-12-07T03:00:00Z')

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase(10)
})
afterAll(() => database.close())

/** A quotation of a new buyer, with its open link. */
async function shared() {
  const buyer = asSessionUser(await createProfile(database.ownerPool))
  const product = await createProduct(database.ownerPool, { basePriceClp: 100_000 })
  const cart = quotationCartOf([{ product_id: product.id, mode: 'business', seats: 11 }], 300_000)
  const quotationId = await createTestQuotation(database.db, buyer, cart, NOW)
  return { buyer, quotationId, linkHash: await linkOf(buyer.id, quotationId) }
}

async function linkOf(userId: string, quotationId: string): Promise<string> {
  return digestOf(await shareQuotation(database.db, { userId, quotationId, now: NOW }))
}

const APPROVAL: Omit<NewReply, 'id'> = {
  kind: 'approved',
  name: 'Carla Soto',
  job_role: 'Jefa de Compras',
  purchase_order: '4500012345',
  comment: null,
}
const COMMENT = {
  ...APPROVAL,
  kind: 'commented',
  job_role: null,
  purchase_order: null,
  comment: '¿Es por persona?',
} as const

const reply = (linkHash: string, body: Partial<NewReply> = {}, now = NOW) =>
  replyToQuotation(database.db, { linkHash, reply: { id: randomUUID(), ...APPROVAL, ...body }, now })
const withdraw = (userId: string, quotationId: string) => withdrawLink(database.db, { userId, quotationId, now: NOW })
const stateAt = async (linkHash: string, now: Date) =>
  (await asActor(database.db, { kind: 'approver', linkHash }, tx => findLink(tx, linkHash, now)))?.state
const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const repliesTo = (id: string) => rows('select kind, name from quotation_replies where quotation_id = $1', id)
const mailsTo = (email: string) =>
  rows("select params from mails where recipient = $1 and template = 'quotation_reply'", email)

describe('the link of a quotation', () => {
  it('is stored as a hash only, and a new one replaces it', async () => {
    const { buyer, quotationId, linkHash } = await shared()
    const newer = await linkOf(buyer.id, quotationId)
    expect(await rows('select token_hash from quotation_links where quotation_id = $1', quotationId)).toEqual([
      { token_hash: newer },
    ])
    expect(await stateAt(linkHash, NOW)).toBeUndefined()
    expect(await stateAt(newer, NOW)).toBe('open')
  })

  it('is made, seen and withdrawn by the owner alone', async () => {
    const { buyer, quotationId, linkHash } = await shared()
    const other = (await createProfile(database.ownerPool)).id
    await expect(shareQuotation(database.db, { userId: other, quotationId, now: NOW })).rejects.toThrow(NOT_VALID)
    expect(await withdraw(other, quotationId)).toBe(false)
    const seenBy = (userId: string) =>
      asActor(database.db, { kind: 'user', userId }, tx => ownLink(tx, userId, quotationId))
    expect([await seenBy(other), await seenBy(buyer.id)]).toEqual([undefined, { created_at: NOW }])
    expect(await stateAt(linkHash, NOW)).toBe('open')
  })

  it('shows the quotation until the quotation expires or the link is withdrawn', async () => {
    const { buyer, quotationId, linkHash } = await shared()
    expect(await stateAt(linkHash, OVER)).toBe('expired')
    await expect(shareQuotation(database.db, { userId: buyer.id, quotationId, now: OVER })).rejects.toThrow(NOT_VALID)
    await expect(reply(linkHash, {}, OVER)).rejects.toThrow(LINK_TEXTS.expired)
    expect(await withdraw(buyer.id, quotationId)).toBe(true)
    expect(await stateAt(linkHash, NOW)).toBe('withdrawn')
    await expect(reply(linkHash)).rejects.toThrow(LINK_TEXTS.withdrawn)
    expect(await repliesTo(quotationId)).toEqual([])
  })
})

it('gives the number of the purchase order to the order that was made before the approval', async () => {
  const { buyer, quotationId, linkHash } = await shared()
  const [made] = await rows(
    `insert into orders (user_id, quotation_id, order_number, subtotal_clp, total_clp, net_clp, vat_clp, idempotency_key,
       terms_version, terms_accepted_at)
     values ($1, $2, 'ORD-2026-777777', 119000, 119000, 100000, 19000, gen_random_uuid(), '1', now()) returning id`,
    buyer.id,
    quotationId,
  )
  const order = () => rows('select purchase_order from orders where id = $1', made?.id)
  await reply(linkHash, COMMENT)
  expect(await order()).toEqual([{ purchase_order: null }])
  await reply(linkHash)
  expect(await order()).toEqual([{ purchase_order: '4500012345' }])
})

describe('row-level security', () => {
  it('shows the holder of a link its quotation and nothing else', async () => {
    const { buyer, quotationId, linkHash } = await shared()
    const { quotationId: otherId, linkHash: otherHash } = await shared()
    await reply(linkHash)
    const holder: Actor = { kind: 'approver', linkHash }
    const read = (actor: Actor, id: string) =>
      asActor(database.db, actor, async tx => ({
        quotation: (await linkedQuotation(tx, id))?.lines.length,
        replies: (await findReplies(tx, id)).length,
      }))
    // The clock of the test database is today's, after which the quotation may have expired.
    await rows("update quotations set issued_at = now(), valid_until = now() + interval '5 days' where id = any ($1)", [
      quotationId,
      otherId,
    ])
    expect(await read(holder, quotationId)).toEqual({ quotation: 1, replies: 1 })
    const nothing = { quotation: undefined, replies: 0 }
    expect(await read(holder, otherId)).toEqual(nothing)
    expect(await read({ kind: 'approver', linkHash: otherHash }, quotationId)).toEqual(nothing)
    expect(await read(VISITOR, quotationId)).toEqual(nothing)
    for (const table of ['orders', 'profiles', 'quotation_links', 'mails', 'user_accesses', 'order_items']) {
      expect([table, await wordAs(database, holder, `select 1 from ${table}`)]).toEqual([table, 'done: 0'])
    }
    expect(await wordAs(database, holder, 'select 1 from quotations')).toBe('done: 1')
    await withdraw(buyer.id, quotationId)
    expect(await read(holder, quotationId)).toEqual(nothing)
  })

  it('lets only the shop record replies, and nobody change them', async () => {
    const { buyer, quotationId, linkHash } = await shared()
    await reply(linkHash)
    const insert = `insert into quotation_replies (id, quotation_id, user_id, kind, name, comment, created_at)
      values (gen_random_uuid(), '${quotationId}', '${buyer.id}', 'commented', 'Yo', 'Hola', now())`
    for (const actor of [VISITOR, { kind: 'approver', linkHash }, { kind: 'user', userId: buyer.id }] as const) {
      expect(await wordAs(database, actor, insert)).toContain('row-level security')
      expect(await wordAs(database, actor, "update quotation_replies set name = 'Otra'")).toContain('permission denied')
      expect(await wordAs(database, actor, 'delete from quotation_replies')).toContain('permission denied')
    }
  })
})

describe('a reply', () => {
  it('is recorded once per form, and mailed to the owner', async () => {
    const { buyer, quotationId, linkHash } = await shared()
    const id = randomUUID()
    await Promise.all([1, 2, 3].map(() => reply(linkHash, { id })))
    expect(await repliesTo(quotationId)).toEqual([{ kind: 'approved', name: 'Carla Soto' }])
    expect(await mailsTo(buyer.email)).toMatchObject([
      { params: { persona: 'Carla Soto', orden_compra: '4500012345', aprobada: true } },
    ])
  })

  it('of two approvals at once one counts', async () => {
    const { buyer, quotationId, linkHash } = await shared()
    const answers = await Promise.allSettled(['Carla', 'Diego', 'Elena'].map(name => reply(linkHash, { name })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(answers).toContainEqual({ status: 'rejected', reason: new Refusal(APPROVED_BEFORE) })
    expect(await repliesTo(quotationId)).toHaveLength(1)
    expect(await mailsTo(buyer.email)).toHaveLength(1)
    await expect(reply(linkHash, { ...COMMENT, kind: 'declined' })).rejects.toThrow(APPROVED_BEFORE)
  })

  it('and a withdrawal at once follow each other', async () => {
    for (let round = 0; round < 5; round++) {
      const { buyer, quotationId, linkHash } = await shared()
      const [answer, withdrawn] = await Promise.allSettled([reply(linkHash), withdraw(buyer.id, quotationId)])
      expect(withdrawn).toEqual({ status: 'fulfilled', value: true })
      expect(await repliesTo(quotationId)).toHaveLength(answer.status === 'fulfilled' ? 1 : 0)
      if (answer.status === 'rejected') expect(answer.reason).toEqual(new Refusal(LINK_TEXTS.withdrawn))
      expect(await stateAt(linkHash, NOW)).toBe('withdrawn')
    }
  })

  it('may comment and refuse before an approval, up to a number', async () => {
    const { quotationId, linkHash } = await shared()
    await reply(linkHash, { ...COMMENT, kind: 'declined' })
    for (let made = 1; made < MAX_REPLIES; made++) await reply(linkHash, COMMENT)
    await expect(reply(linkHash, COMMENT)).rejects.toThrow('Esta cotización ya tiene todas las respuestas que admite.')
    expect(await repliesTo(quotationId)).toHaveLength(MAX_REPLIES)
  })

  it('is deleted with the account of the owner', async () => {
    const { buyer, quotationId, linkHash } = await shared()
    await reply(linkHash)
    await rows('update profiles set deleted_at = now() where id = $1', buyer.id)
    expect(await repliesTo(quotationId)).toEqual([])
    await expect(reply(linkHash)).rejects.toThrow(LINK_TEXTS.not_found)
  })
})
