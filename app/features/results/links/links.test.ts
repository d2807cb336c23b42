import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { organisationsOf } from '#app/features/organisations/organisations.test-support.ts'
import { findConsolidated } from '#app/features/results/consolidated/find-consolidated.server.ts'
import { endOfDay } from '#app/kernel/dates.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { completePeople } from '#tests/support/completed-people.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createPaidItem, createProduct, createProfile, createRefund, findProduct } from '#tests/support/factories.ts'
import { publish } from '#tests/support/published-rounds.ts'
import { askAs } from '#tests/support/row-security.ts'
import { findLinkedResults } from './linked-results.server.ts'
import { findResultLinks, makeLinkForm, makeResultLink, revokeResultLink } from './manage-links.server.ts'
import { LINK_DAYS, MOST_LINKS } from './result-links.ts'

let database: TestDatabase
let productId: string
let fields: string[]
beforeAll(async () => {
  database = await cloneDatabase()
  productId = (await createProduct(database.ownerPool, { questionnaireId: 'agilidad' })).id
  const { rows } = await database.ownerPool.query("select field from private.closed_fields('agilidad', 1)")
  fields = rows.map(({ field }) => field)
})
afterAll(() => database.close())

type Item = { itemId: string; orderId: string; userId: string; questionnaireId: string }

async function buy(userId?: string, result: 'nominative' | 'confidential' = 'nominative'): Promise<Item> {
  const buyer = userId ?? (await createProfile(database.ownerPool)).id
  const made = await createPaidItem(database.ownerPool, { userId: buyer, productId, seats: 60, mode: 'business' })
  await database.ownerPool.query('update order_items set result_mode = $2 where id = $1', [made.item_id, result])
  return { itemId: made.item_id, orderId: made.order_id, userId: buyer, questionnaireId: 'agilidad' }
}

const complete = (item: Item, count: number, area = 'Legal') =>
  completePeople(
    database.ownerPool,
    item,
    Array.from({ length: count }, (_, one) => ({
      area,
      answers: Object.fromEntries(fields.map((field, at) => [field, 1 + ((one + at + ((one * at) % 3)) % 5)])),
    })),
  )

const NOW = new Date()
const make = ({ itemId, userId }: Pick<Item, 'itemId' | 'userId'>, days = 30, label = 'Directorio', now = NOW) =>
  makeResultLink(database.db, { userId, itemId, now, label, days })
async function made(item: Item, days = 30): Promise<string> {
  const token = await make(item, days)
  if (token === undefined) throw new Error('No link was made')
  return token
}
const open = (token: string) => findLinkedResults(database.db, token, { maxTexts: 50 })
const list = async ({ itemId, userId }: Pick<Item, 'itemId' | 'userId'>) =>
  (await findResultLinks(database.db, { userId, itemId, now: NOW })) ?? []
const revoke = ({ itemId, userId }: Pick<Item, 'itemId' | 'userId'>, link: string) =>
  revokeResultLink(database.db, { userId, itemId, link, now: NOW })
const rows = async (text: string, ...values: unknown[]) => (await database.ownerPool.query(text, values)).rows
const only = async (item: Item) => {
  const [link, ...others] = await list(item)
  if (!link || others.length > 0) throw new Error('There is not one link')
  return link
}

