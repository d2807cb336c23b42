import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CardName } from './fake-webpay/cards.ts'
import { addressOf } from './fake-webpay/returns.ts'
import { type FakeWebpay, INTEGRATION, startFakeWebpay } from './fake-webpay/start.ts'
import type { Decision } from './fake-webpay/transaction.ts'

// The fake alone, as Transbank's documentation describes the real one. That the shop's adapter agrees with it is proved by the
// contract of payment gateways, which runs against it.

const PATH = '/rswebpaytransaction/api/webpay/v1.2/transactions'
const NOON = Date.UTC(2026, 10, 21, 15)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SALE = {
  buy_order: 'ORDEN-1',
  session_id: 'sesion-1',
  amount: 10_000,
  return_url: 'https://tienda.cl/retorno?de=1',
}

let bank: FakeWebpay
beforeEach(async () => {
  bank = await startFakeWebpay({ clock: () => new Date(NOON) })
})
afterEach(() => bank.close())

const KEYS = { 'Tbk-Api-Key-Id': INTEGRATION.commerceCode, 'Tbk-Api-Key-Secret': INTEGRATION.apiKey }

/** The status code and the body of an answer. */
async function call(method: string, path = '', body?: unknown, headers: Record<string, string> = KEYS) {
  const init = { method, headers: { ...headers, 'Content-Type': 'application/json' } }
  const answer = await fetch(
    `${bank.url}${PATH}${path}`,
    body === undefined ? init : { ...init, body: JSON.stringify(body) },
  )
  return [answer.status, await answer.json()]
}

async function open(change: object = {}): Promise<string> {
  const [status, body] = await call('POST', '', { ...SALE, ...change })
  expect(status).toBe(200)
  return body.token
}

async function pay(decision: Decision = 'authorize', card: CardName = 'credit'): Promise<string> {
  const token = await open()
  bank.customer(token, decision, card)
  await call('PUT', `/${token}`)
  return token
}

const refused = (text: string) => [422, { error_message: text }]

describe('create', () => {
  it('answers with a token of 64 characters and the address of the form', async () => {
    const [status, body] = await call('POST', '', SALE)
    expect(status).toBe(200)
    expect(body).toEqual({
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      url: `${bank.url}/webpayserver/initTransaction`,
    })
    expect(await call('GET', `/${body.token}`)).toEqual([
      200,
      {
        amount: 10_000,
        status: 'INITIALIZED',
        buy_order: 'ORDEN-1',
        session_id: 'sesion-1',
        accounting_date: '1121',
        transaction_date: '2026-11-21T15:00:00.000Z',
        installments_number: 0,
      },
    ])
  })

  it.each([
    [{ buy_order: 'A'.repeat(27) }, 'Invalid value for parameter: buy_order'],
    [{ buy_order: '' }, 'buy_order is required!'],
    [{ buy_order: 'a;b' }, 'Parameter TBK_ORDEN_COMPRA rejected with value a;b'],
    [{ session_id: 'x'.repeat(62) }, 'Invalid value for parameter: session_id'],
    [{ amount: 0 }, 'Invalid value for parameter: amount'],
    [{ amount: -1 }, 'Invalid value for parameter: amount'],
    [{ amount: 1.5 }, 'Invalid value for parameter: amount'],
    [{ amount: null }, 'amount is required!'],
    [{ return_url: `https://tienda.cl/${'x'.repeat(240)}` }, 'Invalid value for parameter: return_url'],
    [{ return_url: 'tienda.cl' }, 'Invalid value for parameter: return_url'],
  ])('refuses %j', async (change, text) => {
    expect(await call('POST', '', { ...SALE, ...change })).toEqual(refused(text))
  })

  it('accepts the longest values, and a buy order that repeats', async () => {
    const longest = { buy_order: 'A'.repeat(26), session_id: 's'.repeat(61) }
    expect(await open(longest)).not.toBe(await open(longest))
  })

  it('knows its merchant, its addresses and its methods', async () => {
    expect(await call('POST', '', SALE, { ...KEYS, 'Tbk-Api-Key-Secret': 'otra' })).toEqual([
      401,
      { error_message: 'Not Authorized' },
    ])
    expect((await call('DELETE', `/${await open()}`))[0]).toBe(405)
    expect((await call('GET', '/a/b'))[0]).toBe(404)
    const broken = await fetch(`${bank.url}${PATH}`, { method: 'POST', headers: KEYS, body: '{' })
    expect(broken.status).toBe(400)
  })
})

