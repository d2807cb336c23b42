import { expect, it } from 'vitest'
import { isSteppedUp } from './step-up.ts'

const at = new Date('2026-11-24T15:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)

it('is valid for ten minutes, and never before it was given', () => {
  expect(isSteppedUp(null, at)).toBe(false)
  expect(isSteppedUp(at, after(0))).toBe(true)
  expect(isSteppedUp(at, after(599))).toBe(true)
  expect(isSteppedUp(at, after(600))).toBe(false)
  expect(isSteppedUp(at, after(-1))).toBe(false)
})