describe('a link to results', () => {
  it('shows the figures of its purchase, and is stored as a hash of 256 random bits', async () => {
    const item = await buy()
    await complete(item, 6)
    const token = await made(item)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const shown = await open(token)
    const own = await findConsolidated(database.db, item.userId, item.itemId, { maxTexts: 50 })
    expect(shown?.report.figures).toEqual(own?.figures)
    expect(shown?.report.participation).toMatchObject({ seats: 60, invited: 6, completed: 6, started: null })
    const [stored] = await rows('select * from private.result_links where order_item_id = $1', item.itemId)
    expect(stored.token_hash).toBe(digestOf(token))
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(
      await rows("select after from audit_log where entity_id = $1 and action = 'result_link_made'", item.itemId),
    ).toEqual([{ after: { days: 30 } }])
  })

  it.each(LINK_DAYS)('of %i days opens until the end of its last day, and not a millisecond longer', async days => {
    const item = await buy()
    await complete(item, 5)
    const linkHash = digestOf(await made(item, days))
    const { expires_at: end } = await only(item)
    expect(end).toEqual(endOfDay(NOW, days))
    const at = async (time: Date) =>
      askAs(
        database,
        { kind: 'result_reader', linkHash },
        `set local alhena.now = '${time.toISOString()}'`,
        'select id from private.linked_item()',
      )
    expect(await at(end)).toMatchObject({ count: 1 })
    expect(await at(new Date(end.getTime() + 1))).toMatchObject({ count: 0 })
  })

  it('that has expired opens nothing, is listed as such, and is no longer revoked', async () => {
    const item = await buy()
    await complete(item, 5)
    const token = await make(item, 7, '', new Date(NOW.getTime() - 9 * 86_400_000))
    expect(await open(token ?? '')).toBeUndefined()
    const link = await only(item)
    expect(link).toMatchObject({ state: 'expired', label: '' })
    await expect(revoke(item, link.id)).rejects.toThrow('Este enlace ya estaba cerrado')
  })

  it('is made for 7, 30 or 90 days and a label of 60 characters alone', () => {
    expect(makeLinkForm.parse({ label: ' Directorio ', days: '90' })).toEqual({ label: 'Directorio', days: 90 })
    expect(makeLinkForm.safeParse({ label: 'x'.repeat(61), days: '30' }).success).toBe(false)
    expect(makeLinkForm.safeParse({ days: '91' }).error?.issues[0]?.message).toBe('Elige 7, 30 o 90 días.')
  })

  it('never lasts longer than ninety days of Santiago, whoever asks and at any hour', async () => {
    const item = await buy()
    for (const hour of [
      '2026-11-28T02:30:00Z',
      '2026-11-28T03:30:00Z',
      '2026-11-28T15:00:00Z',
      '2026-04-04T03:30:00Z',
    ]) {
      const now = new Date(hour)
      await expect(make(item, 91, '', now), hour).rejects.toThrow('result_links_days')
      expect(await make(item, 90, '', now), hour).toBeDefined()
    }
  })

  it('is one of at most twenty that are open, however many are made at once', async () => {
    const item = await buy()
    await Promise.all(Array.from({ length: MOST_LINKS - 4 }, () => make(item)))
    const more = await Promise.allSettled(Array.from({ length: 8 }, () => make(item)))
    const [refused] = more.filter(({ status }) => status === 'rejected')
    expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    expect(String((refused as PromiseRejectedResult).reason)).toContain('ya tiene 20 enlaces vigentes')
    await revoke(item, (await list(item))[0]?.id ?? '')
    await made(item)
    expect((await list(item)).map(({ state }) => state)).toEqual([...Array(20).fill('open'), 'revoked'])
  })

  it('opens nothing once it is revoked, which is done once', async () => {
    const item = await buy()
    await complete(item, 5)
    const [token, other] = [await made(item), await made(item)]
    const [link] = await rows('select id from private.result_links where token_hash = $1', digestOf(token))
    expect(await revoke(item, link.id)).toBe(true)
    expect(await open(token)).toBeUndefined()
    expect(await open(other)).toBeDefined()
    await expect(revoke(item, link.id)).rejects.toThrow('Este enlace ya estaba cerrado')
    expect(
      await rows(
        "select action from audit_log where entity_id = $1 and action like 'result_link%' order by id",
        item.itemId,
      ),
    ).toEqual(['result_link_made', 'result_link_made', 'result_link_revoked'].map(action => ({ action })))
  })

  it('that was never made opens nothing', async () => {
    expect(await open('A'.repeat(43))).toBeUndefined()
  })

  it('is made, seen and revoked by who manages the purchase alone', async () => {
    const { person, organisation, join } = organisationsOf(database)
    const [ana, carla, rosa] = [await person('Ana'), await person('Carla'), await person('Rosa')]
    const id = await organisation(ana)
    await join(ana, id, carla, 'coordinator')
    await join(ana, id, rosa, 'results')
    const item = await buy(ana.id)
    await rows('update orders set organisation_id = $1 where id = $2', id, item.orderId)
    await complete(item, 5)
    const token = await made({ ...item, userId: carla.id })
    expect(await list({ ...item, userId: ana.id })).toMatchObject([
      { maker: `Carla ${carla.last_name}`, label: 'Directorio' },
    ])
    const link = (await list(item))[0]?.id ?? ''
    const stranger = (await createProfile(database.ownerPool)).id
    for (const userId of [rosa.id, stranger]) {
      expect(await make({ ...item, userId })).toBeUndefined()
      expect(await list({ ...item, userId })).toEqual([])
      await expect(revoke({ ...item, userId }, link)).rejects.toThrow('Este enlace ya estaba cerrado')
    }
    // Nor by somebody who manages another purchase.
    const other = await buy()
    await expect(revoke(other, link)).rejects.toThrow('Este enlace ya estaba cerrado')
    await expect(revoke({ itemId: item.itemId, userId: other.userId }, link)).rejects.toThrow('ya estaba cerrado')
    expect(await open(token)).toBeDefined()
    expect(await revoke({ ...item, userId: ana.id }, link)).toBe(true)
  })

  it('closes with the results: when the purchase is refunded or deleted', async () => {
    const refunded = await buy()
    const deleted = await buy()
    const tokens = [await made(refunded), await made(deleted)]
    for (const token of tokens) expect(await open(token)).toBeDefined()
    await createRefund(database.ownerPool, refunded.orderId)
    await rows('update order_items set deleted_at = now() where id = $1', deleted.itemId)
    for (const token of tokens) expect(await open(token)).toBeUndefined()
    expect(await make(refunded)).toBeUndefined()
  })

  it('is of no workshop', async () => {
    const { id: userId } = await createProfile(database.ownerPool)
    const { id } = await findProduct(database.ownerPool, 'taller-kanban')
    const { item_id: itemId } = await createPaidItem(database.ownerPool, { userId, productId: id, seats: 3 })
    expect(await make({ itemId, userId })).toBeUndefined()
    expect(await findResultLinks(database.db, { userId, itemId, now: NOW })).toBeUndefined()
  })

  it('is of no purchase for one person', async () => {
    const { id: userId } = await createProfile(database.ownerPool)
    const { item_id: itemId } = await createPaidItem(database.ownerPool, { userId, productId })
    expect(await make({ itemId, userId })).toBeUndefined()
  })

  it('goes with the account of its buyer', async () => {
    const item = await buy()
    const token = await made(item)
    await rows('update profiles set deleted_at = now() where id = $1', item.userId)
    expect(await open(token)).toBeUndefined()
    expect(await rows('select from private.result_links where order_item_id = $1', item.itemId)).toEqual([])
  })
})

