import { expect, it } from 'vitest'
import { questionnaires } from './advice.test-support.ts'
import { CHART_NAME_MAX, chartNames } from './radar.ts'

it.each(questionnaires)('the areas of $id are called by their titles in charts, too', ({ sections }) => {
  const names = chartNames(sections)
  expect(names).toEqual(sections.map(({ title }) => title.replace(' (Data Governance)', '')))
  expect(new Set(names).size).toBe(sections.length)
  expect(Math.max(...names.map(name => name.length))).toBeLessThanOrEqual(CHART_NAME_MAX)
})

it('a long title is cut at a word', () => {
  const title = 'Protección de los datos personales de clientes y de trabajadores'
  expect(chartNames([{ title }])).toEqual(['Protección de los datos personales de…'])
})

it('titles that begin alike stay apart, and one in brackets stays whole', () => {
  const titles = ['Gestión (equipos)', 'Gestión (personas)', '(Anexo)'].map(title => ({ title }))
  expect(chartNames(titles)).toEqual(['1. Gestión', '2. Gestión', '(Anexo)'])
})
