import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import type { MatchLine, MatchOrder } from './candidates.ts'
import { propose } from './propose.ts'

const NUMBERS = [
  'ALH-1764000000001-abc123-WXYZ',
  'ALH-1764000000002-abc124-2345',
  'ALH-1763999999999-fe0912-HJKM',
  'ALH-1763000000000-77aa01-QRST',
] as const
const [FIRST, SECOND, THIRD] = NUMBERS
const RUT = '76192083-9'

const orderOf = (number: string, input: Partial<MatchOrder> = {}): MatchOrder => ({
  id: number,
  number,
  status: 'pending',
  total: pesos(590_000),
  ruts: [],
  quotation: null,
  purchaseOrder: null,
  recorded: null,
  ...input,
})
const lineOf = (description: string, input: Partial<MatchLine> = {}): MatchLine => ({
  id: description,
  amount: pesos(590_000),
  description,
  operation: null,
  rut: null,
  ...input,
})
const verdict = (lines: MatchLine[], orders: MatchOrder[]) =>
  propose(lines, orders).map(({ kind, match, contested }) => [kind, match?.order.number, contested])
const recorded = { attemptId: 'a', method: 'purchase_order', reference: 'OC 4500-123' } as const

describe('a credit that names an order and has its amount is sure', () => {
  it.each([
    `Transferencia de Ana ${FIRST}`,
    `TRANSF ${FIRST.replaceAll('-', '')}`,
    `pago orden ${FIRST.toLowerCase().replaceAll('-', ' ')}`,
    'PAGO 1764000000001',
    'PAGO ABC123-WXYZ',
    'ALH-1764000000001-ab',
  ])('%s', text => {
    expect(verdict([lineOf(text)], [orderOf(FIRST), orderOf(SECOND)])).toEqual([['sure', FIRST, false]])
  })

  it('also by a quotation, by a purchase order and by the reference of a recorded payment', () => {
    const named = [
      orderOf(FIRST, { quotation: 'COT-2026-000123' }),
      orderOf(SECOND, { purchaseOrder: '4500-77' }),
      orderOf(THIRD, { status: 'paid', recorded }),
    ]
    expect(
      verdict(
        [lineOf('COT 2026 000123'), lineOf('Pago OC 4500-77 empresa'), lineOf('pago', { operation: 'OC4500123' })],
        named,
      ),
    ).toEqual([
      ['sure', FIRST, false],
      ['sure', SECOND, false],
      ['sure', THIRD, false],
    ])
    expect(verdict([lineOf('COT-2026-0001234')], named)[0]?.[0]).toBe('choose')
  })

  it('not by the beginning that several orders share, nor by a short number', () => {
    expect(verdict([lineOf('ALH-17640000')], [orderOf(FIRST), orderOf(SECOND)])).toEqual([['choose', undefined, false]])
    expect(verdict([lineOf('ALH-176400000000')], [orderOf(FIRST), orderOf(SECOND)])).toEqual([
      ['choose', undefined, false],
    ])
    expect(verdict([lineOf('pago 12', { amount: pesos(1) })], [orderOf(FIRST, { purchaseOrder: '12' })])).toEqual([
      ['none', undefined, false],
    ])
  })

  it('by its whole number also beside an order of the same instant', () => {
    const twin = FIRST.replace('WXYZ', '9999')
    expect(verdict([lineOf(FIRST), lineOf('1764000000001')], [orderOf(FIRST), orderOf(twin)])).toEqual([
      ['sure', FIRST, false],
      ['choose', undefined, false],
    ])
  })

  it('unless it names two, or two credits name it', () => {
    const orders = [orderOf(FIRST), orderOf(SECOND)]
    expect(verdict([lineOf(`${FIRST} ${SECOND}`)], orders)).toEqual([['choose', undefined, false]])
    expect(verdict([lineOf(`a ${FIRST}`), lineOf(`b ${FIRST}`)], orders)).toEqual([
      ['choose', undefined, true],
      ['choose', undefined, true],
    ])
  })
})

