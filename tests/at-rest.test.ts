import { createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inviteForm } from '#app/features/accesses/accesses-schema.server.ts'
import { inviteRespondent } from '#app/features/accesses/invitations/invite-respondent.server.ts'
import { beginRun } from '#app/features/questionnaires/runs/begin-run.server.ts'
import { parseKeys } from '#app/platform/secrets/master-keys.server.ts'
import { openShopSecrets } from '#app/platform/secrets/shop-secrets.server.ts'
import { cloneDatabase, type TestDatabase } from './support/database.ts'
import { PASSWORD } from './support/factories.ts'
import { HttpVisitor } from './support/http-visitor.ts'
import { asSessionUser, createInvited, DETAILS } from './support/respondents.ts'
import { type ShopProcess, startShop, TEST_KEY } from './support/shop-process.ts'

// Somebody who got a copy of the whole database, and nothing else: no session, code or secret in it can be used.

const ADMIN = 'admin@alhena.test'

let database: TestDatabase
let dataDir: string
let shop: ShopProcess
let administrator: HttpVisitor
beforeAll(async () => {
  database = await cloneDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'alhena-at-rest-'))
  shop = await startShop({
    DATABASE_URL: database.address,
    DATA_DIR: dataDir,
    DEMO: '1',
    ADMIN_EMAIL: ADMIN,
    ADMIN_PASSWORD: PASSWORD,
  })
  administrator = new HttpVisitor(shop.url)
  await administrator.post('/auth', { intent: 'login', email: ADMIN, password: PASSWORD })
}, 180_000)
afterAll(async () => {
  await shop?.end('SIGINT')
  await database?.close()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await database.ownerPool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.ownerPool.query<{ row: string }>(`select t::text as row from ${name} t`)
    parts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  expect(parts.length).toBeGreaterThan(100)
  return parts.join('\n')
}

it('no session cookie is in it, nor can one be made of it', async () => {
  expect((await administrator.get('/admin')).status).toBe(200)
  const cookie = administrator.cookie('alhena.session_token') ?? ''
  const [token = ''] = decodeURIComponent(cookie).split('.')
  expect(token.length).toBeGreaterThan(20)
  const copy = await dump()
  expect(copy).not.toContain(token)
  const { rows: sessions } = await database.ownerPool.query<{ token: string }>('select token from auth.sessions')
  const { rows: secrets } = await database.ownerPool.query<{ value: string }>('select value from private.secrets')
  expect(sessions.length * secrets.length).toBeGreaterThan(0)
  for (const session of sessions) {
    for (const { value } of secrets) {
      const signature = createHmac('sha256', value).update(session.token).digest('base64')
      const forger = new HttpVisitor(shop.url, {
        'alhena.session_token': encodeURIComponent(`${session.token}.${signature}`),
      })
      expect((await forger.get('/admin')).status).toBe(302)
    }
  }
}, 60_000)

it('no access code is in it, whoever was invited, mailed or has answered', async () => {
  const { buyer, item, respondent, invitation } = await createInvited(database.ownerPool)
  const invited = await inviteRespondent(
    { db: database.db, settings: { appUrl: shop.url } },
    {
      user: asSessionUser(buyer),
      itemId: item.item_id,
      form: inviteForm.parse({
        firstName: 'Rosa',
        lastName: 'Díaz',
        email: 'rosa@example.cl',
        role: 'gerente',
        area: 'Finanzas',
      }),
      now: new Date(),
    },
  )
  if (invited.access_code === null) throw new Error('Nobody was invited')
  const begun = await beginRun(database.db, {
    actor: respondent,
    accessId: invitation.id,
    details: DETAILS,
    userId: undefined,
    promised: 'nominative',
    privacyNoticeVersion: '1',
    now: new Date(),
  })
  expect(begun.ok).toBe(true)
  const copy = await dump()
  expect(copy).toContain('rosa@example.cl')
  expect(copy).toContain(invitation.access_code)
  expect(copy).not.toMatch(/AC-[2-9A-HJ-NP-Z]{8}/)
  const enter = async (email: string, code: string) => {
    const sent = { intent: 'access', email, access_code: code }
    const answer = await new HttpVisitor(shop.url).post('/dama-assessment', sent)
    return answer.headers.getSetCookie().some(cookie => cookie.startsWith('alhena_respondent='))
  }
  expect(await enter(invitation.email, invitation.access_code)).toBe(false)
  expect(await enter(invitation.email, invitation.code)).toBe(true)
  expect(await enter('rosa@example.cl', invited.access_code)).toBe(true)
  // Nor in what the shop prints, who enters with it notwithstanding.
  await expect
    .poll(() => shop.output().split('"path":"/dama-assessment"').length, { timeout: 10_000 })
    .toBeGreaterThan(3)
  for (const code of [invited.access_code, invitation.code]) expect(shop.output()).not.toContain(code)
}, 60_000)

it('no webhook secret is in it', async () => {
  const made = await administrator.send('/admin/integrations/webhooks/new', {
    method: 'POST',
    body: new URLSearchParams({
      intent: 'create',
      url: 'https://sistema.example/avisos',
      description: 'Prueba',
      events: 'order.paid',
    }),
  })
  const secret = /whsec_[A-Za-z0-9+/=]{40,}/.exec(await made.text())?.[0] ?? ''
  expect(secret).not.toBe('')
  const copy = await dump()
  expect(copy).not.toContain(secret)
  expect(copy).not.toContain(secret.slice('whsec_'.length))
  const { rows } = await database.ownerPool.query<{ secret: string }>('select secret from private.webhook_secrets')
  expect(rows).toEqual([{ secret: expect.stringMatching(/^s1\.[0-9a-f]{8}\./) }])
})

it('neither the operator’s key nor what it seals is in it', async () => {
  const secrets = await openShopSecrets(database.ownerPool, parseKeys(TEST_KEY, 'TEST_KEY'))
  const copy = await dump()
  for (const secret of [TEST_KEY, ...Object.values(secrets)]) expect(copy).not.toContain(secret)
})
