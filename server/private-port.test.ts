import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readShopState } from '#app/features/alerts/shop-state.server.ts'
import { MAIL_SAMPLES } from '#app/mails/mail-params.ts'
import { queueMail } from '#app/mails/outbox.server.ts'
import { asActor, SYSTEM } from '#app/platform/database/actor.server.ts'
import { createJobHealth } from '#app/platform/jobs/job-health.ts'
import { createMetrics } from '#app/platform/metrics/metrics.server.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openPrivatePort, type PrivatePort } from './private-port.ts'

let database: TestDatabase
let port: PrivatePort
let now = new Date('2026-11-21T12:00:00Z')
const health = createJobHealth(() => now)
let isAway = false

beforeAll(async () => {
  database = await cloneDatabase(2)
  const metrics = createMetrics({
    release: { version: '1.2.3', build: 'abc', role: 'web' },
    pools: database.pools,
    pageCaches: () => ({ pages: { hits: 7, stale: 2, misses: 3, entries: 4, bytes: 500 } }),
    jobs: health.report,
    shopState: () => (isAway ? Promise.reject(new Error('away')) : readShopState(database.db, now)),
  })
  metrics.observeRequest('GET', '/assessment/:slug', 200, 30)
  metrics.observeRequest('BREW', '/*', 405, 1)
  port = await openPrivatePort({ host: '127.0.0.1', port: 0, metrics, jobs: health.report })
})
afterAll(async () => {
  await port.close()
  await database.close()
})

const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port.port}${path}`, { method })
const figures = async () => (await (await ask('/metrics')).text()).split('\n')

describe('/metrics', () => {
  it('has latency by route, pools, the cache and the release', async () => {
    const lines = await figures()
    for (const line of [
      'alhena_http_request_duration_seconds_bucket{le="0.025",method="GET",route="/assessment/:slug",status="200"} 0',
      'alhena_http_request_duration_seconds_bucket{le="0.05",method="GET",route="/assessment/:slug",status="200"} 1',
      'alhena_http_request_duration_seconds_count{method="other",route="/*",status="405"} 1',
      'alhena_page_cache_requests_total{cache="pages",result="hit"} 7',
      'alhena_page_cache_entries{cache="pages"} 4',
      `alhena_build_info{version="1.2.3",build="abc",role="web",node="${process.version}"} 1`,
      'alhena_db_connections{pool="people",state="waiting"} 0',
    ]) {
      expect(lines).toContain(line)
    }
    expect(lines.some(line => line.startsWith('nodejs_eventloop_lag_p99_seconds '))).toBe(true)
  })

  it('has depth and age of queues, and what waits for a person', async () => {
    await asActor(database.db, SYSTEM, tx =>
      queueMail(tx, { template: 'order_receipt', recipient: 'ana@example.cl', params: MAIL_SAMPLES.order_receipt }),
    )
    await database.ownerPool.query("update pgboss.job set start_after = $1 where name = 'mail'", [now])
    await database.ownerPool.query(
      "insert into mails (template, recipient, params, status) values ('x', 'b@example.cl', '{}', 'failed')",
    )
    now = new Date('2026-11-21T12:05:00Z')
    const lines = await figures()
    expect(lines).toContain('alhena_queue_items{queue="mail"} 1')
    expect(lines).toContain('alhena_queue_due_seconds{queue="mail"} 300')
    expect(lines).toContain('alhena_queue_items{queue="webhooks"} 0')
    expect(lines).toContain('alhena_person_needed_items{kind="failed_mails"} 1')
    expect(lines).toContain('alhena_person_needed_items{kind="payments"} 0')
    expect(lines).toContain('alhena_database_up 1')
  })

  it('leaves the state of the shop out while the database is away', async () => {
    isAway = true
    const lines = await figures()
    isAway = false
    expect(lines).toContain('alhena_database_up 0')
    expect(lines.filter(line => /^alhena_(queue|person)/.test(line))).toEqual([])
    expect(lines).toContain('alhena_page_cache_entries{cache="pages"} 4')
  })
})

describe('/healthz', () => {
  it('is unhealthy while a job stands still, not while it fails', async () => {
    await health.run({ name: 'mail', everyMs: 500 }, () => Promise.resolve(0))
    await health.run({ name: 'purge', everyMs: 3_600_000 }, () => Promise.reject(new Error('away'))).catch(() => {})
    expect((await ask('/healthz')).status).toBe(200)
    now = new Date(now.getTime() + 6 * 60_000)
    const late = await ask('/healthz')
    expect(late.status).toBe(503)
    expect(await late.json()).toMatchObject({
      healthy: false,
      jobs: { mail: { state: 'late', runs: 1 }, purge: { state: 'failing', failures: 1 } },
    })
    expect(await figures()).toContain('alhena_job_late{job_name="mail"} 1')
    await health.run({ name: 'mail', everyMs: 500 }, () => Promise.resolve(0))
    expect((await ask('/healthz')).status).toBe(200)
  })

  it('stands still in a run that never ends', async () => {
    const hung = createJobHealth(() => now)
    void hung.run({ name: 'mail', everyMs: 500 }, () => new Promise(() => {}))
    expect(hung.report()).toMatchObject([{ job: 'mail', isLate: false }])
    void hung.run({ name: 'figures' }, () => new Promise(() => {}))
    await hung.run({ name: 'purge' }, () => Promise.resolve(0))
    now = new Date(now.getTime() + 6 * 60_000)
    expect(hung.report()).toMatchObject([
      { job: 'mail', isLate: true, runs: 0 },
      { job: 'figures', isLate: true },
      // Nobody knows when it is due again.
      { job: 'purge', isLate: false, runs: 1 },
    ])
  })
})

it('answers nothing else', async () => {
  expect((await ask('/')).status).toBe(404)
  expect((await ask('/metrics', 'POST')).status).toBe(405)
})

it('says which setting is wrong when its port is taken', async () => {
  const metrics = { contentType: 'text/plain', render: () => Promise.resolve('') }
  const second = openPrivatePort({ host: '127.0.0.1', port: port.port, metrics, jobs: () => [] })
  await expect(second).rejects.toThrow(`METRICS_PORT ${port.port} on 127.0.0.1 can't be used: EADDRINUSE`)
})
