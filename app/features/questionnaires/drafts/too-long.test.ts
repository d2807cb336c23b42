import { expect, it } from 'vitest'
import { draftTooLong } from './draft-schema.server.ts'

it('takes what fits, measured in characters', () => {
  expect(draftTooLong({})).toBeUndefined()
  expect(draftTooLong({ 'q1.text': '😀'.repeat(2000), 'q1.field': 'q'.repeat(80) })).toBeUndefined()
  expect(
    draftTooLong({
      'recommendations.1': Array.from({ length: 10 }, (_, at) => `${at} ${'x'.repeat(900)}`).join('\r\n'),
    }),
  ).toBeUndefined()
})

it.each([
  [
    { 'q1.text': 'x'.repeat(2001) },
    'Un texto tiene 2.001 caracteres y caben 2.000: «xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…». Acórtalo para guardar.',
  ],
  [{ 'q1.field': 'q'.repeat(81) }, 'El nombre de un campo tiene 81 caracteres y caben 80. Acórtalo para guardar.'],
  [
    { 'recommendations.2': Array.from({ length: 11 }, (_, at) => `Paso ${at}`).join('\n') },
    'Con nivel 2 hay 11 recomendaciones y caben 10. Quita una o únelas para guardar.',
  ],
])('refuses what does not fit, with its length', (form, text) => {
  expect(draftTooLong(form)).toBe(text)
})
