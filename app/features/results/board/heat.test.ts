import { describe, expect, it } from 'vitest'
import type { ConsolidatedFigures } from '#app/features/results/consolidated/consolidated.ts'
import type { GroupRow, GroupTable } from '#app/features/results/consolidated/group-table.ts'
import { scoreMean } from '#app/features/results/scoring.ts'
import { boardHeat, STEP_COLOURS } from './heat.ts'

const channels = (colour: string): [number, number, number] => {
  const at = (from: number) => Number.parseInt(colour.slice(from, from + 2), 16) / 255
  return [at(1), at(3), at(5)]
}
/** How a printer without colours shows it, from 0 black to 1 white (ITU-R BT.601). */
const grey = (colour: string): number => {
  const [red, green, blue] = channels(colour)
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
/** WCAG 2.2, relative luminance. */
const luminance = (colour: string): number => {
  const [red, green, blue] = channels(colour).map(value =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

describe('the five steps', () => {
  const steps = Object.values(STEP_COLOURS)

  it('stay 15% apart in grey, the lowest the darkest', () => {
    const greys = steps.map(({ fill }) => grey(fill))
    const apart = greys.slice(1).map((value, at) => value - (greys[at] ?? 0))
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(0.15)
  })

  it.each(steps)('$ink is read on $fill', ({ fill, ink }) => {
    const [low, high] = [luminance(fill), luminance(ink)].toSorted((a, b) => a - b) as [number, number]
    expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5)
  })
})

const row = (name: string, mean: number | null, people = 5): GroupRow => ({
  name,
  people,
  overall: scoreMean(mean),
  sections: [scoreMean(mean)],
})
const figures = (groups: GroupRow[], rest: GroupRow | null = null, positions: GroupRow[] = []) => {
  const table = (by: 'area' | 'position', rows: GroupRow[], left: GroupRow | null): GroupTable => ({
    by,
    groups: rows,
    rest: left,
    others: 0,
    between: [],
  })
  return {
    sections: [{ title: 'Calidad' }],
    areas: table('area', groups, rest),
    positions: table('position', positions, null),
  } as unknown as ConsolidatedFigures
}

describe('the heat map', () => {
  it('gives each level the step that it has reached in full', () => {
    const means = [1, 1.9, 2, 3.9, 4, 5]
    const heat = boardHeat(figures(means.map((mean, at) => row(`G${at}`, mean))), 'nominative')
    expect(heat?.rows.map(({ cells }) => cells[0])).toEqual([
      { text: '1,0', step: 1 },
      { text: '1,9', step: 1 },
      { text: '2,0', step: 2 },
      { text: '3,9', step: 3 },
      { text: '4,0', step: 4 },
      { text: '5,0', step: 5 },
    ])
  })

  it('hatches what has no level, and says why of a confidential one', () => {
    const shown = figures([row('A', null), row('B', 3)])
    expect(boardHeat(shown, 'nominative')?.rows[0]?.cells[0]).toEqual({ text: '–', step: null })
    expect(boardHeat(shown, 'confidential')?.rows[0]?.cells[0]).toEqual({ text: 'sin detalle', step: null })
  })

  it('shows positions where areas have nothing to compare, and nothing where neither has', () => {
    const two = [row('Gerencia', 3), row('Analista', 2)]
    expect(boardHeat(figures([row('A', 3)], null, two), 'nominative')?.label).toBe('Cargo')
    expect(boardHeat(figures([row('A', 3)]), 'nominative')).toBeNull()
  })

  it('has room for eight rows, with what is left of everybody, and says how many there are besides', () => {
    const many = Array.from({ length: 12 }, (_, at) => row(`G${at}`, 3))
    const heat = boardHeat(figures(many, row('Otras áreas', 2)), 'confidential')
    expect(heat?.rows.map(({ name }) => name)).toEqual(['G0', 'G1', 'G2', 'G3', 'G4', 'G5', 'G6', 'Otras áreas'])
    expect(heat?.left).toBe(5)
  })
})
