import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pesos } from '#app/kernel/money.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { clientKey, type DiscountClient, validateDiscount } from './discounts.server.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const LINES = [{ product_id: '00000000-0000-4000-8000-00000000000a', total_clp: pesos(100_000) }]
const TOO_MANY = 'Probaste muchos códigos seguidos. Espera 15 minutos y vuelve a intentarlo'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const somebody = (): DiscountClient => ({ userId: randomUUID() })

/** Tries a code: 'applied' or the code of the refusal. */
async function attempt(client: DiscountClient, code: string, at = NOW): Promise<string> {
  const answer = await validateDiscount(database.db, code, LINES, at, client)
  return answer.ok ? 'applied' : answer.error.code
}

async function guess(client: DiscountClient, times: number, at = NOW): Promise<void> {
  for (let time = 0; time < times; time += 1) expect(await attempt(client, `NADA-${time}`, at)).toBe('unknown')
}

describe('guessing codes', () => {
  it('is blocked after twenty failed attempts: then right and wrong codes get the same answer', async () => {
    const client = somebody()
    await guess(client, 20)
    const refused = { ok: false, error: { code: 'too_many_tries', reason: TOO_MANY } }
    expect(await validateDiscount(database.db, 'DEMO20', LINES, NOW, client)).toEqual(refused)
    expect(await validateDiscount(database.db, 'OTRA-MAS', LINES, NOW, client)).toEqual(refused)
    expect(await attempt(somebody(), 'DEMO20')).toBe('applied')
  })

  it("counts codes that exist but don't apply, and is allowed again after fifteen minutes", async () => {
    await database.ownerPool.query(
      "insert into discount_codes (code, name, type, value, status) select 'PAUSA-' || n, 'x', 'percentage', 5, 'paused' from generate_series(1, 20) n",
    )
    const client = somebody()
    for (let n = 1; n <= 20; n += 1) expect(await attempt(client, `PAUSA-${n}`)).toBe('not_active')
    expect(await attempt(client, 'DEMO20')).toBe('too_many_tries')
    expect(await attempt(client, 'DEMO20', new Date(NOW.getTime() + 15 * 60_000))).toBe('applied')
  })

  it('excludes a cart that validates its one code repeatedly or is below its minimum', async () => {
    await database.ownerPool.query(
      "insert into discount_codes (code, name, type, value, min_order_amount, valid_from) select 'MINIMO-' || n, 'x', 'percentage', 5, 900000, '2026-01-01' from generate_series(1, 30) n",
    )
    const client = somebody()
    for (let time = 0; time < 40; time += 1) await attempt(client, 'VENCIDO')
    for (let n = 1; n <= 30; n += 1) expect(await attempt(client, `MINIMO-${n}`)).toBe('below_minimum')
    expect(await attempt(client, 'DEMO20')).toBe('applied')
  })

  it('from many connections at once exceeds the limit by no more than their number', async () => {
    const client = somebody()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => attempt(client, `JUNTO-${n}`)))
    expect(answers.filter(answer => answer === 'unknown').length).toBeLessThan(40)
    expect(await attempt(client, 'DEMO20')).toBe('too_many_tries')
  })

  it('leaves no record after a day', async () => {
    const client = somebody()
    await guess(client, 3, new Date('2026-01-01T00:00:00Z'))
    await guess(client, 1)
    const { rows } = await database.ownerPool.query('select from private.discount_tries where client_key = $1', [
      clientKey(client),
    ])
    expect(rows).toHaveLength(1)
  })
})

it.each([
  ['203.0.113.9', 'address:203.0.113.9'],
  ['::ffff:203.0.113.9', 'address:203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
  ['x'.repeat(5000), `address:${'x'.repeat(60)}`],
])('counts attempts from %s as those of %s', (address, name) => {
  expect(clientKey({ address })).toBe(name)
})
