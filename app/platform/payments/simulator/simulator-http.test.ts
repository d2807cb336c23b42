import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createAnswer,
  refundAnswer,
  TRANSACTIONS_PATH,
  transactionAnswer,
} from '#app/platform/payments/webpay/webpay-protocol.ts'
import { createMemoryStore } from './memory-store.test-support.ts'
import { createSimulatorEngine, type SimulatorEngine } from './simulator-engine.ts'
import { type SimulatorHttp, startSimulatorHttp } from './simulator-http.test-support.ts'
import type { Decision } from './simulator-store.ts'

const keys = { 'Tbk-Api-Key-Id': '597055555532', 'Tbk-Api-Key-Secret': 'secret' }
const pageUrl = 'https://alhena.example/payment-simulator'
const sale = { buy_order: 'ALH-1', session_id: 'session', amount: 10_000, return_url: 'https://alhena.example/back' }
const clock = () => new Date('2026-11-21T12:00:00Z')

let engine: SimulatorEngine
let fake: SimulatorHttp

beforeAll(async () => {
  engine = createSimulatorEngine(createMemoryStore(), pageUrl, randomBytes)
  fake = await startSimulatorHttp({ engine, clock, keyId: '597055555532', keySecret: 'secret' })
})
afterAll(() => fake.close())