describe('a credit with the RUT and the amount of one open order is sure', () => {
  const order = (number: string, input: Partial<MatchOrder> = {}) => orderOf(number, { ruts: [RUT], ...input })

  it('with the RUT in its column or in its text', () => {
    for (const line of [lineOf('x', { rut: RUT }), lineOf('TRANSF 0761920839')]) {
      expect(verdict([line], [order(FIRST), order(SECOND, { total: pesos(1000) })])).toEqual([['sure', FIRST, false]])
    }
  })

  it('not among two orders of the same total, nor for two credits', () => {
    expect(verdict([lineOf('x', { rut: RUT })], [order(FIRST), order(SECOND)])).toEqual([['choose', undefined, false]])
    const two = [lineOf('x', { rut: RUT }), lineOf('y', { rut: RUT })]
    expect(verdict(two, [order(FIRST)])).toEqual([
      ['choose', undefined, true],
      ['choose', undefined, true],
    ])
  })

  it('after the credit that names the order', () => {
    expect(verdict([lineOf('x', { rut: RUT }), lineOf(FIRST)], [order(FIRST)])).toEqual([
      ['choose', undefined, true],
      ['sure', FIRST, false],
    ])
  })

  it('not when the text names another order', () => {
    const orders = [order(FIRST), orderOf(SECOND, { total: pesos(600_000) })]
    expect(verdict([lineOf(SECOND, { rut: RUT })], orders)).toEqual([['under', SECOND, false]])
  })
})

it('the same amount alone is never sure', () => {
  expect(verdict([lineOf('pago')], [orderOf(FIRST)])).toEqual([['choose', undefined, false]])
  expect(verdict([lineOf('pago', { amount: pesos(1) })], [orderOf(FIRST)])).toEqual([['none', undefined, false]])
})

it('another amount for the order that is named is over or under', () => {
  const [over] = propose([lineOf(FIRST, { amount: pesos(600_000) })], [orderOf(FIRST)])
  const [under] = propose([lineOf(FIRST, { amount: pesos(500_000) })], [orderOf(FIRST)])
  expect([over?.kind, over?.match?.difference]).toEqual(['over', 10_000])
  expect([under?.kind, under?.match?.difference]).toEqual(['under', -90_000])
})

it('what belongs to a cancelled, refunded or paid order is told apart, by its number or by RUT and amount', () => {
  const failed = orderOf(FIRST, { status: 'failed', ruts: [RUT] })
  expect(verdict([lineOf(FIRST)], [failed])).toEqual([['closed', FIRST, false]])
  expect(verdict([lineOf('x', { rut: RUT })], [failed])).toEqual([['closed', FIRST, false]])
  expect(verdict([lineOf('x', { rut: RUT })], [failed, orderOf(SECOND)])).toEqual([['choose', undefined, false]])
  expect(verdict([lineOf(FIRST)], [orderOf(FIRST, { status: 'paid' })])).toEqual([['closed', FIRST, false]])
})

describe('for any credits and orders', () => {
  const amounts = fc.constantFrom(1000, 2000, 3000).map(pesos)
  const ruts = fc.constantFrom(RUT, '11111111-1', '6265837-1')
  const orders = fc
    .uniqueArray(
      fc.record({
        number: fc.constantFrom(...NUMBERS),
        total: amounts,
        ruts: fc.uniqueArray(ruts, { maxLength: 2 }),
        status: fc.constantFrom('pending', 'paid', 'failed', 'refunded'),
        purchaseOrder: fc.option(fc.constantFrom('4500123', '99001')),
        isRecorded: fc.boolean(),
      }),
      { selector: ({ number }) => number },
    )
    .map(drawn =>
      drawn.map(({ number, isRecorded, ...order }) =>
        orderOf(number, { ...order, recorded: order.status === 'paid' && isRecorded ? recorded : null }),
      ),
    )
  const words = fc.constantFrom(...NUMBERS, '4500123', '99001', 'OC4500123', 'pago', '0761920839')
  const lines = fc
    .array(fc.record({ amount: amounts, words: fc.array(words, { maxLength: 3 }), rut: fc.option(ruts) }), {
      maxLength: 6,
    })
    .map(drawn => drawn.map(({ amount, words, rut }, at) => lineOf(words.join(' '), { id: String(at), amount, rut })))

  it('no credit is proposed for two orders, no order for two credits, and only its exact total', () => {
    fc.assert(
      fc.property(lines, orders, (credits, open) => {
        const sure = propose(credits, open).filter(({ kind }) => kind === 'sure')
        expect(new Set(sure.map(({ line }) => line.id)).size).toBe(sure.length)
        expect(new Set(sure.map(({ match }) => match?.order.id)).size).toBe(sure.length)
        for (const { line, match } of sure) {
          expect(match?.order.total).toBe(line.amount)
          expect(match?.order.status === 'pending' || match?.order.recorded !== null).toBe(true)
          expect(match?.reasons.some(reason => reason !== 'amount')).toBe(true)
        }
      }),
    )
  })

  it('the order in which they are read changes nothing', () => {
    fc.assert(
      fc.property(lines, orders, (credits, open) => {
        const said = (found: ReturnType<typeof propose>) =>
          new Map(found.map(({ line, kind, match }) => [line.id, [kind, kind === 'closed' ? '' : match?.order.id]]))
        expect(said(propose(credits.toReversed(), open.toReversed()))).toEqual(said(propose(credits, open)))
      }),
    )
  })
})
