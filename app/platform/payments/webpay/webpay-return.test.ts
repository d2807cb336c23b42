import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ReturnParams } from '#app/platform/payments/gateway.ts'
import { parseReturn } from './webpay-return.ts'

const token = 'a1'.repeat(32)
const order = { TBK_ORDEN_COMPRA: 'ALH-MWQCVPC0-5555555555', TBK_ID_SESION: 'session' }

it.each<[string, Record<string, unknown>]>([
  ['nothing', {}],
  ['an empty token', { token_ws: '' }],
  ['a repeated token', { token_ws: [token, token] }],
  ['a token that is a file', { token_ws: new Blob(['x']) }],
  ['a token that is too long', { token_ws: 'a'.repeat(65) }],
  ['a token that climbs', { token_ws: '../status' }],
  ['an aborted token alone', { TBK_TOKEN: token }],
  ['both tokens without the order', { token_ws: token, TBK_TOKEN: token }],
  ['a token with half of the order', { token_ws: token, TBK_ID_SESION: 'session' }],
  ['a finished token with the order', { token_ws: token, ...order }],
  ['a time-out with a long buy order', { ...order, TBK_ORDEN_COMPRA: 'A'.repeat(27) }],
  ['a time-out with a foreign character', { ...order, TBK_ORDEN_COMPRA: "'; drop table" }],
  ['a time-out with a long session', { ...order, TBK_ID_SESION: 'x'.repeat(62) }],
])('refuses %s', (_, params) => {
  expect(parseReturn('GET', params)).toEqual({ kind: 'invalid' })
})

it('reads GET and POST only, and ignores unknown names', () => {
  const params = { token_ws: token, utm_source: 'mail' }
  expect(parseReturn('get', params)).toEqual({ kind: 'finished', token })
  expect(parseReturn('PUT', params)).toEqual({ kind: 'invalid' })
})

it('refuses a name repeated in the query', () => {
  expect(parseReturn('GET', new URLSearchParams(`token_ws=${token}&token_ws=${token}`))).toEqual({ kind: 'invalid' })
})

const name = fc.constantFrom('token_ws', 'TBK_TOKEN', 'TBK_ORDEN_COMPRA', 'TBK_ID_SESION', '__proto__', 'other')
const text = fc.oneof(
  fc.string(),
  fc.string({ minLength: 60, maxLength: 5000 }),
  fc.constantFrom(token, ...Object.values(order)),
)

it('never throws on invalid input, and rejects overlong values', () => {
  const check = (method: unknown, params: unknown) => {
    const back = parseReturn(method as string, params as ReturnParams)
    if (back.kind === 'invalid') return
    const values = back.kind === 'timeout' ? [back.buyOrder, back.sessionId] : [back.token]
    for (const value of values) expect(value.length > 0 && value.length <= 64).toBe(true)
  }
  const method = fc.oneof(fc.constantFrom('GET', 'POST'), fc.string(), fc.anything())
  fc.assert(fc.property(method, fc.anything({ withNullPrototype: true }), check))
  fc.assert(fc.property(method, fc.dictionary(name, fc.oneof(text, fc.anything())), check), { numRuns: 2000 })
  fc.assert(
    fc.property(fc.constantFrom('GET', 'POST'), fc.array(fc.tuple(name, text)), (verb, pairs) =>
      check(verb, new URLSearchParams(pairs)),
    ),
    { numRuns: 2000 },
  )
})
