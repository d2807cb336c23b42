import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mixedTexts } from './lone-texts.ts'
import { makeScratchFolder } from './support/scratch-folder.ts'

const ALONE = 'a text that can change has siblings'
const FRAGMENT = 'a text in a fragment has siblings'
const SLOT = 'what is given may be a text, and has siblings (`Blocks` of #app/kit/ui/blocks.ts are elements)'
const COMES = 'a text has a sibling that comes and goes'

/** JSX, and what is wrong with it. `n`: number, `name`: string, `some`: boolean, `slot`: element or text. */
const CASES: readonly (readonly [jsx: string, problem: string | undefined])[] = [
  ['<p>{n} de 3</p>', ALONE],
  ['<p>{name}{n}</p>', ALONE],
  ['<p><b />{name}</p>', ALONE],
  ["<p><b />{some ? 'uno' : 'dos'}</p>", ALONE],
  ["<p><b />{some && 'uno'}</p>", ALONE],
  ['<p><b />{some ? name : <i />}</p>', SLOT],
  ['<p>{some && <b />}{slot}</p>', SLOT],
  ['<p>{some && <b />} fijo</p>', COMES],
  ['<p>{some ? <b /> : <i />} fijo</p>', COMES],
  ['<p>{[name].map(key => <b key={key} />)} fijo</p>', COMES],
  ['<>{name}</>', FRAGMENT],
  ['<>fijo{some && <b />}</>', FRAGMENT],
  ['<p><Word /></p>', 'a component gives a bare text'],
  ['<p><Part /></p>', undefined],
  ['<p>{name}</p>', undefined],
  ['<p>{slot}</p>', undefined],
  [`<p>{\`\${n} de 3\`}</p>`, undefined],
  ["<p>{some ? 'uno' : <b />}</p>", undefined],
  ['<p>fijo <b>{name}</b> fijo</p>', undefined],
  ["<p><b>{name}</b>{' '}<i /></p>", undefined],
  ['<p>{some && <b />}<span>{name}</span></p>', undefined],
  ['<p>{some && <b />}{name && <b />}</p>', undefined],
  ['<p>{/* dicho */}{name}</p>', undefined],
]

let folder: string

beforeAll(async () => {
  folder = await makeScratchFolder('texts')
  const options = { strict: true, jsx: 'preserve', noEmit: true, types: [], lib: ['ES2024'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.tsx'] }))
  const types = `declare namespace JSX { interface Element { of: 'jsx' } interface IntrinsicElements { [tag: string]: object } }
    declare const n: number, name: string, some: boolean, slot: JSX.Element | string | null;
    declare const Word: () => JSX.Element | string, Part: () => JSX.Element | string | bigint;`
  await writeFile(join(folder, 'types.tsx'), types)
  await Promise.all(
    CASES.map(([jsx], index) => writeFile(join(folder, `${index}.tsx`), `export const shown = ${jsx}\n`)),
  )
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

it('finds the texts that a translated page could not change', () => {
  const found = mixedTexts(
    CASES.map((_case, index) => `${index}.tsx`),
    folder,
  )
  const expected = CASES.flatMap(([, problem], index) => (problem === undefined ? [] : [`${index}.tsx:1: ${problem}`]))
  expect(found).toEqual(expected)
})
