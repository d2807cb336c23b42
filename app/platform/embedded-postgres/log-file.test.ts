import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { rotateLog } from './log-file.server.ts'

it('puts a large log aside, keeps three, and leaves the writer its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alhena-log-'))
  const file = join(folder, 'postgres.log')
  const writer = openSync(file, 'a', 0o600)
  onTestFinished(() => {
    closeSync(writer)
    rmSync(folder, { recursive: true })
  })
  const text = (name: string) => readFileSync(join(folder, name), 'utf8')
  rotateLog(join(folder, 'none.log'), 3)
  for (const line of ['uno\n', 'dos\n', 'tres\n', 'cuatro\n', 'cinco\n']) {
    writeSync(writer, line)
    rotateLog(file, 3)
  }
  writeSync(writer, 'si')
  rotateLog(file, 3)
  expect(readdirSync(folder).toSorted()).toEqual(['postgres.log', 'postgres.log.1', 'postgres.log.2', 'postgres.log.3'])
  expect(text('postgres.log')).toBe('si')
  expect(['1', '2', '3'].map(number => text(`postgres.log.${number}`))).toEqual(['cinco\n', 'cuatro\n', 'tres\n'])
  expect(statSync(`${file}.1`).mode & 0o777).toBe(0o600)
})
