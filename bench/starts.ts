import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop } from '#tests/support/shop-process.ts'
import { type Figure, number } from './figures.ts'

/** Seconds until the first start of a fresh clone (with its build) and a later one can serve. */
export async function measureStarts(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alhena-bench-'))
  try {
    await rm('build', { recursive: true, force: true })
    const first = await secondsToServe(dataDir)
    const later = await secondsToServe(dataDir)
    return [
      { name: 'first start, with the build', value: `${number(first)} s`, measured: first, aim: { most: 15 } },
      { name: 'later start', value: `${number(later)} s`, measured: later, aim: { most: 4 } },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function secondsToServe(dataDir: string): Promise<number> {
  const startedAt = performance.now()
  const shop = await startShop({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const seconds = (performance.now() - startedAt) / 1000
  await shop.end('SIGINT')
  return seconds
}