describe('what a link reads', () => {
  it('is its purchase alone: no row of any table that people are in', async () => {
    const item = await buy()
    await complete(item, 5)
    const other = await buy()
    await complete(other, 5)
    const linkHash = digestOf(await made(item))
    const reader = { kind: 'result_reader', linkHash } as const
    for (const table of [
      'order_items',
      'orders',
      'user_accesses',
      'profiles',
      'assessment_runs',
      'run_answers',
      'plan_actions',
      'mails',
    ])
      expect([table, await askAs(database, reader, `select from ${table}`)]).toMatchObject([table, { count: 0 }])
    expect(await askAs(database, reader, 'select * from private.result_links')).toMatchObject({
      refusal: expect.stringContaining('permission denied'),
    })
    for (const figures of ['item_tallies(array[$]::uuid[])', 'item_versions(array[$]::uuid[])']) {
      const of = (id: string) => askAs(database, reader, `select from private.${figures.replace('$', `'${id}'`)}`)
      expect(await of(item.itemId)).toMatchObject({ count: 1 })
      expect(await of(other.itemId)).toMatchObject({ count: 0 })
    }
  })

  it('of a confidential purchase is its last published round, as it was published', async () => {
    const item = await buy(undefined, 'confidential')
    await complete(item, 6)
    const token = await made(item)
    expect((await open(token))?.report).toMatchObject({ figures: null, plan: undefined, waiting: 0, round: null })
    await publish(database, item)
    const first = (await open(token))?.report
    const page = async () => findConsolidated(database.db, item.userId, item.itemId, { maxTexts: 50 })
    expect(first).toMatchObject({ round: 1, waiting: 0, comparison: null })
    expect(first?.figures).toEqual((await page())?.figures)
    await complete(item, 7)
    const waiting = (await open(token))?.report
    expect(waiting?.figures).toEqual(first?.figures)
    expect(waiting?.waiting).toBe(0)
    await publish(database, item)
    const second = (await open(token))?.report
    expect(second).toMatchObject({ round: 2, rounds: [{ number: 2, people: 7 }], addable: false })
    expect(second?.figures).toEqual((await page())?.figures)
  })

  it('of a nominative purchase is about five people or more', async () => {
    const item = await buy()
    await complete(item, 4)
    const token = await made(item)
    expect((await open(token))?.report.figures).toBeNull()
    await complete(item, 6, 'Ventas')
    await complete(item, 7, 'Bodega')
    const groups = async () => (await open(token))?.report.figures?.areas
    expect(await groups()).toMatchObject({
      // Four of Legal are left out, and the smallest group with them: the total without the others would be theirs.
      groups: [{ name: 'Bodega', people: 7 }],
      others: 10,
      hidesSmall: true,
    })
    await complete(item, 1)
    expect((await groups())?.groups.map(({ name }) => name)).toEqual(['Bodega', 'Ventas', 'Legal'])
  })
})
