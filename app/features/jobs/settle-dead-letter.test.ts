import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { asActor } from '#app/platform/database/actor.server.ts'
import { nextRun } from '#app/platform/jobs/next-run.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createProfile } from '#tests/support/factories.ts'
import { findDeadLetters, findQueues, settleDeadLetter } from './jobs.server.ts'

type Admin = { kind: 'admin'; userId: string }
let database: TestDatabase
let ana: Admin
const NOW = new Date()

beforeAll(async () => {
  database = await cloneDatabase()
  ana = await staff('admin')
})
afterAll(() => database.close())
beforeEach(async () => {
  await query('delete from mails')
  await query('delete from pgboss.job')
})

const query = async (text: string, values: unknown[] = []) => (await database.ownerPool.query(text, values)).rows

async function staff(scope: string): Promise<Admin> {
  const { id } = await createProfile(database.ownerPool, { role: 'admin' })
  await query('update profiles set staff_scope = $2 where id = $1', [id, scope])
  return { kind: 'admin', userId: id }
}

async function deadLetter(queue: string, data: object | null = null): Promise<string> {
  const [row] = await query(
    `insert into pgboss.job (name, data, source_name, source_retry_count, source_output)
     values ('dead-letters', $2, $1, 13, '{"message": "no route"}') returning id`,
    [queue, JSON.stringify(data)],
  )
  return row.id
}

async function failedMail(params: object): Promise<string> {
  const [row] = await query(
    `insert into mails (template, recipient, params, status, attempts) values ('order_receipt', 'ana@example.cl', $1, 'failed', 14) returning id`,
    [JSON.stringify(params)],
  )
  return row.id
}

const letters = (actor = ana) => asActor(database.db, actor, findDeadLetters)
const retry = (id: string, actor = ana) => settleDeadLetter(database.db, { actor, id, how: 'retry' })
const sent = (name: string) => query('select data from pgboss.job where name = $1', [name])

it('retries a mail by its row, once for several clicks, and says so in the audit log', async () => {
  const mail = await failedMail({ nombre: 'Ana' })
  const id = await deadLetter('mail', { id: mail })
  expect(await letters()).toMatchObject([
    { id, queue: 'mail', attempts: 14, error: 'no route', template: 'order_receipt', retryable: true },
  ])
  const answers = await Promise.all([retry(id), retry(id), retry(id)])
  expect(answers.filter(Boolean)).toHaveLength(1)
  expect(await query('select status, attempts from mails')).toEqual([{ status: 'queued', attempts: 0 }])
  expect(await sent('mail')).toEqual([{ data: { id: mail } }])
  expect(await letters()).toEqual([])
  expect(await query("select entity_id, after, actor_user_id from audit_log where action = 'job_retried'")).toEqual([
    { entity_id: id, after: { queue: 'mail' }, actor_user_id: ana.userId },
  ])
})

it('keeps the letter of a mail whose one-time link was erased, which can only be discarded', async () => {
  const id = await deadLetter('mail', { id: await failedMail({}) })
  expect(await letters()).toMatchObject([{ id, retryable: false }])
  expect(await retry(id)).toBe(false)
  expect(await sent('mail')).toEqual([])
  expect(await settleDeadLetter(database.db, { actor: ana, id, how: 'discard' })).toBe(true)
  expect(await settleDeadLetter(database.db, { actor: ana, id, how: 'discard' })).toBe(false)
  expect(await letters()).toEqual([])
})

it('sends any other job again', async () => {
  expect(await retry(await deadLetter('figures'))).toBe(true)
  expect(await sent('figures')).toEqual([{ data: null }])
})

it('counts what each queue has to do', async () => {
  await query("select private.send_jobs('mail', array['{\"id\": 1}', '{\"id\": 2}', '{\"id\": 3}']::jsonb[])")
  await query("update pgboss.job set state = 'active' where data ->> 'id' = '1'")
  await query(
    "update pgboss.job set state = 'retry', start_after = start_after + interval '1 day' where data ->> 'id' = '2'",
  )
  await deadLetter('mail')
  const after = new Date(NOW.getTime() + 60_000)
  const queues = await asActor(database.db, ana, tx => findQueues(tx, after))
  expect(queues.find(({ name }) => name === 'mail')).toMatchObject({
    waiting: 1,
    delayed: 1,
    running: 1,
    given_up: 1,
    oldest: expect.any(Date),
    last_run: null,
  })
})

it('is for administrators alone', async () => {
  const id = await deadLetter('figures')
  const luz = await staff('support')
  expect(await letters(luz)).toEqual([])
  expect(await asActor(database.db, luz, tx => findQueues(tx, NOW))).toEqual([])
  await expect(retry(id, luz)).rejects.toThrow('scope')
  const user = { kind: 'user', userId: luz.userId } as unknown as Admin
  expect(await retry(id, user)).toBe(false)
  expect(await letters()).toHaveLength(1)
})

it('plans in the time of Santiago, also across its change of clocks', () => {
  // Summer time (UTC-3) begins on 6 September 2026.
  expect(nextRun('30 3 * * *', new Date('2026-09-04T12:00:00Z'))).toEqual(new Date('2026-09-05T07:30:00Z'))
  expect(nextRun('30 3 * * *', new Date('2026-09-06T12:00:00Z'))).toEqual(new Date('2026-09-07T06:30:00Z'))
})
