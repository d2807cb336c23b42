import { expect, it } from 'vitest'
import { isReauthenticated } from './reauthentication.ts'

const at = new Date('2026-11-24T15:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)

it('is valid for ten minutes, and never before it was given', () => {
  expect(isReauthenticated(null, at)).toBe(false)
  expect(isReauthenticated(at, after(0))).toBe(true)
  expect(isReauthenticated(at, after(599))).toBe(true)
  expect(isReauthenticated(at, after(600))).toBe(false)
  expect(isReauthenticated(at, after(-1))).toBe(false)
})
