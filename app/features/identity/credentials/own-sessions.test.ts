import { expect, it } from 'vitest'
import {
  auditOf,
  contextOf,
  cookieHeader,
  isSignedIn,
  openPerson,
} from '#app/features/identity/accounts.test-support.ts'
import { actorOf, prolongSession, requireSession } from '#app/features/identity/session.server.ts'
import { logIn } from '#app/features/identity/sign-in/sign-in.server.ts'
import { asActor } from '#app/platform/database/actor.server.ts'
import { purgeExpired } from '#app/platform/jobs/purge-expired.server.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { closeSessions } from './close-sessions.server.ts'
import { ownSessions } from './own-sessions.server.ts'

const { database, accounts } = await openTestAccounts()

type Person = Awaited<ReturnType<typeof openPerson>>
const person = () => openPerson(accounts, database)
const listOf = ({ user }: Person) => asActor(database.db, actorOf(user), tx => ownSessions(tx, new Date()))
const idOf = async (cookie: string) => {
  const url = new URL('http://shop.test/account/security')
  const request = new Request(url, { headers: { cookie } })
  return (await requireSession({ request, url, context: contextOf(accounts, database) })).id
}

async function anotherBrowser(ana: Person, userAgent: string) {
  const opened = await logIn(accounts.caller({ userAgent }), { ...ana, intent: 'login' })
  return cookieHeader(opened.ok ? opened.value : [])
}

it('lists only the own sessions, without their tokens', async () => {
  const [ana, eva] = [await person(), await person()]
  await anotherBrowser(ana, 'Firefox/145.0')
  const listed = await listOf(ana)
  expect(listed.map(session => session.user_agent).toSorted()).toEqual(['Firefox/145.0', 'test'])
  expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual(['created_at', 'id', 'last_used_at', 'user_agent'])
  const theirs = (await listOf(eva)).map(session => session.id)
  expect(listed.some(session => theirs.includes(session.id))).toBe(false)
})

it('closes one, or all others, and never the current one', async () => {
  const ana = await person()
  const current = await idOf(ana.cookie)
  const cookies = [await anotherBrowser(ana, 'a'), await anotherBrowser(ana, 'b'), await anotherBrowser(ana, 'c')]
  const [first = ''] = cookies
  expect(await closeSessions(database.db, ana.user, { closed: await idOf(first), current })).toBe(1)
  expect(await isSignedIn(accounts, first)).toBe(false)
  expect(await closeSessions(database.db, ana.user, { closed: current, current })).toBe(0)
  expect(await closeSessions(database.db, ana.user, { current })).toBe(2)
  expect(await isSignedIn(accounts, ana.cookie)).toBe(true)
  expect(await auditOf(database, ana.user.id)).toMatchObject([
    { action: 'sessions_closed', after: { ended: 1 } },
    { action: 'sessions_closed', after: { ended: 2 } },
  ])
})

it("closes nobody else's session", async () => {
  const [ana, eva] = [await person(), await person()]
  const current = await idOf(ana.cookie)
  expect(await closeSessions(database.db, ana.user, { closed: await idOf(eva.cookie), current })).toBe(0)
  expect(await isSignedIn(accounts, eva.cookie)).toBe(true)
})

it('records the last use, at most every five minutes', async () => {
  const ana = await person()
  const lastUse = async () => (await listOf(ana))[0]?.last_used_at.getTime()
  const look = () =>
    prolongSession({ auth: accounts.auth, db: database.db, now: () => new Date() }, new Headers({ cookie: ana.cookie }))
  const opened = await lastUse()
  await look()
  expect(await lastUse()).toBe(opened)
  await database.ownerPool.query("update auth.sessions set last_used_at = now() - interval '1 hour'")
  const old = await lastUse()
  await look()
  expect(await lastUse()).toBeGreaterThan(old ?? 0)
})

it('expired rows are removed, and the others stay', async () => {
  const [ana, eva] = [await person(), await person()]
  const requested = (id: string, age: string) =>
    database.ownerPool.query(
      `insert into email_changes (user_id, old_email, new_email, confirm_hash, objection_hash, expires_at, objection_until)
       values ($1::uuid, 'a@example.cl', 'b@example.cl', encode(sha256(('c' || $1::text)::bytea), 'hex'), encode(sha256(('o' || $1::text)::bytea), 'hex'),
         now() - $2::interval, now() - $2::interval)`,
      [id, age],
    )
  await requested(ana.user.id, '2 days')
  await requested(eva.user.id, '1 hour')
  await database.ownerPool.query(
    "insert into auth.sign_in_tries values ('old', 3, now() - interval '2 days'), ('new', 3, now())",
  )
  await database.ownerPool.query(
    "insert into auth.rate_limits (key, count, last_request) select ip || '/sign-in/email', 3, extract(epoch from now()) * 1000 - ms from (values ('203.0.113.1', 7200000), ('203.0.113.2', 60000)) tried (ip, ms)",
  )
  await purgeExpired(database.db, new Date())
  const addresses = await database.ownerPool.query("select key from auth.rate_limits where key like '203.0.113.%'")
  expect(addresses.rows).toEqual([{ key: '203.0.113.2/sign-in/email' }])
  const left = await database.ownerPool.query('select user_id from email_changes')
  expect(left.rows).toEqual([{ user_id: eva.user.id }])
  const tries = await database.ownerPool.query("select subject from auth.sign_in_tries where subject !~ ':'")
  expect(tries.rows).toEqual([{ subject: 'new' }])
})