const call = (method: string, path = '', body?: unknown, init: RequestInit = {}): Promise<Response> =>
  fetch(`${fake.url}${TRANSACTIONS_PATH}${path}`, {
    method,
    headers: { ...keys, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...init,
  })

async function sell(decision?: Decision): Promise<string> {
  const { token } = createAnswer.parse(await (await call('POST', '', sale)).json())
  if (decision) await engine.decide(token, decision, 'credit', clock())
  return token
}

const refusalOf = async (response: Response): Promise<unknown> => [response.status, await response.json()]

describe('the HTTP fake of Transbank', () => {
  it('creates, commits, queries and refunds in the shapes of the protocol', async () => {
    const created = await call('POST', '', sale)
    const { token, url } = createAnswer.parse(await created.json())
    expect([created.status, url]).toEqual([200, pageUrl])
    expect(token).toMatch(/^[0-9a-f]{64}$/)

    const initial = await (await call('GET', `/${token}`)).json()
    expect(initial).toEqual({
      amount: 10_000,
      status: 'INITIALIZED',
      buy_order: 'ALH-1',
      session_id: 'session',
      accounting_date: '1121',
      transaction_date: '2026-11-21T12:00:00.000Z',
      installments_number: 0,
    })

    await engine.decide(token, 'authorize', 'credit', clock())
    const committed = await (await call('PUT', `/${token}`, {})).json()
    expect(committed).toEqual({
      ...initial,
      status: 'AUTHORIZED',
      vci: 'TSY',
      card_detail: { card_number: '6623' },
      authorization_code: expect.stringMatching(/^\d{6}$/),
      payment_type_code: 'VN',
      response_code: 0,
    })
    expect(transactionAnswer.safeParse(committed).success).toBe(true)

    const part = refundAnswer.parse(await (await call('POST', `/${token}/refunds`, { amount: 4000 })).json())
    expect(part).toMatchObject({ type: 'NULLIFIED', nullified_amount: 4000, balance: 6000, response_code: 0 })
    expect(await (await call('GET', `/${token}`)).json()).toMatchObject({
      status: 'PARTIALLY_NULLIFIED',
      balance: 6000,
    })
  })

  it('answers a reversal with its type alone, and a rejection with 200', async () => {
    const token = await sell('authorize')
    await call('PUT', `/${token}`, {})
    expect(await (await call('POST', `/${token}/refunds`, { amount: 10_000 })).json()).toEqual({ type: 'REVERSED' })
    const rejected = await call('PUT', `/${await sell('reject')}`, {})
    expect(rejected.status).toBe(200)
    expect(await rejected.json()).toMatchObject({ status: 'FAILED', response_code: -1, authorization_code: '000000' })
  })

  it('refuses without the right keys', async () => {
    for (const headers of [{}, { ...keys, 'Tbk-Api-Key-Secret': 'other' }, { ...keys, 'Tbk-Api-Key-Id': '1' }]) {
      expect(await refusalOf(await call('POST', '', sale, { headers }))).toEqual([
        401,
        { error_message: 'Not Authorized' },
      ])
    }
  })

  it.each<[string, object]>([
    ['buy_order', { buy_order: 'A'.repeat(27) }],
    ['session_id', { session_id: '' }],
    ['amount', { amount: 1.5 }],
    ['amount', { amount: 0 }],
    ['return_url', { return_url: 'nothing' }],
  ])('answers 422 for an invalid %s', async (field, change) => {
    const answer = await refusalOf(await call('POST', '', { ...sale, ...change }))
    expect(answer).toEqual([422, { error_message: `Invalid value for parameter: ${field}` }])
  })

  it('answers 422 for a body that is not JSON', async () => {
    expect((await call('POST', '', undefined, { body: '{' })).status).toBe(422)
  })

  it("answers 422 with Transbank's messages for a forbidden transition", async () => {
    const paid = await sell('authorize')
    await call('PUT', `/${paid}`, {})
    const words = async (method: string, path: string, body?: unknown) => refusalOf(await call(method, path, body))
    const said = (message: string) => [422, { error_message: message }]
    expect(await words('PUT', `/${paid}`, {})).toEqual(said('Transaction already locked by another process'))
    expect(await words('PUT', `/${await sell('cancel')}`, {})).toEqual(
      said('Transaction has an invalid finished state: aborted'),
    )
    expect(await words('PUT', `/${await sell()}`, {})).toEqual(
      said("Invalid status '0' for transaction while authorizing"),
    )
    expect(await words('GET', '/short')).toEqual(said('Invalid value for parameter: token'))
    expect(await words('POST', `/${paid}/refunds`, { amount: 10_001 })).toEqual(
      said('Amount to refund is bigger than authorized'),
    )
  })
})

describe('its faults', () => {
  it('corrupts answers', async () => {
    const token = await sell()
    fake.failNext({ kind: 'unauthorized' })
    fake.failNext({ kind: 'server_error', carriedOut: false })
    fake.failNext({ kind: 'not_json', carriedOut: false })
    expect((await call('GET', `/${token}`)).status).toBe(401)
    expect((await call('GET', `/${token}`)).status).toBe(500)
    await expect((await call('GET', `/${token}`)).json()).rejects.toThrow(SyntaxError)
    expect((await call('GET', `/${token}`)).status).toBe(200)
  })

  it.each([true, false])('drops the connection after carrying out the work: %s', async carriedOut => {
    const token = await sell('authorize')
    fake.failNext({ kind: 'dropped', carriedOut })
    await expect(call('PUT', `/${token}`, {})).rejects.toThrow(TypeError)
    const { status } = transactionAnswer.parse(await (await call('GET', `/${token}`)).json())
    expect(status).toBe(carriedOut ? 'AUTHORIZED' : 'INITIALIZED')
  })

  it("drops the connection for the customer's choice 'lost_answer'", async () => {
    const token = await sell('lost_answer')
    await expect(call('PUT', `/${token}`, {})).rejects.toThrow(TypeError)
    expect(await (await call('GET', `/${token}`)).json()).toMatchObject({ status: 'AUTHORIZED' })
  })

  it('answers later than a client waits', async () => {
    const token = await sell('authorize')
    fake.failNext({ kind: 'delay', ms: 86_400_000 })
    const answer = call('PUT', `/${token}`, {}, { signal: AbortSignal.timeout(100) })
    await expect(answer).rejects.toThrow('aborted due to timeout')
    expect(await (await call('GET', `/${token}`)).json()).toMatchObject({ status: 'AUTHORIZED' })
  })
})
