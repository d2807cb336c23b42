import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WORKSPACE } from './typeset.ts'

const charts = readFileSync(join(WORKSPACE, 'charts.typ'), 'utf8')

/** The colours of a dictionary of the template, in its order, as greys of 0 to 1 (ITU-R BT.601, which printers and viewers use). */
function greysOf(name: string): number[] {
  const [, body = ''] = new RegExp(`#let ${name} = \\(([^]*?)\\n\\)`).exec(charts) ?? []
  return Array.from(body.matchAll(/rgb\("#(..)(..)(..)"\)/g), ([, ...parts]) => {
    const [red = 0, green = 0, blue = 0] = parts.map(part => Number.parseInt(part, 16) / 255)
    return 0.299 * red + 0.587 * green + 0.114 * blue
  })
}

it.each([
  ['series', 7],
  ['cell-fills', 3],
])('neighbours among the colours of %s stay apart on a printer without colours', (name, count) => {
  const greys = greysOf(name)
  expect(greys).toHaveLength(count)
  for (const [at, grey] of greys.slice(1).entries())
    expect(Math.abs(grey - (greys[at] ?? 0)), `${at + 1} and ${at + 2}`).toBeGreaterThan(1 / 7)
})
