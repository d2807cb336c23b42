import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabases } from '#app/platform/database/database.server.ts'
import { servicesContext } from '#app/platform/services/services.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { paymentServices } from '#tests/support/payments.ts'
import { action, loader } from './payment-return.ts'

let database: TestDatabase
/** A database at an address where nobody listens. */
const away = openDatabases('postgresql://nobody@127.0.0.1:1/none', 1)
beforeAll(async () => {
  database = await cloneDatabase(2)
})
afterAll(async () => {
  await away.close()
  await database.close()
})

/** What the route answers to a return. */
async function answerOf(request: Request, isAway: boolean): Promise<Response> {
  const services = paymentServices(database, () => new Date('2026-11-21T15:00:00Z'))
  const context = new RouterContextProvider()
  const used = { ...services, db: isAway ? away.db : services.db, now: () => new Date('2026-11-21T15:00:00Z') }
  context.set(servicesContext, used as never)
  const route = request.method === 'POST' ? action : loader
  return route({ request, context, url: new URL(request.url), params: {}, pattern: '/payment/return' } as never)
}

const SHOP = 'https://alhena.example'
const TOKEN = 'a1'.repeat(32)

it('tries again by itself while the database is away, by GET and after a POST', async () => {
  const aborted = { TBK_TOKEN: TOKEN, TBK_ORDEN_COMPRA: 'ALH-1', TBK_ID_SESION: 'una sesión' }
  const cases = [
    [new Request(`${SHOP}/payment/return?token_ws=${TOKEN}`), `/payment/return?token_ws=${TOKEN}`],
    [
      new Request(`${SHOP}/payment/return/cotizacion`, { method: 'POST', body: new URLSearchParams(aborted) }),
      `/payment/return/cotizacion?${new URLSearchParams(aborted)}`,
    ],
  ] as const
  for (const [request, again] of cases) {
    const answer = await answerOf(request, true)
    expect(answer.status).toBe(503)
    expect(answer.headers.get('refresh')).toBe(`5;url=${again}`)
    const html = await answer.text()
    expect(html).toContain(`<meta http-equiv="refresh" content="5;url=${again.replaceAll('&', '&amp;')}">`)
    expect(html).toContain('no la cierres y no pagues otra vez')
    expect(html).not.toContain('<script')
  }
})

it('escapes what it repeats, and repeats nothing long', async () => {
  const odd = new URLSearchParams({ token_ws: TOKEN, otra: `"><script>alert(1)</script>`, larga: 'x'.repeat(5000) })
  const html = await (await answerOf(new Request(`${SHOP}/payment/return?${odd}`), true)).text()
  expect(html).not.toContain('<script')
  expect(html.length).toBeLessThan(3000)
})

it('leads on as soon as the database is back', async () => {
  const answer = await answerOf(new Request(`${SHOP}/payment/return?token_ws=${TOKEN}`), false)
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/')
})
