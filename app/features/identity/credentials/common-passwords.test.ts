import { expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.server.ts'

it.each(['123456', 'colocolo', 'colo-colo', 'Colo-Colo', ' contraseña '])('recognises %s', password => {
  expect(isCommonPassword(password)).toBe(true)
})

it.each(['cobre-y-luna', 'colo-', 'colo', ''])('does not recognise %j', password => {
  expect(isCommonPassword(password)).toBe(false)
})
