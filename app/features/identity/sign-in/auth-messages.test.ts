import { expect, it } from 'vitest'
import { AUTH_MESSAGES, NOTICE_TEXTS, SIGNED_UP } from './auth-messages.ts'

// shows: S8.1, S8.6
it.each([
  ['invalid_credentials', 'Email o contraseña incorrectos'],
  ['email_not_confirmed', 'Por favor confirma tu email antes de iniciar sesión'],
  ['email_taken', 'Ya existe una cuenta con este email'],
  ['password_too_short', 'La contraseña debe tener al menos 6 caracteres'],
  ['unexpected', 'Ocurrió un error inesperado'],
] as const)('maps %s to %s', (failure, text) => {
  expect(AUTH_MESSAGES[failure]).toBe(text)
})

// shows: S8.15
it('says that an account was created, and why checkout needs a log-in', () => {
  expect(SIGNED_UP).toBe('¡Cuenta creada exitosamente! Revisa tu email para confirmar tu cuenta.')
  expect(NOTICE_TEXTS.checkout.text).toBe('Debes iniciar sesión para proceder con la compra')
})
