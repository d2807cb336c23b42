import { expect, it } from 'vitest'
import { baselineChoice } from './comparison.ts'

it('a choice of baselines begins with what tells them apart', () => {
  const baseline = {
    order_item_id: 'a',
    round_number: null,
    product: 'Madurez en Gobierno de Datos (DAMA-DMBOK2)',
    order_number: 'ALH-1-a-1',
    measured_at: new Date('2026-05-05T15:00:00Z'),
    people: 8,
    common: 3,
  }
  const choices = [baseline, { ...baseline, people: 1, round_number: 2 }].map(baselineChoice)
  expect(choices).toEqual([
    '05-05-2026: 8 personas, orden ALH-1-a-1, Madurez en Gobierno de Datos (DAMA-DMBOK2)',
    '05-05-2026, ronda 2: 1 persona, orden ALH-1-a-1, Madurez en Gobierno de Datos (DAMA-DMBOK2)',
  ])
})
