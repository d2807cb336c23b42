import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROW_TYPES } from './row-types.ts'

/** Maximum lines of a file (house rule 11). */
const MAX = 300

it('no file exceeds the maximum number of lines', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' }).trim().split('\n')
  const written = files.filter(file => file !== ROW_TYPES)
  const sources = written.filter(file => /^(app|server|bench)\//.test(file) && !/\.test\./.test(file))
  const long = sources.filter(file => readFileSync(file, 'utf8').trimEnd().split('\n').length > MAX)
  expect(sources.length).toBeGreaterThan(100)
  expect(long).toEqual([])
})
