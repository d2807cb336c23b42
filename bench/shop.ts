import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#app/platform/embedded-postgres/launcher.server.ts'
import { startShop } from '#tests/support/shop-process.ts'

export type BenchShop = {
  url: string
  databaseUrl: string
  dataDir: string
  /** The serving process. */
  pid: number
  /** Sends the serving process a signal. */
  signal(signal: NodeJS.Signals): void
}

type Environment = Record<string, string>

/**
 * Runs `measure` against a demo shop of its own, on a database with all durability settings on.
 * @param env additional environment of the serving process, from its database's address where it depends on that.
 */
export async function withShop<Value>(
  measure: (shop: BenchShop) => Promise<Value>,
  env: Environment | ((databaseUrl: string) => Promise<Environment>) = {},
): Promise<Value> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, maxConnections: 150 })
  const shop = await startShop({
    DATABASE_URL: postgres.connectionString,
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'warn',
    ...(typeof env === 'function' ? await env(postgres.connectionString) : env),
  })
  try {
    return await measure({
      url: shop.url,
      databaseUrl: postgres.connectionString,
      dataDir,
      pid: shop.pid,
      signal: shop.signal,
    })
  } finally {
    await shop.end('SIGINT')
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Runs `step` in `concurrency` loops for this many seconds. @returns runs per second and the 99th percentile in ms. */
export async function rateOf(
  concurrency: number,
  seconds: number,
  step: (line: number) => Promise<void>,
): Promise<{ rate: number; p99: number }> {
  const times: number[] = []
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  await Promise.all(
    Array.from({ length: concurrency }, async (_, line) => {
      while (performance.now() < until) {
        const before = performance.now()
        await step(line)
        times.push(performance.now() - before)
      }
    }),
  )
  const elapsed = (performance.now() - startedAt) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  return { rate: times.length / elapsed, p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 }
}
