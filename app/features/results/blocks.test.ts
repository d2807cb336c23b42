import { describe, expect, it } from 'vitest'
import { type Block, formBlocks, type Waiting } from './blocks.ts'

/** `count` people of an area and a position. */
const people = (count: number, area: string, position = 'Analista'): Waiting[] =>
  Array.from({ length: count }, (_, index) => ({ run_id: `${area}-${position}-${index}`, area, position }))

const summary = (blocks: readonly Block[]) =>
  blocks.map(({ run_ids, area, position }) => [run_ids.length, area, position])

const FIRST = { first: true, finished: false }
const UNDER_WAY = { first: false, finished: false }
const FINISHED = { first: false, finished: true }

describe('blocks', () => {
  it('are formed by five people of one department, and shown under it', () => {
    expect(summary(formBlocks(people(5, 'Finanzas'), UNDER_WAY))).toEqual([[5, 'Finanzas', 'Analista']])
    expect(formBlocks(people(4, 'Finanzas'), UNDER_WAY)).toEqual([])
  })

  it('are split by position where each has five, and shown without one where fewer join', () => {
    const area = [...people(5, 'Finanzas', 'Gerente'), ...people(6, 'Finanzas', 'Analista')]
    expect(summary(formBlocks(area, UNDER_WAY))).toEqual([
      [6, 'Finanzas', 'Analista'],
      [5, 'Finanzas', 'Gerente'],
    ])
    expect(summary(formBlocks([...area, ...people(2, 'Finanzas', 'Jefe')], UNDER_WAY))).toEqual([
      [6, 'Finanzas', 'Analista'],
      [7, 'Finanzas', null],
    ])
    const mixed = [...people(3, 'Finanzas', 'Gerente'), ...people(3, 'Finanzas', 'Jefe')]
    expect(summary(formBlocks(mixed, UNDER_WAY))).toEqual([[6, 'Finanzas', null]])
  })

  it('are mixed for the first five, so that there are figures to show', () => {
    const mixed = [...people(3, 'Finanzas', 'Gerente'), ...people(2, 'Ventas', 'Jefe')]
    expect(summary(formBlocks(mixed, FIRST))).toEqual([[5, null, null]])
    expect(formBlocks(mixed, UNDER_WAY)).toEqual([])
  })

  it('include the rest when nobody else can complete, by position where five share one', () => {
    const rest = [...people(3, 'Finanzas'), ...people(2, 'Ventas'), ...people(4, 'Legal', 'Abogada')]
    expect(summary(formBlocks(rest, FINISHED))).toEqual([[9, null, null]])
    expect(summary(formBlocks([...rest, ...people(1, 'TI', 'Abogada')], FINISHED))).toEqual([
      [5, null, 'Abogada'],
      [5, null, 'Analista'],
    ])
    expect(formBlocks(people(4, 'Finanzas'), FINISHED)).toEqual([])
  })

  it('are shown under no department when its name is missing', () => {
    expect(summary(formBlocks(people(5, '', ''), UNDER_WAY))).toEqual([[5, null, null]])
  })
})
