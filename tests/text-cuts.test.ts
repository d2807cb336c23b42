import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeScratchFolder } from './support/scratch-folder.ts'
import { brokenCuts } from './text-cuts.ts'

/** Expressions, and whether they may halve a character. `text`: a string, `maybe`: perhaps none, `day`: a day, `rows`: a list. */
const CASES: readonly (readonly [code: string, isBroken: boolean])[] = [
  ['text.slice(0, 100)', true],
  ['text.trim().slice(0, MAX)', true],
  ['text.slice(0, max)', true],
  ['text.substring(0, LIMITS.name)', true],
  ['text.substr(0, 8)', true],
  ['maybe?.slice(0, 8)', true],
  ['(text + text).slice(0, 8)', true],
  ['rows[0]?.slice(0, 8)', true],
  ['text.slice(0, at)', false],
  ['text.slice(0, -1)', false],
  ['text.slice(at)', false],
  ['rows.slice(0, 8)', false],
  ['bytes.slice(0, 8)', false],
  ['day.slice(0, 7)', false],
  ['new Date(0).toISOString().slice(0, 10)', false],
]

let folder: string
beforeAll(async () => {
  folder = await makeScratchFolder('cuts')
  const code = CASES.map(([expression]) => `  ${expression},`).join('\n')
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"strict":true,"noUncheckedIndexedAccess":true},"include":["*.ts"]}',
  )
  await writeFile(
    join(folder, 'cuts.ts'),
    `declare const text: string; declare const maybe: string | undefined; declare const day: \`\${number}-\${number}\`; declare const rows: string[]
declare const bytes: Uint8Array; declare const at: number; declare const max: number; declare const MAX: number; declare const LIMITS: { name: number }
export const all = [
${code}
]`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('finds what cuts a text between UTF-16 units, and leaves lists, bytes, days and found places alone', () => {
  const lines = brokenCuts(['cuts.ts'], folder).map(problem => Number(problem.split(':')[1]) - 4)
  expect(CASES.filter((_, at) => lines.includes(at)).map(([code]) => code)).toEqual(
    CASES.filter(([, isBroken]) => isBroken).map(([code]) => code),
  )
})
