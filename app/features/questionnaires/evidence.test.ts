import { describe, expect, it, test } from 'vitest'
import {
  evidenceField,
  evidenceOf,
  isEvidenceValid,
  readEvidenceField,
  readEvidenceLink,
  storedEvidence,
} from './evidence.ts'
import { evidenceError, refusedText } from './evidence-texts.ts'
import { isAnswerValid } from './questionnaire.ts'

describe('a link', () => {
  it.each([
    ['https://docs.empresa.example/acta.pdf', 'docs.empresa.example'],
    ['  https://empresa.example  ', 'empresa.example'],
    ['HTTPS://Empresa.Example/A', 'empresa.example'],
    ['https://intranet/politica?v=2#tres', 'intranet'],
    ['https://empresa.example:8443/', 'empresa.example:8443'],
    // Letters of other scripts are shown as what they are.
    ['https://ñandú.cl/', 'xn--and-6ma2c.cl'],
    ['https://аpple.example/', 'xn--pple-43d.example'],
  ])('is taken with its host: %s', (typed, host) => {
    expect(readEvidenceLink(typed)?.host).toBe(host)
  })

  it.each([
    'http://empresa.example',
    'javascript:alert(1)',
    'JavaScript://empresa.example/%0Aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'empresa.example/acta',
    '//empresa.example',
    'https:empresa.example',
    'https://',
    'https:///empresa.example',
    'https:\\\\empresa.example',
    'https://usuario:clave@empresa.example',
    'https://banco.example@otro.example/',
    'https://empresa.example/con espacio',
    'https://empresa.example/\u202etxt.exe',
    'https://empresa\u200b.example/',
    'https://empresa.example/\nSet-Cookie: a',
    'https://[::1',
    `https://empresa.example/${'a'.repeat(500)}`,
  ])('is refused: %s', typed => {
    expect(readEvidenceLink(typed)).toBeUndefined()
    expect(evidenceError('link', typed)).toBeDefined()
  })

  it('is stored as the database asks for it, and an empty one takes it back', () => {
    expect(storedEvidence('link', ' HTTPS://a.example/B ')).toBe('https://a.example/B')
    expect([isEvidenceValid('link', ''), isEvidenceValid('link', '  ')]).toEqual([true, true])
    expect(storedEvidence('link', '  ')).toBe('')
  })
})

test('a note has 500 characters at most, counted as the database counts them', () => {
  expect(isEvidenceValid('note', '😀'.repeat(500))).toBe(true)
  expect(isEvidenceValid('note', '😀'.repeat(501))).toBe(false)
  expect(evidenceError('note', 'a'.repeat(501))).toBe(
    'Tiene 501 caracteres y caben 500: acorta el texto para guardarlo',
  )
  expect(refusedText('q1:link', 'http://a.example')).toMatch(/https:\/\//)
  expect(storedEvidence('note', ' \u200b\n')).toBe('')
})

test('belongs to a closed question', () => {
  const asked = {
    sections: [
      {
        questions: [{ number: 1, field: 'q1', text: '¿?', options: [] }],
        openQuestions: [{ field: 'open', text: '¿?' }],
      },
    ],
  }
  expect(isAnswerValid(asked, 'q1:note', 'Acta')).toBe(true)
  expect(isAnswerValid(asked, 'q1:link', 'https://a.example')).toBe(true)
  for (const [field, value] of [
    ['q1:note', 4],
    ['q1:link', 'javascript:alert(1)'],
    ['q1:other', 'Acta'],
    ['q1:note:note', 'Acta'],
    ['open:note', 'Acta'],
    ['q2:note', 'Acta'],
    [':note', 'Acta'],
    ['q1', 'Acta'],
  ] as const) {
    expect(isAnswerValid(asked, field, value), field).toBe(false)
  }
  expect(readEvidenceField(evidenceField('q1', 'link'))).toEqual({ of: 'q1', part: 'link' })
})

test('what is shown is what was given: a link that is none is left out', () => {
  expect(evidenceOf({ q1: 4 }, 'q1')).toBeNull()
  expect(evidenceOf({ 'q1:note': ' ', 'q1:link': '' }, 'q1')).toBeNull()
  expect(evidenceOf({ 'q1:note': ' Acta ', 'q1:link': 'javascript:alert(1)' }, 'q1')).toEqual({
    note: 'Acta',
    link: null,
  })
  expect(evidenceOf({ 'q1:link': 'https://a.example/b' }, 'q1')).toEqual({
    note: null,
    link: { href: 'https://a.example/b', host: 'a.example' },
  })
})
