import { expect, it } from 'vitest'
import { newPassword } from '#app/features/identity/identity-schema.server.ts'
import { staffPasswordProblem } from './staff-session.server.ts'

it.each([
  ['corta-7', 'too_short'],
  ['        ', 'too_short'],
  ['ab      ', 'too_short'],
  ['basketball', 'common'],
  ['Basketball', 'common'],
  ['cobre-y-luna', undefined],
])('judges %j of the staff as %s', (password, problem) => {
  expect(staffPasswordProblem(password)).toBe(problem)
})

it.each(['      ', ' \t    ', '\u00a0\u00a0\u00a0\u00a0\u00a0\u00a0', 'aaaaaa', '777777', 'ZZZZZZZZ'])(
  'takes %j for no password of anybody',
  password => {
    expect(newPassword.safeParse(password).success).toBe(false)
  },
)

it('lets a buyer keep the six characters of the specification', () => {
  expect(newPassword.safeParse('k7-wq2').success).toBe(true)
})
