import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cartRequestSchema } from './cart-schema.server.ts'

const A = '00000000-0000-4000-8000-00000000000a'
const line = { product_id: A, mode: 'business', seats: 5 }
const ask = (input: object) => cartRequestSchema.safeParse({ intent: 'quote', choices: [line], code: null, ...input })

describe('a request of the cart', () => {
  // shows: S3.6
  it('drops everything that the server decides', () => {
    const forged = {
      ...line,
      product_id: A.toUpperCase(),
      total_clp: 1,
      base_price_clp: 0,
      pricing_band: '50+',
      currency: 'USD',
    }
    expect(ask({ choices: [forged], total: 1 }).data).toEqual({
      intent: 'quote',
      choices: [line],
      code: null,
      quotation: null,
    })
  })

  it.each([
    { intent: 'pay' },
    { intent: undefined },
    { choices: undefined },
    { choices: 'x' },
    { choices: [{ ...line, product_id: "1' or '1'='1" }] },
    { choices: [{ ...line, product_id: 5 }] },
    { choices: [{ ...line, mode: 'gratis' }] },
    { choices: [{ ...line, seats: 0 }] },
    { choices: [{ ...line, seats: -1 }] },
    { choices: [{ ...line, seats: 1.5 }] },
    { choices: [{ ...line, seats: 1001 }] },
    { choices: [{ ...line, seats: 1e308 }] },
    { choices: [{ ...line, seats: '5' }] },
    { choices: [{ ...line, seats: null }] },
    { choices: Array.from({ length: 51 }, () => line) },
    { code: 5 },
    { code: 'X'.repeat(101) },
    { intent: 'apply-discount', code: null },
  ])('is rejected when it is %j', input => {
    expect(ask(input).success).toBe(false)
  })

  it('never yields more than the schema says, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        expect(cartRequestSchema.safeParse(value).success).toBe(false)
      }),
    )
  })
})
