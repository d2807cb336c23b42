import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const MIB = 1024 * 1024

/**
 * A process that fills some 300 MiB with what it needs no more, and then rests; V8's own reducer is off, as it is by
 * chance after some busy times. It prints its resident MiB after the filling and once it has shrunk.
 */
const PROGRAM = `
  import { collectAtRest } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'rest.ts')).href)}
  const kept = Array.from({ length: 2_000_000 }, (_, at) => ({ at, text: 'page ' + at }))
  const resident = () => Math.round(process.memoryUsage.rss() / ${MIB})
  const full = resident()
  kept.length = 0
  if (process.argv[1] === 'collect') collectAtRest({ lookMs: 100, smallBytes: ${100 * MIB} })
  let looks = 0
  setInterval(() => {
    looks += 1
    if (resident() > full / 2 && looks < 20) return
    console.log(JSON.stringify({ full, rest: resident() }))
    process.exit(0)
  }, 200)`

async function memoryOf(argument: string): Promise<{ full: number; rest: number }> {
  const args = ['--no-memory-reducer', '--input-type=module', '--eval', PROGRAM, argument]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(child.stdout, 'data')
  return JSON.parse(String(printed))
}

it('gives back what a busy time needed, which would stay otherwise', async () => {
  const collected = await memoryOf('collect')
  expect(collected.rest).toBeLessThan(collected.full / 2)
  const uncollected = await memoryOf('leave')
  expect(uncollected.rest).toBeGreaterThan(uncollected.full / 2)
}, 60_000)
