import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { underLock } from './build-lock.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alhena-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs work under the lock in its own process: appends 'in', waits, appends 'out' to a file. */
async function workInAProcess(lock: string, journal: string): Promise<number | null> {
  const program = `
    import { appendFile } from 'node:fs/promises'
    import { setTimeout as delay } from 'node:timers/promises'
    import { underLock } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'build-lock.ts')).href)}
    await underLock(${JSON.stringify(lock)}, async () => {
      await appendFile(${JSON.stringify(journal)}, 'in ')
      await delay(100)
      await appendFile(${JSON.stringify(journal)}, 'out ')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'inherit' })
  const [code]: (number | null)[] = await once(child, 'exit')
  return code ?? null
}

it('admits one process at a time', async () => {
  const lock = join(folder, 'lock')
  const journal = join(folder, 'journal')
  const codes = await Promise.all([1, 2, 3, 4].map(() => workInAProcess(lock, journal)))
  expect(codes).toEqual([0, 0, 0, 0])
  expect(await readFile(journal, 'utf8')).toBe('in out in out in out in out ')
  expect(existsSync(lock)).toBe(false)
})

it('is released after work that failed', async () => {
  const lock = join(folder, 'lock')
  await expect(underLock(lock, () => Promise.reject(new Error('no space left')))).rejects.toThrow('no space left')
  expect(await underLock(lock, async () => 'done')).toBe('done')
})

it('is taken over from a killed process only', async () => {
  const lock = join(folder, 'lock')
  await mkdir(lock)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(lock, longAgo, longAgo)
  const age = await underLock(lock, async () => Date.now() - (await stat(lock)).mtimeMs)
  expect(age).toBeLessThan(10_000)
})

it("throws an error with the reason when it can't be acquired", async () => {
  await expect(underLock(join(folder, 'missing', 'lock'), async () => 'done')).rejects.toThrow('ENOENT')
})
