import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TextField } from './text-field.tsx'

const html = (type: string, shown: string) =>
  renderToStaticMarkup(<TextField label="Buscar" name="q" type={type} most={100} defaultValue={shown} />)

it('says that a search which may have been longer was by its beginning', () => {
  const note = 'Buscamos por los primeros 100 caracteres.'
  expect(html('search', 'a'.repeat(100))).toContain(note)
  // A blank at the end of what was taken is dropped.
  expect(html('search', 'a'.repeat(99))).toContain(note)
  expect(html('search', 'a'.repeat(98))).not.toContain(note)
  expect(html('text', 'a'.repeat(100))).not.toContain(note)
})
