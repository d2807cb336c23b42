import { expect, it } from 'vitest'
import { startOfDay } from '#app/kernel/dates.ts'
import { proposedExtension } from './admin-access.ts'

const NOW = new Date('2026-11-20T15:00:00Z')

it.each([
  ['ninety days after the present end', '2026-12-31', '2027-03-31'],
  ['ninety days from today where the end has passed', '2026-10-01', '2027-02-18'],
  ['the last possible day of an end far away', '2028-11-10', '2028-11-19'],
] as const)('an extension proposes %s', (_name, end, proposed) => {
  expect(proposedExtension(startOfDay(end), NOW)).toBe(proposed)
})
