import { expect, it } from 'vitest'
import { formatLevel } from './format-level.ts'

it('writes a level with one decimal, or a dash', () => {
  expect(formatLevel(3.44)).toBe('3,4')
  expect(formatLevel(5)).toBe('5,0')
  expect(formatLevel(null)).toBe('–')
})

it('rounds as the platform does', () => {
  const platform = new Intl.NumberFormat('es-CL', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const levels = Array.from({ length: 5_001 }, (_, step) => [step / 1000, step / 700, -step / 1000]).flat()
  const apart = levels.filter(level => formatLevel(level) !== platform.format(level).replace(/^-0,0$/, '0,0'))
  expect(apart).toEqual([])
})
