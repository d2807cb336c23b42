import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as auth from '#app/features/identity/account/auth.tsx'
import * as profile from '#app/features/identity/account/profile.tsx'
import {
  contextOf,
  openAccounts,
  openSession,
  signUpForm,
  type TestAccounts,
} from '#app/features/identity/accounts.test-support.ts'
import { measuringNotice } from '#app/platform/legal/legal.ts'
import { forgetLiveTexts } from '#app/platform/texts/live-texts.ts'
import { refreshTexts } from '#app/platform/texts/texts.server.ts'
import { type Choice, choiceCookie } from '#app/platform/tracking/consent.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import * as events from './events.ts'
import * as privacyChoice from './privacy-choice.ts'

const VISIT = 'a1b2c3d4'.repeat(4)
const VIEW = { type: 'page_view', data: {}, page: '/', referrer: '', ago: 0 }
const BATCH = JSON.stringify({ visit: VISIT, events: [VIEW] })

let database: TestDatabase
let accounts: TestAccounts

beforeAll(async () => {
  database = await cloneDatabase()
  accounts = openAccounts(database)
})
beforeEach(() => database.ownerPool.query('truncate analytics_events'))
afterAll(() => database.close())

const decided = (choice: Choice): string =>
  choiceCookie(choice, { version: measuringNotice().version, now: Date.now(), https: false }).split(';')[0] ?? ''
const AGREED = decided('granted')

let visitors = 0
/** Each request has its own address, because of the rate limit. */
function argsOf(address: string, body: BodyInit, headers: Record<string, string>, from?: string) {
  visitors += 1
  const request = new Request(`http://shop.test${address}`, { method: 'POST', headers, body })
  const context = contextOf(accounts, database, from ?? `visitor-${visitors}`)
  return { request, url: new URL(request.url), context, params: {} } as never
}

const report = async (body: BodyInit, headers: Record<string, string> = { cookie: AGREED }, from?: string) => {
  const answer = await events.action(argsOf('/events', body, headers, from))
  return answer.status
}
const stored = async () => (await database.ownerPool.query('select * from analytics_events order by id')).rows
const names = async () => (await stored()).map(row => row.event_type)

