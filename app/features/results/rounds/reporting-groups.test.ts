import { describe, expect, it } from 'vitest'
import { cutRound } from './cut-round.ts'
import { byReportingGroup, forecastGroups, groupKey, groupsOfChoices, listAreas } from './reporting-groups.ts'
import { account, questionnaireOf } from './round.test-support.ts'

const list = (area: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ email: `persona${from + index}@bodega.cl`, area }))

describe('what a list would show', () => {
  it('counts different people by area, without whoever bought', () => {
    const people = [
      ...list('Ventas', 5),
      ...list('ventas ', 2, 5),
      ...list('Bodega', 4, 10),
      { email: 'persona10+otra@bodega.cl', area: 'Bodega' },
      { email: 'compra.dora@bodega.cl', area: 'Bodega' },
    ]
    expect(forecastGroups([], people, ['compradora@bodega.cl'])).toEqual({
      groups: [
        { name: 'Bodega', people: 4, missing: 1 },
        { name: 'Ventas', people: 7, missing: 0 },
      ],
      shown: 1,
      rest: 4,
    })
  })

  it('counts by the groups that are defined, also those of nobody', () => {
    const groups = [
      { name: 'Terreno', areas: ['Bodega', 'VENTAS'] },
      { name: 'Casa matriz', areas: ['Finanzas'] },
    ]
    const people = [...list('Ventas', 3), ...list('Bodega', 3, 10), ...list('Legal', 2, 20), ...list('', 1, 30)]
    expect(forecastGroups(groups, people, [])).toEqual({
      groups: [
        { name: 'Casa matriz', people: 0, missing: 5 },
        { name: 'Terreno', people: 6, missing: 0 },
      ],
      shown: 1,
      rest: 3,
    })
  })
})

it('cuts a round by group: areas too small alone are shown together, others are in none', () => {
  const people = [
    ...[1, 2, 3].map(level => account(`v${level}`, [level], { area: 'ventas', area_name: 'Ventas' })),
    ...[2, 3, 4].map(level => account(`b${level}`, [level], { area: 'bodega', area_name: 'Bodega' })),
    ...[1, 2, 3, 4, 5].map(level => account(`l${level}`, [level], { area: 'legal', area_name: 'Legal' })),
  ]
  const groups = [{ name: 'Terreno', key: 'terreno', areas: ['ventas', 'bodega'] }]
  const areasOf = (round: ReturnType<typeof cutRound>) =>
    round?.tallies.groups.flatMap(({ by, name, section, people: count }) =>
      by === 'area' && section === 0 ? [[name, count]] : [],
    )
  expect(areasOf(cutRound(questionnaireOf([1]), byReportingGroup(people, groups)))).toEqual([['Terreno', 6]])
  expect(areasOf(cutRound(questionnaireOf([1]), byReportingGroup(people, [])))).toEqual([['Legal', 5]])
})

describe('the form', () => {
  it('joins areas whose groups differ in case, accents and spaces, by the first spelling', () => {
    expect(
      groupsOfChoices([
        { area: 'Ventas', group: 'Tienda Sur' },
        { area: 'Bodega', group: ' tienda  súr' },
        { area: 'VENTAS', group: 'Otro' },
        { area: 'Legal', group: '' },
        { area: '', group: '' },
      ]),
    ).toEqual([{ name: 'Tienda Sur', areas: ['Ventas', 'Bodega'] }])
  })

  it('proposes each area of a list as its own group, those of most people first', () => {
    const people = [...list('Bodega', 2), ...list('Ventas', 3, 10), ...list('', 1, 20)]
    expect(listAreas([], people, ['Legal'])).toEqual({
      areas: [
        { area: 'Ventas', group: 'Ventas', people: 3 },
        { area: 'Bodega', group: 'Bodega', people: 2 },
        { area: 'Legal', group: 'Legal', people: 0 },
      ],
      left: 0,
    })
    const groups = [{ name: 'Terreno', areas: ['ventas', 'Taller'] }]
    expect(listAreas(groups, people, []).areas).toEqual([
      { area: 'Ventas', group: 'Terreno', people: 3 },
      { area: 'Bodega', group: '', people: 2 },
      { area: 'Taller', group: 'Terreno', people: 0 },
    ])
    expect(
      listAreas([], list('Área', 1).concat(Array.from({ length: 120 }, (_, at) => ({ email: '', area: `a${at}` }))), [])
        .left,
    ).toBe(21)
  })

  it('takes areas without a list from earlier purchases', () => {
    expect(listAreas([], [], ['Ventas', 'ventas']).areas).toEqual([{ area: 'Ventas', group: 'Ventas', people: null }])
    expect(groupKey('  Área   de\tVentas ')).toBe('area de ventas')
  })
})
