import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DiscountFields, DiscountState } from '#app/features/discounts/discount-admin.ts'
import { changeDiscountStatus, deleteDiscount, saveDiscount } from '#app/features/discounts/manage-discounts.server.ts'
import { checkOut } from '#app/features/payments/checkout/check-out.server.ts'
import { ZERO } from '#app/kernel/money.ts'
import { readList } from '#app/kit/lists/define-list.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { asSessionUser, BOLETA, cartOf } from '#tests/support/checkout.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProduct, createProfile, createRefund } from '#tests/support/factories.ts'
import { wordAs } from '#tests/support/row-security.ts'
import { codeUseRows } from './code-use-list.server.ts'
import { codeUseList } from './code-use-list.tsx'
import { type DiscountQuery, discountRows, discountTotals, findDiscount } from './discount-list.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const ACTIONS = [
  'discount_created',
  'discount_updated',
  'discount_status_changed',
  'discount_deleted',
  'discount_archived',
]

let database: TestDatabase
let actor: { kind: 'admin'; userId: string }
let fields: DiscountFields
beforeAll(async () => {
  database = await cloneDatabase(12)
  actor = { kind: 'admin', userId: (await createProfile(database.ownerPool, { role: 'admin' })).id }
})
afterAll(() => database.close())
beforeEach(() => {
  fields = {
    code: `C${randomUUID().slice(0, 8).toUpperCase()}`,
    name: 'Campaña de prueba',
    description: '',
    type: 'percentage',
    value: 20,
    max_uses: null,
    valid_from: new Date('2026-01-01T03:00:00Z'),
    valid_until: null,
    duration_days: null,
    min_order_amount: ZERO,
    max_discount_amount: null,
    once_per_customer: false,
  }
})

const TAKEN = { field: 'code', message: 'Ya existe un código con ese nombre, quizás archivado. Usa otro.' }
const CHANGED = { stale: true, message: expect.stringContaining('Otra persona cambió este código') }
const GONE = { stale: true, message: expect.stringContaining('Ese código ya no existe') }

const made = (input: Partial<DiscountFields> = {}, products: string[] = []) =>
  saveDiscount(database.db, { actor, now: NOW, target: undefined, fields: { ...fields, ...input }, products })

const found = (id: string) => asActor(database.db, actor, tx => findDiscount(tx, id, NOW))
const edit = (id: string, revision: number, input: Partial<DiscountFields> = {}, products: string[] = []) =>
  saveDiscount(database.db, { actor, now: NOW, target: { id, revision }, fields: { ...fields, ...input }, products })

/** A paid order ($0) of a new buyer with the code. */
async function redeem(code: string) {
  const buyer = asSessionUser(await createProfile(database.ownerPool, { first_name: 'Rosa', last_name: 'Paz' }))
  const product = { ...(await createProduct(database.ownerPool, { basePriceClp: 100_000 })), basePriceClp: 100_000 }
  const bought = await checkOut(database.db, buyer, cartOf(product, { code, total: 0 }), BOLETA, NOW)
  if (!bought.ok) throw new Error(bought.error.code)
  return { buyer, order: bought.value }
}

async function auditOf(id: string) {
  const { rows } = await database.ownerPool.query(
    'select action, actor_user_id, before, after from audit_log where entity = $1 and entity_id = $2 order by id',
    ['discount_codes', id],
  )
  return rows
}

