import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// Comments and documents name two sequences: `spec D18`, the specification's decisions, and `ADR 0061`, the records of docs/decisions.

const FILES = globSync(['{app,server,db,tests,bench,bundling,docs}/**/*.{ts,tsx,sql,md}', '*.md'])
const texts = FILES.filter(file => file !== 'tests/references.test.ts').map(
  file => [file, readFileSync(file, 'utf8')] as const,
)
const found = (pattern: RegExp) =>
  texts.flatMap(([file, text]) => [...text.matchAll(pattern)].map(([, name = '']) => [file, name] as const))

it('a decision is named by its sequence', () => {
  expect(FILES.length).toBeGreaterThan(1500)
  expect(
    found(/\b((?:decisions?|records?)\s[-*/\s]*\d{1,4})\b(?! of )/gi).map(([file, name]) => `${file}: ${name}`),
  ).toEqual([])
})

it('every reference leads to a decision', () => {
  const records = new Set(readdirSync('docs/decisions').map(file => file.slice(0, 4)))
  const missing = found(/\bADR (\d+)/g).filter(([, number]) => !records.has(number))
  expect(missing).toEqual([])
  const listed = readFileSync('docs/decisions/specification.md', 'utf8')
  const unknown = found(/\bspec D(\d+)/gi).filter(([, number]) => !listed.includes(`\n| ${number} |`))
  expect(unknown).toEqual([])
})

/** Generated while the shop is built, or named as an example. */
const NOT_KEPT: readonly string[] = ['.vite/manifest.json', './cart.ts']

it('every file that a comment or a document names is there', () => {
  const files = globSync('{app,server,db,tests,bench,bundling,docs,content,documents,deploy}/**/*.*').map(
    file => `/${file.replaceAll('\\', '/')}`,
  )
  const named = texts.flatMap(([file, text]) => {
    const lines = file.endsWith('.md') ? text : text.replaceAll(/^(?!\s*(\/\/|\/?\*|--)).*$/gm, '')
    return [...lines.matchAll(/(?<![\w/.<>#-])((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|sql|typ))(?!\w)/g)].map(
      ([, path = '']) => [file, path] as const,
    )
  })
  expect(named.length).toBeGreaterThan(200)
  const missing = named.filter(([, path]) => !NOT_KEPT.includes(path) && !files.some(file => file.endsWith(`/${path}`)))
  expect(missing).toEqual([])
})
