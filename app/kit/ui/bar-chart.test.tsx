import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { BarChart, roundUp } from './bar-chart.tsx'

// shows: B2.7
it('draws every value to scale and repeats them in a table', () => {
  const html = renderToStaticMarkup(
    <BarChart
      title="Ingresos por día"
      bars={[
        { label: '01-11-2026', value: 0, text: '$0', note: '0' },
        { label: '02-11-2026', value: 500, text: '$500', note: '3' },
        { label: '03-11-2026', value: 1, text: '$1', note: '1' },
      ]}
      axis={value => `$${value}`}
      empty="Sin ingresos"
      columns={['Día', 'Ingresos', 'Órdenes']}
    />,
  )
  const heights = [...html.matchAll(/height="([\d.]+)" class="fill-copper/g)].map(([, height]) => Number(height))
  // Zero has no height; small values stay visible.
  expect(heights).toEqual([0, 100, 0.8])
  expect(html).toContain('<th scope="row"')
  expect([...html.matchAll(/<td[^>]*>([^<]+)</g)].map(([, cell]) => cell)).toEqual(['0', '$0', '3', '$500', '1', '$1'])
})

it('draws what a bar is compared with behind it, and labels the axis in five places', () => {
  const bars = Array.from({ length: 9 }, (_, index) => ({
    label: `${index + 1}-11-2026`,
    short: `${index + 1}-11`,
    value: 50,
    before: index === 0 ? 100 : undefined,
    text: '$50',
  }))
  const html = renderToStaticMarkup(
    <BarChart title="Ingresos" bars={bars} axis={String} empty="Sin ingresos" columns={['Día', 'Ingresos']} />,
  )
  expect([...html.matchAll(/height="([\d.]+)" class="fill-line/g)].map(([, height]) => height)).toEqual(['100'])
  expect([...html.matchAll(/>(\d+-11)</g)].map(([, label]) => label)).toEqual(['1-11', '3-11', '5-11', '7-11', '9-11'])
})

it.each([
  [2, []],
  [3, []],
  [4, ['2-11', '3-11']],
  [9, ['3-11', '7-11']],
])('leaves dates of %i bars out where they would touch, never the first and the last', (count, left) => {
  const bars = Array.from({ length: count }, (_, index) => ({ label: `${index + 1}-11`, value: 50, text: '$50' }))
  const html = renderToStaticMarkup(
    <BarChart title="Visitas" bars={bars} axis={String} empty="Ninguna" columns={['Día', 'Visitas']} />,
  )
  expect([...html.matchAll(/<span class="[^"]*hidden">(\d+-11)</g)].map(([, label]) => label)).toEqual(left)
})

it('says in words that there is nothing to draw, and keeps the table', () => {
  const bars = [{ label: '01-11-2026', value: 0, before: 0, text: '$0' }]
  const html = renderToStaticMarkup(
    <BarChart
      title="Ingresos"
      bars={bars}
      axis={value => `$${value}`}
      empty="Sin ingresos"
      columns={['Día', 'Ingresos']}
    />,
  )
  expect(html).toContain('Sin ingresos')
  expect(html).not.toContain('$2')
  expect([...html.matchAll(/<td[^>]*>([^<]+)</g)].map(([, cell]) => cell)).toEqual(['$0'])
})

it('ends its axis at a round figure', () => {
  expect([0, 1, 3, 240, 251, 8_450_000].map(roundUp)).toEqual([1, 1, 5, 250, 500, 10_000_000])
})
