import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contextOf, openAccounts } from '#app/features/identity/accounts.test-support.ts'
import { servicesContext, servicesOf } from '#app/platform/services/services.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { action } from './mail-bounce.ts'

const KEY = 'a key of the mail server, long enough'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())

const createMail = async (status: 'sent' | 'sending') => {
  const { rows } = await database.ownerPool.query<{ id: string }>(
    `insert into mails (template, recipient, params, status, sent_at)
     values ('confirm_email', 'pia@empresa.example', '{}', $1, $2) returning id`,
    [status, status === 'sent' ? new Date() : null],
  )
  return rows[0]?.id ?? ''
}
const mail = async (id: string) => {
  const { rows } = await database.ownerPool.query('select status, sent_at, last_error from mails where id = $1', [id])
  return rows[0]
}

async function report(mailId: string, { key = KEY, configured = true, action: done = 'failed' } = {}) {
  const body = `Action: ${done}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 No such user\r\n\r\nMessage-ID: <${mailId}@alhena.example>\r\n`
  const request = new Request('http://shop.test/hooks/mail-bounce', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'message/rfc822' },
    body,
  })
  const context = contextOf(openAccounts(database), database)
  const services = servicesOf(context)
  const mailBounceKey = configured ? KEY : undefined
  context.set(servicesContext, { ...services, settings: { ...services.settings, mailBounceKey } })
  const response = await action({ request, url: new URL(request.url), context, params: {} } as never)
  return response.status
}

it('a mail that came back failed, with the reason of its server', async () => {
  const id = await createMail('sent')
  expect(await report(id)).toBe(204)
  expect(await mail(id)).toEqual({ status: 'failed', sent_at: null, last_error: '550 No such user' })
  expect(await report(id)).toBe(204)
})

it('a report before the sending is recorded is asked for again, and one about no mail is not', async () => {
  expect(await report(await createMail('sending'))).toBe(409)
  expect(await report(randomUUID())).toBe(204)
})

it('only the mail server reports, and only failures count', async () => {
  const id = await createMail('sent')
  expect(await report(id, { key: 'another key' })).toBe(401)
  expect(await report(id, { configured: false })).toBe(404)
  expect(await report(id, { action: 'delayed' })).toBe(204)
  expect(await mail(id)).toMatchObject({ status: 'sent' })
})