describe('events of a browser', () => {
  // shows: S7.11
  it('are recorded with the signed-in user after consent', async () => {
    const ana = await openSession(accounts)
    const forged = JSON.stringify({ visit: VISIT, user_id: 'somebody', events: [{ ...VIEW, user_id: 'somebody' }] })
    expect(await report(forged, { cookie: `${AGREED}; ${ana.cookie}`, 'user-agent': 'Navegador 1' })).toBe(204)
    expect(await report(BATCH)).toBe(204)
    const profileOf = await database.ownerPool.query('select id from profiles where email = $1', [ana.email])
    expect(await stored()).toMatchObject([
      { user_id: profileOf.rows[0].id, user_agent: 'Navegador 1' },
      { user_id: null },
    ])
  })

  // shows: B4.10
  it('record the version of the notice that the visitor agreed to', async () => {
    const { version } = measuringNotice()
    const publish = (next: number, asksAgain: boolean) =>
      database.ownerPool.query(
        `insert into legal_versions (key, version, content, asks_again)
         select key, $1, content, $2 from legal_versions where key = 'cookies_analytics' and version = $3`,
        [next, asksAgain, version],
      )
    await publish(version + 1, false)
    await refreshTexts(database.db)
    expect(await report(BATCH)).toBe(204)
    expect(await stored()).toMatchObject([{ notice_version: version }])
    await publish(version + 2, true)
    await refreshTexts(database.db)
    expect(await report(BATCH)).toBe(204)
    expect(await stored()).toHaveLength(1)
    forgetLiveTexts()
  })

  // shows: S7.36
  it.each([
    ['nobody asked', {}],
    ['the visitor refused', { cookie: decided('refused') }],
    ['the browser sends Global Privacy Control', { cookie: AGREED, 'sec-gpc': '1' }],
    ['the browser sends Do Not Track', { cookie: AGREED, dnt: '1' }],
  ])('are not recorded where %s', async (_, headers) => {
    expect(await report(BATCH, headers)).toBe(204)
    expect(await stored()).toEqual([])
  })

  // shows: S7.37
  it('lose private parts of their addresses', async () => {
    const events = [
      { ...VIEW, page: '/payment-success?order=ALH-1-abcdef-1234&total=0', referrer: '/checkout?pago=aborted' },
      { ...VIEW, page: '/dama-assessment?access_id=1' },
      { ...VIEW, page: '/?utm_source=boletin', referrer: 'https://correo.example/leer?de=ana@example.cl' },
    ]
    expect(await report(JSON.stringify({ visit: VISIT, events }))).toBe(204)
    expect(await stored()).toMatchObject([
      { page_url: '/payment-success', referrer: '/checkout' },
      { page_url: '/?utm_source=boletin', referrer: 'https://correo.example' },
    ])
  })

  it('never cause an error, whatever they contain', async () => {
    const text = fc.string({ unit: 'binary' })
    const shown = fc.oneof(
      fc.record({ type: fc.constant('page_view'), data: fc.constant({}) }),
      fc.record({ type: fc.constant('plp_search'), data: fc.record({ query: text }) }),
      fc.record({
        type: fc.constant('user_action'),
        data: fc.record({ action: fc.constant('category_click'), category: text }),
      }),
      fc.record({ type: fc.constantFrom('plp_view', '__proto__'), data: fc.dictionary(text, fc.jsonValue()) }),
    )
    const location = fc.record({
      page: fc.oneof(fc.constant('/'), fc.webPath(), text),
      referrer: fc.oneof(text, fc.webUrl()),
      ago: fc.oneof(fc.double({ min: 0, noNaN: true }), fc.constant(0)),
    })
    const event = fc.tuple(shown, location).map(([one, other]) => ({ ...one, ...other }))
    const bodies = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.uint8Array(),
      fc.json(),
      fc.array(fc.jsonValue()).map(input => JSON.stringify({ visit: VISIT, events: input })),
      event.map(input => JSON.stringify({ visit: VISIT, events: [input] })),
    )
    await fc.assert(
      fc.asyncProperty(bodies, async body => {
        expect([204, 400]).toContain(await report(body))
      }),
      { numRuns: 300 },
    )
    // Some reached the database.
    expect((await stored()).length).toBeGreaterThan(0)
  })

  it("from one address are dropped over the limit, others' are not", async () => {
    const many = JSON.stringify({ visit: VISIT, events: Array.from({ length: 50 }, () => VIEW) })
    for (let batch = 0; batch < 42; batch += 1) expect(await report(many, undefined, 'flood')).toBe(204)
    expect(await stored()).toHaveLength(2000)
    await report(BATCH, undefined, 'elsewhere')
    expect(await stored()).toHaveLength(2001)
  })

  it('from one IPv6 network count together: its subscriber has any number of addresses', async () => {
    const many = JSON.stringify({ visit: VISIT, events: Array.from({ length: 50 }, () => VIEW) })
    for (let batch = 0; batch < 42; batch += 1) await report(many, undefined, `2001:db8:7:1::${batch.toString(16)}`)
    expect(await stored()).toHaveLength(2000)
  })

  it('are read however deep their data is nested', async () => {
    const nested = (depth: number) =>
      `{"visit":"${VISIT}","events":[{"type":"page_view","data":{"a":${'['.repeat(depth)}${']'.repeat(depth)}},"page":"/","referrer":"","ago":0}]}`
    for (const depth of [10, 5_000, 100_000]) expect(await report(nested(depth))).toBe(204)
    expect(await stored()).toEqual([])
  })

  // shows: S7.35
  it('are requested again when they cannot be stored now, which is logged', async () => {
    await database.ownerPool.query('alter table analytics_events rename to away')
    expect(await report(BATCH)).toBe(202)
    await database.ownerPool.query('alter table away rename to analytics_events')
    expect(accounts.logged.at(-1)).toContain('events_not_recorded')
  })

  it('are accepted by POST alone', async () => {
    expect(events.loader().status).toBe(405)
  })
})

