import { expect, it } from 'vitest'
import { barTone } from './tone.ts'

it.each([
  ['poor', 2, 2, 'neutral'],
  ['poor', 2.4, 2, 'neutral'],
  ['poor', 2.4, 3, 'poor'],
  ['poor', 2.4, undefined, 'poor'],
  ['poor', null, 2, 'poor'],
  ['fair', 3, 3, 'fair'],
  ['good', 4.2, 4, 'good'],
] as const)('the bar of a %s level %s with the target %s is %s', (tone, level, target, expected) => {
  expect(barTone(tone, level, target)).toBe(expected)
})