describe('saving a code', () => {
  // shows: B3.5, B7.4
  it('makes it usable at once and writes who did it', async () => {
    const product = await createProduct(database.ownerPool)
    const id = await made({ once_per_customer: true }, [product.id])
    expect(await found(id)).toMatchObject({
      ...fields,
      once_per_customer: true,
      state: 'active',
      revision: 1,
      product_ids: [product.id],
      sold: { orders: 0, revenue: 0, discount: 0 },
    })
    expect(await auditOf(id)).toMatchObject([
      {
        action: 'discount_created',
        actor_user_id: actor.userId,
        before: null,
        after: { code: fields.code, value: 20 },
      },
    ])
  })

  // shows: B8.9
  it('refuses a name that another code has, without regard to who was first by a moment', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => made()))
    const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refused).toMatchObject(Array(7).fill(TAKEN))
    const other = await made({ code: 'OTRO-NOMBRE' })
    await expect(edit(other, 1)).rejects.toMatchObject(TAKEN)
    await expect(edit(other, 1, { code: 'OTRO-NOMBRE' })).resolves.toBe(other)
    await expect(made({ code: 'PRODUCTO-RARO' }, [randomUUID()])).rejects.toMatchObject({ field: 'products' })
  })

  // shows: B7.5, B8.9
  it('shows the second of two concurrent editors the conflict, and loses nothing of the first', async () => {
    const id = await made()
    const [first, second] = await Promise.allSettled([edit(id, 1, { value: 30 }), edit(id, 1, { value: 40 })])
    const refused = [first, second].flatMap(answer => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(refused).toMatchObject([CHANGED])
    expect((await found(id))?.revision).toBe(2)
    expect(await auditOf(id)).toMatchObject([
      { action: 'discount_created' },
      { action: 'discount_updated', before: { value: 20 }, after: { value: first.status === 'fulfilled' ? 30 : 40 } },
    ])
    await expect(edit(randomUUID(), 1)).rejects.toMatchObject(GONE)
  })

  // shows: B4.12
  it('keeps the name of a code that orders have, and its maximum above its uses', async () => {
    const id = await made({ value: 100, max_uses: 5 })
    await redeem(fields.code)
    await redeem(fields.code)
    await expect(edit(id, 1, { value: 100, code: 'RENOMBRADO' })).rejects.toMatchObject({
      field: 'code',
      message: expect.stringContaining('Ya se usó en compras'),
    })
    await expect(edit(id, 1, { value: 100, max_uses: 1 })).rejects.toMatchObject({
      field: 'max_uses',
      message: 'Ya se usó 2 veces: el máximo no puede ser menor.',
    })
    await edit(id, 1, { value: 100, max_uses: 2 })
    expect((await found(id))?.state).toBe('used_up')
  })
})

describe('the state of a code', () => {
  // shows: B4.12
  it('is changed about what the administrator saw', async () => {
    const id = await made()
    const change = (revision: number, status: 'active' | 'paused' | 'inactive') =>
      changeDiscountStatus(database.db, { actor, target: { id, revision }, status })
    await change(1, 'paused')
    await expect(change(1, 'inactive')).rejects.toMatchObject(CHANGED)
    expect((await found(id))?.state).toBe('paused')
    await change(2, 'inactive')
    await change(3, 'active')
    expect((await auditOf(id)).map(row => row.action)).toEqual([
      'discount_created',
      ...Array.from({ length: 3 }, () => 'discount_status_changed'),
    ])
  })

  // shows: B4.12
  it.each<[DiscountState, Partial<DiscountFields>]>([
    ['active', {}],
    ['scheduled', { valid_from: new Date('2026-12-01T03:00:00Z') }],
    ['expired', { valid_until: new Date('2026-11-21T02:59:59Z') }],
  ])('is %s by its dates', async (state, input) => {
    expect((await found(await made(input)))?.state).toBe(state)
  })
})

describe('deleting', () => {
  // shows: B7.4
  it('deletes an unused code', async () => {
    const id = await made()
    const remove = (revision: number) => deleteDiscount(database.db, { actor, target: { id, revision }, now: NOW })
    await expect(remove(2)).rejects.toMatchObject(CHANGED)
    expect(await remove(1)).toBe('deleted')
    expect(await found(id)).toBeUndefined()
    await expect(remove(1)).rejects.toMatchObject(GONE)
    expect(await auditOf(id)).toMatchObject([{}, { action: 'discount_deleted', before: { code: fields.code } }])
  })

  // shows: B2.60
  it("archives a used one: its history stays, and it can't be used or changed again", async () => {
    const id = await made({ value: 100 })
    const { buyer, order } = await redeem(fields.code)
    const deleted = await deleteDiscount(database.db, { actor, target: { id, revision: 1 }, now: NOW })
    expect(deleted).toBe('archived')
    expect((await found(id))?.state).toBe('archived')
    expect(
      await asActor(database.db, actor, tx =>
        codeUseRows.page(tx, {
          ...readList(codeUseList, { searchParams: new URLSearchParams() }, NOW).query,
          codeId: id,
          code: '',
        }),
      ),
    ).toMatchObject({
      rows: [
        {
          amount: 100_000,
          released_at: null,
          client: { id: buyer.id, name: 'Rosa Paz' },
          order: { number: order.order_number, status: 'paid', total: 0 },
        },
      ],
    })
    await expect(redeem(fields.code)).rejects.toThrow('discount_invalid')
    await expect(edit(id, 2)).rejects.toMatchObject(GONE)
    await expect(made()).rejects.toMatchObject(TAKEN)
  })

  it('and a purchase at the same moment leave an order with its code, or no purchase', async () => {
    for (let round = 0; round < 6; round += 1) {
      const code = `JUNTO-${round}`
      const id = await made({ code, value: 100 })
      const [deleted, bought] = await Promise.allSettled([
        deleteDiscount(database.db, { actor, target: { id, revision: 1 }, now: NOW }),
        redeem(code),
      ])
      const outcome = deleted.status === 'fulfilled' ? deleted.value : 'failed'
      expect(outcome).toBe(bought.status === 'fulfilled' ? 'archived' : 'deleted')
    }
  })
})

