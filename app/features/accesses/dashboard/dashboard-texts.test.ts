import { expect, it } from 'vitest'
import { LOAD_FAILURE, MISSING_FIELDS, saved, unexpectedAnswer } from './dashboard.ts'

// Specification 2, section 8, 'Dashboard'.

// shows: A8.7
it('uses the specified text when the list cannot be read', () => {
  expect(LOAD_FAILURE).toBe('Error al cargar los assessments')
})

// shows: A8.8
it('uses the specified text when an assessment does not start', () => {
  expect(unexpectedAnswer('start')).toMatchObject({ ok: false, notice: { title: 'Error al crear el assessment' } })
})

// shows: A8.9, A8.15
it('uses the specified text when an assessment is not finished', () => {
  expect(unexpectedAnswer('finish')).toMatchObject({ ok: false, notice: { title: 'Error al completar assessment' } })
})

// shows: A8.10
it('uses the specified text when nobody is invited', () => {
  expect(unexpectedAnswer('invite')).toMatchObject({
    ok: false,
    notice: { title: 'No se pudo crear la invitación. Inténtelo de nuevo.' },
  })
})

// shows: A5.8, A8.11
it('uses the specified texts for saved data', () => {
  expect(saved({ invited: false, email: 'a@b.cl' }).title).toBe('Datos guardados')
  expect(unexpectedAnswer('save-invitee')).toMatchObject({
    ok: false,
    notice: { title: 'No se pudieron guardar los datos' },
  })
  expect(MISSING_FIELDS).toMatchObject({
    title: 'Campos requeridos',
    description: 'Por favor complete todos los campos',
  })
})