describe('commit and status', () => {
  it.each<[CardName, object]>([
    ['credit', { payment_type_code: 'VN', installments_number: 0, card_detail: { card_number: '6623' } }],
    ['three_interest_free', { payment_type_code: 'SI', installments_number: 3, installments_amount: 3333 }],
    ['two_interest_free', { payment_type_code: 'S2', installments_number: 2, installments_amount: 5000 }],
    ['interest_free', { payment_type_code: 'NC', installments_number: 10, installments_amount: 1000 }],
    ['debit', { payment_type_code: 'VD', card_detail: { card_number: '7763' } }],
    ['prepaid', { payment_type_code: 'VP', card_detail: { card_number: '6590' } }],
  ])('authorise a payment with %s', async (card, fields) => {
    const token = await open()
    bank.customer(token, 'authorize', card)
    const committed = await call('PUT', `/${token}`)
    expect(committed).toEqual([
      200,
      expect.objectContaining({ status: 'AUTHORIZED', response_code: 0, vci: 'TSY', ...fields }),
    ])
    expect(await call('GET', `/${token}`)).toEqual(committed)
    expect(bank.book.entries).toMatchObject([{ kind: 'authorized', token, buyOrder: 'ORDEN-1', amount: 10_000 }])
  })

  it('name no amount of instalments with interest', async () => {
    const [, body] = await call('GET', `/${await pay('authorize', 'instalments')}`)
    expect(body).toMatchObject({ payment_type_code: 'VC', installments_number: 6 })
    expect(body).not.toHaveProperty('installments_amount')
  })

  it.each<[Decision, CardName]>([
    ['reject', 'credit'],
    ['authorize', 'rejected_credit'],
  ])('answer a rejection (%s, %s) with 200', async (decision, card) => {
    const token = await pay(decision, card)
    expect(await call('GET', `/${token}`)).toEqual([
      200,
      expect.objectContaining({ status: 'FAILED', response_code: -1, authorization_code: '000000', vci: 'TSN' }),
    ])
    expect(bank.book.net()).toBe(0)
  })

  it('take one commit of many', async () => {
    const token = await open()
    bank.customer(token, 'authorize')
    const answers = await Promise.all(Array.from({ length: 10 }, () => call('PUT', `/${token}`)))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers).toContainEqual(refused('Transaction already locked by another process'))
    expect(bank.book.net()).toBe(10_000)
    expect(bank.book.received.filter(({ operation }) => operation === 'commit')).toHaveLength(10)
  })

  it('refuse a payment that nobody decided, that was aborted or that is unknown', async () => {
    const token = await open()
    expect(await call('PUT', `/${token}`)).toEqual(
      refused("Invalid status '0' for transaction while authorizing. Commerce will be notified by webpay to authorize"),
    )
    bank.customer(token, 'cancel')
    expect(await call('PUT', `/${token}`)).toEqual(refused('Transaction has an invalid finished state: aborted'))
    // The response code of success without a payment: only the status tells.
    expect((await call('GET', `/${token}`))[1]).toMatchObject({ status: 'INITIALIZED', vci: 'ABO', response_code: 0 })
    expect(await call('PUT', '/corto')).toEqual(refused('Invalid value for parameter: token'))
    expect(await call('GET', `/${'f'.repeat(64)}`)).toEqual(
      refused('Invalid value for parameter: transaction not found'),
    )
  })

  it('have an end: of the form, of the commit and of the status', async () => {
    const [waiting, decided] = [await open(), await open()]
    bank.customer(decided, 'authorize')
    bank.advance(10 * 60_000)
    const late = refused('Transaction has an invalid finished state: aborted')
    expect(await call('PUT', `/${waiting}`)).toEqual(late)
    expect(await call('PUT', `/${decided}`)).toEqual(late)
    expect(() => bank.customer(waiting, 'authorize')).toThrow("can't be used")
    expect(bank.customer(waiting, 'timeout').fields).toEqual({ TBK_ORDEN_COMPRA: 'ORDEN-1', TBK_ID_SESION: 'sesion-1' })
    bank.advance(7 * DAY_MS)
    expect(await call('GET', `/${decided}`)).toEqual(
      refused("The transactions's date has passed max time (7 days) to recover the status"),
    )
  })
})

