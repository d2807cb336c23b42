import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// docs/storefront.md names, for every statement of specification 1, the tests that show it; docs/assessments.md does so for the buyers'
// and respondents' half of specification 2, docs/back-office.md for the administrators'. This keeps the names true.

/** Each with the fewest rows of a section. */
const TABLES = [
  { table: 'docs/storefront.md', fewest: 6 },
  { table: 'docs/assessments.md', fewest: 3 },
  { table: 'docs/back-office.md', fewest: 1 },
]
/** Both specifications have the same. */
const SECTIONS = [
  '1. What the product does and for whom',
  '2. Screens and routes',
  '3. Entities and their fields',
  '4. States and transitions',
  '5. Validation rules',
  '6. Roles and permissions',
  '7. The calls it makes',
  '8. The error catalogue',
  '9. Business constants and limits',
]

type Named = { file: string; title: string }
type Row = { line: number; statement: string; tests: Named[] }

/** `[name](../path) › title`, as the table links a test. */
const REFERENCE = /^\[[^\]]+\]\(\.\.\/([^)]+)\) › (.+)$/

const withoutEscapes = (cell: string) => cell.replaceAll('\\|', '|').trim()

function readReference(text: string): Named {
  const [, file = '', title = ''] = REFERENCE.exec(text) ?? []
  return { file, title }
}

function readRows(markdown: string): Row[] {
  return markdown.split('\n').flatMap((text, index) => {
    if (!text.startsWith('| ') || /^\| (statement|---)/.test(text)) return []
    const [, statement = '', tests = ''] = text.split(/(?<!\\)\|/).map(withoutEscapes)
    return [
      { line: index + 1, statement, tests: tests === '' ? [] : tests.split('<br>').map(test => readReference(test)) },
    ]
  })
}

const sources = new Map<string, string>()
function sourceOf(file: string): string {
  const known = sources.get(file) ?? readFileSync(file, 'utf8')
  sources.set(file, known)
  return known
}

/** Whether a test of that title is written in the file: not skipped, and not only spoken of. */
function hasTest({ file, title }: Named): boolean {
  const source = sourceOf(file)
  const opening = /(\b(?:it|test)(?:\.(?:each|for|concurrent|sequential))?|\)|>)\(\s*$/
  const quotes = [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`, `\`${title}\``]
  return quotes.some(quoted => {
    for (let at = source.indexOf(quoted); at >= 0; at = source.indexOf(quoted, at + 1)) {
      const after = source.slice(at + quoted.length)
      if (opening.test(source.slice(0, at)) && /^,\s*(async\b|\(|\w+ =>|\{)/.test(after)) return true
    }
    return false
  })
}

describe.each(TABLES)('$table', ({ table, fewest }) => {
  const markdown = readFileSync(table, 'utf8')
  const rows = readRows(markdown)

  it('goes through every section of the specification, with rows in each', () => {
    const headings = [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(SECTIONS)
    const parts = markdown.split(/^## .+$/m).slice(1)
    for (const [index, part] of parts.entries()) {
      expect(readRows(part).length, SECTIONS[index]).toBeGreaterThanOrEqual(fewest)
    }
  })

  it('names a test in every row, and says no statement twice', () => {
    expect(rows.filter(row => row.tests.length === 0 || row.statement === '')).toEqual([])
    const statements = rows.map(row => row.statement)
    expect(statements.filter((statement, index) => statements.indexOf(statement) !== index)).toEqual([])
  })

  it('names only tests that are there', () => {
    const missing = rows.flatMap(({ line, tests }) =>
      tests
        .filter(test => test.file === '' || !existsSync(test.file) || !hasTest(test))
        .map(({ file, title }) => `${table}:${line} ${file} › ${title}`),
    )
    expect(missing).toEqual([])
  })
})

describe('the check of the table', () => {
  it('sees a test that is gone, skipped or only mentioned', () => {
    sources.set(
      'sample.test.ts',
      "it('is here', () => {})\nit.skip('is skipped', () => {})\n// it is 'mentioned', async\nit.each([1])('has %i', n => {})",
    )
    const has = (title: string) => hasTest({ file: 'sample.test.ts', title })
    expect([has('is here'), has('has %i')]).toEqual([true, true])
    expect([has('is skipped'), has('mentioned'), has('is gone')]).toEqual([false, false, false])
  })

  it('reads a row with several tests and escaped bars', () => {
    expect(readRows('| says \\| that | [a](../x/a.test.ts) › one<br>[b](../b.test.ts) › two |')).toEqual([
      {
        line: 1,
        statement: 'says | that',
        tests: [
          { file: 'x/a.test.ts', title: 'one' },
          { file: 'b.test.ts', title: 'two' },
        ],
      },
    ])
    expect(readRows('| says that |  |')[0]?.tests).toEqual([])
  })
})
