// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the cases are code.

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { alikeKeys } from './sibling-keys.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'

/** Elements side by side, and whether two of their keys may be equal. */
const CASES: readonly (readonly [code: string, isAlike: boolean])[] = [
  ['<A key={search} /><A key={stage} />', true],
  ['<A key={search ?? ""} /><b /><A key={stage} />', true],
  ['<A key={`search ${search}`} /><A key={stage} />', true],
  ['<A key={`list ${search}`} /><A key={`list ${stage}`} />', true],
  ['<A key="list" /><A key={`list${stage}`} />', true],
  ['{open && <A key={search} />}<A key={stage} />', true],
  ['{open ? <A key={search} /> : <b />}<A key={stage}><b /></A>', true],
  ['<A key={`search ${search}`} /><A key={`stage ${stage}`} />', false],
  ['<A key="search" /><A key="stage" />', false],
  ['<A key={search} /><A />', false],
  ['<b><A key={search} /></b><A key={stage} />', false],
  ['{rows.map(row => <A key={row} />)}<A key={stage} />', false],
]

let folder: string
beforeAll(async () => {
  folder = await makeScratchFolder('keys')
  await writeFile(
    join(folder, 'tsconfig.json'),
    '{"compilerOptions":{"strict":true,"jsx":"preserve"},"include":["*.tsx"]}',
  )
  const code = CASES.map(([elements], at) => `export const c${at} = <>${elements}</>`).join('\n')
  await writeFile(join(folder, 'keys.tsx'), code)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('finds elements side by side whose computed keys may be equal', () => {
  const lines = new Set(alikeKeys(['keys.tsx'], folder).map(problem => Number(problem.split(':')[1]) - 1))
  expect(CASES.filter((_, at) => lines.has(at)).map(([code]) => code)).toEqual(
    CASES.filter(([, isAlike]) => isAlike).map(([code]) => code),
  )
})
