import { expect, test } from 'vitest'
import { respondentSchemaFor, respondIntentSchema, saveRequestSchema } from './respondent-schema.server.ts'

const RESPONDENT = {
  full_name: 'Pedro Soto',
  position: 'Analista',
  organizational_unit: 'Finanzas',
  data_role: 'Uso los datos de ventas',
  company_name: 'Empresa',
  invitation_code: 'AC-22222222',
}
const messagesOf = (questionnaireId: string, input: object, asksAge = false) =>
  (respondentSchemaFor(questionnaireId, asksAge).safeParse(input).error?.issues ?? []).map(issue => [
    issue.path[0],
    issue.message,
  ])

// shows: A5.1
test.each([
  ['full_name', 'El nombre completo es requerido'],
  ['position', 'El cargo/posición es requerido'],
  ['organizational_unit', 'El área organizacional es requerida'],
  ['data_role', 'El rol respecto a los datos es requerido'],
  ['company_name', 'El nombre de la empresa es requerido'],
])("the respondent's %s needs two characters, or shows its message", (field, message) => {
  for (const typed of ['', 'x', ' x ', undefined]) {
    expect(messagesOf('dama-dmbok2', { ...RESPONDENT, [field]: typed })).toEqual([[field, message]])
  }
  expect(messagesOf('dama-dmbok2', { ...RESPONDENT, [field]: 'xy' })).toEqual([])
})

// shows: A5.2
test('only a questionnaire about data asks for the role with data', () => {
  expect(messagesOf('agilidad', { ...RESPONDENT, data_role: '' })).toEqual([
    ['data_role', 'El rol respecto a lo que se evalúa es requerido'],
  ])
})

test('a value longer than its column gets a message with the limit', () => {
  expect(messagesOf('dama-dmbok2', { ...RESPONDENT, full_name: 'x'.repeat(201) })).toEqual([
    ['full_name', 'Usa 200 caracteres como máximo'],
  ])
})

test('a name is no address, because the buyer is mailed with it', () => {
  expect(messagesOf('dama-dmbok2', { ...RESPONDENT, full_name: 'Gana en premios.store' })).toEqual([
    ['full_name', 'Escribe solo el nombre, sin enlaces, correos ni números'],
  ])
})

test('nobody starts a product that asks for it without saying the age, or that the guardian of somebody under 14 agrees', () => {
  for (const age_declaration of [undefined, '', '13', 'minor'])
    expect(messagesOf('dama-dmbok2', { ...RESPONDENT, age_declaration }, true)).toEqual([
      ['age_declaration', 'Responde tu edad para comenzar'],
    ])
  for (const age_declaration of ['14_or_more', 'guardian_consent'])
    expect(messagesOf('agilidad', { ...RESPONDENT, age_declaration }, true)).toEqual([])
})

test('no other product asks for the age, nor keeps what is posted of it', () => {
  for (const age_declaration of [undefined, '', '13', 'guardian_consent'])
    expect(respondentSchemaFor('dama-dmbok2', false).parse({ ...RESPONDENT, age_declaration })).not.toHaveProperty(
      'age_declaration',
    )
})

// shows: A2.7
test('posted e-mail and code are ignored in favour of the locked ones', () => {
  const parsed = respondentSchemaFor('dama-dmbok2', false).parse({ ...RESPONDENT, corporate_email: 'otra@example.cl' })
  const { invitation_code: _, ...details } = RESPONDENT
  expect(parsed).toEqual(details)
})

// shows: A5.1
test('a request without the invitation code is told that it is required', () => {
  for (const invitation_code of [undefined, '', 'AC-12', '      '])
    expect(messagesOf('agilidad', { ...RESPONDENT, invitation_code })).toEqual([
      ['invitation_code', 'El código de invitación es requerido'],
    ])
})

test.each([
  {},
  { intent: 'delete' },
  { intent: 'start', access_id: '1' },
  { intent: 'complete', access_id: 'x', run_id: 'y' },
  { intent: 'access', run_id: 'x' },
])('%j is not an intent of the page', form => {
  expect(respondIntentSchema.safeParse(form).success).toBe(false)
})

test.each([-1, 0.5, Number.MAX_SAFE_INTEGER, null, 'x'])(
  'a stopwatch value of %j does not reject the answers',
  seconds => {
    const request = {
      run_id: crypto.randomUUID(),
      access_id: crypto.randomUUID(),
      questionnaire_id: 'dama-dmbok2',
      questionnaire_version: 1,
      current_section: 1,
      active_seconds: seconds,
      answers: [{ field: 'q1_governance_framework', option: 3, seq: 1 }],
    }
    expect(saveRequestSchema.parse(request)).toMatchObject({ active_seconds: 0, answers: request.answers })
  },
)