describe('refund', () => {
  const refund = (token: string, amount: unknown) => call('POST', `/${token}/refunds`, { amount })

  it('reverses the whole amount within three hours, once', async () => {
    const token = await pay('authorize', 'debit')
    bank.advance(3 * HOUR_MS - 1)
    expect(await refund(token, 10_000)).toEqual([200, { type: 'REVERSED' }])
    expect((await call('GET', `/${token}`))[1]).toMatchObject({ status: 'REVERSED', response_code: 0 })
    expect(await refund(token, 10_000)).toEqual([200, { type: 'NULLIFIED', response_code: 310 }])
    expect(bank.book.entries.map(({ kind }) => kind)).toEqual(['authorized', 'reversed'])
    expect(bank.book.heldBy('ORDEN-1')).toBe(0)
  })

  it('nullifies later and in parts, and keeps the balance', async () => {
    const token = await pay()
    expect(await refund(token, 4000)).toEqual([
      200,
      {
        type: 'NULLIFIED',
        authorization_code: '100001',
        authorization_date: '2026-11-21T15:00:00.000Z',
        nullified_amount: 4000,
        balance: 6000,
        response_code: 0,
      },
    ])
    expect((await call('GET', `/${token}`))[1]).toMatchObject({ status: 'PARTIALLY_NULLIFIED', balance: 6000 })
    expect(await refund(token, 6001)).toEqual(refused('Amount to refund is bigger than authorized'))
    bank.advance(90 * DAY_MS - 1)
    expect(await refund(token, 6000)).toMatchObject([200, { balance: 0, response_code: 0 }])
    expect(bank.book.net()).toBe(0)
  })

  it('refuses what the documentation refuses', async () => {
    expect(await refund(await pay('authorize', 'debit'), 1)).toEqual(
      refused('Debit or prepaid transactions only allow reverses, not nullifications.'),
    )
    expect(await refund(await pay('authorize', 'instalments'), 1)).toEqual([
      200,
      { type: 'NULLIFIED', response_code: 53 },
    ])
    expect(await refund(await pay('reject'), 10_000)).toEqual(
      refused('Transaction has an invalid state (8) to reverse'),
    )
    const token = await pay()
    expect(await refund(token, 0)).toEqual(refused('Invalid value for parameter: amount'))
    expect(await refund(token, undefined)).toEqual(refused('amount is required!'))
    bank.advance(90 * DAY_MS)
    expect(await refund(token, 10_000)).toEqual([200, { type: 'NULLIFIED', response_code: 284 }])
  })
})

describe('faults', () => {
  it.each([true, false])('lose, spoil and refuse answers, carried out: %s', async carriedOut => {
    for (const kind of ['server_error', 'not_json', 'dropped'] as const) {
      const token = await open()
      bank.customer(token, 'authorize')
      bank.fail({ kind, carriedOut }, { operation: 'commit', token })
      // Not meant for this request.
      expect((await call('GET', `/${token}`))[0]).toBe(200)
      if (kind === 'server_error') expect((await call('PUT', `/${token}`))[0]).toBe(500)
      else await expect(call('PUT', `/${token}`)).rejects.toThrow()
      expect(bank.book.find(token)?.status).toBe(carriedOut ? 'AUTHORIZED' : 'INITIALIZED')
    }
  })

  it('keep answers waiting, and refuse connections', async () => {
    const token = await open()
    bank.customer(token, 'authorize')
    bank.fail({ kind: 'delay', ms: DAY_MS })
    const waiting = fetch(`${bank.url}${PATH}/${token}`, {
      method: 'PUT',
      headers: KEYS,
      signal: AbortSignal.timeout(100),
    })
    await expect(waiting).rejects.toThrow('aborted due to timeout')
    expect(bank.book.find(token)?.status).toBe('AUTHORIZED')
    await bank.unplug()
    await expect(call('GET', `/${token}`)).rejects.toThrow('fetch failed')
    await bank.plug()
    expect((await call('GET', `/${token}`))[0]).toBe(200)
  })

  it('lose the answer to the commit when the cardholder chose so', async () => {
    const token = await open()
    bank.customer(token, 'lost_answer')
    await expect(call('PUT', `/${token}`)).rejects.toThrow()
    expect(bank.book.net()).toBe(10_000)
  })
})

