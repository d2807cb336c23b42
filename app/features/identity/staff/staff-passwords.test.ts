import { expect, it } from 'vitest'
import { newPassword } from '#app/features/identity/identity-schema.server.ts'
import { staffPasswordProblem } from './staff-session.server.ts'

const SHORT = 'Quienes trabajan en la tienda usan al menos 8 caracteres'
const COMMON = 'Esa contraseña está entre las 10.000 más usadas y se adivina fácil. Elige otra.'

it.each([
  ['corta-7', SHORT],
  ['        ', SHORT],
  ['ab      ', SHORT],
  ['basketball', COMMON],
  ['Basketball', COMMON],
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
