import { randomBytes } from 'node:crypto'
import { err } from '#app/kernel/result.ts'
import { gatewayContract } from '#app/platform/payments/contract.ts'
import type { PaymentGateway } from '#app/platform/payments/gateway.ts'
import { createMemoryStore } from '#app/platform/payments/memory-store.ts'
import { createSimulatorEngine } from '#app/platform/payments/simulator-engine.ts'
import { startSimulatorHttp } from '#app/platform/payments/simulator-http.server.ts'
import { checkStart, isPayable } from '#app/platform/payments/webpay-limits.ts'
import { confirmOutcome, queryResult, refundOutcome, startResult } from '#app/platform/payments/webpay-outcomes.ts'
import { type Answer, TRANSACTIONS_PATH, toCreateBody } from '#app/platform/payments/webpay-protocol.ts'
import { parseReturn } from '#app/platform/payments/webpay-return.ts'

function webpay(base: string, secret: string): PaymentGateway {
  const call = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    try {
      const r = await fetch(base + TRANSACTIONS_PATH + path, { method, headers: { 'Tbk-Api-Key-Id': 'id', 'Tbk-Api-Key-Secret': secret, 'content-type': 'application/json' }, signal: AbortSignal.timeout(300), ...(body !== undefined && { body: JSON.stringify(body) }) })
      const text = await r.text()
      let json: unknown
      try { json = JSON.parse(text) } catch {}
      return { status: r.status, body: json }
    } catch { return 'lost' }
  }
  const t = encodeURIComponent
  return {
    id: 'webpay',
    async start(a) { const p = checkStart(a); return p ? err(p) : startResult(await call('POST', '', toCreateBody(a)), 'GET') },
    parseReturn,
    confirm: async k => confirmOutcome(await call('PUT', `/${t(k)}`, {})),
    query: async k => queryResult(await call('GET', `/${t(k)}`)),
    refund: async (k, a) => isPayable(a) ? refundOutcome(await call('POST', `/${t(k)}/refunds`, { amount: a })) : { kind: 'declined', code: 'invalid_amount' },
  }
}
gatewayContract('webpay', async () => {
  let now = Date.now()
  const clock = () => new Date(now)
  const engine = createSimulatorEngine(createMemoryStore(), 'https://x.example/form', randomBytes)
  const http = await startSimulatorHttp({ engine, clock, keyId: 'id', keySecret: 'supersecret' })
  const make = () => webpay(http.url, 'supersecret')
  return { gateway: make(), restart: make, advance: ms => { now += ms }, secrets: ['supersecret'], failNext: http.failNext, close: http.close,
    async customer(token, decision, card = 'credit') { const d = await engine.decide(token, decision, card, clock()); if (!d.ok) throw new Error(d.error.code); return d.value } }
}, true)