describe('the list of codes', () => {
  const all: DiscountQuery = {
    search: '',
    state: undefined,
    now: NOW,
    after: undefined,
    before: undefined,
    size: 100,
    sort: { column: 'created_at', direction: 'desc' },
  }
  const list = (input: Partial<DiscountQuery>, as: Parameters<typeof asActor>[1] = actor) =>
    asActor(database.db, as, tx => discountRows.page(tx, { ...all, ...input }))
  const totals = async (input: Partial<DiscountQuery> = {}) => {
    const sums = await asActor(database.db, actor, tx => discountTotals(tx, { ...all, ...input }))
    return sums ?? { codes: -1, usable: -1, uses: -1, discount: -1, revenue: -1, orders: -1 }
  }

  // shows: B7.4
  it('finds by beginnings of code and name, filters by state, and pages through all once', async () => {
    const word = randomUUID().slice(0, 8)
    const ids: string[] = []
    for (let n = 0; n < 5; n += 1)
      ids.push(await made({ code: `L${n}-${word.toUpperCase()}`, name: `Hallazgo ${word}` }))
    await changeDiscountStatus(database.db, { actor, target: { id: ids[0] ?? '', revision: 1 }, status: 'paused' })
    expect((await list({ search: `hallazgo ${word.slice(0, 5)}` })).rows).toHaveLength(5)
    expect((await list({ search: `l3 ${word}` })).rows.map(row => row.id)).toEqual([ids[3]])
    expect((await list({ search: word, state: 'paused' })).rows.map(row => row.id)).toEqual([ids[0]])
    expect((await list({ search: word, state: 'archived' })).rows).toEqual([])
    expect((await list({ search: "%' --" })).rows).toEqual([])
    for (const search of ['', word]) {
      const seen: string[] = []
      for (let after: string | undefined; ; ) {
        const page = await list({ search, size: 2, after })
        seen.push(...page.rows.map(row => row.id))
        after = page.next
        if (after === undefined) break
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect(ids.every(id => seen.includes(id))).toBe(true)
    }
  })

  // shows: B2.61
  it('sums the revenue of paid orders, also after a refund', async () => {
    const id = await made({ value: 100 })
    const before = await totals()
    const { order } = await redeem(fields.code)
    await redeem(fields.code)
    expect((await found(id))?.sold).toEqual({ orders: 2, revenue: 0, discount: 200_000 })
    await createRefund(database.ownerPool, order.id)
    expect((await found(id))?.sold).toEqual({ orders: 1, revenue: 0, discount: 100_000 })
    const after = await totals()
    expect(after.discount - before.discount).toBe(100_000)
    expect(after.uses - before.uses).toBe(2)
    const own = { codes: 1, uses: 2, discount: 100_000, revenue: 0, orders: 1 }
    expect(await totals({ search: fields.code })).toMatchObject({ ...own, usable: 1 })
    expect(await totals({ search: fields.code, state: 'paused' })).toMatchObject({ codes: 0, uses: 0 })
  })

  // shows: B6.6
  it('is for the staff alone: a client reads and changes no code', async () => {
    const id = await made()
    const client = { kind: 'user', userId: (await createProfile(database.ownerPool)).id } as const
    expect((await list({}, client)).rows).toEqual([])
    expect((await list({ search: 'hallazgo' }, client)).rows).toEqual([])
    const as = (statement: string) => wordAs(database, client, statement)
    expect(await as(`update discount_codes set value = 100 where id = '${id}'`)).toBe('done: 0')
    expect(await as(`delete from discount_codes where id = '${id}'`)).toBe('done: 0')
    expect(await as('update discount_codes set current_uses = 0')).toContain('permission denied')
    expect(await as('select from discount_code_totals')).toBe('done: 0')
    expect(await as('update discount_code_totals set revenue_clp = 0')).toContain('permission denied')
    expect(await as(`insert into discount_code_products select '${id}', id from assessments limit 1`)).toContain(
      'row-level security',
    )
    expect(await as(`select * from private.explain_discount_code('${fields.code}', '[]', now(), null)`)).toBe('done: 0')
    expect((await auditOf(id)).every(row => ACTIONS.includes(row.action))).toBe(true)
  })
})
