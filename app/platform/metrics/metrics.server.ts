import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { JobReport } from '#app/platform/jobs/job-health.ts'
import type { ShopState } from './shop-state.ts'

/** Upper bounds of the latency histogram, in seconds: from a page in memory to what nobody waits for. */
const LATENCY_BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The methods that the shop answers; others are counted together, because a client may invent any number of them. */
const METHODS = new Set(['GET', 'HEAD', 'POST'])

/** Answered requests that are counted together. */
const BATCH = 64

export type CacheFigures = {
  hits: number
  /** Hits whose page is rendered again meanwhile. */
  stale: number
  misses: number
  entries: number
  /** Of the answers in memory, in every encoding. */
  bytes: number
}

type PoolFigures = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }

export type MetricSources = {
  release: { version: string; build: string; role: 'web' | 'worker' }
  pools: Record<string, PoolFigures>
  /** Where one is configured. `age` in seconds. */
  replica?: { age(): number; isUsed(): boolean } | undefined
  /** Of a process that serves pages. */
  pageCaches?: (() => Record<string, CacheFigures>) | undefined
  jobs: () => readonly JobReport[]
  /** Rejects while the database is unavailable. */
  shopState: () => Promise<ShopState>
}

export type Metrics = {
  contentType: string
  /** Counts an answered request. @param route the pattern of its address, never the address itself */
  observeRequest(method: string, route: string, status: number, milliseconds: number): void
  /** Everything in Prometheus' text format; without the shop's state while the database is unavailable. */
  render(): Promise<string>
}

/** The figures of this process, and of the shop as it sees it. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const latency = new Histogram({
    name: 'alhena_http_request_duration_seconds',
    help: 'Time until an answer was ready, by pattern of the address',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS,
    registers,
  })
  const { version, build, role } = sources.release
  new Gauge({
    name: 'alhena_build_info',
    help: 'The running release; always 1',
    labelNames: ['version', 'build', 'role', 'node'],
    registers,
  }).set({ version, build, role, node: process.version }, 1)
  addPools(registers, sources.pools)
  if (sources.replica) addReplica(registers, sources.replica)
  if (sources.pageCaches) addPageCaches(registers, sources.pageCaches)
  addJobs(registers, sources.jobs)
  // One after another they cost a third of what each costs between two answers.
  let answered: Parameters<Metrics['observeRequest']>[] = []
  const observeAnswered = () => {
    for (const [method, route, status, milliseconds] of answered) {
      latency.observe({ method: METHODS.has(method) ? method : 'other', route, status }, milliseconds / 1000)
    }
    answered = []
  }
  // One reading of the database for all gauges of a scrape.
  let reading: Promise<ShopState | undefined> = Promise.resolve(undefined)
  addShopState(registers, () => reading)
  return {
    contentType: registry.contentType,
    observeRequest(...request) {
      if (answered.push(request) >= BATCH) observeAnswered()
    },
    render() {
      observeAnswered()
      reading = sources.shopState().catch(() => undefined)
      return registry.metrics()
    },
  }
}

function addPools(registers: Registry[], pools: MetricSources['pools']): void {
  new Gauge({
    name: 'alhena_db_connections',
    help: "Connections of the process's pools: in use, idle, and requests that wait for one",
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

function addReplica(registers: Registry[], replica: NonNullable<MetricSources['replica']>): void {
  new Gauge({
    name: 'alhena_read_replica_age_seconds',
    help: 'How old what the replica shows can be; infinite while it is away',
    registers,
    collect() {
      this.set(replica.age())
    },
  })
  new Gauge({
    name: 'alhena_read_replica_used',
    help: '1 while public pages and reports are read from the replica',
    registers,
    collect() {
      this.set(Number(replica.isUsed()))
    },
  })
}

function addPageCaches(registers: Registry[], figures: () => Record<string, CacheFigures>): void {
  new Counter({
    name: 'alhena_page_cache_requests_total',
    help: 'Requests for pages that are cached: fresh hits, stale hits, misses',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [cache, { hits, stale, misses }] of Object.entries(figures())) {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'stale' }, stale)
        this.inc({ cache, result: 'miss' }, misses)
      }
    },
  })
  const size = (name: string, help: string, of: (cache: CacheFigures) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers,
      collect() {
        for (const [cache, each] of Object.entries(figures())) this.set({ cache }, of(each))
      },
    })
  size('alhena_page_cache_entries', 'Pages in memory', cache => cache.entries)
  size('alhena_page_cache_bytes', 'Bytes of the answers in memory, in every encoding', cache => cache.bytes)
}

function addJobs(registers: Registry[], report: MetricSources['jobs']): void {
  const counter = (name: string, help: string, of: (job: JobReport) => number) =>
    new Counter({
      name,
      help,
      labelNames: ['job_name'],
      registers,
      collect() {
        this.reset()
        for (const job of report()) this.inc({ job_name: job.job }, of(job))
      },
    })
  const gauge = (name: string, help: string, of: (job: JobReport) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['job_name'],
      registers,
      collect() {
        for (const job of report()) this.set({ job_name: job.job }, of(job))
      },
    })
  counter('alhena_job_runs_total', 'Runs of a job that ended', job => job.runs)
  counter('alhena_job_failures_total', 'Runs of a job that failed', job => job.failures)
  counter('alhena_job_seconds_total', 'Time that runs of a job took', job => job.spentMs / 1000)
  gauge('alhena_job_late', '1 while a job of this process stands still', job => Number(job.isLate))
  gauge('alhena_job_last_success_seconds', 'When a job last succeeded, as a Unix time; 0 for never', job =>
    job.lastSuccess ? job.lastSuccess.getTime() / 1000 : 0,
  )
}

function addShopState(registers: Registry[], read: () => Promise<ShopState | undefined>): void {
  const gauge = (
    name: string,
    help: string,
    label: string,
    of: (state: ShopState) => readonly (readonly [string, number])[],
  ) =>
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers,
      async collect() {
        this.reset()
        const state = await read()
        if (state) for (const [value, figure] of of(state)) this.set({ [label]: value }, figure)
      },
    })
  const secondsSince = (since: Date | null, at: Date) =>
    since === null ? 0 : Math.max(0, (at.getTime() - since.getTime()) / 1000)
  new Gauge({
    name: 'alhena_database_up',
    help: '1 while the database answers this process',
    registers,
    async collect() {
      this.set((await read()) ? 1 : 0)
    },
  })
  new Gauge({
    name: 'alhena_last_backup_seconds',
    help: 'The moment of the last backup that can be restored, as a Unix time; none is shown where there is none',
    // A label of its own would be empty: with one, the figure can be absent.
    labelNames: ['kind'],
    registers,
    async collect() {
      this.reset()
      const at = (await read())?.lastBackup
      if (at) this.set({ kind: 'nightly' }, at.getTime() / 1000)
    },
  })
  gauge('alhena_queue_items', 'Items of a queue, those that wait for another try among them', 'queue', ({ queues }) =>
    queues.map(({ queue, items }) => [queue, items]),
  )
  gauge('alhena_queue_due_seconds', 'How long the item that waits longest has been due', 'queue', ({ queues, at }) =>
    queues.map(({ queue, due_since }) => [queue, secondsSince(due_since, at)]),
  )
  gauge('alhena_person_needed_items', 'What waits for a person to decide', 'kind', ({ people }) =>
    people.map(({ kind, items }) => [kind, items]),
  )
  gauge('alhena_person_needed_seconds', 'How long the oldest has waited for a person', 'kind', ({ people, at }) =>
    people.map(({ kind, since }) => [kind, secondsSince(since, at)]),
  )
}
