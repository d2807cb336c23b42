import { expect, it } from 'vitest'
import { historyOf } from './audit.ts'

const entry = {
  id: 7,
  at: new Date('2026-11-21T15:00:00Z'),
  action: 'setting_changed',
  entity: 'setting',
  before: null,
  after: { vat_text: 'con IVA', access_days: '90' },
  first_name: null,
  last_name: null,
  email: 'ana@alhena.test',
}

// shows: B2.73
it("shows who changed which field, with the form's labels", () => {
  expect(historyOf([entry])).toEqual([
    {
      number: 7,
      at: entry.at,
      by: 'ana@alhena.test',
      what: 'Ajuste cambiado',
      changes: [
        { field: 'IVA junto a los precios', before: undefined, after: 'con IVA' },
        { field: 'Vigencia de los accesos', before: undefined, after: '90' },
      ],
      more: 0,
    },
  ])
})

it('shows the first fields and the number of others, without technical counters', () => {
  const after = { name: 'A', slug: 'b', status: 'active', tags: 'c', audience: 'd', format: 'e', version: 4 }
  const [summary] = historyOf([
    { ...entry, first_name: 'Berta', last_name: 'Soto', before: { name: 'Z', version: 3 }, after },
  ])
  expect([summary?.by, summary?.changes.map(({ field }) => field), summary?.more]).toEqual([
    'Berta Soto',
    ['Nombre', 'Slug', 'Estado', 'Etiquetas'],
    2,
  ])
})
