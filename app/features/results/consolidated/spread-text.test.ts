import { expect, it } from 'vitest'
import { deviationText, formatDeviation } from './spread-text.ts'

it('shows a deviation as precisely as its agreement is judged', () => {
  expect(deviationText(0.98)).toBe('Dispersión 0,98 · Acuerdo medio')
  expect(deviationText(1)).toBe('Dispersión 1,00 · Acuerdo bajo')
  expect(formatDeviation(null)).toBe('–')
})
