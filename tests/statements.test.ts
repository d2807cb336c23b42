import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAllTags, readStatements, readTags } from '#tests/support/statements.ts'

// docs/statements lists every statement of the specifications, and tests name the ones that they show. This test keeps
// the two consistent.

/** Each with the minimum number of statements per section. */
const PAGES = [
  { page: 'storefront', prefix: 'S', fewest: 6 },
  { page: 'assessments', prefix: 'A', fewest: 3 },
  { page: 'back-office', prefix: 'B', fewest: 1 },
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

const tags = readAllTags()
const known = new Set<string>()

describe.each(PAGES)('docs/statements/$page.md', ({ page, prefix, fewest }) => {
  const markdown = readFileSync(`docs/statements/${page}.md`, 'utf8')
  const statements = readStatements(markdown)
  for (const { id } of statements) known.add(id)

  it('covers every section of the specification, with statements in each', () => {
    expect([...markdown.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(SECTIONS)
    for (const section of SECTIONS) {
      const own = statements.filter(statement => statement.section === section)
      expect(own.length, section).toBeGreaterThanOrEqual(fewest)
      expect(own.filter(({ id }) => !id.startsWith(`${prefix}${section[0]}.`))).toEqual([])
    }
    expect(statements).toHaveLength(markdown.split('\n').filter(line => line.startsWith('- ')).length)
  })

  it('has no statement and no number twice', () => {
    expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length)
    expect(new Set(statements.map(({ text }) => text)).size).toBe(statements.length)
  })

  it('has a test for every statement', () => {
    const shown = new Set(tags.shown.map(({ id }) => id))
    expect(statements.filter(({ id }) => !shown.has(id))).toEqual([])
  })
})

describe('the tags of tests', () => {
  it('name existing statements, right above a test that runs', () => {
    expect(tags.shown.filter(({ id }) => !known.has(id))).toEqual([])
    expect(tags.strays).toEqual([])
  })

  it('are read above a test, on several lines, and not above a skipped one', () => {
    const source = [
      '// shows: S1.1, A2.3',
      '  // shows: B4.5',
      "it('is shown', () => {})",
      '// shows: S1.2',
      "it.skip('is skipped', () => {})",
      '// shows: S1.3',
      'it.each([',
      "  'one',",
      "])('has %s', word => {})",
    ].join('\n')
    const read = readTags('sample.test.ts', source)
    expect(read.shown.map(({ id, line, test }) => [id, line, test])).toEqual([
      ['S1.1', 3, 'is shown'],
      ['A2.3', 3, 'is shown'],
      ['B4.5', 3, 'is shown'],
      ['S1.3', 7, 'has %s'],
    ])
    expect(read.strays).toEqual([{ file: 'sample.test.ts', line: 4 }])
  })
})
