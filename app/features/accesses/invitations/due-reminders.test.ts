import { expect, it } from 'vitest'
import { isReminderDue } from './due-reminders.ts'

const NOW = new Date('2028-11-22T15:00:00Z')
const ago = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const person = { reminders_sent: 0, reminded_at: null, created_at: ago(24) }

it('is a day after the invitation, or what the buyer chose', () => {
  expect(isReminderDue(person, null, NOW)).toBe(true)
  expect(isReminderDue({ ...person, created_at: ago(23) }, null, NOW)).toBe(false)
  expect(isReminderDue(person, 3, NOW)).toBe(false)
  expect(isReminderDue({ ...person, created_at: ago(72) }, 3, NOW)).toBe(true)
})

it('counts from the last reminder, three times at most', () => {
  const reminded = { reminders_sent: 2, created_at: ago(500) }
  expect(isReminderDue({ ...reminded, reminded_at: ago(23) }, null, NOW)).toBe(false)
  expect(isReminderDue({ ...reminded, reminded_at: ago(25) }, null, NOW)).toBe(true)
  expect(isReminderDue({ ...reminded, reminders_sent: 3, reminded_at: ago(25) }, null, NOW)).toBe(false)
})
