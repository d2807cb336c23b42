import { describe, expect, it } from 'vitest'
import { findStrengths, noStrengths } from './scoring.ts'

const named = (...areas: [title: string, mean: number | null, target: number][]) =>
  findStrengths(areas.map(([title, mean, target]) => ({ title, mean, target }))).map(({ title }) => title)

describe('a strength', () => {
  it('has level 3 at least, however low its target is', () => {
    expect(named(['Documentos', 2.7, 2], ['Seguridad', 3.6, 4], ['Calidad', 3.1, 4])).toEqual(['Seguridad'])
  })

  it('is above its target or the highest of all, and the best comes first', () => {
    expect(named(['Bajo', 3.2, 3], ['Justo', 3.5, 3.5], ['Alto', 4.2, 4], ['Lejos', 4.4, 5])).toEqual([
      'Lejos',
      'Alto',
      'Bajo',
    ])
    expect(named(['Uno', 3.6, 4], ['Otro', 3.6, 5])).toEqual(['Uno', 'Otro'])
    expect(named(['Falta', 3, 4], ['Llega', 3, 3], ['Pasa', 3, 2])).toEqual(['Llega', 'Pasa'])
  })

  it('is nothing without a level, or below 3', () => {
    expect(named(['Sin nivel', null, 2], ['Repetible', 2.9, 2])).toEqual([])
    expect(named()).toEqual([])
  })

  it('that nobody has is said with the name of level 3', () => {
    const levels = [{ level: 3, name: 'Consistente', definition: '', color: 'yellow' as const }]
    expect(noStrengths(2.1, levels)).toBe('Ningún área llega todavía al nivel 3, «Consistente».')
    expect(noStrengths(null, levels)).toBe('Todavía no hay respuestas con nivel.')
  })
})
