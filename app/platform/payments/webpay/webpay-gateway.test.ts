import { randomBytes } from 'node:crypto'
import { gatewayContract } from '#app/platform/payments/contract.test-support.ts'
import type { GatewayHarness } from '#app/platform/payments/contract-harness.test-support.ts'
import { createMemoryStore } from '#app/platform/payments/simulator/memory-store.test-support.ts'
import { createSimulatorEngine } from '#app/platform/payments/simulator/simulator-engine.ts'
import { startSimulatorHttp } from '#app/platform/payments/simulator/simulator-http.test-support.ts'
import { createWebpayGateway } from './webpay-gateway.server.ts'

async function makeHarness(): Promise<GatewayHarness> {
  let now = Date.UTC(2026, 10, 21, 12)
  const clock = () => new Date(now)
  const store = createMemoryStore()
  let url = ''
  const engine = createSimulatorEngine(store, 'https://alhena.example/payment-simulator', randomBytes)
  const http = await startSimulatorHttp({
    engine: {
      ...engine,
      create: async (body, at) => {
        const answer = await engine.create(body, at)
        return answer === 'lost' || answer.status !== 200
          ? answer
          : { status: 200, body: { ...(answer.body as object), url: `${url}/form` } }
      },
    },
    clock,
    keyId: '597055555532',
    keySecret: 'a secret key',
  })
  url = http.url
  const limitsMs = { start: 300, query: 300, confirm: 300, refund: 300 }
  const open = () =>
    createWebpayGateway({
      baseUrl: http.url,
      commerceCode: '597055555532',
      apiKey: 'a secret key',
      isTest: true,
      limitsMs,
    })
  return {
    gateway: open(),
    async customer(token, decision, card) {
      const departure = await engine.decide(token, decision, card ?? 'credit', clock())
      if (!departure.ok) throw new Error(departure.error.code)
      return departure.value
    },
    advance: ms => {
      now += ms
    },
    restart: open,
    failNext: http.failNext,
    secrets: ['a secret key'],
    close: http.close,
  }
}

gatewayContract('webpay', makeHarness, true)