describe('events recorded by the server', () => {
  const post = (action: (args: never) => unknown, address: string, form: Record<string, string>, cookie: string) =>
    action(argsOf(address, new URLSearchParams(form), { cookie }))

  // shows: S7.31, S7.32, S7.33
  it('are sign-ups, log-ins and changes of the profile', async () => {
    const ana = await openSession(accounts)
    const agreed = { alhena_visit: VISIT }
    await post(auth.action, '/auth', { ...signUpForm(), ...agreed }, AGREED)
    await post(auth.action, '/auth', { intent: 'login', email: ana.email, password: 'otra clave', ...agreed }, AGREED)
    await vi.waitFor(async () =>
      expect((await names()).toSorted()).toEqual(['login_attempt', 'signup_attempt', 'signup_success']),
    )
    await post(auth.action, '/auth', { intent: 'login', email: ana.email, password: ana.password, ...agreed }, AGREED)
    const changed = { first_name: 'Ana', last_name: 'Rojas', company: 'Prueba', phone: '' }
    await post(profile.action, '/account', { ...changed, ...agreed }, `${AGREED}; ${ana.cookie}`)
    await vi.waitFor(async () => expect(await names()).toHaveLength(6))
    const profileOf = await database.ownerPool.query('select id from profiles where email = $1', [ana.email])
    const user_id = profileOf.rows[0].id
    const rows = await stored()
    expect(rows).toContainEqual(expect.objectContaining({ event_type: 'login_success', user_id, page_url: '/auth' }))
    expect(rows).toContainEqual(
      expect.objectContaining({ event_type: 'profile_updated', user_id, page_url: '/account' }),
    )
    expect(
      rows.every(row => row.session_id.replaceAll('-', '') === VISIT && Object.keys(row.event_data).length === 0),
    ).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('@')
  })

  it('need consent and a form that names a visit', async () => {
    const form = { intent: 'login', email: 'nadie@example.cl', password: 'una clave' }
    await post(auth.action, '/auth', { ...form, alhena_visit: VISIT }, '')
    await post(auth.action, '/auth', { ...form, alhena_visit: VISIT }, decided('refused'))
    await post(auth.action, '/auth', { ...form, alhena_visit: "' or 1=1" }, AGREED)
    await post(auth.action, '/auth', form, AGREED)
    // One that is recorded comes after all of them.
    await post(auth.action, '/auth', { ...form, alhena_visit: VISIT }, AGREED)
    await vi.waitFor(async () => expect(await names()).toEqual(['login_attempt']))
  })
})

describe('the choice', () => {
  const choose = async (form: Record<string, string>) => {
    const answer: unknown = await Promise.resolve(
      privacyChoice.action(argsOf('/privacy-choice', new URLSearchParams(form), {})),
    ).catch((thrown: unknown) => thrown)
    return answer
  }

  it('is stored for a year by the server too', async () => {
    const answer = await choose({ choice: 'refused' })
    expect(answer).toBeInstanceOf(Response)
    const cookie = answer instanceof Response ? answer.headers.get('set-cookie') : ''
    const version = String(measuringNotice().version)
    expect(cookie?.replace(/\d+(?=;)/, 'day')).toBe(
      `alhena_medicion=${version}.no.day; Path=/; Max-Age=31536000; SameSite=Lax`,
    )
  })

  it('is stored with the version shown, and never with a future one', async () => {
    const versionOf = async (notice: string) => {
      const answer = await choose({ choice: 'granted', notice })
      return answer instanceof Response ? answer.headers.get('set-cookie')?.split('=')[1]?.split('.')[0] : undefined
    }
    const version = String(measuringNotice().version)
    expect([await versionOf('1'), await versionOf('99'), await versionOf('x')]).toEqual(['1', version, version])
  })

  it('is one of two', async () => {
    expect(await choose({ choice: 'maybe' })).toMatchObject({ init: { status: 400 } })
    expect(await choose({})).toMatchObject({ init: { status: 400 } })
  })
})