describe('the form', () => {
  const press = (token: string, decision: Decision) =>
    fetch(`${bank.url}/webpayserver/decide`, {
      method: 'POST',
      body: new URLSearchParams({ token_ws: token, decision, card: 'credit' }),
      redirect: 'manual',
    })
  const show = (token: string, method = 'POST') => {
    const fields = new URLSearchParams({ token_ws: token })
    const url = `${bank.url}/webpayserver/initTransaction`
    return method === 'GET' ? fetch(`${url}?${fields}`, { redirect: 'manual' }) : fetch(url, { method, body: fields })
  }

  it('opens by GET and POST and shows what is paid', async () => {
    const token = await open({ amount: 125_000 })
    for (const method of ['GET', 'POST']) expect(await (await show(token, method)).text()).toContain('$125.000')
    expect((await show('nada')).status).toBe(404)
  })

  it('sends the browser back in the shapes of Webpay', async () => {
    const [paid, timedOut, failed] = [await open(), await open(), await open()]
    const back = (token: string, decision: Decision) =>
      press(token, decision).then(answer => answer.headers.get('location'))
    expect(await back(paid, 'authorize')).toBe(`https://tienda.cl/retorno?de=1&token_ws=${paid}`)
    const order = 'TBK_ORDEN_COMPRA=ORDEN-1&TBK_ID_SESION=sesion-1'
    expect(await back(timedOut, 'timeout')).toBe(`https://tienda.cl/retorno?de=1&${order}`)
    expect(await back(failed, 'form_error')).toContain(`token_ws=${failed}&TBK_TOKEN=${failed}&${order}`)
    const aborted = await open()
    const page = await (await press(aborted, 'cancel')).text()
    expect(page).toContain('<form method="post" action="https://tienda.cl/retorno?de=1">')
    for (const name of ['TBK_TOKEN', 'TBK_ORDEN_COMPRA', 'TBK_ID_SESION']) expect(page).toContain(`name="${name}"`)
    expect(page).not.toContain('name="token_ws"')
    // Once decided it is over.
    expect((await press(aborted, 'authorize')).status).toBe(404)
  })

  it('sends a browser that comes too late back as a time-out', async () => {
    const token = await open()
    bank.advance(10 * 60_000)
    expect((await show(token, 'GET')).headers.get('location')).not.toContain('token_ws')
  })

  it('names a return that comes several times', async () => {
    const departure = bank.customer(await open(), 'duplicate_return')
    expect(departure.duplicates).toBe(2)
    expect(addressOf(departure)).toContain('token_ws=')
  })
})

it('is controlled over HTTP when it runs as a process', async () => {
  const control = async (path: string, body?: object) =>
    (await fetch(`${bank.url}/control/${path}`, body ? { method: 'POST', body: JSON.stringify(body) } : {})).json()
  const token = await open()
  expect(await control('decisions', { token, decision: 'authorize' })).toMatchObject({ fields: { token_ws: token } })
  await control('faults', { kind: 'server_error', carriedOut: true, operation: 'commit' })
  expect((await call('PUT', `/${token}`))[0]).toBe(500)
  expect(await control('book')).toMatchObject({ net: 10_000, transactions: [{ token, status: 'AUTHORIZED' }] })
  expect(await control('clock', { advanceMs: 60_000 })).toEqual({ now: '2026-11-21T15:01:00.000Z' })
})
