import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EmbeddedPostgresError } from './error.server.ts'
import { acquireOwnerLock } from './owner-lock.server.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'alhena-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

test('a second owner is refused with one line until the first releases', async () => {
  const first = await acquireOwnerLock(dataDir)
  const refusal = await acquireOwnerLock(dataDir).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(EmbeddedPostgresError)
  expect(refusal).toHaveProperty('message', `DATA_DIR ${dataDir} is in use by another Alhena process`)
  await first.release()
  await (await acquireOwnerLock(dataDir)).release()
})

test('of many that find the same dead owner exactly one wins', async () => {
  for (let round = 1; round <= 60; round += 1) {
    const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => acquireOwnerLock(dataDir)))
    const winners = attempts.filter(attempt => attempt.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    // Released sockets stay behind dead, as those of a killed process do.
    await winners[0]?.value.release()
    expect(readdirSync(dataDir)).toEqual([`owner-${round}.sock`])
  }
})

test('an owner that comes and goes between others never shares the folder', async () => {
  let owners = 0
  let semaphore = 0
  const contend = async () => {
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const lock = await acquireOwnerLock(dataDir).catch(() => undefined)
      if (!lock) continue
      owners += 1
      semaphore += 1
      expect(owners).toBe(1)
      await new Promise(setImmediate)
      owners -= 1
      await lock.release()
    }
  }
  await Promise.all(Array.from({ length: 6 }, contend))
  expect(semaphore).toBeGreaterThan(1)
})

test('other files and drafts of killed starters do no harm', async () => {
  writeFileSync(join(dataDir, 'owner-7.sock'), '')
  writeFileSync(join(dataDir, 'owner-0123456789ab.new'), '')
  const lock = await acquireOwnerLock(dataDir)
  expect(readdirSync(dataDir)).toEqual(['owner-8.sock'])
  await lock.release()
})

test('a folder with a path too long for a socket is locked all the same', async () => {
  const deep = join(dataDir, 'a-folder-with-a-long-name'.repeat(5))
  mkdirSync(deep)
  const lock = await acquireOwnerLock(deep)
  await expect(acquireOwnerLock(deep)).rejects.toThrow('in use by another Alhena process')
  await lock.release()
  expect(existsSync(join(deep, 'owner-1.sock'))).toBe(true)
})
