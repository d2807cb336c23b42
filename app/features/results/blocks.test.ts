import { describe, expect, it } from 'vitest'
import { type Block, formBlocks, type Waiting } from './blocks.ts'

/** `count` people of an area and a position. */
const people = (count: number, area: string, position = 'Analista'): Waiting[] =>
  Array.from({ length: count }, (_, index) => {
    const run_id = `${area}-${position}-${index}`
    return { run_id, person: run_id, area, position }
  })

const summary = (blocks: readonly Block[]) =>
  blocks.map(({ run_ids, area, position }) => [run_ids.length, area, position])

describe('blocks', () => {
  it('are formed by five people of one department, and shown under it', () => {
    expect(summary(formBlocks(people(5, 'Finanzas')))).toEqual([[5, 'Finanzas', 'Analista']])
    expect(formBlocks(people(4, 'Finanzas'))).toEqual([])
  })

  it('are formed by different people: several accounts of one count once', () => {
    const invented = people(4, 'Finanzas').map(account => ({ ...account, person: 'one' }))
    const real = people(5, 'Finanzas', 'Gerente').map(account => ({ ...account, position: 'Analista' }))
    expect(formBlocks([...invented, ...real.slice(0, 3)])).toEqual([])
    expect(summary(formBlocks([...invented, ...real.slice(0, 4)]))).toEqual([[8, 'Finanzas', 'Analista']])
  })

  it('are split by position where each has five, and shown without one where fewer join', () => {
    const area = [...people(5, 'Finanzas', 'Gerente'), ...people(6, 'Finanzas', 'Analista')]
    expect(summary(formBlocks(area))).toEqual([
      [6, 'Finanzas', 'Analista'],
      [5, 'Finanzas', 'Gerente'],
    ])
    expect(summary(formBlocks([...area, ...people(2, 'Finanzas', 'Jefe')]))).toEqual([
      [6, 'Finanzas', 'Analista'],
      [7, 'Finanzas', null],
    ])
    const mixed = [...people(3, 'Finanzas', 'Gerente'), ...people(3, 'Finanzas', 'Jefe')]
    expect(summary(formBlocks(mixed))).toEqual([[6, 'Finanzas', null]])
  })

  it('include the rest, by position where five share one', () => {
    const rest = [...people(3, 'Finanzas'), ...people(2, 'Ventas'), ...people(4, 'Legal', 'Abogada')]
    expect(summary(formBlocks(rest))).toEqual([[9, null, null]])
    expect(summary(formBlocks([...rest, ...people(1, 'TI', 'Abogada')]))).toEqual([
      [5, null, 'Abogada'],
      [5, null, 'Analista'],
    ])
  })

  it('leave fewer than five others for the next round', () => {
    expect(summary(formBlocks([...people(5, 'Finanzas'), ...people(4, 'Ventas')]))).toEqual([
      [5, 'Finanzas', 'Analista'],
    ])
  })

  it('are shown under no department when its name is missing', () => {
    expect(summary(formBlocks(people(5, '', '')))).toEqual([[5, null, null]])
  })
})
