import { expect, test } from 'vitest'
import {
  ALREADY_COMPLETED,
  accessError,
  COMPLETE_FAILED,
  INVALID_INVITATION,
  SAVE_STATUS,
  START_FAILED,
  successNotice,
  unreachedAnswer,
} from './respond-texts.ts'

// Specification 2, section 8, respondent flow.

// shows: A8.4
test('successes use the specified texts', () => {
  expect(successNotice('access')).toMatchObject({ title: 'Acceso verificado', description: 'Código de acceso válido' })
  expect(successNotice('start')).toMatchObject({ title: 'Evaluación iniciada' })
  expect(successNotice('complete')).toMatchObject({ title: '¡Evaluación completada!' })
})

// shows: A8.1, A8.2, A8.3
test('failures use the specified texts', () => {
  expect(accessError(INVALID_INVITATION)).toEqual({
    title: 'Error de acceso',
    description: 'Código de invitación o email inválido',
    tone: 'error',
  })
  expect(ALREADY_COMPLETED).toMatchObject({
    title: 'Assessment ya completado',
    description: 'Esta evaluación ya ha sido completada anteriormente',
  })
  expect(START_FAILED).toMatchObject({
    title: 'Error',
    description: 'No se pudo iniciar la evaluación. Inténtelo de nuevo.',
  })
  expect(COMPLETE_FAILED).toMatchObject({
    description: 'No se pudo completar la evaluación. Sus respuestas han sido guardadas.',
  })
})

// shows: A8.5
test('the state of saving uses the texts of spec D24', () => {
  expect(SAVE_STATUS).toMatchObject({
    saved: 'Guardado',
    saving: 'Guardando…',
    offline: 'Sin conexión: se guardará al volver',
  })
})

// shows: A8.6
test.each([
  [
    { intent: 'access', email: 'a@b.cl', access_code: 'AC-2' },
    { email: 'a@b.cl', access_code: 'AC-2' },
  ],
  [
    { intent: 'start', full_name: 'Ana', data_role: 'Uso' },
    {
      full_name: 'Ana',
      position: '',
      organizational_unit: '',
      data_role: 'Uso',
      company_name: '',
      age_declaration: '',
    },
  ],
])('a form that got no response keeps what was typed: %j', (fields, values) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  expect(unreachedAnswer(form)).toMatchObject({ form: fields.intent, values })
})
