import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '#app/platform/log/log.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { idleEngine } from './job-database.server.ts'
import { prepareJobs } from './prepare-jobs.server.ts'
import { DEAD_LETTERS, QUEUES } from './queues.ts'
import { type BackgroundWork, type JobWork, startJobWorker } from './worker.server.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.ownerPool.query('delete from pgboss.job')
})

const idle = async () => 0
const nothing = Object.fromEntries(Object.keys(QUEUES).map(name => [name, idle])) as unknown as BackgroundWork

const start = (work: Partial<BackgroundWork>, lines: { event: string }[] = []) =>
  startJobWorker({
    pool: database.shopPool,
    log: createLog('info', line => lines.push(JSON.parse(line))),
    now: () => new Date('2026-11-23T15:00:00Z'),
    work: { ...nothing, ...work },
  })

const send = (count: number) =>
  database.ownerPool.query(
    "select private.send_jobs('mail', array_agg(jsonb_build_object('id', n))) from generate_series(1, $1) n",
    [count],
  )
const jobs = async (name: string) =>
  (
    await database.ownerPool.query<{ state: string; data: unknown; source_name: string; source_output: unknown }>(
      'select state, data, source_name, source_output from pgboss.job where name = $1',
      [name],
    )
  ).rows

it('takes each job once, however many workers there are', async () => {
  await send(60)
  const taken: unknown[] = []
  const done = Promise.withResolvers<void>()
  const mail: JobWork = {
    each: async batch => {
      taken.push(...batch.map(({ data }) => data))
      if (taken.length >= 60) done.resolve()
      return batch.map(({ id }) => ({ id, status: 'completed' }))
    },
  }
  const workers = await Promise.all([start({ mail }), start({ mail }), start({ mail })])
  await done.promise
  await Promise.all(workers.map(worker => worker.stop()))
  expect(taken).toHaveLength(60)
  expect(new Set(taken.map(data => JSON.stringify(data))).size).toBe(60)
  expect((await jobs('mail')).every(({ state }) => state === 'completed')).toBe(true)
})

it('tries a failed job again, and keeps one that was given up with its error and without addresses', async () => {
  await send(2)
  const tries: Record<string, number> = {}
  const again = Promise.withResolvers<void>()
  const mail: JobWork = {
    each: async batch =>
      batch.map(({ id, data }) => {
        const key = JSON.stringify(data)
        tries[key] = (tries[key] ?? 0) + 1
        if (key.includes('1')) return { id, status: 'deadletter', error: 'no ana@example.cl at smtp://user:pass@mail' }
        if (tries[key] === 2) again.resolve()
        return { id, status: tries[key] === 1 ? 'failed' : 'completed' }
      }),
  }
  const worker = await start({ mail })
  await again.promise
  await worker.stop()
  expect(tries).toEqual({ '{"id":1}': 1, '{"id":2}': 2 })
  expect(await jobs(DEAD_LETTERS)).toMatchObject([
    { data: { id: 1 }, source_name: 'mail', source_output: { message: 'no [address] at [address]' } },
  ])
})

it('does scheduled work at its start until nothing is due, and ends a run when it stops', async () => {
  const left = [2, 1, 0]
  const reached = Promise.withResolvers<void>()
  const runs: AbortSignal[] = []
  const worker = await start({
    reminders: async (_, stopping) => {
      runs.push(stopping)
      const due = left.shift()
      if (due === 0) reached.resolve()
      return due ?? 0
    },
  })
  await reached.promise
  await worker.stop()
  expect(runs).toHaveLength(3)
  expect(runs.every(({ aborted }) => aborted)).toBe(true)
  expect(await jobs('reminders')).toMatchObject([{ state: 'completed' }])
})

it("needs no rights of the owner, and the application's role has none", async () => {
  const mine = database.shopPool.query('create table pgboss.mine (id int)')
  await expect(mine).rejects.toThrow('permission denied')
  const client = await database.ownerPool.connect()
  try {
    await client.query('set role alhena_app')
    await expect(client.query('select from pgboss.job')).rejects.toThrow('permission denied')
  } finally {
    client.release(true)
  }
})

it('is prepared again without a change, and sends jobs for mails that lost theirs', async () => {
  const { rows } = await database.ownerPool.query(
    "insert into mails (template, recipient, params) values ('x', 'a@example.cl', '{}') returning id",
  )
  await database.ownerPool.query('delete from pgboss.job')
  await Promise.all([prepareJobs(database.ownerPool), prepareJobs(database.ownerPool)])
  expect((await jobs('mail')).map(({ data }) => data)).toContainEqual({ id: rows[0].id })
  await database.ownerPool.query('delete from mails')
})

it('sends jobs in SQL as the engine sends them', async () => {
  const engine = await idleEngine(database.ownerPool, { migrate: false }).start()
  await engine.send('mail', { id: '7' }, { singletonKey: '7' })
  await engine.stop({ graceful: false, close: false })
  await database.ownerPool.query(`select private.send_jobs('mail', array['{"id": "7"}'::jsonb])`)
  const { rows } = await database.ownerPool.query(
    `select to_jsonb(job) - array['id', 'created_on', 'start_after', 'keep_until'] as same, keep_until - created_on as kept
     from pgboss.job where name = 'mail'`,
  )
  expect(rows).toHaveLength(2)
  expect(rows[1]).toEqual(rows[0])
})
