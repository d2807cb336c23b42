import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { GuideBlocks } from './guide-blocks.tsx'

const draw = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  renderToStaticMarkup(<GuideBlocks blocks={[{ table: { columns, rows } }]} level={2} />)

it('a table of many columns says the name of each beside its text, for a phone', () => {
  const html = draw(['Minuto', 'Qué se hace', 'Qué queda'], [['0 a 5', 'Abrir la sesión', '']])
  expect(html).toContain('<span aria-hidden="true" class="hidden text-sm text-muted max-sm:block">Qué se hace</span>')
  expect(html.match(/<th /g)).toHaveLength(3)
  // What is to be filled in is on paper.
  expect(html.match(/max-sm:hidden/g)).toHaveLength(1)
})

it('a table of two columns is one on a phone as well', () => {
  expect(draw(['Antes', 'Después'], [['Uno', 'Dos']])).not.toContain('max-sm:')
})
